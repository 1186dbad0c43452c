import { longPattern } from '../../../../core/index.ts'
import { type SecretRule, keyRule, tokenRule, metadataRule, passwordRule, privateKeyRule } from '../rule.ts'
import { hasRandomTail } from '../second-look.ts'

/** Hosting, databases and infrastructure. */
export const CLOUD_RULES: readonly SecretRule[] = [
  metadataRule(
    'aws_session_token',
    /(?:F[wQ]oGZXIvYXdz|IQoJb3JpZ2lu)[A-Za-z0-9+/%]{50,4096}={0,2}/,
    'fwogzxivyxdz|fqogzxivyxdz|iqojb3jpz2lu',
  ),
  keyRule('aws_bedrock_key', /(?:ABSK|bedrock-api-key-)[A-Za-z0-9+/]{60,1024}={0,2}/, 'absk|bedrock-api-key-'),
  tokenRule(
    'amazon_mws_token',
    /amzn(?:\.mws\.[0-9a-f-]{36}|1\.oa2-cs\.v1\.[0-9a-f]{64})/,
    'amzn.mws.|amzn1.oa2-cs.v1.',
  ),
  tokenRule('google_oauth_token', /ya29\.[\w-]{20,2048}/, 'ya29.'),
  keyRule('google_client_secret', /GOCSPX-[\w-]{20,64}/, 'gocspx-'),
  tokenRule('google_refresh_token', /1\/\/0[\w-]{40,200}/, '1//0'),
  keyRule('google_hmac_key', /GOOG(?:1E)?[A-Z0-9]{20,64}(?![A-Za-z0-9])/, 'goog1e|goog'),
  { ...keyRule('firebase_server_key', /(?<=(?<head>[\w-]{11,64}:))APA91b[\w-]{60,300}/, 'apa91b'), midWord: true },
  { ...keyRule('azure_client_secret', /(?<=(?<![\w~.-])(?<head>[\w~.-]{3}\d))Q~[\w~.-]{30,36}/, 'q~'), midWord: true },
  {
    ...keyRule(
      'azure_padded_key',
      longPattern()`
        (?<=(?<![\w+/-])(?<head>[\w+/-]{32,78}))(?:(?:\+ASt|\+ABa|\+AMC|ACDb)[\w+/]{4,8}==
        |(?:\+AEh|\+ASb|\+ARm|AIoT|AzCa)[\w+/]{4,7}=|AzFu[\w-]{5}[AQgw]==)(?![\w+/=])
      `,
      '+ast|+aba|+amc|acdb|+aeh|+asb|+arm|aiot|azca|azfu',
    ),
    midWord: true,
  },
  {
    ...keyRule(
      'azure_marked_key',
      longPattern()`
        (?<=(?<![\w+/-])(?<head>[A-Za-z0-9]{32,84}))(?:AzSe[A-Za-z0-9]{6}|AZDO[A-Za-z0-9]{4}
        |JQQJ9[9D][A-Za-z0-9]{20,30})(?![\w+/=])
      `,
      'azse|azdo|jqqj9',
    ),
    midWord: true,
  },
  tokenRule('digitalocean_token', /do[opr]_v1_[A-Za-z0-9]{32,80}/, 'dop_v1_|doo_v1_|dor_v1_'),
  keyRule('alibaba_key_id', /LTAI[A-Za-z0-9]{12,26}(?![A-Za-z0-9])/, 'ltai'),
  keyRule('tencent_key_id', /AKID[A-Za-z0-9]{32,36}(?![A-Za-z0-9])/, 'akid'),
  keyRule(
    'yandex_key',
    /AQVN[\w-]{35,38}|y[01]_Ag[\w-]{50,64}|t1\.9eu[\w-]{20,}\.[\w-]{60,}/,
    'aqvn|y0_ag|y1_ag|t1.9eu',
  ),
  keyRule('scaleway_key', /SCW[A-Z0-9]{17}(?![A-Za-z0-9])/, 'scw'),
  keyRule('heroku_key', /HRKU-[\w-]{32,80}/, 'hrku-'),
  tokenRule(
    'fly_token',
    /(?:fo1_[\w-]{32,64}|fm1[ar]_[A-Za-z0-9+/=]{80,2048}|fm2_[A-Za-z0-9+/=]{80,2048})/,
    'fo1_|fm1a_|fm1r_|fm2_',
  ),
  { ...keyRule('render_key', /rnd_[A-Za-z0-9]{28,40}/, 'rnd_'), accepts: hasRandomTail },
  tokenRule(
    'vercel_token',
    /(?:vc[piark]_[A-Za-z0-9]{24,80}|vercel_blob_rw_\w{30,80})/,
    'vcp_|vci_|vca_|vcr_|vck_|vercel_blob_rw_',
  ),
  tokenRule('netlify_token', /nf[pocu]_[A-Za-z0-9]{28,60}/, 'nfp_|nfo_|nfc_|nfu_'),
  tokenRule(
    'cloudflare_token',
    /v1\.0-[a-f0-9]{20,28}-[a-f0-9]{100,160}|cf(?:ut|at|k)_[A-Za-z0-9]{36,64}|eyJhIjoi[\w+/=-]{80,400}/,
    'v1.0-|cfut_|cfat_|cfk_|eyjhijoi',
  ),
  passwordRule('planetscale_token', /pscale_(?:tkn|pw|oauth|api)_[\w.=-]{24,72}/, 'pscale_'),
  keyRule('supabase_key', /sbp_(?:oauth_|v0_)?[A-Za-z0-9]{36,64}|sb_secret_[\w-]{24,64}/, 'sbp_|sb_secret_'),
  keyRule('neon_key', /napi_[A-Za-z0-9]{32,80}/, 'napi_'),
  keyRule('atlas_service_secret', /mdb_sa_sk_[\w-]{36,64}/, 'mdb_sa_sk_'),
  tokenRule('databricks_token', /d(?:api|ose|kea)[a-f0-9]{32}(?:-\d)?(?![A-Za-z0-9])/, 'dapi|dose|dkea'),
  {
    ...tokenRule('terraform_token', /(?<=(?<head>[A-Za-z0-9]{14}))\.atlasv1\.[\w=-]{60,70}/, '.atlasv1.'),
    midWord: true,
  },
  tokenRule('vault_token', /hv[sbr]\.[\w-]{20,300}/, 'hvs.|hvb.|hvr.'),
  { ...tokenRule('legacy_vault_token', /[sb]\.[A-Za-z0-9]{24}(?![A-Za-z0-9.(])/, 's.|b.'), accepts: hasRandomTail },
  tokenRule('pulumi_token', /pul-[A-Za-z0-9]{36,64}/, 'pul-'),
  tokenRule(
    'doppler_token',
    /dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{32,80}/,
    'dp.pt.|dp.st.|dp.ct.|dp.sa.|dp.scim.|dp.audit.',
  ),
  tokenRule('infisical_token', /st\.[a-f0-9]{24}\.[a-f0-9]{32}\.[a-f0-9]{32}/, 'st.'),
  tokenRule(
    'onepassword_token',
    longPattern()`
        ops_eyJ[\w+/=-]{200,1200}|A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}
        |[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}
      `,
    'ops_eyj|a3-',
  ),
  tokenRule('akamai_token', /akab-[a-z0-9]{12,20}-[a-z0-9]{12,20}/, 'akab-'),
  keyRule('tailscale_key', /tskey-[a-z]{2,10}-[A-Za-z0-9]{8,32}(?:-[A-Za-z0-9]{16,64})?/, 'tskey-'),
  tokenRule('openshift_token', /sha256~[\w-]{43}/, 'sha256~'),
  keyRule('clickhouse_key', /4b1d[A-Za-z0-9]{38}(?![A-Za-z0-9])/, '4b1d'),
  keyRule('defined_networking_key', /dnkey-[A-Za-z0-9=_-]{20,64}-[A-Za-z0-9=_-]{40,64}/, 'dnkey-'),
  tokenRule('scalingo_token', /tk-us-[\w-]{40,60}/, 'tk-us-'),
  tokenRule('deno_token', /dd[pow]_[A-Za-z0-9]{36,48}/, 'ddp_|ddo_|ddw_'),
  privateKeyRule(
    'wireguard_key',
    /(?:Private|Preshared)Key = (?<secret>[A-Za-z0-9+/]{43}=)/,
    'privatekey = |presharedkey = ',
  ),
]
