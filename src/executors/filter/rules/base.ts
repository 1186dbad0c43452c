import { longPattern } from '../../../core/index.ts'
import { isLoginInBase64, looksRandom } from '../names/secret-value.ts'
import { isPlaceholderValue } from '../names/placeholder.ts'
import { type SecretRule, apiKey, authToken, cloudMetadata, connectionString, password, privateKey } from './rule.ts'
import { hasRandomTail, isPasswordInUrl, isPrivateKeyText, looksNamedSecret, looksPassword } from './second-look.ts'

/** The base layer: 17 patterns in six categories (OUT-04). Formats of single vendors are in tables of their own. */
export const BASE_RULES: readonly SecretRule[] = [
  apiKey('aws_access_key_id', 'akia|asia|abia|acca', /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])/),
  apiKey('google_api_key', 'aiza', /\bAIza[\w-]{33,40}/),
  {
    ...apiKey('prefixed_secret_key', 'sk-|sk_|rk_', /(?<![\w-])[sr]k[-_](?:[a-z0-9]{2,10}[-_]){0,3}[\w-]{16,255}/),
    accepts: hasRandomTail,
  },
  {
    ...apiKey(
      'named_api_key',
      'api_key|apikey|api-key|access_key|secret_key|client_secret',
      longPattern('i')`
        (?:api[_-]?key|access_key|secret_key|client_secret)\\{0,3}["']?\s{0,4}[:=]\s{0,4}\\{0,3}["']?
        (?<secret>[\w+/=.~-]{16,512})
      `,
    ),
    midWord: true,
    accepts: looksNamedSecret,
  },
  {
    ...authToken(
      'authorization_header',
      'bearer |basic |authorization: token |ssws ',
      /(?:bearer|basic|authorization: token|ssws) {1,4}["']?(?<secret>[\w+/=.~|:-]{8,4096})/i,
    ),
    accepts: secret => isLoginInBase64(secret) || (secret.length >= 12 && looksNamedSecret(secret)),
  },
  {
    ...authToken('json_web_token', 'eyj', /\beyJ[\w-]{10,2048}\.(?:eyJ)?[\w-]{0,8192}(?:\.[\w-]{0,8192}){1,3}/),
    accepts: secret => secret.length >= 40 && !isPlaceholderValue(secret),
  },
  authToken(
    'forge_token',
    'ghp_|gho_|ghu_|ghs_|ghr_|github_pat_|glpat-',
    /(?:gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_\w{30,255}|glpat-[\w.-]{18,255})/,
  ),
  authToken('chat_token', 'xox', /\bxox[a-z](?:\.xox[a-z])?-[A-Za-z0-9-]{10,255}/),
  {
    ...authToken(
      'named_token',
      'access_token|auth_token|refresh_token|api_token|accesstoken|authtoken|refreshtoken|id_token',
      /(?:access|auth|refresh|api|id)_?token\\{0,3}["']?\s{0,4}[:=]\s{0,4}\\{0,3}["']?(?<secret>[\w+/=.~-]{16,512})/i,
    ),
    midWord: true,
    accepts: looksNamedSecret,
  },
  {
    ...privateKey(
      'pem_private_key',
      '-----begin ',
      longPattern()`
        -----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[^-]
        |-(?!----)){20,20000}-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----
      `,
    ),
    midWord: true,
    accepts: isPrivateKeyText,
  },
  privateKey(
    'putty_private_key',
    'private-lines:',
    /Private-Lines: {0,4}\d{1,3}(?<secret>(?:[\s\\nr]{1,8}[A-Za-z0-9+/=]{16,80}){1,200})/i,
  ),
  {
    ...password(
      'named_password',
      'password|passwd|pwd',
      /(?:password|passwd|pwd)["']?\s{0,4}[:=]\s{0,4}["'](?<secret>[^"'\s]{6,255})["']/i,
    ),
    midWord: true,
    accepts: looksPassword,
  },
  {
    ...password(
      'command_line_password',
      'curl |sshpass |mysql |mysqldump |redis-cli ',
      longPattern('i')`
        (?:curl (?:[^\n]{0,400}? )?(?:-u|--user|--proxy-user)[ =]?["']?[^\s:"']{1,100}:
        |sshpass [^\n]{0,40}?-p ?["']?|mysql(?:dump)? (?:[^\n]{0,200}? )?-p
        |redis-cli (?:[^\n]{0,200}? )?-a ["']?)(?<secret>[^\s"'-][^\s"']{3,200})
      `,
    ),
    accepts: secret => !isPlaceholderValue(secret) && !secret.startsWith('$'),
  },
  {
    ...connectionString(
      'url_with_password',
      '://',
      /:\/\/[^\s/?#"'`<>@:,|\\)(\]]{0,256}:(?<secret>[^\s/?#"'`<>|\\]{1,512})@(?=[\w.[%$-])/,
    ),
    midWord: true,
    accepts: isPasswordInUrl,
  },
  {
    ...connectionString(
      'keyed_connection_string',
      'accountkey=|sharedaccesskey=|sharedaccesssignature=|;password=|;pwd=|; password=|; pwd=',
      longPattern('i')`
        (?:AccountKey|SharedAccessKey|SharedAccessSignature|; ?password
        |; ?pwd) {0,2}= {0,2}(?<secret>"[^"\n]{4,255}"|'[^'\n]{4,255}'|[^\s;"'<>\\]{4,512})
      `,
    ),
    midWord: true,
    accepts: secret => !isPlaceholderValue(secret),
  },
  {
    ...cloudMetadata(
      'aws_secret_access_key',
      'secretaccesskey|secret_access_key|aws_secret_key|secret access key',
      longPattern('i')`
        (?:secret_?access_?key|aws_secret_key|secret access key)\\{0,3}["']?(?:[ \t]{0,20}(?:[:=]|=>|is)
        |,)\s{0,20}\\{0,3}["']?(?<secret>[A-Za-z0-9+/]{38,44}={0,2})(?![A-Za-z0-9+/])
      `,
    ),
    midWord: true,
  },
  {
    ...cloudMetadata(
      'metadata_credentials',
      'token|access_token|private_key_id|clientsecret|x-aws-ec2-metadata-token:',
      longPattern('i')`
        (?:(?<=")(?:token|access_token|private_key_id|clientsecret)\\{0,3}"\s{0,8}:\s{0,8}\\{0,3}"
        |x-aws-ec2-metadata-token: {0,4})(?<secret>[\w+/=.~-]{32,2048})
      `,
    ),
    accepts: secret => looksRandom(secret) || looksNamedSecret(secret),
  },
]
