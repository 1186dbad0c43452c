import { ALPHABETS, type Random } from './random.ts'

/** How one kind of secret is made, and what people call the setting that holds it. Nothing here is a secret: all is drawn at run time. */
export type Kind = {
  readonly kind: string
  readonly name: string
  readonly make: (random: Random) => string
  /** It means something only within its surroundings, which `make` gives whole; `secret` is the part that must not be shown. */
  readonly secret?: (made: string) => string
}

const { hex, word, url, upper, lower, base64, base32, digits, symbols, letters } = ALPHABETS
const uuid = (r: Random): string => [8, 4, 4, 4, 12].map(length => r.pick(hex, length)).join('-')
const password = (r: Random): string => `${r.pick(letters, 1)}${r.pick(symbols, 12)}${r.pick(digits, 2)}`
const from = (pattern: RegExp) => (made: string) => pattern.exec(made)?.groups?.['secret'] ?? ''

const prefixed = (kind: string, name: string, ...parts: readonly (string | readonly [string, number])[]): Kind => ({
  kind,
  name,
  make: r => parts.map(part => (typeof part === 'string' ? part : r.pick(part[0], part[1]))).join(''),
})

export const PREFIXED: readonly Kind[] = [
  prefixed('AWS access key id', 'AWS_ACCESS_KEY_ID', 'AK', 'IA', [base32, 16]),
  prefixed('AWS temporary key id', 'AWS_ACCESS_KEY_ID', 'AS', 'IA', [base32, 16]),
  prefixed('Google API key', 'GOOGLE_API_KEY', 'AI', 'za', [url, 35]),
  prefixed('Google OAuth token', 'GCP_ACCESS_TOKEN', 'ya', '29.', [url, 60]),
  prefixed('Google client secret', 'GOOGLE_CLIENT_SECRET', 'GOC', 'SPX-', [url, 28]),
  prefixed('Azure client secret', 'AZURE_CLIENT_SECRET', [word, 3], '8', 'Q~', [word, 34]),
  prefixed('DigitalOcean token', 'DIGITALOCEAN_TOKEN', 'dop', '_v1_', [hex, 64]),
  prefixed('GitHub personal token', 'GITHUB_TOKEN', 'gh', 'p_', [word, 36]),
  prefixed('GitHub server token', 'GH_TOKEN', 'gh', 's_', [word, 36]),
  prefixed('GitHub fine-grained token', 'GITHUB_PAT', 'github', '_pat_', [word, 22], '_', [word, 59]),
  prefixed('GitLab token', 'GITLAB_TOKEN', 'gl', 'pat-', [url, 20]),
  prefixed('GitLab runner token', 'CI_RUNNER_TOKEN', 'gl', 'rt-', [url, 20]),
  prefixed('Atlassian token', 'JIRA_API_TOKEN', 'ATA', 'TT3', [url, 120], '=', [upper, 8]),
  prefixed('Slack bot token', 'SLACK_BOT_TOKEN', 'xo', 'xb-', [digits, 12], '-', [digits, 12], '-', [word, 24]),
  prefixed('Slack user token', 'SLACK_TOKEN', 'xo', 'xp-', [digits, 11], '-', [digits, 11], '-', [hex, 32]),
  prefixed('Slack app token', 'SLACK_APP_TOKEN', 'xa', 'pp-1-', [upper, 11], '-', [digits, 13], '-', [hex, 64]),
  prefixed('Discord bot token', 'DISCORD_TOKEN', 'MT', 'Ax', [word, 22], '.', [word, 6], '.', [url, 38]),
  prefixed('Telegram bot token', 'TELEGRAM_BOT_TOKEN', '7', [digits, 8], ':AA', [url, 33]),
  prefixed('Stripe live key', 'STRIPE_SECRET_KEY', 'sk', '_live_', [word, 24]),
  prefixed('Stripe restricted key', 'STRIPE_KEY', 'rk', '_live_', [word, 24]),
  prefixed('Stripe webhook secret', 'STRIPE_WEBHOOK_SECRET', 'wh', 'sec_', [word, 32]),
  prefixed('OpenAI key', 'OPENAI_API_KEY', 'sk-', 'proj-', [url, 40], 'T3Blbk', 'FJ', [url, 40]),
  prefixed('OpenAI older key', 'OPENAI_KEY', 'sk', '-', [word, 20], 'T3Blbk', 'FJ', [word, 20]),
  prefixed('Anthropic key', 'ANTHROPIC_API_KEY', 'sk-', 'ant-api03-', [url, 93], 'AA'),
  prefixed('Hugging Face token', 'HF_TOKEN', 'h', 'f_', [letters, 34]),
  prefixed('Replicate token', 'REPLICATE_API_TOKEN', 'r', '8_', [word, 37]),
  prefixed('Groq key', 'GROQ_API_KEY', 'gs', 'k_', [word, 52]),
  prefixed('OpenRouter key', 'OPENROUTER_API_KEY', 'sk-', 'or-v1-', [hex, 64]),
  prefixed('npm token', 'NPM_TOKEN', 'np', 'm_', [word, 36]),
  prefixed('PyPI token', 'PYPI_TOKEN', 'py', 'pi-AgEIcHlwaS5vcmc', [url, 120]),
  prefixed('RubyGems key', 'GEM_HOST_API_KEY', 'ruby', 'gems_', [hex, 48]),
  prefixed('Docker token', 'DOCKER_TOKEN', 'dckr', '_pat_', [url, 27]),
  prefixed('Twilio key', 'TWILIO_API_KEY', 'S', 'K', [hex, 32]),
  prefixed('SendGrid key', 'SENDGRID_API_KEY', 'S', 'G.', [url, 22], '.', [url, 43]),
  prefixed('Mailgun key', 'MAILGUN_API_KEY', 'ke', 'y-', [hex, 32]),
  prefixed('Mailchimp key', 'MAILCHIMP_API_KEY', [hex, 32], '-us', '14'),
  prefixed('Brevo key', 'BREVO_API_KEY', 'xkey', 'sib-', [hex, 64], '-', [word, 16]),
  prefixed('Shopify token', 'SHOPIFY_ACCESS_TOKEN', 'shp', 'at_', [hex, 32]),
  prefixed('Square token', 'SQUARE_ACCESS_TOKEN', 'sq0', 'atp-', [url, 22]),
  prefixed('New Relic key', 'NEW_RELIC_API_KEY', 'NR', 'AK-', [upper, 27]),
  prefixed('Linear key', 'LINEAR_API_KEY', 'lin', '_api_', [word, 40]),
  prefixed('Notion token', 'NOTION_TOKEN', 'nt', 'n_', [word, 46]),
  prefixed('Figma token', 'FIGMA_TOKEN', 'fig', 'd_', [url, 40]),
  prefixed('Postman key', 'POSTMAN_API_KEY', 'PM', 'AK-', [hex, 24], '-', [hex, 34]),
  prefixed('Vault token', 'VAULT_TOKEN', 'hv', 's.', [url, 95]),
  prefixed('Terraform token', 'TF_TOKEN', [word, 14], '.atlas', 'v1.', [url, 67]),
  prefixed('Databricks token', 'DATABRICKS_TOKEN', 'da', 'pi', [hex, 32]),
  prefixed('Grafana token', 'GRAFANA_TOKEN', 'gl', 'sa_', [word, 32], '_', [hex, 8]),
  prefixed('Sentry token', 'SENTRY_AUTH_TOKEN', 'sntr', 'yu_', [hex, 64]),
  prefixed('Supabase token', 'SUPABASE_ACCESS_TOKEN', 'sb', 'p_', [hex, 40]),
  prefixed('PlanetScale password', 'DATABASE_PASSWORD', 'pscale', '_pw_', [url, 43]),
  prefixed('Doppler token', 'DOPPLER_TOKEN', 'dp.', 'st.prd.', [word, 43]),
  prefixed('Tailscale key', 'TAILSCALE_AUTHKEY', 'tskey', '-auth-', [word, 16], '-', [word, 32]),
  prefixed('Airtable token', 'AIRTABLE_TOKEN', 'pa', 't', [word, 14], '.', [hex, 64]),
  prefixed('age identity', 'AGE_KEY', 'AGE-SECRET', '-KEY-1', [upper, 58]),
  prefixed('Facebook token', 'FB_ACCESS_TOKEN', 'EA', 'A', [word, 160]),
  prefixed('Heroku key', 'HEROKU_API_KEY', 'HR', 'KU-', [url, 60]),
  prefixed('Pulumi token', 'PULUMI_ACCESS_TOKEN', 'pu', 'l-', [hex, 40]),
]

