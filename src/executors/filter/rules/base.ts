import { longPattern } from '../../../core/index.ts'
import { isLoginInBase64, looksRandom } from '../names/secret-value.ts'
import { isPlaceholderValue } from '../names/placeholder.ts'
import type { SecretRule } from './rule.ts'
import { hasRandomTail, isPasswordInUrl, isPrivateKeyText, looksNamedSecret, looksPassword } from './second-look.ts'

/** The base layer: 17 patterns in six categories (OUT-04). Formats of single vendors are in tables of their own. */
export const BASE_RULES: readonly SecretRule[] = [
  {
    id: 'aws_access_key_id',
    category: 'api_key',
    keywords: ['akia', 'asia', 'abia', 'acca'],
    pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])/,
  },
  { id: 'google_api_key', category: 'api_key', keywords: ['aiza'], pattern: /\bAIza[\w-]{33,40}/ },
  {
    id: 'prefixed_secret_key',
    category: 'api_key',
    keywords: ['sk-', 'sk_', 'rk_'],
    pattern: /(?<![\w-])[sr]k[-_](?:[a-z0-9]{2,10}[-_]){0,3}[\w-]{16,255}/,
    accepts: hasRandomTail,
  },
  {
    id: 'named_api_key',
    category: 'api_key',
    keywords: ['api_key', 'apikey', 'api-key', 'access_key', 'secret_key', 'client_secret'],
    pattern: longPattern('i')`
        (?:api[_-]?key|access_key|secret_key|client_secret)\\{0,3}["']?\s{0,4}[:=]\s{0,4}\\{0,3}["']?
        (?<secret>[\w+/=.~-]{16,512})
      `,
    midWord: true,
    accepts: looksNamedSecret,
  },
  {
    id: 'authorization_header',
    category: 'auth_token',
    keywords: ['bearer ', 'basic ', 'authorization: token ', 'ssws '],
    pattern: /(?:bearer|basic|authorization: token|ssws) {1,4}["']?(?<secret>[\w+/=.~|:-]{8,4096})/i,
    accepts: secret => isLoginInBase64(secret) || (secret.length >= 12 && looksNamedSecret(secret)),
  },
  {
    id: 'json_web_token',
    category: 'auth_token',
    keywords: ['eyj'],
    pattern: /\beyJ[\w-]{10,2048}\.(?:eyJ)?[\w-]{0,8192}(?:\.[\w-]{0,8192}){1,3}/,
    accepts: secret => secret.length >= 40 && !isPlaceholderValue(secret),
  },
  {
    id: 'forge_token',
    category: 'auth_token',
    keywords: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_', 'glpat-'],
    pattern: /(?:gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_\w{30,255}|glpat-[\w.-]{18,255})/,
  },
  {
    id: 'chat_token',
    category: 'auth_token',
    keywords: ['xox'],
    pattern: /\bxox[a-z](?:\.xox[a-z])?-[A-Za-z0-9-]{10,255}/,
  },
  {
    id: 'named_token',
    category: 'auth_token',
    keywords: [
      'access_token',
      'auth_token',
      'refresh_token',
      'api_token',
      'accesstoken',
      'authtoken',
      'refreshtoken',
      'id_token',
    ],
    pattern:
      /(?:access|auth|refresh|api|id)_?token\\{0,3}["']?\s{0,4}[:=]\s{0,4}\\{0,3}["']?(?<secret>[\w+/=.~-]{16,512})/i,
    midWord: true,
    accepts: looksNamedSecret,
  },
  {
    id: 'pem_private_key',
    category: 'private_key',
    keywords: ['-----begin '],
    pattern: longPattern()`
        -----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[^-]
        |-(?!----)){20,20000}-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----
      `,
    midWord: true,
    accepts: isPrivateKeyText,
  },
  {
    id: 'putty_private_key',
    category: 'private_key',
    keywords: ['private-lines:'],
    pattern: /Private-Lines: {0,4}\d{1,3}(?<secret>(?:[\s\\nr]{1,8}[A-Za-z0-9+/=]{16,80}){1,200})/i,
  },
  {
    id: 'named_password',
    category: 'password',
    keywords: ['password', 'passwd', 'pwd'],
    pattern: /(?:password|passwd|pwd)["']?\s{0,4}[:=]\s{0,4}["'](?<secret>[^"'\s]{6,255})["']/i,
    midWord: true,
    accepts: looksPassword,
  },
  {
    id: 'command_line_password',
    category: 'password',
    keywords: ['curl ', 'sshpass ', 'mysql ', 'mysqldump ', 'redis-cli '],
    pattern: longPattern('i')`
        (?:curl (?:[^\n]{0,400}? )?(?:-u|--user|--proxy-user)[ =]?["']?[^\s:"']{1,100}:
        |sshpass [^\n]{0,40}?-p ?["']?|mysql(?:dump)? (?:[^\n]{0,200}? )?-p
        |redis-cli (?:[^\n]{0,200}? )?-a ["']?)(?<secret>[^\s"'-][^\s"']{3,200})
      `,
    accepts: secret => !isPlaceholderValue(secret) && !secret.startsWith('$'),
  },
  {
    id: 'url_with_password',
    category: 'connection_string',
    keywords: ['://'],
    pattern: /:\/\/[^\s/?#"'`<>@:,|\\)(\]]{0,256}:(?<secret>[^\s/?#"'`<>|\\]{1,512})@(?=[\w.[%$-])/,
    midWord: true,
    accepts: isPasswordInUrl,
  },
  {
    id: 'keyed_connection_string',
    category: 'connection_string',
    keywords: [
      'accountkey=',
      'sharedaccesskey=',
      'sharedaccesssignature=',
      ';password=',
      ';pwd=',
      '; password=',
      '; pwd=',
    ],
    pattern: longPattern('i')`
        (?:AccountKey|SharedAccessKey|SharedAccessSignature|; ?password
        |; ?pwd) {0,2}= {0,2}(?<secret>"[^"\n]{4,255}"|'[^'\n]{4,255}'|[^\s;"'<>\\]{4,512})
      `,
    midWord: true,
    accepts: secret => !isPlaceholderValue(secret),
  },
  {
    id: 'aws_secret_access_key',
    category: 'cloud_metadata',
    keywords: ['secretaccesskey', 'secret_access_key', 'aws_secret_key', 'secret access key'],
    pattern: longPattern('i')`
        (?:secret_?access_?key|aws_secret_key|secret access key)\\{0,3}["']?(?:[ \t]{0,20}(?:[:=]|=>|is)
        |,)\s{0,20}\\{0,3}["']?(?<secret>[A-Za-z0-9+/]{38,44}={0,2})(?![A-Za-z0-9+/])
      `,
    midWord: true,
  },
  {
    id: 'metadata_credentials',
    category: 'cloud_metadata',
    keywords: ['token', 'access_token', 'private_key_id', 'clientsecret', 'x-aws-ec2-metadata-token:'],
    pattern: longPattern('i')`
        (?:(?<=")(?:token|access_token|private_key_id|clientsecret)\\{0,3}"\s{0,8}:\s{0,8}\\{0,3}"
        |x-aws-ec2-metadata-token: {0,4})(?<secret>[\w+/=.~-]{32,2048})
      `,
    accepts: secret => looksRandom(secret) || looksNamedSecret(secret),
  },
]
