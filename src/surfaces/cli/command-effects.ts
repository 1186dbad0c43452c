import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  sha256,
  textOf,
  type Vault,
  type Workspace,
} from '../../core/index.ts'
import { type Colour, visibleInLine } from './terminal.ts'
import { type DiffLine, diffLines } from './turn/diff-lines.ts'
import { fitLine } from './turn/fit-line.ts'

/** The effects of a shell command, read from its result; undefined if the result is of another tool. */
export type CommandEffects = {
  readonly exitCode: number
  readonly sandbox: string
  readonly changes: readonly ChangedFile[]
  readonly count: number
  /** No copies were made before the command, so its changes are unknown. */
  readonly isUnknown: boolean
  readonly canUndo: boolean
}

type ChangedFile = { readonly path: string; readonly what: string; readonly before: string; readonly after: string }

export function commandEffects(data: unknown): CommandEffects | undefined {
  if (!isJsonObject(data) || typeof data['exit_code'] !== 'number' || !isJsonObject(data['effects'])) return undefined
  const effects = data['effects']
  const changes = isJsonList(effects['changes']) ? effects['changes'].filter(isJsonObject).map(changedFile) : []
  const count = typeof effects['change_count'] === 'number' ? effects['change_count'] : changes.length
  const [isUnknown, canUndo] = [effects['changes'] === null, typeof effects['undo'] === 'string']
  return { exitCode: data['exit_code'], sandbox: textOf(effects['sandbox']), changes, count, isUnknown, canUndo }
}

const changedFile = ({ path, what, before, after }: JsonObject): ChangedFile => ({
  path: textOf(path),
  what: textOf(what),
  before: textOf(before),
  after: textOf(after),
})

type EffectLine = { readonly colour: Colour; readonly text: string }

export type EffectsView = {
  readonly columns: number
  readonly receipt: string | undefined
  /** Where the old and new bytes are, to show a diff; without it only file names are shown. */
  readonly files?: { readonly workspace: Workspace; readonly vault: Vault } | undefined
}

const MOST_FILES = 20
const MOST_LINES = 60

/** The exit code, the sandbox, the changes line by line, and the command that undoes them. */
export function effectLines(effects: CommandEffects, view: EffectsView): readonly EffectLine[] {
  const { exitCode, sandbox, canUndo } = effects
  const lines: EffectLine[] = [{ colour: exitCode === 0 ? 'dim' : 'yellow', text: `exit code ${exitCode}` }]
  lines.push({ colour: sandbox === 'off' ? 'red' : 'dim', text: sandboxText(sandbox) })
  lines.push(...changeLines(effects, view))
  if (canUndo && view.receipt !== undefined)
    lines.push({ colour: 'dim', text: `undo      countersign undo ${view.receipt}` })
  return lines
}

function changeLines({ changes, count, isUnknown }: CommandEffects, view: EffectsView): readonly EffectLine[] {
  if (isUnknown) return [{ colour: 'yellow', text: 'changed   unknown, because no copies were made first' }]
  if (count === 0) return [{ colour: 'dim', text: 'changed   nothing' }]
  const lines: EffectLine[] = [
    { colour: 'dim', text: `changed   ${count} ${count === 1 ? 'file or folder' : 'files and folders'}` },
  ]
  for (const change of changes.slice(0, MOST_FILES)) {
    lines.push({ colour: 'bold', text: fitLine(`${change.path} (${change.what})`, view.columns - 1) })
    lines.push(...diffOf(change, view, MOST_LINES - lines.length))
  }
  if (count > MOST_FILES) lines.push({ colour: 'dim', text: `and ${count - MOST_FILES} more` })
  return lines
}

const COLOURS = { '+': 'green', '-': 'red', ' ': 'dim' } as const

function diffOf(change: ChangedFile, { files, columns }: EffectsView, room: number): readonly EffectLine[] {
  const [before, after] = files ? [oldText(change, files), newText(change, files)] : []
  if (before === undefined || after === undefined || room <= 0) return []
  const all = diffLines({ before, after })
  const line = ({ sign, text }: DiffLine): EffectLine => ({
    colour: COLOURS[sign],
    text: `  ${sign} ${fitDiff(text, columns - 5)}`,
  })
  const left = all.length - room
  return left <= 0
    ? all.map(line)
    : [...all.slice(0, room).map(line), { colour: 'dim', text: `  (${left} more lines)` }]
}

/** Fits a diff line into the terminal and keeps its indentation. */
function fitDiff(text: string, columns: number): string {
  const indent = (/^[ \t]*/.exec(text)?.[0] ?? '').replaceAll('\t', '    ').slice(0, 40)
  return `${indent}${fitLine(text, columns - indent.length)}`
}

const MOST_BYTES = 128 * 1024

function oldText({ before }: ChangedFile, { vault }: NonNullable<EffectsView['files']>): string | undefined {
  if (before === '') return ''
  const kept = vault.fetch(before)
  return kept.ok && kept.value ? textIn(kept.value) : undefined
}

/** The file as the command left it. A later change is not shown as the command's. */
function newText({ path, after }: ChangedFile, { workspace }: NonNullable<EffectsView['files']>): string | undefined {
  if (after === '') return ''
  const read = workspace.read(path, { maxBytes: MOST_BYTES })
  return read.ok && sha256(read.value.bytes) === after ? textIn(read.value.bytes) : undefined
}

const textIn = (bytes: Uint8Array): string | undefined =>
  bytes.length > MOST_BYTES || bytes.includes(0) ? undefined : Buffer.from(bytes).toString()

const WORDS: Readonly<Record<string, string>> = {
  bwrap: 'bwrap: this workspace and system programs only, no network',
  off: 'off: it runs WITHOUT A SANDBOX',
}

/** The sandbox of a command, for people. */
export const sandboxText = (profile: string): string => `sandbox   ${WORDS[profile] ?? visibleInLine(profile)}`
