const MAX_LINES = 5_000
const MAX_CHARACTERS = 200
const MIN_LIKENESS = 0.5

export type NearestLine = {
  readonly number: number
  readonly text: string
  readonly differs: 'after it' | 'in white space' | 'in words'
}

/** The line most like the first line sought, as a hint. Only the first few thousand lines are compared. */
export function findNearestLine(text: string, sought: string): NearestLine | undefined {
  const wanted = sought
    .split('\n')
    .map(clean)
    .find(line => line.trim() !== '')
  if (wanted === undefined) return undefined
  const lines = text.split('\n', MAX_LINES).map(clean)
  return findSame(lines, wanted) ?? findLike(lines, wanted)
}

const clean = (line: string): string => line.slice(0, MAX_CHARACTERS).replace(/\r$/, '').toWellFormed()
const squeeze = (line: string): string => line.split(/\s+/).filter(Boolean).join(' ')

function findSame(lines: readonly string[], wanted: string): NearestLine | undefined {
  const same = lines.findIndex(line => line.includes(wanted))
  if (same >= 0) return { number: same + 1, text: lines[same] ?? '', differs: 'after it' }
  const spaced = lines.findIndex(line => squeeze(line) === squeeze(wanted))
  return spaced < 0 ? undefined : { number: spaced + 1, text: lines[spaced] ?? '', differs: 'in white space' }
}

function findLike(lines: readonly string[], wanted: string): NearestLine | undefined {
  const pairs = pairsOf(wanted)
  let best: NearestLine | undefined
  let likeness = MIN_LIKENESS
  for (const [index, line] of lines.entries()) {
    const found = likenessOf(pairs, pairsOf(line))
    if (found <= likeness) continue
    likeness = found
    best = { number: index + 1, text: line, differs: 'in words' }
  }
  return best
}

function pairsOf(line: string): ReadonlySet<string> {
  const squeezed = squeeze(line).toLowerCase()
  const pairs = new Set<string>()
  for (let at = 0; at + 1 < squeezed.length; at++) pairs.add(squeezed.slice(at, at + 2))
  return pairs
}

/** Dice: 1 for the same pairs of letters, 0 for none in common. */
function likenessOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0
  let common = 0
  for (const pair of a) if (b.has(pair)) common++
  return (2 * common) / (a.size + b.size)
}
