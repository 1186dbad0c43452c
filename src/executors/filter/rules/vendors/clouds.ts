import { longPattern } from '../../../../core/index.ts'
import { type SecretRule, apiKey, authToken, cloudMetadata, password, privateKey } from '../rule.ts'
import { hasRandomTail } from '../second-look.ts'

/** Hosting, databases and infrastructure. */
export const CLOUD_RULES: readonly SecretRule[] = [
  cloudMetadata(
    'aws_session_token',
    'fwogzxivyxdz|fqogzxivyxdz|iqojb3jpz2lu',
    /(?:F[wQ]oGZXIvYXdz|IQoJb3JpZ2lu)[A-Za-z0-9+/%]{50,4096}={0,2}/,
  ),
  apiKey('aws_bedrock_key', 'absk|bedrock-api-key-', /(?:ABSK|bedrock-api-key-)[A-Za-z0-9+/]{60,1024}={0,2}/),
  authToken(
    'amazon_mws_token',
    'amzn.mws.|amzn1.oa2-cs.v1.',
    /amzn(?:\.mws\.[0-9a-f-]{36}|1\.oa2-cs\.v1\.[0-9a-f]{64})/,
  ),
  authToken('google_oauth_token', 'ya29.', /ya29\.[\w-]{20,2048}/),
  apiKey('google_client_secret', 'gocspx-', /GOCSPX-[\w-]{20,64}/),
  authToken('google_refresh_token', '1//0', /1\/\/0[\w-]{40,200}/),
  apiKey('google_hmac_key', 'goog1e|goog', /GOOG(?:1E)?[A-Z0-9]{20,64}(?![A-Za-z0-9])/),
  { ...apiKey('firebase_server_key', 'apa91b', /(?<=(?<head>[\w-]{11,64}:))APA91b[\w-]{60,300}/), midWord: true },
  { ...apiKey('azure_client_secret', 'q~', /(?<=(?<![\w~.-])(?<head>[\w~.-]{3}\d))Q~[\w~.-]{30,36}/), midWord: true },
  {
    ...apiKey(
      'azure_padded_key',
      '+ast|+aba|+amc|acdb|+aeh|+asb|+arm|aiot|azca|azfu',
      longPattern()`
        (?<=(?<![\w+/-])(?<head>[\w+/-]{32,78}))(?:(?:\+ASt|\+ABa|\+AMC|ACDb)[\w+/]{4,8}==
        |(?:\+AEh|\+ASb|\+ARm|AIoT|AzCa)[\w+/]{4,7}=|AzFu[\w-]{5}[AQgw]==)(?![\w+/=])
      `,
    ),
    midWord: true,
  },
  {
    ...apiKey(
      'azure_marked_key',
      'azse|azdo|jqqj9',
      longPattern()`
        (?<=(?<![\w+/-])(?<head>[A-Za-z0-9]{32,84}))(?:AzSe[A-Za-z0-9]{6}|AZDO[A-Za-z0-9]{4}
        |JQQJ9[9D][A-Za-z0-9]{20,30})(?![\w+/=])
      `,
    ),
    midWord: true,
  },
  authToken('digitalocean_token', 'dop_v1_|doo_v1_|dor_v1_', /do[opr]_v1_[A-Za-z0-9]{32,80}/),
  apiKey('alibaba_key_id', 'ltai', /LTAI[A-Za-z0-9]{12,26}(?![A-Za-z0-9])/),
  apiKey('tencent_key_id', 'akid', /AKID[A-Za-z0-9]{32,36}(?![A-Za-z0-9])/),
  apiKey(
    'yandex_key',
    'aqvn|y0_ag|y1_ag|t1.9eu',
    /AQVN[\w-]{35,38}|y[01]_Ag[\w-]{50,64}|t1\.9eu[\w-]{20,}\.[\w-]{60,}/,
  ),
  apiKey('scaleway_key', 'scw', /SCW[A-Z0-9]{17}(?![A-Za-z0-9])/),
  apiKey('heroku_key', 'hrku-', /HRKU-[\w-]{32,80}/),
  authToken(
    'fly_token',
    'fo1_|fm1a_|fm1r_|fm2_',
    /(?:fo1_[\w-]{32,64}|fm1[ar]_[A-Za-z0-9+/=]{80,2048}|fm2_[A-Za-z0-9+/=]{80,2048})/,
  ),
  { ...apiKey('render_key', 'rnd_', /rnd_[A-Za-z0-9]{28,40}/), accepts: hasRandomTail },
  authToken(
    'vercel_token',
    'vcp_|vci_|vca_|vcr_|vck_|vercel_blob_rw_',
    /(?:vc[piark]_[A-Za-z0-9]{24,80}|vercel_blob_rw_\w{30,80})/,
  ),
  authToken('netlify_token', 'nfp_|nfo_|nfc_|nfu_', /nf[pocu]_[A-Za-z0-9]{28,60}/),
  authToken(
    'cloudflare_token',
    'v1.0-|cfut_|cfat_|cfk_|eyjhijoi',
    /v1\.0-[a-f0-9]{20,28}-[a-f0-9]{100,160}|cf(?:ut|at|k)_[A-Za-z0-9]{36,64}|eyJhIjoi[\w+/=-]{80,400}/,
  ),
  password('planetscale_token', 'pscale_', /pscale_(?:tkn|pw|oauth|api)_[\w.=-]{24,72}/),
  apiKey('supabase_key', 'sbp_|sb_secret_', /sbp_(?:oauth_|v0_)?[A-Za-z0-9]{36,64}|sb_secret_[\w-]{24,64}/),
  apiKey('neon_key', 'napi_', /napi_[A-Za-z0-9]{32,80}/),
  apiKey('atlas_service_secret', 'mdb_sa_sk_', /mdb_sa_sk_[\w-]{36,64}/),
  authToken('databricks_token', 'dapi|dose|dkea', /d(?:api|ose|kea)[a-f0-9]{32}(?:-\d)?(?![A-Za-z0-9])/),
  {
    ...authToken('terraform_token', '.atlasv1.', /(?<=(?<head>[A-Za-z0-9]{14}))\.atlasv1\.[\w=-]{60,70}/),
    midWord: true,
  },
  authToken('vault_token', 'hvs.|hvb.|hvr.', /hv[sbr]\.[\w-]{20,300}/),
  { ...authToken('legacy_vault_token', 's.|b.', /[sb]\.[A-Za-z0-9]{24}(?![A-Za-z0-9.(])/), accepts: hasRandomTail },
  authToken('pulumi_token', 'pul-', /pul-[A-Za-z0-9]{36,64}/),
  authToken(
    'doppler_token',
    'dp.pt.|dp.st.|dp.ct.|dp.sa.|dp.scim.|dp.audit.',
    /dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{32,80}/,
  ),
  authToken('infisical_token', 'st.', /st\.[a-f0-9]{24}\.[a-f0-9]{32}\.[a-f0-9]{32}/),
  authToken(
    'onepassword_token',
    'ops_eyj|a3-',
    longPattern()`
        ops_eyJ[\w+/=-]{200,1200}|A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}
        |[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}
      `,
  ),
  authToken('akamai_token', 'akab-', /akab-[a-z0-9]{12,20}-[a-z0-9]{12,20}/),
  apiKey('tailscale_key', 'tskey-', /tskey-[a-z]{2,10}-[A-Za-z0-9]{8,32}(?:-[A-Za-z0-9]{16,64})?/),
  authToken('openshift_token', 'sha256~', /sha256~[\w-]{43}/),
  apiKey('clickhouse_key', '4b1d', /4b1d[A-Za-z0-9]{38}(?![A-Za-z0-9])/),
  apiKey('defined_networking_key', 'dnkey-', /dnkey-[A-Za-z0-9=_-]{20,64}-[A-Za-z0-9=_-]{40,64}/),
  authToken('scalingo_token', 'tk-us-', /tk-us-[\w-]{40,60}/),
  authToken('deno_token', 'ddp_|ddo_|ddw_', /dd[pow]_[A-Za-z0-9]{36,48}/),
  privateKey(
    'wireguard_key',
    'privatekey = |presharedkey = ',
    /(?:Private|Preshared)Key = (?<secret>[A-Za-z0-9+/]{43}=)/,
  ),
]
