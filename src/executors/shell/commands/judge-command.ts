import type { Workspace } from '../../../core/index.ts'
import { type PlainWord, isUnclear } from '../reading/plain-word.ts'
import { readCommand } from '../reading/read-command.ts'
import { isOrdinaryName } from '../reading/variable-names.ts'
import type { PlainCommand, PlainRedirect } from '../reading/read-simple.ts'
import { isHarmlessSetting } from './harmless-settings.ts'
import type { PrefixRules } from './prefix-rule.ts'
import { isBuilder, judgeBuilder } from './builders.ts'
import { CREATORS } from './creators.ts'
import { judgeNewFile } from './new-file.ts'
import { deedOf } from './deeds.ts'
import { type CommandFinding, type Level, asks, joinFindings, reads } from './command-finding.ts'
import { type ShellLocation, fromFolder, isPassing, refusePath } from './shell-location.ts'
import { judgeGivenCode, judgeInlineCode } from './inline-code.ts'
import { isLauncher, judgeLauncher } from './launchers.ts'
import { judgeOwnFile } from './own-files.ts'
import { SIMPLE_READERS, judgeReader } from './simple-readers.ts'
import { SPECIAL_READERS } from './special-readers.ts'
import { unwrap } from './unwrap.ts'

export type CommandContext = {
  readonly workspace: Workspace
  /** Where the shell starts, from the workspace down. */
  readonly folder: string
  readonly rules: PrefixRules
  /** Whether it will run in a sandbox. */
  readonly confined: boolean
}

/** `ruled`: a rule that a person saved says yes to every part that would have been asked about. */
export type CommandJudgement = CommandFinding & { readonly ruled: boolean }

/** What a whole command line does. Whatever is not known is `ask`. */
export function judgeCommand(text: string, { workspace, folder, rules, confined }: CommandContext): CommandJudgement {
  const commands = readCommand(text)
  if (isUnclear(commands)) return { ...asks(`cannot be analysed: ${commands.unclear}`), ruled: false }
  let location: ShellLocation = { workspace, folders: [folder], confined }
  const findings: CommandFinding[] = []
  const beside: CommandFinding[] = []
  let isRuled = false
  for (const written of commands) {
    const command = unwrap(written)
    const judged =
      command.name === 'cd'
        ? changeFolder(command, location)
        : { finding: withinReach(judgeProgram(command, location, rules), location), location }
    const { finding, allows, lifts } = applyRules([written, command], judged.finding, rules)
    const around = judgeSurroundings(command, judged.location, judged.finding.level)
    findings.push(finding, ...around)
    beside.push(...(allows ? [] : [finding]), ...around)
    isRuled ||= lifts
    location =
      command.name === 'cd'
        ? judged.location
        : { ...location, made: new Set([...(location.made ?? []), ...madeBy(command)]) }
  }
  if (isRuled) findings.push(...beside.filter(({ level }) => level !== 'read' && level !== 'ask').map(standsBeside))
  const joined = joinFindings([...findings, ...besideRecords(commands.map(unwrap), findings)])
  return { ...joined, ruled: isRuled && joined.level === 'build' }
}

/**
 * Only files of the workspace can be taken back, git's own not; without a sandbox, code could reach everything else.
 */
const withinReach = (finding: CommandFinding, { confined }: ShellLocation): CommandFinding =>
  confined || finding.level !== 'build' ? finding : asks(`${finding.says}, without a sandbox around it`)

const madeBy = ({ redirects }: PlainCommand): readonly string[] =>
  redirects.filter(({ kind }) => kind === 'output' || kind === 'append').map(({ target }) => target.value)

/** While git may write its records, nothing else runs that could write there. */
function besideRecords(
  commands: readonly PlainCommand[],
  findings: readonly CommandFinding[],
): readonly CommandFinding[] {
  if (!findings.some(({ level }) => level === 'record')) return []
  const other = commands.find(({ name }) => name !== 'git' && name !== 'cd' && SIMPLE_READERS.get(name)?.tame !== true)
  const writes = findings.some(({ level }) => level !== 'record' && level !== 'read')
  return other || writes
    ? [asks(`runs ${other?.name ?? 'something'} beside git, while git may write; run it by itself`)]
    : []
}

