import type { QuotedLine } from './pick-quote.ts'
import { type Seen, pathOf } from '../plan/seen.ts'

/** Everything that was read, line by line, with its place; of files that were not read, the lines that a search has shown. */
export function linesOf(seen: readonly Seen[]): readonly QuotedLine[] {
  const read = seen.flatMap(linesRead)
  const known = new Set(read.map(({ path }) => path))
  const found = seen.flatMap(({ found: { hits, receipt } }) => hits.map(hit => ({ ...hit, receipt })))
  return [...read, ...found.filter(({ path }) => !known.has(path))]
}

function linesRead(each: Seen): readonly QuotedLine[] {
  const { found, call } = each
  const path = call?.role === 'read' ? pathOf(each) : undefined
  if (path === undefined || found.failure !== undefined) return []
  const first = startOf(each)
  return found.lines.map((text, index) => ({ path, line: first + index, text, receipt: found.receipt }))
}

/** Which line of the file a page begins with. */
function startOf({ call }: Seen): number {
  const start = Object.values(call?.args ?? {}).find(value => typeof value === 'number')
  return typeof start === 'number' ? start : 1
}
