import type { PlainWord } from '../reading/plain-word.ts'
import { type CommandFinding, asks, reads, runs } from './command-finding.ts'
import { judgeXargs } from './applied.ts'
import { judgeGzip, judgeTar, judgeUnzip, judgeZip } from './archives.ts'
import { deedOf } from './deeds.ts'
import { isHarmlessSetting } from './harmless-settings.ts'
import { judgeFind } from './find.ts'
import { judgeGit } from './git.ts'
import { type ShellLocation, mayBecomeOption, refusePath } from './shell-location.ts'
import { JQ, judgeReader } from './simple-readers.ts'
import { isOrdinaryName } from '../reading/variable-names.ts'
import { COMPARISONS, TESTS_OF_ONE } from '../reading/read-test.ts'
import { optionTable, readOptions } from './options.ts'

export type JudgeProgram = (words: readonly PlainWord[], location: ShellLocation) => CommandFinding

const refuseFirst = (words: readonly PlainWord[], location: ShellLocation): CommandFinding | undefined =>
  words.map(word => refusePath(word, location)).find(found => found !== undefined)

/** Words of the shell itself that only show how it stands, with the words that they may be given. */
const LINES: Readonly<Record<string, RegExp>> = {
  jobs: /^(?:-[lprs]+)?$/,
  wait: /^(?:%?[0-9]{1,7})?$/,
  ulimit: /^(?:-[aHScdflmnstuv]+)?$/,
  umask: /^(?:-[Sp])?$/,
  dirs: /^(?:-[lpv]+)?$/,
  times: /^$/,
  break: /^[0-9]?$/,
  continue: /^[0-9]?$/,
  hash: /^$/,
  shopt: /^(?:-p)?$/,
  declare: /^-p$/,
}
const BUILTIN_LINES: readonly (readonly [string, JudgeProgram])[] = Object.entries(LINES).map(([name, line]) => [
  name,
  words =>
    line.test(words.map(({ value }) => value).join(' '))
      ? reads('looks at the shell')
      : asks(`gives ${name} words that are not known here`),
])

/** Programs whose words have a form of their own. */
export const SPECIAL_READERS: ReadonlyMap<string, JudgeProgram> = new Map<string, JudgeProgram>([
  ['git', judgeGit],
  ['find', judgeFind],
  ['sed', judgeSed],
  ['awk', judgeAwk],
  ['xargs', judgeXargs],
  ['printf', judgePrintf],
  ['test', judgeTest],
  ['[', words => (words.at(-1)?.value === ']' ? judgeTest(words.slice(0, -1)) : asks('is not a whole test'))],
  ['[[', () => reads('tests something')],
  ['command', judgeLookup],
  [
    'exit',
    words =>
      words.every(({ value }) => /^[0-9]{1,3}$/.test(value))
        ? reads('ends')
        : asks('ends with something that is no number'),
  ],
  ['date', judgeDate],
  ['tar', judgeTar],
  ['zip', judgeZip],
  ['unzip', judgeUnzip],
  ['gzip', judgeGzip],
  ['set', judgeSet],
  ['export', judgeExport],
  ...BUILTIN_LINES,
  ...['kill', 'pkill', 'killall'].map((name): [string, JudgeProgram] => [
    name,
    (words, location) => judgeKill(name, words, location),
  ]),
  [
    'history',
    words =>
      words.every(({ value }) => /^[0-9]{1,5}$/.test(value))
        ? reads('prints what was typed')
        : asks('changes what was typed'),
  ],
  [
    'mktemp',
    words =>
      words.every(({ value }) => /^-[dqu]+$/.test(value))
        ? reads('makes a temporary name')
        : asks('makes a file or a folder'),
  ],
  ['openssl', judgeOpenssl],
  ['jq', judgeJq],
  ['env', words => (words.length === 0 ? reads('prints the environment') : asks(deedOf('env', words)))],
])

