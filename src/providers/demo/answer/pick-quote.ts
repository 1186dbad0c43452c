import { stem, stemsOf } from '../understand/words.ts'

/** Where something stands, and exactly these words of it. */
export type Quote = {
  readonly words: string
  readonly path: string
  readonly line: number
  readonly receipt: string | undefined
}

export type QuotedLine = {
  readonly path: string
  readonly line: number
  readonly text: string
  readonly receipt: string | undefined
}

const LONGEST = 220
const SHORTEST = 8
const CUT = '[…]'

/** What stands before the words of a line: headings, bullets, numbers. */
const LEADING = /^[\s>#*+-]*(?:\d{1,3}[.)]\s+)?/

/** Which of the wanted words a text holds. */
export function needlesIn(text: string, needles: readonly string[]): readonly string[] {
  const stems = new Set(stemsOf(text))
  const small = text.toLowerCase()
  return needles.filter(needle =>
    needle.includes(' ') ? small.includes(needle.toLowerCase()) : stems.has(stem(needle)),
  )
}

/** The best passage of a line without quotation marks inside, so that it can be quoted; undefined if there is none. */
export function quoteLine(line: QuotedLine, needles: readonly string[]): Quote | undefined {
  let best: { readonly words: string; readonly score: number } | undefined
  for (const passage of passagesOf(line.text.replace(LEADING, ''))) {
    const words = shorten(passage, needles)
    if (words.length < SHORTEST) continue
    const score = needlesIn(words, needles).length * 1_000 + Math.min(words.length, LONGEST)
    if (best === undefined || score > best.score) best = { words, score }
  }
  return best === undefined ? undefined : { words: best.words, path: line.path, line: line.line, receipt: line.receipt }
}

/** Sentences, taken apart at quotation marks and where the tool has cut; a word that the cut went through is left out. */
function passagesOf(body: string): readonly string[] {
  const parts = body.split(CUT)
  return parts
    .map((part, at) => (at === 0 ? part : part.replace(/^\s*\S*\s/, '')))
    .map((part, at) => (at === parts.length - 1 ? part : part.replace(/\s\S*\s*$/, '')))
    .flatMap(part => part.split(/["“”]/))
    .flatMap(part => part.split(/(?<=[.!?])\s+/))
    .map(part => part.trim())
}

/** Around the first wanted word, at the borders of words: still exactly what stands there. */
function shorten(passage: string, needles: readonly string[]): string {
  if (passage.length <= LONGEST) return passage
  const small = passage.toLowerCase()
  const places = needles.map(needle => small.indexOf(stem(needle))).filter(at => at >= 0)
  const from = Math.max(0, Math.min(...(places.length > 0 ? places : [0])) - LONGEST / 2)
  const start = from === 0 ? 0 : passage.indexOf(' ', from) + 1
  const end = passage.lastIndexOf(' ', start + LONGEST)
  return passage.slice(start, end > start ? end : start + LONGEST).trim()
}

/** The lines that fit best, in the order in which they stand. A word that stands in few lines says more than one that is everywhere. */
export function bestQuotes(lines: readonly QuotedLine[], needles: readonly string[], most: number): readonly Quote[] {
  const held = lines.map(line => ({ line, inText: needlesIn(line.text, needles) }))
  const weight = new Map(
    needles.map(needle => [needle, 1 / Math.max(1, held.filter(({ inText }) => inText.includes(needle)).length)]),
  )
  const sum = (found: readonly string[]): number =>
    found.reduce((total, needle) => total + (weight.get(needle) ?? 0), 0)
  const names = new Map([...new Set(lines.map(({ path }) => path))].map(path => [path, needlesIn(path, needles)]))
  const scored = held.flatMap(({ line, inText }, at) => {
    const inName = (names.get(line.path) ?? []).filter(needle => !inText.includes(needle))
    const score = inText.length === 0 ? 0 : (sum(inText) + inName.length / 2) * (isHeading(line.text) ? 0.1 : 1)
    const quote = score > 0 ? quoteLine(line, needles) : undefined
    return quote === undefined ? [] : [{ at, score, quote }]
  })
  const ranked = scored.toSorted((a, b) => b.score - a.score || a.at - b.at)
  const top = ranked[0]?.score ?? 0
  return ranked
    .filter(({ score }) => score >= top * 0.7)
    .slice(0, most)
    .toSorted((a, b) => a.at - b.at)
    .map(({ quote }) => quote)
}

export const isHeading = (line: string): boolean => /^#{1,6}\s/.test(line)