/** `allows`: a rule names the command; `lifts`: without the rule it would have been asked about. */
type Ruled = { readonly finding: CommandFinding; readonly allows: boolean; readonly lifts: boolean }

/** Both as it is written and without what stands around it; asking wins. */
function applyRules(command: readonly PlainCommand[], finding: CommandFinding, rules: PrefixRules): Ruled {
  const rulings = command.map(each => rules.find(each))
  const ruling = rulings.find(each => each?.action === 'ask') ?? rulings.find(each => each !== undefined)
  const prefix = ruling?.prefix.join(' ') ?? ''
  if (ruling?.action === 'ask')
    return { finding: asks(`runs "${prefix}", which a rule of yours asks about`), allows: false, lifts: false }
  const allows =
    ruling?.action === 'allow' && !command.some(({ words }) => words.some(({ splits, unknown }) => splits || unknown))
  const lifts = allows && finding.level === 'ask'
  return {
    finding: lifts ? { level: 'build', says: `runs "${prefix}", which a rule of yours allows` } : finding,
    allows,
    lifts,
  }
}

/** A rule takes the guard off the whole line, so it may hold for nothing else on it that writes. */
const standsBeside = ({ says }: CommandFinding): CommandFinding =>
  asks(`${says}, which stands beside a command that a rule of yours allows; run it by itself`)

/** Variables and redirections stand beside every program. */
function judgeSurroundings(
  { assignments, redirects }: PlainCommand,
  location: ShellLocation,
  level: Level,
): readonly CommandFinding[] {
  // Code of the workspace may set for itself whatever it likes.
  const runsCode = level === 'run' || level === 'build'
  const strange = assignments.find(each => !isHarmlessSetting(each) && !(runsCode && isOrdinaryName(each.name)))
  const set = strange ? [asks(`sets ${strange.name}, which may change what programs do`)] : []
  return [...set, ...redirects.map(redirect => judgeRedirect(redirect, location)).filter(({ says }) => says !== '')]
}

const NOTHING = reads('')

function judgeRedirect({ kind, target }: PlainRedirect, location: ShellLocation): CommandFinding {
  switch (kind) {
    case 'here':
    case 'descriptor':
      return NOTHING
    case 'input':
      return refusePath(target, location) ?? NOTHING
    case 'output':
    case 'append': {
      // Only here: a program that could put a link in its place cannot write to the workspace unseen.
      if (isPassing(target.value, location) && !target.globs && target.unknown !== true)
        return reads(`keeps ${target.value} until it ends`)
      const finding = judgeNewFile(target, location, kind === 'append' ? 'adds to' : 'overwrites')
      return finding.level === 'read' ? NOTHING : finding
    }
  }
}

function judgeProgram(
  { name, words, redirects }: PlainCommand,
  location: ShellLocation,
  rules: PrefixRules,
): CommandFinding {
  if (
    location.confined &&
    words.length === 1 &&
    /^--(?:version|help)$/.test(words[0]?.value ?? '') &&
    /^[\w.+-]+$/.test(name)
  )
    return reads('prints its version or its help')
  const simple = SIMPLE_READERS.get(name)
  if (simple?.tame !== true && words.some(({ splits }) => splits))
    return asks('uses a variable without quotes, which may become several words')
  if (words.some(({ unknown }) => unknown) && !takesUnknown(name, words, location))
    return asks(`gives ${name} words that only the run will show`)
  if (simple) return judgeReader(simple, words, location)
  const special = SPECIAL_READERS.get(name) ?? CREATORS.get(name)
  if (special) return special(words, location)
  if (isBuilder(name)) return judgeBuilder(name, words, location)
  const [script, ...more] = redirects.filter(({ kind }) => kind === 'here' || kind === 'input')
  const isGiven = script?.kind === 'here' && more.length === 0
  const code = isGiven
    ? judgeGivenCode(name, words, { text: script.target.value, location })
    : judgeInlineCode(name, words, location)
  if (code) return code
  if (name === 'bash' || name === 'sh') return judgeBash(name, words, { location, rules })
  if (name.includes('/')) return judgeOwnFile(name, words, location)
  if (isLauncher(name)) return judgeLauncher(name, words, location)
  return asks(deedOf(name, words))
}