const SED_OPTIONS = optionTable('-n -E -r -s -u -z -e: --quiet --silent --regexp-extended --separate --expression=')
/** An address and one of p, d, q, =, or a substitution without the flags that write or run. */
const ADDRESS = String.raw`(?:[0-9]+(?:~[0-9]+)?|\+[0-9]+|\$|/(?:[^/\\\n]|\\[^\n])*/I?)`
const SED_SCRIPT = new RegExp(
  String.raw`^(?:${ADDRESS}(?:,${ADDRESS})?!?)?\s*(?:[pdq=lnNgGhHxPD]|q[0-9]+|` +
    String.raw`y(?<old>[/|,#])(?:(?!\k<old>)[^\n\\])*\k<old>(?:(?!\k<old>)[^\n\\])*\k<old>|` +
    String.raw`s(?<sep>[/|,#])(?:(?!\k<sep>)[^\n\\]|\\[^\n])*\k<sep>(?:(?!\k<sep>)[^\n\\]|\\[^\n])*\k<sep>[gpIi0-9]*)$`,
)

const isTameSed = ({ value, globs }: PlainWord): boolean =>
  !globs && value.split(';').every(part => SED_SCRIPT.test(part.trim()))

function judgeSed(words: readonly PlainWord[], location: ShellLocation): CommandFinding {
  const read = readOptions(words, SED_OPTIONS)
  if ('unknown' in read) return asks(`runs sed with "${read.unknown}", which may change files`)
  const named = [...(read.values.get('-e') ?? []), ...(read.values.get('--expression') ?? [])]
  const [scripts, files] =
    named.length > 0 ? [named, read.operands] : [read.operands.slice(0, 1), read.operands.slice(1)]
  if (scripts.length === 0 || !scripts.every(isTameSed)) return asks('runs a sed script that is not simple')
  if (files.some(mayBecomeOption)) return asks('uses a pattern that could match a name that is an option')
  return refuseFirst(files, location) ?? reads('reads files')
}

