import type { NeededWords } from './needed-words.ts'

export type Sought<T> = { readonly each: T; readonly words: NeededWords }

type Placed<T> = Sought<T> & { readonly place: number }
type Word<T> = { readonly word: string; readonly of: Placed<T> }

/**
 * Those of which a word stands in the text, and those that need none, in their order. What stands at each place of the text is looked up
 * by its first three letters, so that it hardly matters how many words there are.
 */
export function searchWords<T>(all: readonly Sought<T>[]): (text: string) => readonly T[] {
  const placed = all.map((each, place): Placed<T> => ({ ...each, place }))
  const words = placed.flatMap(of => (of.words ?? []).map((word): Word<T> => ({ word, of })))
  const short = words.filter(({ word }) => word.length < TRIPLE)
  const index = indexWords(words.filter(({ word }) => word.length >= TRIPLE))
  const plain = placed.filter(of => of.words === undefined)
  const onlyPlain = plain.map(({ each }) => each)
  return text => {
    const read = readTriples(text)
    let found: Set<Placed<T>> | undefined
    for (let at = 0; at < read.count; at++) {
      const slot = read.slots[at] ?? 0
      if ((((index.filter[slot >>> 5] ?? 0) >>> (slot & 31)) & 1) === 0) continue
      for (const { word, of } of index.byTriple.get(read.triples[at] ?? 0) ?? [])
        if (read.lower.startsWith(word, at)) found = (found ?? new Set(plain)).add(of)
    }
    for (const { word, of } of short) if (read.lower.includes(word)) found = (found ?? new Set(plain)).add(of)
    return found === undefined ? onlyPlain : [...found].sort((a, b) => a.place - b.place).map(({ each }) => each)
  }
}

const TRIPLE = 3
const ASCII = 128
const SLOTS = 4_096

/** Most triples of a text begin no word: a bit for each slot tells so without a look into the map. */
type Index<T> = { readonly filter: Uint32Array; readonly byTriple: ReadonlyMap<number, readonly Word<T>[]> }

function indexWords<T>(words: readonly Word<T>[]): Index<T> {
  const filter = new Uint32Array(SLOTS / 32)
  const byTriple = new Map<number, Word<T>[]>()
  for (const each of words) {
    const [first = 0, second = 0, third = 0] = [0, 1, 2].map(at => each.word.charCodeAt(at))
    const triple = tripleOf(first, second, third)
    const slot = slotOf(triple)
    filter[slot >>> 5] = (filter[slot >>> 5] ?? 0) | (1 << (slot & 31))
    const known = byTriple.get(triple)
    if (known === undefined) byTriple.set(triple, [each])
    else known.push(each)
  }
  return { filter, byTriple }
}

/** 0 where one of them is no ASCII: no word has such a letter. */
const tripleOf = (first: number, second: number, third: number): number =>
  (first | second | third) < ASCII ? (first * ASCII + second) * ASCII + third : 0

const slotOf = (triple: number): number => Math.imul(triple, 0x9e3779b1) >>> 20

type Read = { readonly lower: string; readonly count: number; readonly triples: Int32Array; readonly slots: Uint16Array }

const USUAL = 4_096 // characters; longer texts are rare, and their room is not kept

/** A text is asked about many times in a row, for other words each time, so the last one is remembered. */
const readTriples = ((): ((text: string) => Read) => {
  const usual = { triples: new Int32Array(USUAL), slots: new Uint16Array(USUAL) }
  let last: string | undefined
  let read: Read = { lower: '', count: 0, ...usual }
  return text => {
    if (text === last) return read
    const lower = text.toLowerCase()
    const { triples, slots } =
      lower.length > USUAL ? { triples: new Int32Array(lower.length), slots: new Uint16Array(lower.length) } : usual
    let [first, second] = [lower.charCodeAt(0), lower.charCodeAt(1)]
    const count = Math.max(0, lower.length - 2)
    for (let at = 0; at < count; at++) {
      const third = lower.charCodeAt(at + 2)
      const triple = tripleOf(first, second, third)
      triples[at] = triple
      slots[at] = slotOf(triple)
      first = second
      second = third
    }
    last = text
    read = { lower, count, triples, slots }
    return read
  }
})()