/** Nothing but the name beside them tells what they are. */
export const NAMED: readonly Kind[] = [
  { kind: 'AWS secret access key', name: 'AWS_SECRET_ACCESS_KEY', make: r => r.pick(base64, 40) },
  { kind: 'AWS session token', name: 'AWS_SESSION_TOKEN', make: r => `${r.pick(base64, 200)}==` },
  { kind: 'Datadog key', name: 'DD_API_KEY', make: r => r.pick(hex, 32) },
  { kind: 'Cloudflare token', name: 'CLOUDFLARE_API_TOKEN', make: r => r.pick(url, 40) },
  { kind: 'Fastly token', name: 'FASTLY_API_TOKEN', make: r => r.pick(url, 32) },
  { kind: 'Twilio auth token', name: 'TWILIO_AUTH_TOKEN', make: r => r.pick(hex, 32) },
  { kind: 'older Heroku key', name: 'HEROKU_API_KEY', make: uuid },
  { kind: 'Algolia admin key', name: 'ALGOLIA_ADMIN_KEY', make: r => r.pick(hex, 32) },
  { kind: 'Django secret key', name: 'SECRET_KEY', make: r => r.pick(symbols, 50) },
  { kind: 'Rails key base', name: 'SECRET_KEY_BASE', make: r => r.pick(hex, 128) },
  { kind: 'JWT signing secret', name: 'JWT_SECRET', make: r => r.pick(base64, 64) },
  { kind: 'session secret', name: 'SESSION_SECRET', make: r => r.pick(word, 32) },
  { kind: 'OAuth client secret', name: 'CLIENT_SECRET', make: r => r.pick(lower, 40) },
  { kind: 'refresh token', name: 'REFRESH_TOKEN', make: r => r.pick(url, 64) },
  { kind: 'database password', name: 'DB_PASSWORD', make: password },
  { kind: 'short password', name: 'MYSQL_ROOT_PASSWORD', make: r => `${r.pick(letters, 5)}${r.pick(digits, 3)}` },
  { kind: 'mail password', name: 'SMTP_PASS', make: r => [4, 4, 4, 4].map(length => r.pick(lower, length)).join('') },
  { kind: 'encryption key', name: 'ENCRYPTION_KEY', make: r => `${r.pick(base64, 43)}=` },
]

