import { longPattern } from '../../../../core/index.ts'
import type { SecretRule } from '../rule.ts'
import { hasRandomTail } from '../second-look.ts'

/** Hosting, databases and infrastructure. */
export const CLOUD_RULES: readonly SecretRule[] = [
  {
    id: 'aws_session_token',
    category: 'cloud_metadata',
    keywords: ['fwogzxivyxdz', 'fqogzxivyxdz', 'iqojb3jpz2lu'],
    pattern: /(?:F[wQ]oGZXIvYXdz|IQoJb3JpZ2lu)[A-Za-z0-9+/%]{50,4096}={0,2}/,
  },
  {
    id: 'aws_bedrock_key',
    category: 'api_key',
    keywords: ['absk', 'bedrock-api-key-'],
    pattern: /(?:ABSK|bedrock-api-key-)[A-Za-z0-9+/]{60,1024}={0,2}/,
  },
  {
    id: 'amazon_mws_token',
    category: 'auth_token',
    keywords: ['amzn.mws.', 'amzn1.oa2-cs.v1.'],
    pattern: /amzn(?:\.mws\.[0-9a-f-]{36}|1\.oa2-cs\.v1\.[0-9a-f]{64})/,
  },
  { id: 'google_oauth_token', category: 'auth_token', keywords: ['ya29.'], pattern: /ya29\.[\w-]{20,2048}/ },
  { id: 'google_client_secret', category: 'api_key', keywords: ['gocspx-'], pattern: /GOCSPX-[\w-]{20,64}/ },
  { id: 'google_refresh_token', category: 'auth_token', keywords: ['1//0'], pattern: /1\/\/0[\w-]{40,200}/ },
  {
    id: 'google_hmac_key',
    category: 'api_key',
    keywords: ['goog1e', 'goog'],
    pattern: /GOOG(?:1E)?[A-Z0-9]{20,64}(?![A-Za-z0-9])/,
  },
  {
    id: 'firebase_server_key',
    category: 'api_key',
    keywords: ['apa91b'],
    pattern: /(?<=(?<head>[\w-]{11,64}:))APA91b[\w-]{60,300}/,
    midWord: true,
  },
  {
    id: 'azure_client_secret',
    category: 'api_key',
    keywords: ['q~'],
    pattern: /(?<=(?<![\w~.-])(?<head>[\w~.-]{3}\d))Q~[\w~.-]{30,36}/,
    midWord: true,
  },
  {
    id: 'azure_padded_key',
    category: 'api_key',
    keywords: ['+ast', '+aba', '+amc', 'acdb', '+aeh', '+asb', '+arm', 'aiot', 'azca', 'azfu'],
    pattern: longPattern()`
        (?<=(?<![\w+/-])(?<head>[\w+/-]{32,78}))(?:(?:\+ASt|\+ABa|\+AMC|ACDb)[\w+/]{4,8}==
        |(?:\+AEh|\+ASb|\+ARm|AIoT|AzCa)[\w+/]{4,7}=|AzFu[\w-]{5}[AQgw]==)(?![\w+/=])
      `,
    midWord: true,
  },
  {
    id: 'azure_marked_key',
    category: 'api_key',
    keywords: ['azse', 'azdo', 'jqqj9'],
    pattern: longPattern()`
        (?<=(?<![\w+/-])(?<head>[A-Za-z0-9]{32,84}))(?:AzSe[A-Za-z0-9]{6}|AZDO[A-Za-z0-9]{4}
        |JQQJ9[9D][A-Za-z0-9]{20,30})(?![\w+/=])
      `,
    midWord: true,
  },
  {
    id: 'digitalocean_token',
    category: 'auth_token',
    keywords: ['dop_v1_', 'doo_v1_', 'dor_v1_'],
    pattern: /do[opr]_v1_[A-Za-z0-9]{32,80}/,
  },
  { id: 'alibaba_key_id', category: 'api_key', keywords: ['ltai'], pattern: /LTAI[A-Za-z0-9]{12,26}(?![A-Za-z0-9])/ },
  { id: 'tencent_key_id', category: 'api_key', keywords: ['akid'], pattern: /AKID[A-Za-z0-9]{32,36}(?![A-Za-z0-9])/ },
  {
    id: 'yandex_key',
    category: 'api_key',
    keywords: ['aqvn', 'y0_ag', 'y1_ag', 't1.9eu'],
    pattern: /AQVN[\w-]{35,38}|y[01]_Ag[\w-]{50,64}|t1\.9eu[\w-]{20,}\.[\w-]{60,}/,
  },
  { id: 'scaleway_key', category: 'api_key', keywords: ['scw'], pattern: /SCW[A-Z0-9]{17}(?![A-Za-z0-9])/ },
  { id: 'heroku_key', category: 'api_key', keywords: ['hrku-'], pattern: /HRKU-[\w-]{32,80}/ },
  {
    id: 'fly_token',
    category: 'auth_token',
    keywords: ['fo1_', 'fm1a_', 'fm1r_', 'fm2_'],
    pattern: /(?:fo1_[\w-]{32,64}|fm1[ar]_[A-Za-z0-9+/=]{80,2048}|fm2_[A-Za-z0-9+/=]{80,2048})/,
  },
  {
    id: 'render_key',
    category: 'api_key',
    keywords: ['rnd_'],
    pattern: /rnd_[A-Za-z0-9]{28,40}/,
    accepts: hasRandomTail,
  },
  {
    id: 'vercel_token',
    category: 'auth_token',
    keywords: ['vcp_', 'vci_', 'vca_', 'vcr_', 'vck_', 'vercel_blob_rw_'],
    pattern: /(?:vc[piark]_[A-Za-z0-9]{24,80}|vercel_blob_rw_\w{30,80})/,
  },
  {
    id: 'netlify_token',
    category: 'auth_token',
    keywords: ['nfp_', 'nfo_', 'nfc_', 'nfu_'],
    pattern: /nf[pocu]_[A-Za-z0-9]{28,60}/,
  },
  {
    id: 'cloudflare_token',
    category: 'auth_token',
    keywords: ['v1.0-', 'cfut_', 'cfat_', 'cfk_', 'eyjhijoi'],
    pattern: /v1\.0-[a-f0-9]{20,28}-[a-f0-9]{100,160}|cf(?:ut|at|k)_[A-Za-z0-9]{36,64}|eyJhIjoi[\w+/=-]{80,400}/,
  },
  {
    id: 'planetscale_token',
    category: 'password',
    keywords: ['pscale_'],
    pattern: /pscale_(?:tkn|pw|oauth|api)_[\w.=-]{24,72}/,
  },
  {
    id: 'supabase_key',
    category: 'api_key',
    keywords: ['sbp_', 'sb_secret_'],
    pattern: /sbp_(?:oauth_|v0_)?[A-Za-z0-9]{36,64}|sb_secret_[\w-]{24,64}/,
  },
  { id: 'neon_key', category: 'api_key', keywords: ['napi_'], pattern: /napi_[A-Za-z0-9]{32,80}/ },
  { id: 'atlas_service_secret', category: 'api_key', keywords: ['mdb_sa_sk_'], pattern: /mdb_sa_sk_[\w-]{36,64}/ },
  {
    id: 'databricks_token',
    category: 'auth_token',
    keywords: ['dapi', 'dose', 'dkea'],
    pattern: /d(?:api|ose|kea)[a-f0-9]{32}(?:-\d)?(?![A-Za-z0-9])/,
  },
  {
    id: 'terraform_token',
    category: 'auth_token',
    keywords: ['.atlasv1.'],
    pattern: /(?<=(?<head>[A-Za-z0-9]{14}))\.atlasv1\.[\w=-]{60,70}/,
    midWord: true,
  },
  { id: 'vault_token', category: 'auth_token', keywords: ['hvs.', 'hvb.', 'hvr.'], pattern: /hv[sbr]\.[\w-]{20,300}/ },
  {
    id: 'legacy_vault_token',
    category: 'auth_token',
    keywords: ['s.', 'b.'],
    pattern: /[sb]\.[A-Za-z0-9]{24}(?![A-Za-z0-9.(])/,
    accepts: hasRandomTail,
  },
  { id: 'pulumi_token', category: 'auth_token', keywords: ['pul-'], pattern: /pul-[A-Za-z0-9]{36,64}/ },
  {
    id: 'doppler_token',
    category: 'auth_token',
    keywords: ['dp.pt.', 'dp.st.', 'dp.ct.', 'dp.sa.', 'dp.scim.', 'dp.audit.'],
    pattern: /dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{32,80}/,
  },
  {
    id: 'infisical_token',
    category: 'auth_token',
    keywords: ['st.'],
    pattern: /st\.[a-f0-9]{24}\.[a-f0-9]{32}\.[a-f0-9]{32}/,
  },
  {
    id: 'onepassword_token',
    category: 'auth_token',
    keywords: ['ops_eyj', 'a3-'],
    pattern: longPattern()`
        ops_eyJ[\w+/=-]{200,1200}|A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}
        |[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}
      `,
  },
  { id: 'akamai_token', category: 'auth_token', keywords: ['akab-'], pattern: /akab-[a-z0-9]{12,20}-[a-z0-9]{12,20}/ },
  {
    id: 'tailscale_key',
    category: 'api_key',
    keywords: ['tskey-'],
    pattern: /tskey-[a-z]{2,10}-[A-Za-z0-9]{8,32}(?:-[A-Za-z0-9]{16,64})?/,
  },
  { id: 'openshift_token', category: 'auth_token', keywords: ['sha256~'], pattern: /sha256~[\w-]{43}/ },
  { id: 'clickhouse_key', category: 'api_key', keywords: ['4b1d'], pattern: /4b1d[A-Za-z0-9]{38}(?![A-Za-z0-9])/ },
  {
    id: 'defined_networking_key',
    category: 'api_key',
    keywords: ['dnkey-'],
    pattern: /dnkey-[A-Za-z0-9=_-]{20,64}-[A-Za-z0-9=_-]{40,64}/,
  },
  { id: 'scalingo_token', category: 'auth_token', keywords: ['tk-us-'], pattern: /tk-us-[\w-]{40,60}/ },
  {
    id: 'deno_token',
    category: 'auth_token',
    keywords: ['ddp_', 'ddo_', 'ddw_'],
    pattern: /dd[pow]_[A-Za-z0-9]{36,48}/,
  },
  {
    id: 'wireguard_key',
    category: 'private_key',
    keywords: ['privatekey = ', 'presharedkey = '],
    pattern: /(?:Private|Preshared)Key = (?<secret>[A-Za-z0-9+/]{43}=)/,
  },
]
