/** A text with a program's encoding undone, and where each stretch of it comes from. */
export type DecodedText = {
  readonly text: string
  /** The place in the original of what stands here; of an end, the place behind what stands before it. */
  readonly startOf: (at: number) => number
  readonly endOf: (at: number) => number
}

/** Percent signs as in URLs, and backslashes as in JSON and programs. */
const ESCAPES = /(?:%[89A-Fa-f][0-9A-Fa-f])+|%[0-7][0-9A-Fa-f]|\\u[0-9A-Fa-f]{4}|\\x[0-7][0-9A-Fa-f]|\\[/"'\\]/g
/** Where base64 was wrapped; as text within JSON, too. */
const WRAPS = /(?<=[A-Za-z0-9+/_-])(?:\r?\n|\\r\\n|\\n)[ \t]{0,40}(?=[A-Za-z0-9+/_=-])/g

export function otherReadings(text: string): readonly DecodedText[] {
  const escaped = text.includes('%') || text.includes('\\') ? read(text, ESCAPES, unescape) : undefined
  const wrapped = text.includes('\n') || text.includes('\\n') ? read(text, WRAPS, () => '') : undefined
  return [escaped, wrapped].filter(reading => reading !== undefined)
}

function unescape(escape: string): string {
  if (escape.startsWith('%')) return Buffer.from(escape.replaceAll('%', ''), 'hex').toString()
  const isCode = escape[1] === 'u' || escape[1] === 'x'
  return isCode ? String.fromCharCode(Number.parseInt(escape.slice(2), 16)) : escape.slice(1)
}

/**
 * A stretch of the reading and the original stretch that it comes from; only unchanged stretches have places within.
 */
type DecodedPiece = { readonly at: number; readonly from: number; readonly to: number; readonly isSame: boolean }

/** Undefined where it would say the same as the text. */
function read(text: string, pattern: RegExp, undo: (found: string) => string): DecodedText | undefined {
  const pieces: DecodedPiece[] = []
  const parts: string[] = []
  let [from, at] = [0, 0]
  const add = (part: string, to: number, isSame: boolean): void => {
    if (part !== '') pieces.push({ at, from, to, isSame })
    parts.push(part)
    at += part.length
    from = to
  }
  for (const { 0: found, index } of text.matchAll(pattern)) {
    add(text.slice(from, index), index, true)
    add(undo(found), index + found.length, false)
  }
  if (parts.length === 0) return undefined
  add(text.slice(from), text.length, true)
  const holding = (place: number): DecodedPiece =>
    pieces[lastAtOrBefore(pieces, place)] ?? { at: 0, from: 0, to: 0, isSame: true }
  return {
    text: parts.join(''),
    startOf(place) {
      const piece = holding(place)
      return piece.isSame ? piece.from + place - piece.at : piece.from
    },
    endOf(place) {
      const piece = holding(place - 1)
      return piece.isSame ? piece.from + place - piece.at : piece.to
    },
  }
}

function lastAtOrBefore(pieces: readonly DecodedPiece[], place: number): number {
  let [low, high] = [0, pieces.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((pieces[middle]?.at ?? 0) <= place) low = middle
    else high = middle - 1
  }
  return low
}