const line = (r: Random): string => r.pick(base64, 64)
const body = (r: Random): string => [line(r), line(r), line(r), `${r.pick(base64, 30)}==`].join('\n')
const pem = (label: string) => (r: Random) => `-----BEGIN ${label}-----\n${body(r)}\n-----END ${label}-----`
const inFrame = (made: string): string => made.split('\n').slice(1, -1).join('\n')
const json64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const [SLACK, DISCORD] = ['hooks.slack.com', 'discord.com']

/** They carry their surroundings with them. */
export const STRUCTURED: readonly Kind[] = [
  {
    kind: 'Slack webhook',
    name: 'WEBHOOK',
    make: r => `https://${SLACK}/services/T${r.pick(upper, 8)}/B${r.pick(upper, 8)}/${r.pick(word, 24)}`,
    secret: made => made.slice(-24),
  },
  {
    kind: 'Discord webhook',
    name: 'WEBHOOK',
    make: r => `https://${DISCORD}/api/webhooks/${r.pick(digits, 18)}/${r.pick(url, 68)}`,
    secret: made => made.slice(-68),
  },
  { kind: 'RSA private key', name: 'TLS_KEY', make: pem('RSA PRIVATE KEY'), secret: inFrame },
  { kind: 'PKCS 8 private key', name: 'TLS_KEY', make: pem('PRIVATE KEY'), secret: inFrame },
  { kind: 'OpenSSH private key', name: 'SSH_KEY', make: pem('OPENSSH PRIVATE KEY'), secret: inFrame },
  { kind: 'PGP private key', name: 'SIGNING_KEY', make: pem('PGP PRIVATE KEY BLOCK'), secret: inFrame },
  {
    kind: 'cut private key',
    name: 'TLS_KEY',
    make: r => `-----BEGIN EC PRIVATE KEY-----\n${line(r)}\n${line(r)}`,
    secret: made => made.split('\n').slice(1).join('\n'),
  },
  {
    kind: 'JSON Web Token',
    name: 'ID_TOKEN',
    make: r =>
      `${json64({ alg: 'HS256', typ: 'JWT' })}.${json64({ sub: r.pick(digits, 9), exp: 1900000000 })}.${r.pick(url, 43)}`,
  },
  {
    kind: 'PostgreSQL URL',
    name: 'DATABASE_URL',
    make: r => `postgres://app:${r.pick(word, 14)}@db.internal:5432/app`,
    secret: from(/app:(?<secret>\w+)@/),
  },
  {
    kind: 'MySQL URL',
    name: 'DATABASE_URL',
    make: r => `mysql://root:${r.pick(word, 14)}@10.0.0.5:3306/shop`,
    secret: from(/root:(?<secret>\w+)@/),
  },
  {
    kind: 'MongoDB URL',
    name: 'MONGO_URI',
    make: r => `mongodb+srv://svc:${r.pick(word, 16)}@cluster0.ab1cd.mongodb.net/x`,
    secret: from(/svc:(?<secret>\w+)@/),
  },
  {
    kind: 'Redis URL',
    name: 'REDIS_URL',
    make: r => `redis://:${r.pick(word, 20)}@cache.internal:6379/0`,
    secret: from(/:(?<secret>\w{20})@/),
  },
  {
    kind: 'AMQP URL',
    name: 'BROKER_URL',
    make: r => `amqps://worker:${r.pick(word, 16)}@mq.internal/vhost`,
    secret: from(/worker:(?<secret>\w+)@/),
  },
  {
    kind: 'ADO connection string',
    name: 'CONNECTION_STRING',
    make: r => `Server=tcp:db.internal,1433;Database=app;User Id=sa;Password=${r.pick(word, 14)};`,
    secret: from(/Password=(?<secret>\w+);/),
  },
  {
    kind: 'JDBC connection string',
    name: 'JDBC_URL',
    make: r => `jdbc:sqlserver://db:1433;databaseName=app;user=sa;password=${r.pick(word, 14)};`,
    secret: from(/password=(?<secret>\w+);/),
  },
  {
    kind: 'Azure storage connection',
    name: 'AZURE_STORAGE_CONNECTION_STRING',
    make: r =>
      `DefaultEndpointsProtocol=https;AccountName=acme;AccountKey=${r.pick(base64, 86)}==;EndpointSuffix=core.windows.net`,
    secret: from(/AccountKey=(?<secret>[^;]+);/),
  },
  {
    kind: 'URL with login',
    name: 'REGISTRY',
    make: r => `https://deploy:${r.pick(word, 18)}@git.internal/repo.git`,
    secret: from(/deploy:(?<secret>\w+)@/),
  },
  {
    kind: 'bearer header',
    name: 'HEADER',
    make: r => `Authorization: Bearer ${r.pick(url, 48)}`,
    secret: from(/Bearer (?<secret>\S+)/),
  },
  {
    kind: 'basic header',
    name: 'HEADER',
    make: r => `Authorization: Basic ${Buffer.from(`bob:${r.pick(word, 14)}`).toString('base64')}`,
    secret: from(/Basic (?<secret>\S+)/),
  },
  {
    kind: 'session cookie',
    name: 'HEADER',
    make: r => `Set-Cookie: connect.sid=${r.pick(word, 40)}; Path=/; HttpOnly`,
    secret: from(/sid=(?<secret>\w+);/),
  },
  {
    kind: 'curl login',
    name: 'CMD',
    make: r => `curl -u bob:${r.pick(word, 14)} https://api.internal/v1`,
    secret: from(/bob:(?<secret>\w+)/),
  },
  {
    kind: 'netrc entry',
    name: 'NETRC',
    make: r => `machine api.internal login bob password ${r.pick(word, 14)}`,
    secret: from(/password (?<secret>\w+)/),
  },
  {
    kind: 'bcrypt hash',
    name: 'HASH',
    make: r => `bob:$2y$10$${r.pick(`${word}./`, 53)}`,
    secret: made => made.slice(4),
  },
  {
    kind: 'Unix password hash',
    name: 'HASH',
    make: r => `root:$6$${r.pick(word, 12)}$${r.pick(word, 86)}:19000:0:99999:7:::`,
    secret: from(/(?<secret>\$6\$[^:]+):/),
  },
  {
    kind: 'kubeconfig key',
    name: 'KUBECONFIG',
    make: r => `client-key-data: ${r.pick(base64, 200)}==`,
    secret: made => made.slice(17),
  },
  {
    kind: 'Docker registry login',
    name: 'DOCKER_CONFIG',
    make: r => `"auth": "${Buffer.from(`bob:${r.pick(word, 16)}`).toString('base64')}"`,
    secret: from(/"(?<secret>[^"]+)"$/),
  },
  {
    kind: 'Azure SAS',
    name: 'SAS_URL',
    make: r => `https://acme.blob.core.windows.net/c?sv=2022-11-02&se=2030-01-01&sp=r&sig=${r.pick(word, 43)}%3D`,
    secret: from(/sig=(?<secret>\w+)/),
  },
  {
    kind: 'presigned AWS URL',
    name: 'URL',
    make: r => `https://b.s3.amazonaws.com/k?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Signature=${r.pick(hex, 64)}`,
    secret: from(/Signature=(?<secret>\w+)/),
  },
  {
    kind: 'one-time password seed',
    name: 'OTP',
    make: r => `otpauth://totp/Acme:bob?secret=${r.pick(base32, 32)}&issuer=Acme`,
    secret: from(/secret=(?<secret>\w+)/),
  },
  {
    kind: 'EC2 role credentials',
    name: 'METADATA',
    make: r => `{ "Code" : "Success", "SecretAccessKey" : "${r.pick(base64, 40)}" }`,
    secret: from(/Key" : "(?<secret>[^"]+)"/),
  },
  {
    kind: 'service account key id',
    name: 'METADATA',
    make: r => `{"type":"service_account","private_key_id":"${r.pick(hex, 40)}"}`,
    secret: from(/id":"(?<secret>\w+)"/),
  },
  {
    kind: 'WireGuard key',
    name: 'WG',
    make: r => `[Interface]\nPrivateKey = ${r.pick(base64, 43)}=`,
    secret: from(/Key = (?<secret>\S+)/),
  },
]

export const KINDS: readonly Kind[] = [...PREFIXED, ...NAMED, ...STRUCTURED]
