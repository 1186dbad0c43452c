import { type PlannedCall, listAllCall, readCall, searchCall } from './planned-call.ts'
import { needlesIn } from '../answer/pick-quote.ts'
import { filesIn } from './rank-files.ts'
import { type Seen, pathOf } from './seen.ts'
import type { Kit } from './tool-roles.ts'
import { baseName, contentWords } from '../understand/words.ts'

type Reading = { readonly file: string; readonly topic?: string }

/** Reads a file that was named; a name without its folder is looked for first, and a wrong one is looked for once. */
export function planFile({ file, topic = '' }: Reading, seen: readonly Seen[], kit: Kit): PlannedCall | undefined {
  const last = seen.at(-1)
  const pages = seen.filter(({ call, found }) => call?.role === 'read' && found.failure === undefined)
  if (pages.length > 0) return nextPage(pages, topic, kit)
  const path = placeOf(file, seen)
  if (path !== undefined && !seen.some(each => pathOf(each) === path)) return readCall(kit, path)
  if (last === undefined)
    return file.includes('/')
      ? (readCall(kit, file) ?? lookFor(file, kit))
      : (lookFor(file, kit) ?? readCall(kit, file))
  const near = last.found.failure === undefined ? undefined : last.found.paths[0]
  if (near !== undefined) return readCall(kit, near)
  return seen.some(({ call }) => call?.role === 'search' || call?.role === 'list') ? undefined : lookFor(file, kit)
}

/** Long files come in pages; it turns them only as long as it has not found what it looks for. */
function nextPage(pages: readonly Seen[], topic: string, kit: Kit): PlannedCall | undefined {
  const [first, last] = [pages[0], pages.at(-1)]
  const path = first === undefined ? undefined : pathOf(first)
  const isFound =
    topic === '' || pages.some(({ found }) => found.lines.some(line => needlesIn(line, contentWords(topic)).length > 0))
  if (path === undefined || isFound || last?.found.more !== true || kit.read?.slots.start === undefined)
    return undefined
  return readCall(kit, path, 1 + pages.reduce((sum, { found }) => sum + found.lines.length, 0))
}

export const lookFor = (file: string, kit: Kit): PlannedCall | undefined =>
  searchCall(kit, baseName(file)) ?? listAllCall(kit)

/** The path that ends like the name, if a result has shown one. */
export function placeOf(file: string, seen: readonly Seen[]): string | undefined {
  const wanted = baseName(file).toLowerCase()
  const shown = seen.flatMap(({ found }) =>
    found.failure === undefined ? [...filesIn(found.paths), ...found.hits.map(({ path }) => path)] : [],
  )
  return shown.find(path => baseName(path).toLowerCase() === wanted)
}
