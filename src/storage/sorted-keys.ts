import { type KeyRange, compareKeys } from './keys.ts'

const CHUNK = 512 // long enough for few chunks, short enough that moving its keys costs little

export type SortedKeys = {
  readonly add: (key: string) => void
  readonly remove: (key: string) => void
  /** The keys of a range, in order. */
  readonly within: (range: KeyRange) => IterableIterator<string>
}

/** Holds the keys from its own `from` up to that of the next chunk. */
type Chunk = { readonly from: string; readonly keys: string[] }

/** Keys in order, in chunks, so that neither adding nor paging ever touches all of them. */
export function createSortedKeys(): SortedKeys {
  const chunks: Chunk[] = [{ from: '', keys: [] }]
  return {
    add: key => add(chunks, key),
    remove: key => remove(chunks, key),
    within: range => within(chunks, range),
  }
}

function add(chunks: Chunk[], key: string): void {
  const at = chunkAt(chunks, key)
  const keys = chunks[at]?.keys ?? []
  const place = placeOf(keys, key)
  if (keys[place] === key) return
  keys.splice(place, 0, key)
  if (keys.length <= CHUNK * 2) return
  const later = keys.splice(CHUNK)
  chunks.splice(at + 1, 0, { from: later[0] ?? key, keys: later })
}

function remove(chunks: Chunk[], key: string): void {
  const at = chunkAt(chunks, key)
  const keys = chunks[at]?.keys ?? []
  const place = placeOf(keys, key)
  if (keys[place] !== key) return
  keys.splice(place, 1)
  if (keys.length === 0 && at > 0) chunks.splice(at, 1)
}

function* within(chunks: readonly Chunk[], { prefix = '', after }: KeyRange): IterableIterator<string> {
  const start = after !== undefined && compareKeys(after, prefix) > 0 ? after : prefix
  for (let at = chunkAt(chunks, start); at < chunks.length; at++) {
    const keys = chunks[at]?.keys ?? []
    for (let place = placeOf(keys, start); place < keys.length; place++) {
      const key = keys[place] ?? ''
      if (!key.startsWith(prefix)) return
      if (key !== after) yield key
    }
  }
}

const chunkAt = (chunks: readonly Chunk[], key: string): number =>
  firstWhere(chunks.length, at => compareKeys(chunks[at]?.from ?? '', key) > 0) - 1

const placeOf = (keys: readonly string[], key: string): number =>
  firstWhere(keys.length, at => compareKeys(keys[at] ?? '', key) >= 0)

/** Binary search: the first place where the test holds, if it holds for all that follow. */
function firstWhere(length: number, holds: (at: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
