import type { Workspace } from '../../../core/index.ts'
import { isUnclear } from '../reading/plain-word.ts'
import { type PlainCommand, type PlainRedirect, readCommand } from '../reading/read-command.ts'
import type { PrefixRules } from './prefix-rule.ts'
import { isBuilder, judgeBuilder } from './builders.ts'
import { CREATORS, judgeNewFile } from './creators.ts'
import { deedOf } from './deeds.ts'
import { type Finding, asks, joinFindings, reads } from './finding.ts'
import { type Ground, fromFolder, refusePath } from './ground.ts'
import { isLauncher, judgeLauncher } from './launchers.ts'
import { SIMPLE_READERS, judgeReader } from './simple-readers.ts'
import { SPECIAL_READERS } from './special-readers.ts'

export type Judging = {
  readonly workspace: Workspace
  /** Where the shell starts, from the workspace down. */
  readonly folder: string
  readonly rules: PrefixRules
  /** Whether it will run in a sandbox. */
  readonly confined: boolean
}

/** `ruled`: a rule that a person saved says yes to every part that would have been asked about. */
export type Judgement = Finding & { readonly ruled: boolean }

/** What a whole command line does. Whatever is not known is `ask`. */
export function judgeCommand(text: string, { workspace, folder, rules, confined }: Judging): Judgement {
  const commands = readCommand(text)
  if (isUnclear(commands)) return { ...asks(`cannot be analysed: ${commands.unclear}`), ruled: false }
  let ground: Ground = { workspace, folders: [folder], confined }
  const findings: Finding[] = []
  const beside: Finding[] = []
  let isRuled = false
  for (const command of commands) {
    const judged = command.name === 'cd' ? changeFolder(command, ground) : { finding: judgeProgram(command, ground), ground }
    const { finding, allows, lifts } = applyRules(command, judged.finding, rules)
    const around = judgeSurroundings(command, judged.ground)
    findings.push(finding, ...around)
    beside.push(...(allows ? [] : [finding]), ...around)
    isRuled ||= lifts
    ground = judged.ground
  }
  if (isRuled) findings.push(...beside.filter(({ level }) => level === 'create' || level === 'build').map(standsBeside))
  const joined = joinFindings(findings)
  return { ...joined, ruled: isRuled && joined.level === 'build' }
}

/** `allows`: a rule names the command; `lifts`: without the rule it would have been asked about. */
type Ruled = { readonly finding: Finding; readonly allows: boolean; readonly lifts: boolean }

function applyRules(command: PlainCommand, finding: Finding, rules: PrefixRules): Ruled {
  const ruling = rules.find(command)
  const prefix = ruling?.prefix.join(' ') ?? ''
  if (ruling?.action === 'ask') return { finding: asks(`runs "${prefix}", which a rule of yours asks about`), allows: false, lifts: false }
  const allows = ruling?.action === 'allow' && !command.words.some(({ splits }) => splits)
  const lifts = allows && finding.level === 'ask'
  return { finding: lifts ? { level: 'build', says: `runs "${prefix}", which a rule of yours allows` } : finding, allows, lifts }
}

/** A rule takes the guard off the whole line, so it may hold for nothing else on it that writes. */
const standsBeside = ({ says }: Finding): Finding =>
  asks(`${says}, which stands beside a command that a rule of yours allows; run it by itself`)

const NAMES: ReadonlySet<string> = new Set(
  'NODE_ENV CI DEBUG FORCE_COLOR NO_COLOR COLORTERM TERM LANG LC_ALL LANGUAGE TZ RUST_BACKTRACE RUST_LOG PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE GOOS GOARCH CGO_ENABLED LOG_LEVEL VERBOSE'.split(
    ' ',
  ),
)

/** Variables and redirections stand beside every program. */
function judgeSurroundings({ assignments, redirects }: PlainCommand, ground: Ground): readonly Finding[] {
  const strange = assignments.find(({ name }) => !NAMES.has(name))
  const set = strange ? [asks(`sets ${strange.name}, which may change what programs do`)] : []
  return [...set, ...redirects.map(redirect => judgeRedirect(redirect, ground)).filter(({ says }) => says !== '')]
}

const NOTHING = reads('')

function judgeRedirect({ kind, target }: PlainRedirect, ground: Ground): Finding {
  switch (kind) {
    case 'here':
    case 'descriptor':
      return NOTHING
    case 'input':
      return refusePath(target, ground) ?? NOTHING
    case 'output':
    case 'append': {
      const finding = judgeNewFile(target, ground)
      return finding.level === 'read' ? NOTHING : finding
    }
  }
}

function judgeProgram({ name, words }: PlainCommand, ground: Ground): Finding {
  const simple = SIMPLE_READERS.get(name)
  if (simple?.tame !== true && words.some(({ splits }) => splits))
    return asks('uses a variable without quotes, which may become several words')
  if (simple) return judgeReader(simple, words, ground)
  const special = SPECIAL_READERS.get(name) ?? CREATORS.get(name)
  if (special) return special(words, ground)
  if (isBuilder(name)) return judgeBuilder(name, words, ground)
  if (isLauncher(name)) return judgeLauncher(name, words, ground)
  return asks(deedOf(name, words))
}

type Moved = { readonly finding: Finding; readonly ground: Ground }

/** It may succeed or fail, so what follows is judged in both folders. */
function changeFolder({ words }: PlainCommand, ground: Ground): Moved {
  const [target, ...more] = words
  if (!target || more.length > 0 || target.globs || target.value.startsWith('-'))
    return { finding: asks('changes to a folder that is not known'), ground }
  const refused = refusePath(target, ground)
  if (refused) return { finding: refused, ground }
  const folders = ground.folders.map(folder => fromFolder(folder, target.value))
  const isPlain = folders.every(folder => leadsThere(folder, ground.workspace))
  if (!isPlain) return { finding: asks('changes to a folder by way of a link'), ground }
  const all = [...new Set([...ground.folders, ...folders])]
  return all.length > MAX_FOLDERS
    ? { finding: asks('changes the folder too often'), ground }
    : { finding: reads('changes the folder'), ground: { ...ground, folders: all } }
}

const MAX_FOLDERS = 32

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
