import { longPattern } from '../../../core/index.ts'
import type { PlainWord } from '../reading/plain-word.ts'
import { type CommandFinding, asks, builds, reads } from './command-finding.ts'
import { BUILDERS, type Builder, CHECKS, SCRIPT, SCRIPT_NAME } from './builder-table.ts'
import { type ShellLocation, mayBecomeOption, refusePath } from './shell-location.ts'
import { isHarmlessSetting } from './harmless-settings.ts'
import { isOrdinaryName } from '../reading/variable-names.ts'

const LOOKING_PAIRS: ReadonlySet<string> = new Set([
  'npm pkg get',
  'npm config get',
  'npm config list',
  'go mod graph',
  'go mod why',
  'go mod verify',
])
/** Before the verb: how much is said. */
const LEADING = longPattern()`
    ^(?:-[qsBer]|-j[0-9]*|-Dskip\w*(?:=\w+)?|--(?:silent|quiet|batch-mode|no-progress|recursive|parallel|stream
    |workspaces|workspace-root|if-present|color|no-color))$
  `
const TAME: ReadonlySet<string> = new Set(['npm', 'make', 'tsc', 'ninja'])

const SWITCHED_OFF = /^--(?:watch|watchAll|fix|ui)=false$/

export const isBuilder = (name: string): boolean => BUILDERS.has(name)

export function judgeBuilder(name: string, words: readonly PlainWord[], location: ShellLocation): CommandFinding {
  const rule = BUILDERS.get(name)
  if (!rule) return asks(`runs ${name}`)
  // Below a name that is written out a pattern matches no option.
  if (words.some(word => mayBecomeOption(word) || (word.globs && (rule.tasks || word.value.startsWith('-')))))
    return asks(`gives ${name} a pattern`)
  const [first] = words
  if (first && LEADING.test(first.value) && words.length > 1) return judgeBuilder(name, words.slice(1), location)
  const placed = first && takeWithin(rule, words, location)
  if (placed) return placed.refused ?? judgeBuilder(name, placed.rest, location)
  // The others obey files of the workspace even then.
  if (TAME.has(name) && words.length === 1 && ['--version', '--help', '-h'].includes(first?.value ?? ''))
    return reads('prints its version')
  const verb = words.find(({ value }) => !value.startsWith('-'))?.value ?? first?.value ?? ''
  if (LOOKING_PAIRS.has(`${name} ${verb} ${words[1]?.value ?? ''}`) && first?.value === verb)
    return judgeLooks(name, words.slice(2))
  if (rule.looks.has(verb) && first?.value === verb) return judgeLooks(name, words.slice(1))
  const isVerb = rule.verbs.has(verb) || (rule.says === SCRIPT && name !== 'npm' && SCRIPT_NAME.test(verb))
  if (rule.verbs.size > 0 && !(isVerb && first?.value === verb))
    return asks(`runs ${name} ${verb}, which ${deedOf(verb)}`)
  if (FORMATTING.has(`${name} ${verb}`)) return judgeFormat(words)
  const deed = rule.tasks && !isDryRun(name, words) ? tasksAmong(words).find(isRiskyName) : undefined
  if (deed !== undefined) return asks(`runs ${name} ${deed}, which by its name does more than build`)
  const wrong = words.find(({ value }) => !SWITCHED_OFF.test(value) && rule.never.some(pattern => pattern.test(value)))
  const set = name === 'make' ? words.find(({ value }) => /^[^-].*=/.test(value) && !isPlainSetting(value)) : undefined
  if (set) return asks(`sets ${set.value} for make, which may change what it runs`)
  if (wrong) return asks(`gives ${name} "${wrong.value}", which may change what exists`)
  return (
    words.map(word => refuseWord(word, location)).find(found => found !== undefined) ??
    builds(saysFor(name, rule, words))
  )
}

function isPlainSetting(word: string): boolean {
  const [, name = '', value = ''] = /^(\w+)=([\w./@:-]*)$/.exec(word) ?? []
  return isHarmlessSetting({ name, value }) || isOrdinaryName(name)
}

