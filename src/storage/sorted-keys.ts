import { type KeyRange, compareKeys } from './keys.ts'

export type SortedKeys = {
  readonly add: (key: string) => void
  readonly remove: (key: string) => void
  /** The keys of a range, in order. */
  readonly within: (range: KeyRange) => IterableIterator<string>
}

export function createSortedKeys(): SortedKeys {
  const keys: string[] = []
  return {
    add(key) {
      const at = placeOf(keys, key)
      if (keys[at] !== key) keys.splice(at, 0, key)
    },
    remove(key) {
      const at = placeOf(keys, key)
      if (keys[at] === key) keys.splice(at, 1)
    },
    within: range => within(keys, range),
  }
}

function* within(keys: readonly string[], { prefix = '', after }: KeyRange): IterableIterator<string> {
  const start = after !== undefined && compareKeys(after, prefix) > 0 ? after : prefix
  for (let at = placeOf(keys, start); at < keys.length; at++) {
    const key = keys[at] ?? ''
    if (!key.startsWith(prefix)) return
    if (key !== after) yield key
  }
}

/** Binary search: where the key stands, or would stand. */
function placeOf(keys: readonly string[], key: string): number {
  let [low, high] = [0, keys.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareKeys(keys[middle] ?? '', key) >= 0) high = middle
    else low = middle + 1
  }
  return low
}
