import { type SecretRule, apiKey, authToken } from '../rule.ts'
import { hasRandomTail } from '../second-look.ts'

/** Monitoring, analytics, planning, documents and maps. */
export const WORKPLACE_RULES: readonly SecretRule[] = [
  apiKey(
    'new_relic_key',
    'nrak-|nrii-|nrjs-|nriq-|nrra-|nrbr-',
    /NR(?:AK-[A-Z0-9]{24,34}|(?:II|IQ)-[\w-]{22,36}|(?:JS|BR)-[a-f0-9]{17,24}|RA-[a-f0-9]{36,42})/,
  ),
  {
    ...apiKey(
      'new_relic_license',
      'nral|-nrma',
      /(?<=(?<![A-Za-z0-9])(?<head>(?:eu01xx)?[a-fA-F0-9]{30,42}))(?:NRAL|-NRMA)(?![A-Za-z0-9])/,
    ),
    midWord: true,
  },
  authToken(
    'sentry_token',
    'sntrys_|sntryu_|sntryi_',
    /sntry(?:s_eyJ[\w+/=-]{40,800}|s_[\w+/=-]{40,400}|[ui]_[A-Za-z0-9]{48,80})/,
  ),
  authToken(
    'grafana_token',
    'glc_|glsa_|eyjrijoi',
    /glc_[A-Za-z0-9+/=]{32,400}|glsa_[A-Za-z0-9]{24,40}(?:_[a-fA-F0-9]{8})?|eyJrIjoi[A-Za-z0-9+/=]{60,400}/,
  ),
  authToken('dynatrace_token', 'dt0', /dt0[a-z]\d\d\.[A-Z0-9]{8,28}\.[A-Z0-9]{48,72}/i),
  apiKey('honeycomb_key', 'hcaik_|hcbik_|hcxik_|hcamk_|hcalk_', /hc(?:aik|bik|xik|amk|alk)_[a-z0-9]{50,70}/),
  apiKey('posthog_key', 'phx_', /phx_[A-Za-z0-9]{36,60}/),
  apiKey('linear_key', 'lin_api_|lin_oauth_', /lin_(?:api|oauth)_[A-Za-z0-9]{28,80}/),
  {
    ...authToken('notion_token', 'secret_|ntn_', /(?:secret_[A-Za-z0-9]{40,48}|ntn_[A-Za-z0-9]{40,60})(?![A-Za-z0-9])/),
    accepts: hasRandomTail,
  },
  authToken('figma_token', 'figd_|figdr_|figo_', /fig(?:dr?|o)_[\w-]{32,80}/),
  authToken('airtable_token', 'pat', /pat[A-Za-z0-9]{12,16}\.[A-Za-z0-9]{56,72}/),
  authToken('asana_token', '1/|2/', /[12]\/\d{13,19}(?:\/\d{13,19})?:[a-f0-9]{32}/),
  authToken('clickup_token', 'pk_', /pk_\d{6,10}_[A-Z0-9]{32}/),
  { ...authToken('trello_token', 'atta', /ATTA[A-Za-z0-9]{56,72}/), accepts: hasRandomTail },
  authToken('typeform_token', 'tfp_', /tfp_[\w-]{40,64}/),
  authToken('contentful_token', 'cfpat-', /CFPAT-[\w-]{40,46}/),
  authToken('mapbox_token', 'sk.eyj|pk.eyj|tk.eyj', /[spt]k\.eyJ[\w-]{40,200}\.[\w-]{16,64}/),
  authToken('hubspot_token', 'pat-na|pat-eu', /pat-(?:na|eu)\d-[0-9a-f-]{36}/),
  authToken('salesforce_session', '00d', /00D[A-Za-z0-9]{12,15}![\w.]{60,200}/),
  authToken('okta_token', 'ssws ', /SSWS (?<secret>00[\w-]{30,48})/),
  apiKey('adobe_secret', 'p8e-|p8', /p8e-[\w-]{32}(?![\w-])/),
  authToken('dropbox_token', 'sl.', /sl\.(?:u\.)?[\w-]{120,1200}/),
  authToken('frame_token', 'fio-u-', /fio-u-[\w=-]{60,68}/),
  {
    ...apiKey(
      'maxmind_key',
      '_mmk',
      /(?<=(?<![A-Za-z0-9_])(?<head>[A-Za-z0-9]{6}_[A-Za-z0-9]{29}))_mmk(?![A-Za-z0-9_])/,
    ),
    midWord: true,
  },
  apiKey('cal_key', 'cal_live_|cal_', /cal_(?:live_)?[a-f0-9]{32}(?![A-Za-z0-9])/),
  apiKey('riot_key', 'rgapi-', /RGAPI-[0-9a-f-]{36}/i),
  {
    ...apiKey(
      'node_provider_url',
      '.infura.io/v3/|.alchemy.com/v2/|.quiknode.pro/|.alchemyapi.io/v2/',
      /\.(?:infura\.io\/v3|alchemy\.com\/v2|alchemyapi\.io\/v2|quiknode\.pro)\/(?<secret>[\w-]{30,64})/,
    ),
    midWord: true,
  },
  authToken('splunk_header', 'splunk ', /Splunk (?<secret>[0-9A-Fa-f]{8}-[0-9A-Fa-f-]{27})/),
  authToken('teamwork_token', 'tkn.v1_', /tkn\.v1_[\w=-]{40,100}/),
  { ...apiKey('nightfall_key', 'nf-', /NF-[A-Za-z0-9]{32}(?![A-Za-z0-9])/), accepts: hasRandomTail },
  apiKey('zuplo_key', 'zpka_', /zpka_[a-f0-9]{32}_[a-f0-9]{8}/),
]
