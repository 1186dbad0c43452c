import { GAP, NOTHING, foldAt, isSplit } from './fold.ts'
import { type Pattern, type TextSpan, isWhole, searchFolded } from './search-folded.ts'

type Work = { left: number }

const SHORTEST_ANCHOR = 3
const LONGEST_ANCHOR = 64 // more makes it no rarer

/**
 * All places where the folded words stand as whole words, in order. A rare word of them is looked for first, which
 * costs a tenth of folding the text; a text full of near misses is folded after all, so that the time stays in
 * proportion to its length.
 */
export function* findPassages(text: string, pattern: Pattern): Generator<TextSpan> {
  if (pattern.length === 0) return
  const anchor = findAnchor(pattern)
  let after = -1
  if (anchor !== undefined) {
    const work: Work = { left: 10_000 + text.length / 4 }
    for (const span of byAnchor(text, { pattern, ...anchor, work })) {
      after = span[0]
      yield span
    }
    if (work.left > 0) return
  }
  for (const span of searchFolded(text, pattern)) if (span[0] > after) yield span
}

type Anchor = { readonly word: string; readonly index: number }

/** The longest run of plain letters: it stands in the text as it is, but for small and capital letters. */
function findAnchor(pattern: Pattern): Anchor | undefined {
  let best: Anchor | undefined
  for (let index = 0; index < pattern.length;) {
    let end = index
    while (end < pattern.length && end - index < LONGEST_ANCHOR && isPlainLetter(pattern[end])) end++
    if (end - index >= SHORTEST_ANCHOR && end - index > (best?.word.length ?? 0))
      best = { word: String.fromCharCode(...pattern.slice(index, end)), index }
    index = Math.max(end, index + 1)
  }
  return best
}

const isPlainLetter = (code: number | undefined): boolean => code !== undefined && code >= 97 && code <= 122

type Hunt = Anchor & { readonly pattern: Pattern; readonly work: Work }

function* byAnchor(text: string, { pattern, word, index, work }: Hunt): Generator<TextSpan> {
  const expression = phraseFrom(pattern, index, word)
  for (let hit = expression.exec(text); hit !== null && work.left > 0; hit = expression.exec(text)) {
    expression.lastIndex = hit.index + 1
    const end = follow(text, { pattern, work, at: hit.index, index, step: 1 })
    const start = end < 0 ? -1 : follow(text, { pattern, work, at: hit.index - 1, index: index - 1, step: -1 }) + 1
    if (end >= 0 && start >= 0 && isWhole(text, [start, end])) yield [start, end]
  }
}

const PHRASE = 6 // words; more make it no rarer

/** The anchor and the words behind it: all places where the pattern may stand, and few others. */
function phraseFrom(pattern: Pattern, index: number, word: string): RegExp {
  const rest = String.fromCharCode(...pattern.slice(index + word.length, index + word.length + 40 * PHRASE))
  const isWholeRest = pattern.length <= index + word.length + 40 * PHRASE
  const runs = rest.match(/[a-z0-9]+|[^a-z0-9]+/g) ?? []
  const usable = isWholeRest ? runs : runs.slice(0, -1)
  const sources = usable.slice(0, 2 * PHRASE).map(run => (/[a-z0-9]/.test(run) ? run : '[^a-z0-9]+'))
  return new RegExp(word + (sources.at(-1) === '[^a-z0-9]+' ? sources.slice(0, -1) : sources).join(''), 'gi')
}

type Way = {
  readonly pattern: Pattern
  readonly work: Work
  readonly at: number
  readonly index: number
  readonly step: 1 | -1
}

const NO_WAY = -2

/** Goes through pattern and text together, forwards or backwards; gives the first position behind, or NO_WAY. */
function follow(text: string, { pattern, work, at: from, index: first, step }: Way): number {
  let at = from
  let last = step < 0 ? (pattern[first + 1] ?? GAP) : GAP
  for (let index = first; index >= 0 && index < pattern.length; index += step) {
    work.left--
    let [gap, dropped, code] = [false, false, NOTHING]
    for (; at >= 0 && at < text.length; at += step) {
      code = foldAt(text, at)
      if (code !== GAP && code !== NOTHING) break
      work.left--
      if (code === GAP) gap = true
      else dropped = true
    }
    if (at < 0 || at >= text.length) return NO_WAY
    const wantsGap = pattern[index] === GAP
    const hasGap = gap || (dropped && isSplit(last, code))
    if (wantsGap !== hasGap) return NO_WAY
    if (wantsGap) index += step
    if (pattern[index] !== code) return NO_WAY
    last = code
    at += step
  }
  return at
}
