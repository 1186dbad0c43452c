import { longPattern } from '../../../core/index.ts'
import { isLoginInBase64, looksRandom } from '../names/secret-value.ts'
import type { SecretRule } from './rule.ts'
import { hasRandomPart, isPasswordInUrl, isPrefixedToken, looksNamedSecret } from './second-look.ts'

/** Secrets known by their form or their surroundings, whoever issued them; beyond the base layer. */
export const STRUCTURE_RULES: readonly SecretRule[] = [
  {
    id: 'cut_pem_private_key',
    category: 'private_key',
    keywords: ['-----begin ', '---- begin ssh2'],
    pattern: longPattern()`
        -----? ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-----?
        (?:[\s\\nrt"'\x60+,>|]{0,60}(?:(?:Proc-Type|DEK-Info|Comment
        |Version):[^\n\\]{0,100}[\s\\nr"'\x60]{1,60}){0,4}[A-Za-z0-9+/=]{16,}){1,800}
      `,
    midWord: true,
  },
  {
    id: 'encryption_identity',
    category: 'private_key',
    keywords: ['age-secret-key-'],
    pattern: /AGE-SECRET-KEY-(?:PQ-)?1[0-9A-Z]{50,}/i,
  },
  {
    id: 'extended_private_key',
    category: 'private_key',
    keywords: ['xprv', 'yprv', 'zprv', 'tprv'],
    pattern: /[xyzt]prv[1-9A-HJ-NP-Za-km-z]{100,115}/,
  },
  {
    id: 'json_web_key',
    category: 'private_key',
    keywords: ['"d"', '"dp"', '"dq"', '"qi"', '"k"', '"d\\', '"k\\'],
    pattern: /"(?:d|dp|dq|qi|k)\\{0,3}" ?: ?\\{0,3}"(?<secret>[\w-]{22,2048})\\{0,3}"/,
    accepts: looksRandom,
  },
  {
    id: 'xml_private_key',
    category: 'private_key',
    keywords: ['<d>', '<p>', '<q>', '<dp>', '<dq>', '<inverseq>'],
    pattern: /<(?<tag>D|P|Q|DP|DQ|InverseQ)>(?<secret>[A-Za-z0-9+/\s]{40,2048}={0,2})<\/\k<tag>>/,
    accepts: secret => !secret.trim().includes(' '),
  },
  {
    id: 'password_hash',
    category: 'password',
    keywords: [
      '$2a$',
      '$2b$',
      '$2y$',
      '$1$',
      '$5$',
      '$6$',
      '$y$',
      '$7$',
      '$apr1$',
      '$argon2',
      '$scrypt$',
      '$pbkdf2',
      'pbkdf2_sha',
      '{ssha',
      '{sha',
      '{smd5}',
    ],
    pattern: longPattern('i')`
        \$2[aby]\$\d\d\$[./A-Za-z0-9]{53}|\$(?:[156y7]|apr1)\$(?:rounds=\d{1,9}\$)?
        [./A-Za-z0-9$]{1,40}\$[./A-Za-z0-9]{20,90}|\$argon2(?:id|i|d)\$[\w=,.$+/-]{30,400}
        |\$(?:scrypt|pbkdf2[\w-]{0,20})\$[\w=,.$+/-]{30,400}
        |pbkdf2_sha\d{1,3}\$\d{1,9}\$[\w+/.=-]{1,64}\$[\w+/=]{20,128}
        |\{S?(?:SHA|SSHA|MD5)\d{0,3}\}[A-Za-z0-9+/]{20,128}={0,2}
      `,
    midWord: true,
  },
  {
    id: 'user_in_url',
    category: 'auth_token',
    keywords: ['://'],
    pattern: /:\/\/(?<secret>[\w+=~.-]{16,512})(?::[^\s/?#"'@]{0,16})?@(?=[\w-])/,
    midWord: true,
    accepts: secret => looksRandom(secret) || /^[0-9a-f]{24,}$/.test(secret),
  },
  {
    id: 'database_url',
    category: 'connection_string',
    keywords: ['://'],
    pattern: longPattern('i')`
        (?<=(?<![a-z0-9])(?!https?:)[a-z][a-z0-9+]{1,20})://[^\s/?#"'\x60<>@:|\\]{0,128}:
        (?<secret>[^\s"'\x60<>|\\]{1,200})@[\w[%.-]{1,200}[:/\w"'\s]
      `,
    midWord: true,
    accepts: secret => isPasswordInUrl(secret) && !/^\d{1,5}\//.test(secret),
  },
  {
    id: 'thin_driver',
    category: 'connection_string',
    keywords: ['jdbc:oracle:thin:'],
    pattern: /jdbc:oracle:thin:[^\s/@"']{1,64}\/(?<secret>[^\s@"']{4,128})@/i,
  },
  {
    id: 'driver_arguments',
    category: 'connection_string',
    keywords: ['@tcp(', '@unix('],
    pattern: /(?<=(?<![^\s"'`=])[\w.-]{1,64}:(?<secret>[^\s:@"'`]{4,128}))@(?:tcp|unix)\(/i,
    midWord: true,
  },
  {
    id: 'cookie_header',
    category: 'auth_token',
    keywords: ['cookie:', 'cookie"', "cookie'", 'cookie\\'],
    pattern: /cookie\\{0,3}["']?:[ \t]{0,4}\\{0,3}["']?(?<secret>[\w.%-]{1,64}=[^\r\n"']{8,4096})/i,
    whole: true,
    accepts: hasRandomPart,
  },
  {
    id: 'signed_url',
    category: 'auth_token',
    keywords: [
      'x-amz-signature=',
      'x-goog-signature=',
      'x-amz-security-token=',
      'x-amz-credential=',
      '?sig=',
      '&sig=',
      '&signature=',
      '?signature=',
      ';sig=',
      'signature=',
      '&amp;sig=',
    ],
    pattern: longPattern('i')`
        (?:x-amz-(?:signature|security-token|credential)|x-goog-signature|(?:&amp;|[?&;])sig
        |(?:[?&]|, ?)signature)=(?<secret>[\w%+/=.~-]{24,2048})
      `,
    midWord: true,
  },
  {
    id: 'registry_login',
    category: 'auth_token',
    keywords: ['"auth', '_auth', '"identitytoken'],
    pattern:
      /(?:"auth|"identitytoken|_auth(?:token)?)\\{0,3}"?\s{0,8}[:=]\s{0,8}\\{0,3}"?(?<secret>[\w+/=.-]{8,2048})/i,
    midWord: true,
    accepts: secret => isLoginInBase64(secret) || looksRandom(secret),
  },
  {
    id: 'client_key_data',
    category: 'private_key',
    keywords: ['client-key-data', 'tls.key', 'ssh-privatekey', '.dockerconfigjson', '.dockercfg'],
    pattern: longPattern('i')`
        (?:client-key-data|tls\.key|ssh-privatekey|\.docker(?:configjson|cfg))
        \\{0,3}["']?\s{0,4}[:=]\s{0,4}\\{0,3}["']?(?<secret>[A-Za-z0-9+/=]{32,16384})
      `,
    midWord: true,
  },
  {
    id: 'one_time_password_seed',
    category: 'auth_token',
    keywords: ['otpauth://'],
    pattern: /otpauth:\/\/[th]otp\/[^\s"'<>]{0,200}?secret=(?<secret>[A-Za-z2-7]{8,256})/i,
  },
  {
    id: 'authorization_scheme',
    category: 'auth_token',
    keywords: ['authorization'],
    pattern: longPattern('i')`
        authorization["']?\s{0,4}[:=]\s{0,4}["']?[A-Za-z][\w-]{1,24} (?:[a-z]{1,12}=)?["']?
        (?<secret>[\w+/=.~|:-]{12,4096})
      `,
    midWord: true,
    accepts: looksNamedSecret,
  },
  {
    id: 'recovery_phrase',
    category: 'private_key',
    keywords: ['mnemonic', 'seed phrase', 'recovery phrase', 'seed words', 'backup phrase'],
    pattern: longPattern('i')`
        (?:mnemonic|(?:seed|recovery|backup)[ _](?:phrase|words))[\w ]{0,20}["']?\s{0,4}[:=]\s{0,4}["']?
        (?<secret>(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})
      `,
    midWord: true,
  },
  {
    id: 'encoded_web_token',
    category: 'auth_token',
    keywords: ['zxlk'],
    pattern: /ZXlK[A-Za-z0-9+/]{60,8192}={0,2}/,
    accepts: secret => /^eyJ[\w-]+\.[\w-]+\.[\w-]*/.test(Buffer.from(secret, 'base64').toString('latin1')),
  },
  {
    id: 'access_key_pair',
    category: 'cloud_metadata',
    keywords: ['akia', 'asia'],
    pattern: longPattern()`
        A(?:K|S)IA[A-Z0-9]{16}[^A-Za-z0-9][\s\S]{0,100}?(?<![A-Za-z0-9/+=])(?<secret>[A-Za-z0-9/+]{40})
        (?![A-Za-z0-9/+=])
      `,
    accepts: looksRandom,
  },
  {
    id: 'prefixed_token',
    category: 'auth_token',
    keywords: ['_', '-'],
    pattern: longPattern()`
        [_-](?=[A-Za-z0-9]{24})(?<=(?<![\w+/=.-]|[\w-]{40}\r?\n)
        (?<head>[a-z][a-z0-9]{1,11}(?:[_-][a-z0-9]{1,10}){0,2})[_-])[A-Za-z0-9]{24,128}(?![\w+/=])
      `,
    midWord: true,
    accepts: isPrefixedToken,
  },
]