/** What stands behind `bash -c` is a command line like this one. */
function judgeBash(
  name: string,
  words: readonly PlainWord[],
  { location, rules }: { readonly location: ShellLocation; readonly rules: PrefixRules },
): CommandFinding {
  const [option, text, ...more] = words
  const [folder, ...folders] = location.folders
  const isPlain =
    text && !text.globs && text.unknown !== true && more.length === 0 && folders.length === 0 && folder !== undefined
  if (!isPlain || !/^-[elu]*c$/.test(option?.value ?? '')) return judgeLauncher(name, words, location)
  // Other shells read some signs in another way.
  if (name !== 'bash' && /&>|\[\[|[{}$`\\~!#()]|\|&|<<|>&/.test(text.value)) return judgeLauncher(name, words, location)
  const { ruled, ...finding } = judgeCommand(text.value, { ...location, folder, rules })
  return ruled ? asks('runs a command that a rule of yours allows by way of bash; run it by itself') : finding
}

/** Programs that can do no harm, whatever they are given; `[` and `printf` as long as what makes them act is known. */
function takesUnknown(name: string, words: readonly PlainWord[], { confined }: ShellLocation): boolean {
  if (name === 'printf') return words[0]?.unknown !== true
  if (name === '[' || name === 'test') return true
  const reader = SIMPLE_READERS.get(name)
  return reader?.tame === true && (confined || reader.operands === 'text' || reader.operands === 'none')
}

type Moved = { readonly finding: CommandFinding; readonly location: ShellLocation }

/** It may succeed or fail, so what follows is judged in both folders, unless nothing stands in its way. */
function changeFolder({ words, certain }: PlainCommand, location: ShellLocation): Moved {
  const [target, ...more] = words
  if (target?.value === '-' && more.length === 0 && location.been) return standIn(location.been, location)
  if (!target || more.length > 0 || target.globs || target.unknown || target.value.startsWith('-'))
    return { finding: asks('changes to a folder that is not known'), location }
  const refused = refusePath(target, location)
  if (refused) return { finding: refused, location }
  const folders = location.folders.map(folder => fromFolder(folder, target.value))
  const isPlain = folders.every(folder => leadsThere(folder, location.workspace))
  if (!isPlain) return { finding: asks('changes to a folder by way of a link'), location }
  const isCertain = certain && folders.every(folder => isFolder(folder, location.workspace))
  const all = [...new Set([...(isCertain ? [] : location.folders), ...folders])]
  return standIn(all, location)
}

function standIn(folders: readonly string[], location: ShellLocation): Moved {
  const been = [...new Set([...(location.been ?? []), ...location.folders, ...folders])]
  return been.length > MAX_FOLDERS
    ? { finding: asks('changes the folder too often'), location }
    : { finding: reads('changes the folder'), location: { ...location, folders, been, made: new Set() } }
}

const MAX_FOLDERS = 32

function isFolder(path: string, workspace: Workspace): boolean {
  const entry = workspace.look(path)
  return entry.ok && entry.value.kind === 'folder'
}

/** Through a link `..` would lead elsewhere for the shell than for a program. */
function leadsThere(folder: string, workspace: Workspace): boolean {
  const located = workspace.locate(folder, 'read')
  if (!located.ok) return located.error.code === 'file_not_found'
  const plain = folder
    .replace(`${workspace.root}/`, '')
    .split('/')
    .filter(name => name !== '' && name !== '.')
  return plain.includes('..') || located.value === '.' || plain.join('/') === located.value
}
