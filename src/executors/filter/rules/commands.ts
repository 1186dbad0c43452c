import { longPattern } from '../../../core/index.ts'
import { isPlaceholderValue } from '../names/placeholder.ts'
import { looksRandom } from '../names/secret-value.ts'
import { type SecretRule, passwordRule } from './rule.ts'
import { looksPassword } from './second-look.ts'

const isReal = (secret: string): boolean => !isPlaceholderValue(secret)

/** Passwords on command lines, in statements and in old file formats, with no sign between name and value. */
export const COMMAND_RULES: readonly SecretRule[] = [
  {
    ...passwordRule(
      'netrc',
      /(?:machine\s{1,8}\S{1,128}\s{1,40})?login\s{1,8}\S{1,128}\s{1,40}password\s{1,8}(?<secret>\S{4,256})/i,
      'machine |login ',
    ),
    accepts: isReal,
  },
  {
    ...passwordRule(
      'password_file',
      /:\d{4}:[^:\s]{1,63}:[^:\s]{1,63}:(?<secret>[^\s:]{4,128})/,
      ':5432:|:5433:|:6432:',
    ),
    midWord: true,
    accepts: isReal,
  },
  {
    ...passwordRule(
      'pass_argument',
      /(?:-pass(?:in|out)? {1,4})?pass:(?<secret>[^\s"']{4,128})/,
      'pass:|-passin |-passout ',
    ),
    accepts: secret => looksRandom(secret) || /^(?=.*\d)(?=.*[A-Za-z])[^\s"',;)]{6,}$/.test(secret),
  },
  {
    ...passwordRule(
      'login_command',
      longPattern()`
        (?:(?:docker|podman|az|helm registry) login [^\n]{0,200}?(?:-p|--password)[ =]["']?
        |htpasswd -[a-zA-Z]{0,6}b[a-zA-Z]{0,6} \S{1,128} \S{1,64} ["']?|(?:mongo(?:sh|dump)?) [^\n]{0,200}?-p ["']?
        |lftp [^\n]{0,100}?-u [^\s,]{1,64},|smbclient [^\n]{0,200}?-U [^\s%]{1,64}%|ldapsearch [^\n]{0,200}?-w ["']?
        |rabbitmqctl (?:add_user|change_password) \S{1,64} ["']?)(?<secret>[^\s"'$-][^\s"']{3,128})
      `,
      'docker login|podman login|az login|helm registry login|wget |htpasswd |net use |psql |mongo |mongosh ' +
        '|mongodump |lftp |smbclient |ldapsearch |rabbitmqctl ',
    ),
    accepts: isReal,
  },
  {
    ...passwordRule(
      'statement_password',
      longPattern('im')`
        (?:identified by(?: password)?(?= ?["'])|convertto-securestring(?: -string)?
        |(?<=^\s{0,40})(?:requirepass|masterauth|bindpw|rootpw))\s{1,8}["']?(?<secret>[^\s"'$-][^\s"']{4,200})
      `,
      'identified by|convertto-securestring|requirepass |masterauth |bindpw |rootpw ',
    ),
    accepts: looksPassword,
  },
  passwordRule(
    'device_password',
    /(?:password|secret|key) [5789] (?<secret>\$[89]\$[\w./$]{20,100}|[0-9A-F]{8,64}(?![0-9A-Za-z]))/i,
    'password 7 |password 5 |secret 5 |secret 8 |secret 9 |key 7 ',
  ),
  {
    ...passwordRule(
      'account_command',
      longPattern('i')`
        (?:net user \S{1,64} |sqlcmd (?:[^\n]{0,200}? )?-P ?["']?
        |--from-literal[= ]["']?[\w.-]{1,64}=)(?<secret>[^\s"'$/*][^\s"']{3,128})
      `,
      'net user |sqlcmd |--from-literal',
    ),
    accepts: looksPassword,
  },
  {
    ...passwordRule(
      'piped_password',
      longPattern()`
        (?<=echo (?:-n )?["']?(?:[\w.-]{1,32}:)?(?<secret>[^\s"'|:$]{4,128})["']? ?\| ?(?:[\w ./:-]{0,80} )?)
        (?:sudo -S|chpasswd|--password-stdin)(?![\w-])
      `,
      'sudo -s|chpasswd|--password-stdin',
    ),
    accepts: isReal,
  },
]
