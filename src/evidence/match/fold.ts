/** What a character counts for in a comparison: nothing, a gap between words, or itself in small letters. */
export const NOTHING = 0
export const GAP = 32

const LETTER = 1
const SPACE = 2
const DROPPED = 3
const APOSTROPHE = 4
const HYPHEN = 5
const UNDERSCORE = 6
const BAR = 7
const STAR = 8

const ASCII = 128

/** Quote marks, emphasis and backticks are no words; heading marks, bullets, quote bars and table bars are gaps. */
const KINDS: Uint8Array = Uint8Array.from({ length: ASCII }, (_, code) => {
  const char = String.fromCharCode(code)
  if (/[a-z0-9]/i.test(char)) return LETTER
  if (code <= GAP || /[#|]/.test(char)) return SPACE
  if (/["`]/.test(char)) return DROPPED
  return { "'": APOSTROPHE, '-': HYPHEN, _: UNDERSCORE, '>': BAR, '*': STAR }[char] ?? 0
})

const WIDE_DROPPED = /[\u201c-\u201f\u00ab\u00bb\u2039\u203a\u300c-\u300f\u00ad]/
/** Characters that nobody sees; WORD holds some of them. */
const INVISIBLE = /[\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\u034f|\ufe0e|\ufe0f/
const WIDE_APOSTROPHE = /[\u2018-\u201b\u2032\u02bc\u00b4]/
const WIDE_HYPHEN = /[\u2010-\u2013\u2212]/
const WIDE_SPACE = /[\s\u2014\u2015\u2022]/
const WORD = /[\p{L}\p{N}\p{M}]/u

const isWideWord = (char: string): boolean => WORD.test(char) && !INVISIBLE.test(char)

export function isWordCode(code: number): boolean {
  return code < ASCII ? KINDS[code] === LETTER : isWideWord(String.fromCharCode(code))
}

const isWordAt = (text: string, at: number): boolean => at >= 0 && at < text.length && isWordCode(text.charCodeAt(at))

const isInsideWord = (text: string, at: number): boolean => isWordAt(text, at - 1) && isWordAt(text, at + 1)

const isBlankAt = (text: string, at: number): boolean => at < 0 || at >= text.length || text.charCodeAt(at) <= GAP

const DEEPEST = 12 // marks and blanks before one that still begins a line

/** Nothing but marks of blocks and lists stands before it in its line. */
function beginsLine(text: string, at: number): boolean {
  for (let before = at - 1; before >= at - DEEPEST; before--) {
    if (before < 0 || text[before] === '\n') return true
    if (!/[\s>*#|+-]/.test(text[before] ?? '')) return false
  }
  return false
}

const LONGEST_RUN = 3

/** Stars between blanks multiply; others only emphasize. */
function isOperator(text: string, at: number): boolean {
  let [start, end] = [at, at + 1]
  while (text[start - 1] === '*' && at - start < LONGEST_RUN) start--
  while (text[end] === '*' && end - at <= LONGEST_RUN) end++
  return isBlankAt(text, start - 1) && isBlankAt(text, end) && !beginsLine(text, at)
}

const HYPHENS = /[-\u2010-\u2013\u2212]/

/** A hyphen that makes the number behind it a negative one. */
export const isSign = (text: string, at: number): boolean =>
  HYPHENS.test(text[at] ?? '') &&
  /[0-9]/.test(text[at + 1] ?? '') &&
  !isWordAt(text, at - 1) &&
  !HYPHENS.test(text[at - 1] ?? '')

/** Looks at the neighbours and hardly further, so that a text can be read in either direction from anywhere. */
export function foldAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code >= ASCII) return foldWide(text, at, code)
  switch (KINDS[code]) {
    case LETTER:
      return code >= 65 && code <= 90 ? code + 32 : code
    case SPACE:
      return GAP
    case DROPPED:
      return NOTHING
    case APOSTROPHE:
    case UNDERSCORE:
      return isInsideWord(text, at) ? code : NOTHING
    case HYPHEN:
      return isInsideWord(text, at) || isSign(text, at) ? code : GAP
    case BAR:
      return beginsLine(text, at) ? GAP : code
    case STAR:
      return isOperator(text, at) ? code : NOTHING
    default:
      return code
  }
}

function foldWide(text: string, at: number, code: number): number {
  const char = String.fromCharCode(code)
  if (INVISIBLE.test(char)) return NOTHING
  if (WORD.test(char)) return smallCode(char, code)
  if (WIDE_SPACE.test(char)) return GAP
  if (WIDE_DROPPED.test(char)) return NOTHING
  if (WIDE_APOSTROPHE.test(char)) return isInsideWord(text, at) ? 39 : NOTHING
  if (WIDE_HYPHEN.test(char)) return isInsideWord(text, at) || isSign(text, at) ? 45 : GAP
  return code
}

/** A capital whose small letter is a plain one (the Kelvin sign) stays: plain letters are looked for as such. */
function smallCode(char: string, code: number): number {
  const small = char.toLowerCase()
  return small.length === 1 && small.charCodeAt(0) >= ASCII ? small.charCodeAt(0) : code
}

/** A text as it is looked for: composed letters, gaps that are one, none at an end. */
export function foldText(written: string): readonly number[] {
  const text = written.normalize('NFC')
  const codes: number[] = []
  let [gap, dropped] = [false, false]
  for (let at = 0; at < text.length; at++) {
    const code = foldAt(text, at)
    if (code === GAP) gap = true
    else if (code === NOTHING) dropped = true
    else {
      const last = codes.at(-1)
      if (last !== undefined && (gap || (dropped && isSplit(last, code)))) codes.push(GAP)
      codes.push(code)
      gap = dropped = false
    }
  }
  return codes
}

/** What counts for nothing still keeps two words apart. */
export const isSplit = (left: number, right: number): boolean => isWordCode(left) && isWordCode(right)
