import { type SecretRule, keyRule, tokenRule } from '../rule.ts'
import { hasRandomTail } from '../second-look.ts'

/** Monitoring, analytics, planning, documents and maps. */
export const WORKPLACE_RULES: readonly SecretRule[] = [
  keyRule(
    'new_relic_key',
    /NR(?:AK-[A-Z0-9]{24,34}|(?:II|IQ)-[\w-]{22,36}|(?:JS|BR)-[a-f0-9]{17,24}|RA-[a-f0-9]{36,42})/,
    'nrak-|nrii-|nrjs-|nriq-|nrra-|nrbr-',
  ),
  {
    ...keyRule(
      'new_relic_license',
      /(?<=(?<![A-Za-z0-9])(?<head>(?:eu01xx)?[a-fA-F0-9]{30,42}))(?:NRAL|-NRMA)(?![A-Za-z0-9])/,
      'nral|-nrma',
    ),
    midWord: true,
  },
  tokenRule(
    'sentry_token',
    /sntry(?:s_eyJ[\w+/=-]{40,800}|s_[\w+/=-]{40,400}|[ui]_[A-Za-z0-9]{48,80})/,
    'sntrys_|sntryu_|sntryi_',
  ),
  tokenRule(
    'grafana_token',
    /glc_[A-Za-z0-9+/=]{32,400}|glsa_[A-Za-z0-9]{24,40}(?:_[a-fA-F0-9]{8})?|eyJrIjoi[A-Za-z0-9+/=]{60,400}/,
    'glc_|glsa_|eyjrijoi',
  ),
  tokenRule('dynatrace_token', /dt0[a-z]\d\d\.[A-Z0-9]{8,28}\.[A-Z0-9]{48,72}/i, 'dt0'),
  keyRule('honeycomb_key', /hc(?:aik|bik|xik|amk|alk)_[a-z0-9]{50,70}/, 'hcaik_|hcbik_|hcxik_|hcamk_|hcalk_'),
  keyRule('posthog_key', /phx_[A-Za-z0-9]{36,60}/, 'phx_'),
  keyRule('linear_key', /lin_(?:api|oauth)_[A-Za-z0-9]{28,80}/, 'lin_api_|lin_oauth_'),
  {
    ...tokenRule('notion_token', /(?:secret_[A-Za-z0-9]{40,48}|ntn_[A-Za-z0-9]{40,60})(?![A-Za-z0-9])/, 'secret_|ntn_'),
    accepts: hasRandomTail,
  },
  tokenRule('figma_token', /fig(?:dr?|o)_[\w-]{32,80}/, 'figd_|figdr_|figo_'),
  tokenRule('airtable_token', /pat[A-Za-z0-9]{12,16}\.[A-Za-z0-9]{56,72}/, 'pat'),
  tokenRule('asana_token', /[12]\/\d{13,19}(?:\/\d{13,19})?:[a-f0-9]{32}/, '1/|2/'),
  tokenRule('clickup_token', /pk_\d{6,10}_[A-Z0-9]{32}/, 'pk_'),
  { ...tokenRule('trello_token', /ATTA[A-Za-z0-9]{56,72}/, 'atta'), accepts: hasRandomTail },
  tokenRule('typeform_token', /tfp_[\w-]{40,64}/, 'tfp_'),
  tokenRule('contentful_token', /CFPAT-[\w-]{40,46}/, 'cfpat-'),
  tokenRule('mapbox_token', /[spt]k\.eyJ[\w-]{40,200}\.[\w-]{16,64}/, 'sk.eyj|pk.eyj|tk.eyj'),
  tokenRule('hubspot_token', /pat-(?:na|eu)\d-[0-9a-f-]{36}/, 'pat-na|pat-eu'),
  tokenRule('salesforce_session', /00D[A-Za-z0-9]{12,15}![\w.]{60,200}/, '00d'),
  tokenRule('okta_token', /SSWS (?<secret>00[\w-]{30,48})/, 'ssws '),
  keyRule('adobe_secret', /p8e-[\w-]{32}(?![\w-])/, 'p8e-|p8'),
  tokenRule('dropbox_token', /sl\.(?:u\.)?[\w-]{120,1200}/, 'sl.'),
  tokenRule('frame_token', /fio-u-[\w=-]{60,68}/, 'fio-u-'),
  {
    ...keyRule(
      'maxmind_key',
      /(?<=(?<![A-Za-z0-9_])(?<head>[A-Za-z0-9]{6}_[A-Za-z0-9]{29}))_mmk(?![A-Za-z0-9_])/,
      '_mmk',
    ),
    midWord: true,
  },
  keyRule('cal_key', /cal_(?:live_)?[a-f0-9]{32}(?![A-Za-z0-9])/, 'cal_live_|cal_'),
  keyRule('riot_key', /RGAPI-[0-9a-f-]{36}/i, 'rgapi-'),
  {
    ...keyRule(
      'node_provider_url',
      /\.(?:infura\.io\/v3|alchemy\.com\/v2|alchemyapi\.io\/v2|quiknode\.pro)\/(?<secret>[\w-]{30,64})/,
      '.infura.io/v3/|.alchemy.com/v2/|.quiknode.pro/|.alchemyapi.io/v2/',
    ),
    midWord: true,
  },
  tokenRule('splunk_header', /Splunk (?<secret>[0-9A-Fa-f]{8}-[0-9A-Fa-f-]{27})/, 'splunk '),
  tokenRule('teamwork_token', /tkn\.v1_[\w=-]{40,100}/, 'tkn.v1_'),
  { ...keyRule('nightfall_key', /NF-[A-Za-z0-9]{32}(?![A-Za-z0-9])/, 'nf-'), accepts: hasRandomTail },
  keyRule('zuplo_key', /zpka_[a-f0-9]{32}_[a-f0-9]{8}/, 'zpka_'),
]