/** All that can run or write something needs one of these. */
const AWK_WORDS = /\b(?:system|getline|close|fflush)\b|@/
const AWK_SIGNS = /[|>\\`]/
/** Removed before the check: strings without such a sign, `||`, and comparisons where nothing can be printed. */
const AWK_STRING = /"(?:[^"\\{}|>@`\n]|\\[nt])*"/g
const AWK_PATTERN = /^(?:(?!\bprint)[^{}/"|`@\\])*(?=\{|$)/
const AWK_CONDITION = /\bif\s*\((?:(?!\bprint)[^(){}"/|`@\\#\n])*\)/g
const AWK_ESCAPE = /\\[.sdwSDW/$^*+?()[\]-]/g
const MAX_AWK = 500
const AWK_OPTIONS = optionTable('-F: -v:')

/** With these a program can name its files itself. */
const AWK_FILES = /\b(?:ARG[VC]|SYMTAB)\b/

function isTameAwk(script: string): boolean {
  const plain = script.replaceAll(AWK_STRING, ' ').replaceAll('||', ' ')
  const shown = plain.replace(AWK_PATTERN, ' ').replaceAll(AWK_CONDITION, ' ').replaceAll(AWK_ESCAPE, ' ')
  return script.length <= MAX_AWK && !AWK_WORDS.test(script) && !AWK_SIGNS.test(shown)
}

function judgeAwk(words: readonly PlainWord[], location: ShellLocation): CommandFinding {
  const read = readOptions(words, AWK_OPTIONS)
  if ('unknown' in read) return asks(`runs awk with "${read.unknown}"`)
  const [script, ...files] = read.operands
  if (!script || script.globs || !isTameAwk(script.value)) return asks('runs an awk program that is not simple')
  if (!location.confined && AWK_FILES.test(script.value))
    return asks('runs an awk program that names files itself, without a sandbox')
  // awk takes a word with = for a variable.
  if (files.some(word => word.globs || word.value.includes('=')))
    return asks('gives awk words that it may take for variables')
  return refuseFirst(files, location) ?? reads('reads files')
}

/** `printf -v` and `%n` set variables, and a subscript may run a command. */
function judgePrintf([format, ...rest]: readonly PlainWord[]): CommandFinding {
  if (
    !format ||
    format.globs ||
    format.value.startsWith('-') ||
    /%[^%a-zA-Z]*n/.test(format.value) ||
    rest.some(({ globs }) => globs)
  )
    return asks('uses printf in a way that is not plain')
  return reads('prints text')
}

function judgeTest(words: readonly PlainWord[]): CommandFinding {
  if (words[0]?.value === '!' && words.length > 1) return judgeTest(words.slice(1))
  const values = words.map(({ value }) => value)
  const areNumbers = [values[0], values[2]].every(value => /^-?[0-9]{1,9}$/.test(value ?? ''))
  const isUnary = values.length === 2 && TESTS_OF_ONE.has(values[0] ?? '')
  const isComparison =
    values.length === 3 &&
    (['=', '==', '!=', '-nt', '-ot'].includes(values[1] ?? '') || (COMPARISONS.has(values[1] ?? '') && areNumbers))
  return (isUnary || isComparison) && !words.some(({ globs }) => globs)
    ? reads('tests something')
    : asks('tests something in a way that is not plain')
}

function judgeLookup([option, ...rest]: readonly PlainWord[]): CommandFinding {
  const isLookup =
    (option?.value === '-v' || option?.value === '-V') &&
    rest.every(({ globs, value }) => !globs && !value.startsWith('-'))
  return isLookup ? reads('looks for a program') : asks('runs a program by another way')
}

/** For the rest of the line. No program obeys these variables, or only code of the workspace does. */
function judgeExport(words: readonly PlainWord[], location: ShellLocation): CommandFinding {
  const set = words.map(({ value, globs }) => ({ name: globs ? '' : (/^(\w+)=/.exec(value)?.[1] ?? ''), value }))
  if (set.every(isHarmlessSetting)) return reads('sets variables')
  return location.confined && set.every(each => isHarmlessSetting(each) || isOrdinaryName(each.name))
    ? runs('sets variables')
    : asks(deedOf('export', words))
}

/** In the sandbox there are no processes but those of the command itself. */
const judgeKill = (name: string, words: readonly PlainWord[], { confined }: ShellLocation): CommandFinding =>
  confined && words.every(({ globs }) => !globs) ? runs('ends processes of its own') : asks(deedOf(name, words))

/** How the shell goes on after a failure; nothing else that `set` can do. */
function judgeSet(words: readonly PlainWord[]): CommandFinding {
  const line = words.map(({ value }) => value).join(' ')
  return /^(?:-[eux]+|-[eux]*o pipefail)(?: -[eux]+| -[eux]*o pipefail)*$/.test(line)
    ? reads('stops at failures')
    : asks('changes how the shell runs')
}

/** `--arg name value` takes two words, neither of which is a file. */
function judgeJq(words: readonly PlainWord[], location: ShellLocation): CommandFinding {
  const at = words.findIndex(({ value }) => value === '--arg' || value === '--argjson')
  const taken = words.slice(at, at + 3)
  if (at >= 0 && (taken.length < 3 || taken.some(({ globs }) => globs)))
    return asks('gives jq words that are not known here')
  return at < 0 ? judgeReader(JQ, words, location) : judgeJq(words.toSpliced(at, 3), location)
}

/** Its version, and sums of files. */
function judgeOpenssl([verb, ...words]: readonly PlainWord[], location: ShellLocation): CommandFinding {
  if (verb?.value === 'version' && words.every(({ value }) => /^-[a-z]$/.test(value)))
    return reads('prints its version')
  if (verb?.value === 'rand' && words.every(({ value }) => /^(?:-hex|-base64|[0-9]{1,6})$/.test(value)))
    return reads('prints numbers')
  const files = words.filter(({ value }) => !/^-(?:sha(?:1|224|256|384|512)|md5|hex|r)$/.test(value))
  if (verb?.value !== 'dgst' || files.some(({ value, globs }) => globs || value.startsWith('-')))
    return asks('runs openssl, which may write')
  return refuseFirst(files, location) ?? reads('reads files')
}

const DATE_OPTIONS = optionTable('-u -R -I -d: --date= --utc --iso-8601=? --rfc-3339= --rfc-email')

/** A word that does not begin with + would set the clock. */
function judgeDate(words: readonly PlainWord[]): CommandFinding {
  const read = readOptions(words, DATE_OPTIONS)
  const isPlain = !('unknown' in read) && read.operands.every(({ value, globs }) => value.startsWith('+') && !globs)
  return isPlain ? reads('prints the time') : asks('uses date in a way that may set the clock')
}
