import { isDeepStrictEqual } from 'node:util'
import { isJsonObject } from '../../core/index.ts'
import { configError } from './config-problem.ts'
import { CHANGED_VALUES, type ChangedValue, MOVED_KEYS, type MovedKey } from './moved-keys.ts'
import { parseToml } from './parse-config.ts'
import { type TomlStatement, tomlStatements } from './toml-statements.ts'

export type Migration = {
  readonly text: string
  readonly moved: readonly { readonly from: string; readonly to: string; readonly kept: 'old value' | 'new value' }[]
  /** False if the file had to be written anew, which loses its comments. */
  readonly commentsKept: boolean
}

/** Renames the keys of an older file. The text is edited by lines where that provably gives the same values. */
export async function migrateConfig(text: string, file: string): Promise<Migration> {
  const before = await tableOf(text, file)
  const present = MOVED_KEYS.filter(({ from }) => valueAt(before, from) !== undefined)
  const moved = present.map(({ from, to }) => ({
    from: from.join('.'),
    to: to.join('.'),
    kept: valueAt(before, to) === undefined ? ('old value' as const) : ('new value' as const),
  }))
  const changed = CHANGED_VALUES.filter(({ key, old }) => valueAt(before, key) === old)
  const renamed = changed.map(({ key, old, now }) => ({
    from: `${key.join('.')} = "${old}"`,
    to: `${key.join('.')} = "${now}"`,
    kept: 'old value' as const,
  }))
  const wanted = changed.reduce(changeValue, present.reduce(moveValue, before))
  const edited = changed.reduce(changeWord, present.reduce(moveLine, text))
  const commentsKept = await holds(edited, wanted, file)
  return { text: commentsKept ? edited : await rewritten(wanted), moved: [...moved, ...renamed], commentsKept }
}

const changeValue = (table: Table, { key: [outer, name], now }: ChangedValue): Table => ({
  ...table,
  [outer]: { ...asTable(table[outer]), [name]: now },
})

function changeWord(text: string, { key, old, now }: ChangedValue): string {
  const pair = tomlStatements(text).find(({ kind, path }) => kind === 'pair' && samePath(path, key))
  if (pair === undefined) return text
  const value = text.slice(pair.valueStart, pair.end).replace(old, now)
  return text.slice(0, pair.valueStart) + value + text.slice(pair.end)
}

type Table = { readonly [key: string]: unknown }

async function tableOf(text: string, file: string): Promise<Table> {
  const parsed = await parseToml(text, file)
  if (!parsed.ok) throw configError([parsed.problem])
  const table = asTable(parsed.table)
  const message = `is nested more than ${MAX_LEVELS} levels deep.`
  if (isDeeper(table, MAX_LEVELS)) throw configError([{ code: 'config_invalid', source: file, message }])
  return table
}

const MAX_LEVELS = 64 // far more than any table of ours

function isDeeper(value: unknown, levels: number): boolean {
  if (!isJsonObject(value)) return false
  return levels === 0 || Object.values(value).some(member => isDeeper(member, levels - 1))
}

const asTable = (value: unknown): Table => (isJsonObject(value) ? value : {})

function valueAt(table: Table, path: readonly string[]): unknown {
  let found: unknown = table
  for (const key of path) found = isJsonObject(found) && Object.hasOwn(found, key) ? found[key] : undefined
  return found
}

/** Moves a value to its present name. A value that stands there already is newer and stays. */
function moveValue(table: Table, { from: [outer, old], to: [first, second, name] }: MovedKey): Table {
  const { [old]: value, ...rest } = asTable(table[outer])
  const tools = asTable(table[first])
  return { ...table, [outer]: rest, [first]: { ...tools, [second]: { [name]: value, ...asTable(tools[second]) } } }
}

async function holds(text: string, wanted: Table, file: string): Promise<boolean> {
  const parsed = await parseToml(text, file)
  return parsed.ok && isDeepStrictEqual(pruned(parsed.table), pruned(wanted))
}

/** Without empty tables, which say nothing: an emptied `[agent]` may stay or go. */
function pruned(value: unknown): unknown {
  if (!isJsonObject(value) || value instanceof Date) return value
  const members = Object.entries(value).map(([key, member]): [string, unknown] => [key, pruned(member)])
  return Object.fromEntries(
    members.filter(([, member]) => !isJsonObject(member) || member instanceof Date || Object.keys(member).length > 0),
  )
}

async function rewritten(wanted: Table): Promise<string> {
  const { stringify } = await import('smol-toml')
  return stringify(pruned(wanted))
}

/** Takes the old line out and writes it, with its comment, under the table that it belongs to now. */
function moveLine(text: string, { from, to }: MovedKey): string {
  const statements = tomlStatements(text)
  const old = statements.find(statement => statement.kind === 'pair' && samePath(statement.path, from))
  if (old === undefined) return text
  const without = cutLine(text, old)
  if (statements.some(statement => samePath(statement.path, to))) return without
  const line = `${to.at(-1)} = ${text.slice(old.valueStart, old.end).trimEnd()}`
  return insertInTable(without, to.slice(0, -1), line)
}

const samePath = (left: readonly string[], right: readonly string[]): boolean => isDeepStrictEqual(left, right)

function cutLine(text: string, { start, end }: TomlStatement): string {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', end)
  return text.slice(0, lineStart) + (next < 0 ? '' : text.slice(next + 1))
}

function insertInTable(text: string, table: readonly string[], line: string): string {
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const header = tomlStatements(text).find(({ kind, path }) => kind === 'table' && samePath(path, table))
  if (header !== undefined) return `${text.slice(0, header.end)}${newline}${line}${text.slice(header.end)}`
  const gap = text === '' || text.endsWith('\n') ? '' : newline
  return `${text}${gap}${newline}[${table.join('.')}]${newline}${line}${newline}`
}