type BuilderPlace = { readonly refused?: CommandFinding; readonly rest: readonly PlainWord[] }

/** `npm -w packages/core`, `pnpm --filter=web`, `make -C docs`. */
function takeWithin(
  { within }: Builder,
  [first, second, ...more]: readonly PlainWord[],
  location: ShellLocation,
): BuilderPlace | undefined {
  const [, option = '', inline] = /^(--?[\w-]+)=(.+)$/.exec(first?.value ?? '') ?? [undefined, first?.value ?? '']
  if (!within.has(option)) return undefined
  const [place, rest] =
    inline === undefined ? [second, more] : [{ value: inline, globs: false }, second ? [second, ...more] : []]
  if (!place || place.globs || !/^[@\w.][\w@./-]*$/.test(place.value))
    return { refused: asks('runs in a place that is not known'), rest: [] }
  const refused = refusePath(place, location)
  return refused ? { refused, rest } : { rest }
}

/** What stands behind `--` is for the script. */
const tasksAmong = (words: readonly PlainWord[]): readonly string[] => {
  const end = words.findIndex(({ value }) => value === '--')
  return (end < 0 ? words : words.slice(0, end))
    .map(({ value }) => value)
    .filter(value => !value.startsWith('-') && !value.includes('='))
}

const isDryRun = (name: string, words: readonly PlainWord[]): boolean =>
  name === 'make' && words.some(({ value }) => value === '-n' || value === '--dry-run' || value === '--just-print')

const RISKY = longPattern('i')`
    (?:^|[:_.-])(?:clean|distclean|purge|reset|deploy|publish|release|format|fmt|fix|install|uninstall|migrate|seed
    |push|upgrade|update|bump|version|prune|delete|remove|rm)(?:$|[:_.-])
  `
const ONLY_LOOKS = /(?:^|[:_.-])(?:check|dry|dry-run|verify)(?:$|[:_.-])/i

/** Scripts and targets that by their own names delete, rewrite or send out. */
export const isRiskyName = (name: string): boolean => RISKY.test(name) && !ONLY_LOOKS.test(name)

const FORMATTING: ReadonlySet<string> = new Set(['cargo fmt', 'ruff format'])

const judgeFormat = (words: readonly PlainWord[]): CommandFinding =>
  words.some(({ value }) => /^--(?:check|diff)$/.test(value)) &&
  words.every(({ value }) => /^(?:fmt|format|--check|--diff|--all|--|[\w.][\w./-]*)$/.test(value))
    ? builds(CHECKS)
    : asks('rewrites files')

/** An option's value may be a path as well. */
function refuseWord(word: PlainWord, location: ShellLocation): CommandFinding | undefined {
  const value = word.value.replace(/^-{1,2}[\w-]+=/, '')
  return value.startsWith('-') || value === '' ? undefined : refusePath({ ...word, value }, location)
}

const judgeLooks = (name: string, rest: readonly PlainWord[]): CommandFinding =>
  rest.every(
    ({ value }) =>
      /^(?:--(?:all|long|json|depth(?:=\d+)?|prod|dev|production|include=\w+)|-[aghl]|[\w@./-]+|\d+)$/.test(value) &&
      value !== '-g',
  )
    ? reads('looks at packages')
    : asks(`gives ${name} words that are not known here`)

function saysFor(name: string, { says }: Builder, words: readonly PlainWord[]): string {
  const script = words.filter(({ value }) => !value.startsWith('-')).map(({ value }) => value)
  return says === SCRIPT ? `runs the script "${[name, ...script].slice(0, 3).join(' ')}" of the workspace` : says
}

const DEEDS: ReadonlyMap<string, string> = new Map([
  ['install', 'installs packages'],
  ['i', 'installs packages'],
  ['ci', 'installs packages'],
  ['add', 'installs packages'],
  ['update', 'changes packages'],
  ['uninstall', 'removes packages'],
  ['publish', 'publishes a package'],
  ['clean', 'deletes files'],
  ['run', 'runs a program'],
  ['exec', 'runs a program'],
])
const deedOf = (verb: string): string => DEEDS.get(verb) ?? 'is not known here'
