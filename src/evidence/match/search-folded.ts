import { GAP, NOTHING, foldAt, isSign, isSplit, isWordCode } from './fold.ts'

/** Where a passage stands: from its first character to behind its last. */
export type TextSpan = readonly [start: number, end: number]

/** Folded words to look for. */
export type Pattern = readonly number[]

const isDigit = (char: string | undefined): boolean => char !== undefined && char >= '0' && char <= '9'

/** `3` of `3.5`, `5` of `5,000` or of `-5`: another number than the one that stands there. */
function cutsNumber(text: string, [start, end]: TextSpan): boolean {
  const isCut = (at: number): boolean => /[.,:]/.test(text[at] ?? '') && isDigit(text[at - 1]) && isDigit(text[at + 1])
  if (isDigit(text[end - 1]) && isCut(end)) return true
  return isDigit(text[start]) && (isCut(start - 1) || isSign(text, start - 1))
}

/** Not the middle of a longer word or number. */
export function isWhole(text: string, [start, end]: TextSpan): boolean {
  if (cutsNumber(text, [start, end])) return false
  const opens = start === 0 || !isWordCode(text.charCodeAt(start)) || !isWordCode(text.charCodeAt(start - 1))
  return opens && (end >= text.length || !isWordCode(text.charCodeAt(end - 1)) || !isWordCode(text.charCodeAt(end)))
}

/** Folds the text once and never goes back in it (Knuth, Morris, Pratt). */
export function* searchFolded(text: string, pattern: Pattern): Generator<TextSpan> {
  const fallback = fallbacksOf(pattern)
  const starts = new Int32Array(pattern.length)
  let [matched, emitted, last] = [0, 0, -1]
  let [gap, dropped] = [false, false]
  const take = (code: number, at: number): boolean => {
    starts[emitted++ % pattern.length] = at
    while (matched > 0 && (matched === pattern.length || pattern[matched] !== code))
      matched = fallback[matched - 1] ?? 0
    if (pattern[matched] === code) matched++
    return matched === pattern.length
  }
  for (let at = 0; at < text.length; at++) {
    const code = foldAt(text, at)
    if (code === GAP) gap = true
    else if (code === NOTHING) dropped = true
    else {
      if (last >= 0 && (gap || (dropped && isSplit(last, code)))) take(GAP, at)
      gap = dropped = false
      last = code
      const span: TextSpan | undefined = take(code, at) ? [starts[emitted % pattern.length] ?? 0, at + 1] : undefined
      if (span && isWhole(text, span)) yield span
    }
  }
}

/** For every beginning of the pattern: how much of it is still matched when the next code does not fit. */
function fallbacksOf(pattern: Pattern): Int32Array {
  const fallback = new Int32Array(pattern.length)
  let matched = 0
  for (let index = 1; index < pattern.length; index++) {
    while (matched > 0 && pattern[index] !== pattern[matched]) matched = fallback[matched - 1] ?? 0
    if (pattern[index] === pattern[matched]) matched++
    fallback[index] = matched
  }
  return fallback
}
