import { longPattern } from '../../../core/index.ts'
import { isLoginInBase64, looksRandom } from '../names/secret-value.ts'
import { type SecretRule, tokenRule, metadataRule, connectionRule, passwordRule, privateKeyRule } from './rule.ts'
import { hasRandomPart, isPasswordInUrl, isPrefixedToken, looksNamedSecret } from './second-look.ts'

/** Secrets known by their form or their surroundings, of any issuer; beyond the base layer. */
export const STRUCTURE_RULES: readonly SecretRule[] = [
  {
    ...privateKeyRule(
      'cut_pem_private_key',
      longPattern()`
        -----? ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-----?
        (?:[\s\\nrt"'\x60+,>|]{0,60}(?:(?:Proc-Type|DEK-Info|Comment
        |Version):[^\n\\]{0,100}[\s\\nr"'\x60]{1,60}){0,4}[A-Za-z0-9+/=]{16,}){1,800}
      `,
      '-----begin |---- begin ssh2',
    ),
    midWord: true,
  },
  privateKeyRule('encryption_identity', /AGE-SECRET-KEY-(?:PQ-)?1[0-9A-Z]{50,}/i, 'age-secret-key-'),
  privateKeyRule('extended_private_key', /[xyzt]prv[1-9A-HJ-NP-Za-km-z]{100,115}/, 'xprv|yprv|zprv|tprv'),
  {
    ...privateKeyRule(
      'json_web_key',
      /"(?:d|dp|dq|qi|k)\\{0,3}" ?: ?\\{0,3}"(?<secret>[\w-]{22,2048})\\{0,3}"/,
      '"d"|"dp"|"dq"|"qi"|"k"|"d\\|"k\\',
    ),
    accepts: looksRandom,
  },
  {
    ...privateKeyRule(
      'xml_private_key',
      /<(?<tag>D|P|Q|DP|DQ|InverseQ)>(?<secret>[A-Za-z0-9+/\s]{40,2048}={0,2})<\/\k<tag>>/,
      '<d>|<p>|<q>|<dp>|<dq>|<inverseq>',
    ),
    accepts: secret => !secret.trim().includes(' '),
  },
  {
    ...passwordRule(
      'password_hash',
      longPattern('i')`
        \$2[aby]\$\d\d\$[./A-Za-z0-9]{53}|\$(?:[156y7]|apr1)\$(?:rounds=\d{1,9}\$)?
        [./A-Za-z0-9$]{1,40}\$[./A-Za-z0-9]{20,90}|\$argon2(?:id|i|d)\$[\w=,.$+/-]{30,400}
        |\$(?:scrypt|pbkdf2[\w-]{0,20})\$[\w=,.$+/-]{30,400}
        |pbkdf2_sha\d{1,3}\$\d{1,9}\$[\w+/.=-]{1,64}\$[\w+/=]{20,128}
        |\{S?(?:SHA|SSHA|MD5)\d{0,3}\}[A-Za-z0-9+/]{20,128}={0,2}
      `,
      '$2a$|$2b$|$2y$|$1$|$5$|$6$|$y$|$7$|$apr1$|$argon2|$scrypt$|$pbkdf2|pbkdf2_sha|{ssha|{sha|{smd5}',
    ),
    midWord: true,
  },
  {
    ...tokenRule('user_in_url', /:\/\/(?<secret>[\w+=~.-]{16,512})(?::[^\s/?#"'@]{0,16})?@(?=[\w-])/, '://'),
    midWord: true,
    accepts: secret => looksRandom(secret) || /^[0-9a-f]{24,}$/.test(secret),
  },
  {
    ...connectionRule(
      'database_url',
      longPattern('i')`
        (?<=(?<![a-z0-9])(?!https?:)[a-z][a-z0-9+]{1,20})://[^\s/?#"'\x60<>@:|\\]{0,128}:
        (?<secret>[^\s"'\x60<>|\\]{1,200})@[\w[%.-]{1,200}[:/\w"'\s]
      `,
      '://',
    ),
    midWord: true,
    accepts: secret => isPasswordInUrl(secret) && !/^\d{1,5}\//.test(secret),
  },
  connectionRule('thin_driver', /jdbc:oracle:thin:[^\s/@"']{1,64}\/(?<secret>[^\s@"']{4,128})@/i, 'jdbc:oracle:thin:'),
  {
    ...connectionRule(
      'driver_arguments',
      /(?<=(?<![^\s"'`=])[\w.-]{1,64}:(?<secret>[^\s:@"'`]{4,128}))@(?:tcp|unix)\(/i,
      '@tcp(|@unix(',
    ),
    midWord: true,
  },
  {
    ...tokenRule(
      'cookie_header',
      /cookie\\{0,3}["']?:[ \t]{0,4}\\{0,3}["']?(?<secret>[\w.%-]{1,64}=[^\r\n"']{8,4096})/i,
      'cookie:|cookie"|cookie\'|cookie\\',
    ),
    whole: true,
    accepts: hasRandomPart,
  },
  {
    ...tokenRule(
      'signed_url',
      longPattern('i')`
        (?:x-amz-(?:signature|security-token|credential)|x-goog-signature|(?:&amp;|[?&;])sig
        |(?:[?&]|, ?)signature)=(?<secret>[\w%+/=.~-]{24,2048})
      `,
      'x-amz-signature=|x-goog-signature=|x-amz-security-token=|x-amz-credential=|' +
        '?sig=|&sig=|&signature=|?signature=|;sig=|signature=|&amp;sig=',
    ),
    midWord: true,
  },
  {
    ...tokenRule(
      'registry_login',
      /(?:"auth|"identitytoken|_auth(?:token)?)\\{0,3}"?\s{0,8}[:=]\s{0,8}\\{0,3}"?(?<secret>[\w+/=.-]{8,2048})/i,
      '"auth|_auth|"identitytoken',
    ),
    midWord: true,
    accepts: secret => isLoginInBase64(secret) || looksRandom(secret),
  },
  {
    ...privateKeyRule(
      'client_key_data',
      longPattern('i')`
        (?:client-key-data|tls\.key|ssh-privatekey|\.docker(?:configjson|cfg))
        \\{0,3}["']?\s{0,4}[:=]\s{0,4}\\{0,3}["']?(?<secret>[A-Za-z0-9+/=]{32,16384})
      `,
      'client-key-data|tls.key|ssh-privatekey|.dockerconfigjson|.dockercfg',
    ),
    midWord: true,
  },
  tokenRule(
    'one_time_password_seed',
    /otpauth:\/\/[th]otp\/[^\s"'<>]{0,200}?secret=(?<secret>[A-Za-z2-7]{8,256})/i,
    'otpauth://',
  ),
  {
    ...tokenRule(
      'authorization_scheme',
      longPattern('i')`
        authorization["']?\s{0,4}[:=]\s{0,4}["']?[A-Za-z][\w-]{1,24} (?:[a-z]{1,12}=)?["']?
        (?<secret>[\w+/=.~|:-]{12,4096})
      `,
      'authorization',
    ),
    midWord: true,
    accepts: looksNamedSecret,
  },
  {
    ...privateKeyRule(
      'recovery_phrase',
      longPattern('i')`
        (?:mnemonic|(?:seed|recovery|backup)[ _](?:phrase|words))[\w ]{0,20}["']?\s{0,4}[:=]\s{0,4}["']?
        (?<secret>(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})
      `,
      'mnemonic|seed phrase|recovery phrase|seed words|backup phrase',
    ),
    midWord: true,
  },
  {
    ...tokenRule('encoded_web_token', /ZXlK[A-Za-z0-9+/]{60,8192}={0,2}/, 'zxlk'),
    accepts: secret => /^eyJ[\w-]+\.[\w-]+\.[\w-]*/.test(Buffer.from(secret, 'base64').toString('latin1')),
  },
  {
    ...metadataRule(
      'access_key_pair',
      longPattern()`
        A(?:K|S)IA[A-Z0-9]{16}[^A-Za-z0-9][\s\S]{0,100}?(?<![A-Za-z0-9/+=])(?<secret>[A-Za-z0-9/+]{40})
        (?![A-Za-z0-9/+=])
      `,
      'akia|asia',
    ),
    accepts: looksRandom,
  },
  {
    ...tokenRule(
      'prefixed_token',
      longPattern()`
        [_-](?=[A-Za-z0-9]{24})(?<=(?<![\w+/=.-]|[\w-]{40}\r?\n)
        (?<head>[a-z][a-z0-9]{1,11}(?:[_-][a-z0-9]{1,10}){0,2})[_-])[A-Za-z0-9]{24,128}(?![\w+/=])
      `,
      '_|-',
    ),
    midWord: true,
    accepts: isPrefixedToken,
  },
]
