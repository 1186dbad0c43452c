import type { ShownResult } from './sections.ts'
import type { Role } from '../plan/tool-roles.ts'

export type Hit = { readonly path: string; readonly line: number; readonly text: string }

/** What a result says, taken apart. */
export type Found = {
  readonly receipt: string | undefined
  /** Why there is none. */
  readonly failure: string | undefined
  readonly hits: readonly Hit[]
  /** Files and folders that it names; folders end in /. */
  readonly paths: readonly string[]
  /** The text itself, without the marks of the tool. */
  readonly lines: readonly string[]
  /** There is more than was shown. */
  readonly more: boolean
}

const FAILED =
  /^(?:\[tool_error\]|Permission denied|Error:|tool_\w+:|\w+_(?:blocked|denied|required|failed|not_found|mismatch):)/
const HIT = /^(.+?):(\d{1,9}): (.*)$/
const NAME_HIT = /^(.+\.\w{1,8}): the name matches$/
const ENTRY = /^(.+?)(?: \(\d+ bytes\)| \(no regular file\))?(?: \(link to .+\))?$/
const MARK = /^\[.*\]$/
const MORE = /there are more|call again with|go on with|more;|entries shown;|lines? shown;/i

/** How it is read depends on what the tool does; of an unknown one, its own form decides. */
export function readResult({ text, receipt }: ShownResult, role: Role | 'other'): Found {
  const nothing = { receipt, failure: undefined, hits: [], paths: [], lines: [], more: false }
  if (FAILED.test(text)) return { ...nothing, failure: failureOf(text), paths: nearOf(text) }
  const all = text.split('\n')
  const lines = all.filter(line => !isMark(line))
  const found = { ...nothing, more: all.some(line => isMark(line) && MORE.test(line)) }
  if (role === 'read') return { ...found, lines: withoutEndMark(all) }
  if (role === 'list') return { ...found, paths: lines.flatMap(entryOf) }
  const hits = lines.flatMap(hitOf)
  const paths = lines.flatMap(line => NAME_HIT.exec(line)?.[1] ?? [])
  if (role === 'search' && hits.length + paths.length === 0 && lines.every(line => PATH.test(line)))
    return { ...found, paths: lines.filter(line => line !== '') }
  return { ...found, hits, paths, lines: role === 'search' ? [] : lines }
}

/** Of a file every line counts, or the numbers of those below would be wrong; only the tool's own last line is none. */
const withoutEndMark = (lines: readonly string[]): readonly string[] =>
  isMark(lines.at(-1) ?? '') ? lines.slice(0, -1) : lines

const PATH = /^(?:[^\s:]+\/)*[^\s:]*\.\w{1,8}$|^$/
const isMark = (line: string): boolean => line.startsWith('[') && MARK.test(line)

function hitOf(line: string): readonly Hit[] {
  const [, path, number, text = ''] = HIT.exec(line) ?? []
  return path === undefined ? [] : [{ path, line: Number(number), text }]
}

function entryOf(line: string): readonly string[] {
  const name = ENTRY.exec(line)?.[1]?.trim() ?? ''
  return name === '' ? [] : [name]
}

/** The sentence that tells it, without our own advice to models. */
function failureOf(text: string): string {
  const told =
    /^message: (.*)$/m.exec(text)?.[1] ??
    text.split('\n').find(line => line !== '' && line !== '[tool_error]') ??
    'no reason was given'
  return told.slice(0, 300)
}

const nearOf = (text: string): readonly string[] =>
  /\bNear: ([^\n]+?)\.?(?:\n|$)/.exec(text)?.[1]?.replace(/\.$/, '').split(', ') ?? []
