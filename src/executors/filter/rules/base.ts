import { longPattern } from '../../../core/index.ts'
import { isLoginInBase64, looksRandom } from '../names/secret-value.ts'
import { isPlaceholderValue } from '../names/placeholder.ts'
import {
  type SecretRule,
  keyRule,
  tokenRule,
  metadataRule,
  connectionRule,
  passwordRule,
  privateKeyRule,
} from './rule.ts'
import { hasRandomTail, isPasswordInUrl, isPrivateKeyText, looksNamedSecret, looksPassword } from './second-look.ts'

/** The base layer: 17 patterns in six categories (OUT-04). Formats of single vendors are in tables of their own. */
export const BASE_RULES: readonly SecretRule[] = [
  keyRule('aws_access_key_id', /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])/, 'akia|asia|abia|acca'),
  keyRule('google_api_key', /\bAIza[\w-]{33,40}/, 'aiza'),
  {
    ...keyRule('prefixed_secret_key', /(?<![\w-])[sr]k[-_](?:[a-z0-9]{2,10}[-_]){0,3}[\w-]{16,255}/, 'sk-|sk_|rk_'),
    accepts: hasRandomTail,
  },
  {
    ...keyRule(
      'named_api_key',
      longPattern('i')`
        (?:api[_-]?key|access_key|secret_key|client_secret)\\{0,3}["']?\s{0,4}[:=]\s{0,4}\\{0,3}["']?
        (?<secret>[\w+/=.~-]{16,512})
      `,
      'api_key|apikey|api-key|access_key|secret_key|client_secret',
    ),
    midWord: true,
    accepts: looksNamedSecret,
  },
  {
    ...tokenRule(
      'authorization_header',
      /(?:bearer|basic|authorization: token|ssws) {1,4}["']?(?<secret>[\w+/=.~|:-]{8,4096})/i,
      'bearer |basic |authorization: token |ssws ',
    ),
    accepts: secret => isLoginInBase64(secret) || (secret.length >= 12 && looksNamedSecret(secret)),
  },
  {
    ...tokenRule('json_web_token', /\beyJ[\w-]{10,2048}\.(?:eyJ)?[\w-]{0,8192}(?:\.[\w-]{0,8192}){1,3}/, 'eyj'),
    accepts: secret => secret.length >= 40 && !isPlaceholderValue(secret),
  },
  tokenRule(
    'forge_token',
    /(?:gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_\w{30,255}|glpat-[\w.-]{18,255})/,
    'ghp_|gho_|ghu_|ghs_|ghr_|github_pat_|glpat-',
  ),
  tokenRule('chat_token', /\bxox[a-z](?:\.xox[a-z])?-[A-Za-z0-9-]{10,255}/, 'xox'),
  {
    ...tokenRule(
      'named_token',
      /(?:access|auth|refresh|api|id)_?token\\{0,3}["']?\s{0,4}[:=]\s{0,4}\\{0,3}["']?(?<secret>[\w+/=.~-]{16,512})/i,
      'access_token|auth_token|refresh_token|api_token|accesstoken|authtoken|refreshtoken|id_token',
    ),
    midWord: true,
    accepts: looksNamedSecret,
  },
  {
    ...privateKeyRule(
      'pem_private_key',
      longPattern()`
        -----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[^-]
        |-(?!----)){20,20000}-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----
      `,
      '-----begin ',
    ),
    midWord: true,
    accepts: isPrivateKeyText,
  },
  privateKeyRule(
    'putty_private_key',
    /Private-Lines: {0,4}\d{1,3}(?<secret>(?:[\s\\nr]{1,8}[A-Za-z0-9+/=]{16,80}){1,200})/i,
    'private-lines:',
  ),
  {
    ...passwordRule(
      'named_password',
      /(?:password|passwd|pwd)["']?\s{0,4}[:=]\s{0,4}["'](?<secret>[^"'\s]{6,255})["']/i,
      'password|passwd|pwd',
    ),
    midWord: true,
    accepts: looksPassword,
  },
  {
    ...passwordRule(
      'command_line_password',
      longPattern('i')`
        (?:curl (?:[^\n]{0,400}? )?(?:-u|--user|--proxy-user)[ =]?["']?[^\s:"']{1,100}:
        |sshpass [^\n]{0,40}?-p ?["']?|mysql(?:dump)? (?:[^\n]{0,200}? )?-p
        |redis-cli (?:[^\n]{0,200}? )?-a ["']?)(?<secret>[^\s"'-][^\s"']{3,200})
      `,
      'curl |sshpass |mysql |mysqldump |redis-cli ',
    ),
    accepts: secret => !isPlaceholderValue(secret) && !secret.startsWith('$'),
  },
  {
    ...connectionRule(
      'url_with_password',
      /:\/\/[^\s/?#"'`<>@:,|\\)(\]]{0,256}:(?<secret>[^\s/?#"'`<>|\\]{1,512})@(?=[\w.[%$-])/,
      '://',
    ),
    midWord: true,
    accepts: isPasswordInUrl,
  },
  {
    ...connectionRule(
      'keyed_connection_string',
      longPattern('i')`
        (?:AccountKey|SharedAccessKey|SharedAccessSignature|; ?password
        |; ?pwd) {0,2}= {0,2}(?<secret>"[^"\n]{4,255}"|'[^'\n]{4,255}'|[^\s;"'<>\\]{4,512})
      `,
      'accountkey=|sharedaccesskey=|sharedaccesssignature=|;password=|;pwd=|; password=|; pwd=',
    ),
    midWord: true,
    accepts: secret => !isPlaceholderValue(secret),
  },
  {
    ...metadataRule(
      'aws_secret_access_key',
      longPattern('i')`
        (?:secret_?access_?key|aws_secret_key|secret access key)\\{0,3}["']?(?:[ \t]{0,20}(?:[:=]|=>|is)
        |,)\s{0,20}\\{0,3}["']?(?<secret>[A-Za-z0-9+/]{38,44}={0,2})(?![A-Za-z0-9+/])
      `,
      'secretaccesskey|secret_access_key|aws_secret_key|secret access key',
    ),
    midWord: true,
  },
  {
    ...metadataRule(
      'metadata_credentials',
      longPattern('i')`
        (?:(?<=")(?:token|access_token|private_key_id|clientsecret)\\{0,3}"\s{0,8}:\s{0,8}\\{0,3}"
        |x-aws-ec2-metadata-token: {0,4})(?<secret>[\w+/=.~-]{32,2048})
      `,
      'token|access_token|private_key_id|clientsecret|x-aws-ec2-metadata-token:',
    ),
    accepts: secret => looksRandom(secret) || looksNamedSecret(secret),
  },
]
