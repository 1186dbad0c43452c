import type { TextChange } from '../../../core/index.ts'

export type DiffLine = { readonly sign: '+' | '-' | ' '; readonly text: string }

const CONTEXT = 2 // unchanged lines around a change

/**
 * A line diff with some context. Lines that are unique in both texts anchor it (patience diff), so it is as fast as
 * sorting.
 */
export function diffLines({ before, after }: TextChange): readonly DiffLine[] {
  return withContext(compare(linesOf(before), linesOf(after)))
}

/** The lines of a text; the empty rest after the last line break is none. */
function linesOf(text: string): readonly string[] {
  const lines = text.split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

const signed = (sign: DiffLine['sign'], lines: readonly string[]): readonly DiffLine[] =>
  lines.map(text => ({ sign, text }))

function compare(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const start = commonStart(before, after)
  const [oldRest, newRest] = [before.slice(start), after.slice(start)]
  const end = commonStart(oldRest.toReversed(), newRest.toReversed())
  const [gone, come] = [oldRest.slice(0, oldRest.length - end), newRest.slice(0, newRest.length - end)]
  return [
    ...signed(' ', before.slice(0, start)),
    ...between(gone, come),
    ...signed(' ', oldRest.slice(oldRest.length - end)),
  ]
}

function commonStart(one: readonly string[], other: readonly string[]): number {
  const most = Math.min(one.length, other.length)
  let at = 0
  while (at < most && one[at] === other[at]) at++
  return at
}

/** Compares part by part, between the lines that stay. */
function between(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const kept = keptPairs(before, after)
  const lines: DiffLine[] = []
  let [oldAt, newAt] = [0, 0]
  for (const [oldKept, newKept] of kept) {
    lines.push(...signed('-', before.slice(oldAt, oldKept)), ...signed('+', after.slice(newAt, newKept)))
    lines.push({ sign: ' ', text: before[oldKept] ?? '' })
    oldAt = oldKept + 1
    newAt = newKept + 1
  }
  return [...lines, ...signed('-', before.slice(oldAt)), ...signed('+', after.slice(newAt))]
}

type Pair = readonly [before: number, after: number]

/** The longest sequence of lines that are unique in both texts and in the same order. */
function keptPairs(before: readonly string[], after: readonly string[]): readonly Pair[] {
  const [oldPlaces, newPlaces] = [placesOnce(before), placesOnce(after)]
  const pairs = [...oldPlaces].flatMap(([line, at]): readonly Pair[] => {
    const place = newPlaces.get(line)
    return place === undefined ? [] : [[at, place]]
  })
  return longestRising(pairs)
}

function placesOnce(lines: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  const twice = new Set<string>()
  for (const [at, line] of lines.entries()) {
    if (places.has(line)) twice.add(line)
    places.set(line, at)
  }
  for (const line of twice) places.delete(line)
  return new Map([...places].toSorted(([, one], [, other]) => one - other))
}

/** The longest rising subsequence, by patience sorting; the pairs are sorted by their first number. */
function longestRising(pairs: readonly Pair[]): readonly Pair[] {
  const tops: number[] = [] // index of the pair on top of each pile
  const below = Array.from({ length: pairs.length }, () => -1)
  for (const [index, [, place]] of pairs.entries()) {
    const pile = firstPile(tops, at => (pairs[at]?.[1] ?? 0) > place)
    below[index] = tops[pile - 1] ?? -1
    tops[pile] = index
  }
  const rising: Pair[] = []
  for (let at = tops.at(-1) ?? -1; at >= 0; at = below[at] ?? -1) rising.push(pairs[at] ?? [0, 0])
  return rising.toReversed()
}

function firstPile(tops: readonly number[], isHigher: (index: number) => boolean): number {
  let [low, high] = [0, tops.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isHigher(tops[middle] ?? 0)) high = middle
    else low = middle + 1
  }
  return low
}

/** Replaces long unchanged parts by one line that says how long they are. */
function withContext(lines: readonly DiffLine[]): readonly DiffLine[] {
  const shown: DiffLine[] = []
  for (let at = 0; at < lines.length;) {
    if (lines[at]?.sign !== ' ') {
      shown.push(lines[at] ?? { sign: ' ', text: '' })
      at++
      continue
    }
    let end = at
    while (lines[end]?.sign === ' ') end++
    shown.push(...shortened(lines.slice(at, end), { isFirst: at === 0, isLast: end === lines.length }))
    at = end
  }
  return shown
}

function shortened(
  same: readonly DiffLine[],
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): readonly DiffLine[] {
  const [head, tail] = [isFirst ? 0 : CONTEXT, isLast ? 0 : CONTEXT]
  const hidden = same.length - head - tail
  if (hidden <= 1) return same
  const gap = { sign: ' ' as const, text: `(${hidden} unchanged lines)` }
  return [...same.slice(0, head), gap, ...same.slice(same.length - tail)]
}
