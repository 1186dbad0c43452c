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
}

/** `ruled`: a rule that a person saved says yes to every part that would have been asked about. */
export type Judgement = Finding & { readonly ruled: boolean }

/** What a whole command line does. Whatever is not known is `ask`. */
export function judgeCommand(text: string, { workspace, folder, rules }: Judging): Judgement {
  const commands = readCommand(text)
  if (isUnclear(commands)) return { ...asks(`cannot be analysed: ${commands.unclear}`), ruled: false }
  let ground: Ground = { workspace, folders: [folder] }
  const findings: Finding[] = []
  let isRuled = false
  for (const command of commands) {
    const ruling = rules.find(command)
    const judged = command.name === 'cd' ? changeFolder(command, ground) : { finding: judgeProgram(command, ground), ground }
    const allowed = ruling?.action === 'allow' && judged.finding.level === 'ask' && !command.words.some(({ splits }) => splits)
    if (ruling?.action === 'ask') findings.push(asks(`runs "${ruling.prefix.join(' ')}", which a rule of yours asks about`))
    else if (allowed) findings.push({ level: 'build', says: `runs "${ruling.prefix.join(' ')}", which a rule of yours allows` })
    else findings.push(judged.finding)
    isRuled ||= allowed
    findings.push(...judgeSurroundings(command, judged.ground))
    ground = judged.ground
  }
  const joined = joinFindings(findings)
  return { ...joined, ruled: isRuled && joined.level === 'build' }
}

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
