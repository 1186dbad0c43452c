import * as char from '../scan/characters.ts'
import { WHOLE } from './patterns.ts'

/** The value of a number as it was written. An id of twenty digits must not come out as its neighbour. */
export function numberOf(written: string): number | undefined {
  const number = Number(written.replaceAll('_', ''))
  return Number.isFinite(number) && (!WHOLE.test(written) || keepsDigits(written, number)) ? number : undefined
}

const keepsDigits = (written: string, number: number): boolean =>
  Number.isSafeInteger(number) || String(number) === written.replaceAll('_', '').replace('+', '')

const LONGEST = 15 // digits that a number certainly keeps

/** The digits of a plain whole number that starts here. Most numbers are a few digits; they need no pattern. */
export function plainNumberAt(text: string, at: number): string | undefined {
  const first = text.charCodeAt(at) === char.MINUS ? at + 1 : at
  let end = first
  while (char.isDigit(text.charCodeAt(end))) end++
  const hasLeadingZero = end > first + 1 && text.charCodeAt(first) === char.ZERO
  const isPlain = end > first && end - first <= LONGEST && !hasLeadingZero && !char.isNamePart(text.charCodeAt(end))
  return isPlain ? text.slice(at, end) : undefined
}
