import { longPattern } from '../../../core/index.ts'
import { isPlaceholderValue } from '../names/placeholder.ts'
import { looksRandom } from '../names/secret-value.ts'
import { type SecretRule, password } from './rule.ts'
import { looksPassword } from './second-look.ts'

const isReal = (secret: string): boolean => !isPlaceholderValue(secret)

/** Passwords on command lines, in statements and in old file formats, with no sign between name and value. */
export const COMMAND_RULES: readonly SecretRule[] = [
  {
    ...password(
      'netrc',
      'machine |login ',
      /(?:machine\s{1,8}\S{1,128}\s{1,40})?login\s{1,8}\S{1,128}\s{1,40}password\s{1,8}(?<secret>\S{4,256})/i,
    ),
    accepts: isReal,
  },
  {
    ...password('password_file', ':5432:|:5433:|:6432:', /:\d{4}:[^:\s]{1,63}:[^:\s]{1,63}:(?<secret>[^\s:]{4,128})/),
    midWord: true,
    accepts: isReal,
  },
  {
    ...password(
      'pass_argument',
      'pass:|-passin |-passout ',
      /(?:-pass(?:in|out)? {1,4})?pass:(?<secret>[^\s"']{4,128})/,
    ),
    accepts: secret => looksRandom(secret) || /^(?=.*\d)(?=.*[A-Za-z])[^\s"',;)]{6,}$/.test(secret),
  },
  {
    ...password(
      'login_command',
      'docker login|podman login|az login|helm registry login|wget |htpasswd |net use |psql |mongo |mongosh |mongodump |lftp |smbclient |ldapsearch |rabbitmqctl ',
      longPattern()`
        (?:(?:docker|podman|az|helm registry) login [^\n]{0,200}?(?:-p|--password)[ =]["']?
        |htpasswd -[a-zA-Z]{0,6}b[a-zA-Z]{0,6} \S{1,128} \S{1,64} ["']?|(?:mongo(?:sh|dump)?) [^\n]{0,200}?-p ["']?
        |lftp [^\n]{0,100}?-u [^\s,]{1,64},|smbclient [^\n]{0,200}?-U [^\s%]{1,64}%|ldapsearch [^\n]{0,200}?-w ["']?
        |rabbitmqctl (?:add_user|change_password) \S{1,64} ["']?)(?<secret>[^\s"'$-][^\s"']{3,128})
      `,
    ),
    accepts: isReal,
  },
  {
    ...password(
      'statement_password',
      'identified by|convertto-securestring|requirepass |masterauth |bindpw |rootpw ',
      longPattern('im')`
        (?:identified by(?: password)?(?= ?["'])|convertto-securestring(?: -string)?
        |(?<=^\s{0,40})(?:requirepass|masterauth|bindpw|rootpw))\s{1,8}["']?(?<secret>[^\s"'$-][^\s"']{4,200})
      `,
    ),
    accepts: looksPassword,
  },
  password(
    'device_password',
    'password 7 |password 5 |secret 5 |secret 8 |secret 9 |key 7 ',
    /(?:password|secret|key) [5789] (?<secret>\$[89]\$[\w./$]{20,100}|[0-9A-F]{8,64}(?![0-9A-Za-z]))/i,
  ),
  {
    ...password(
      'account_command',
      'net user |sqlcmd |--from-literal',
      longPattern('i')`
        (?:net user \S{1,64} |sqlcmd (?:[^\n]{0,200}? )?-P ?["']?
        |--from-literal[= ]["']?[\w.-]{1,64}=)(?<secret>[^\s"'$/*][^\s"']{3,128})
      `,
    ),
    accepts: looksPassword,
  },
  {
    ...password(
      'piped_password',
      'sudo -s|chpasswd|--password-stdin',
      longPattern()`
        (?<=echo (?:-n )?["']?(?:[\w.-]{1,32}:)?(?<secret>[^\s"'|:$]{4,128})["']? ?\| ?(?:[\w ./:-]{0,80} )?)
        (?:sudo -S|chpasswd|--password-stdin)(?![\w-])
      `,
    ),
    accepts: isReal,
  },
]
