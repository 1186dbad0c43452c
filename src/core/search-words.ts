import type { NeededWords } from './needed-words.ts'

export type Sought<T> = { readonly each: T; readonly words: NeededWords }

/** Those of which a word stands in the text, and those that need none, in their order. */
export function searchWords<T>(all: readonly Sought<T>[]): (text: string) => readonly T[] {
  const placed = all.map((each, place) => ({ ...each, place }))
  const plain = placed.filter(({ words }) => words === undefined)
  const nothingFound = plain.map(({ each }) => each)
  const found = new Set<(typeof placed)[number]>()
  let foundIn: Reading | undefined
  for (const of of placed) {
    const note = (reading: Reading): void => {
      if (foundIn !== reading) found.clear()
      foundIn = reading
      found.add(of)
    }
    for (const word of of.words ?? []) dictionary.add(word, note)
  }
  return text => {
    if (dictionary.read(text) !== foundIn) return nothingFound
    return [...plain, ...found].sort((one, other) => one.place - other.place).map(({ each }) => each)
  }
}

/** Nothing but itself: whoever has noted it knows that what he found stands in the text that was read last. */
type Reading = object
type Entry = { readonly word: string; readonly note: (reading: Reading) => void }

const ASCII = 128
const SLOTS = 32_768

/**
 * All words that anybody looks for. A text is asked about many times in a row, by one table after the other, so it is read once for all
 * of them and the last one is remembered. What stands at each place is looked up by its first letters; a bit for each slot tells of most
 * places that no word begins there.
 */
const dictionary = ((): { add: (word: string, note: Entry['note']) => void; read: (text: string) => Reading } => {
  const filter = new Uint32Array(SLOTS / 32)
  const byStart = new Map<number, Entry[]>()
  let [last, reading]: [string | undefined, Reading] = [undefined, {}]
  const mayStart = (start: number): boolean => {
    const slot = slotOf(start)
    return (((filter[slot >>> 5] ?? 0) >>> (slot & 31)) & 1) === 1
  }
  const noteAll = (start: number, lower: string, at: number): void => {
    for (const { word, note } of byStart.get(start) ?? []) if (lower.startsWith(word, at)) note(reading)
  }
  return {
    add(word, note) {
      const start = startOf(word)
      const slot = slotOf(start)
      filter[slot >>> 5] = (filter[slot >>> 5] ?? 0) | (1 << (slot & 31))
      const known = byStart.get(start)
      if (known === undefined) byStart.set(start, [{ word, note }])
      else known.push({ word, note })
      last = undefined
    },
    read(text) {
      if (text === last) return reading
      const lower = text.toLowerCase()
      last = text
      reading = {}
      for (let at = 1, before = 0, first = lower.charCodeAt(0); at < lower.length; at++) {
        const second = lower.charCodeAt(at)
        if (first < ASCII && second < ASCII) {
          const pair = first * ASCII + second
          if (mayStart(pair)) noteAll(pair, lower, at - 1)
          if (before < ASCII && mayStart(before * ASCII * ASCII + pair))
            noteAll(before * ASCII * ASCII + pair, lower, at - 2)
        }
        before = first
        first = second
      }
      return reading
    },
  }
})()

/** Its first three letters as one number; of a word of two letters, both. All words are ASCII. */
const startOf = (word: string): number =>
  word.length === 2
    ? word.charCodeAt(0) * ASCII + word.charCodeAt(1)
    : (word.charCodeAt(0) * ASCII + word.charCodeAt(1)) * ASCII + word.charCodeAt(2)

const slotOf = (start: number): number => Math.imul(start, 0x9e3779b1) >>> 17
