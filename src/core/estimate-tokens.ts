type CharacterClass =
  | 'lower'
  | 'upper'
  | 'accented'
  | 'rareAccent'
  | 'digit'
  | 'newline'
  | 'space'
  | 'mark'
  | 'greek'
  | 'cyrillic'
  | 'han'
  | 'kana'
  | 'hangul'
  | 'wide'
  | 'other'

// Fitted to nine tokenizers: in usual text even the one that counts most is undercut by at most 10 %.
const WORD = 0.95 // its first four letters
const MIDDLE_LETTER = 0.2
const LATE_LETTER = 0.75 // from the tenth on
const NEXT_CAPITAL = 0.45 // capitals in a row are rarely one token
const NEXT_MARK = 0.4
const INDENT = 0.4
const AFTER_DIGIT = 0.5 // hashes and ids fall apart into many tokens
const SHORT = 4
const LONG = 9

const EACH: Readonly<Record<CharacterClass, number>> = {
  lower: 0,
  upper: 0,
  accented: 1.7,
  rareAccent: 2.7, // of Czech, Polish, Turkish and others

  digit: 1, // several tokenizers take every digit alone
  newline: 1,
  space: 0,
  mark: 0.95,
  greek: 1.25,
  cyrillic: 0.6,
  han: 1.35,
  kana: 0.95,
  hangul: 1.5,
  wide: 1.2,
  other: 1.7,
}

/** How far the counting of a text has come, so that what follows can be counted without counting it again. */
export type TokenCount = {
  readonly tokens: number
  readonly before: CharacterClass
  readonly letters: number
  readonly run: number
}

const NOTHING: TokenCount = { tokens: 0, before: 'newline', letters: 0, run: 0 }

/** A careful guess without a tokenizer: rather too high than too low. */
export const estimateTokens = (text: string, counted: TokenCount = NOTHING): number =>
  Math.ceil(countTokens(text, counted).tokens)

/** The same for a text that goes on. */
export function countTokens(text: string, counted: TokenCount = NOTHING): TokenCount {
  let { tokens, before, letters, run } = counted
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    // Most of any text are small letters behind small letters.
    if (unit >= 0x61 && unit <= 0x7a && before === 'lower') {
      run++
      tokens += lateCost(++letters)
      continue
    }
    const kind = unit < 0x80 ? (ASCII[unit] ?? 'mark') : foreignKind(unit)
    run = kind === before ? run + 1 : 1
    const begins = isLetter(kind) && (!isLetter(before) || (kind === 'upper' && before === 'lower'))
    letters = begins ? 1 : letters + 1
    tokens += isLetter(kind) ? letterCost({ kind, before, letters, begins }) : otherCost(kind, run)
    before = kind
  }
  return { tokens, before, letters, run }
}

const isLetter = (kind: CharacterClass): boolean =>
  kind === 'lower' || kind === 'upper' || kind === 'accented' || kind === 'rareAccent'

type Letter = {
  readonly kind: CharacterClass
  readonly before: CharacterClass
  readonly letters: number
  readonly begins: boolean
}

function letterCost({ kind, before, letters, begins }: Letter): number {
  if (begins) return EACH[kind] + WORD + (before === 'digit' ? AFTER_DIGIT : 0)
  return EACH[kind] + lateCost(letters) + (kind === 'upper' ? NEXT_CAPITAL : 0)
}

const lateCost = (letters: number): number => (letters > LONG ? LATE_LETTER : letters > SHORT ? MIDDLE_LETTER : 0)

function otherCost(kind: CharacterClass, run: number): number {
  if (kind === 'space') return run === 2 ? INDENT : 0
  if (run > 1 && kind === 'newline') return 0
  return run > 1 && kind === 'mark' ? NEXT_MARK : EACH[kind]
}

/** The last code unit of each kind, in order. */
const RANGES: readonly (readonly [number, CharacterClass])[] = [
  [0xbf, 'other'],
  [0xff, 'accented'],
  [0x24f, 'rareAccent'],
  [0x36f, 'other'],
  [0x3ff, 'greek'],
  [0x52f, 'cyrillic'],
  [0x1dff, 'other'],
  [0x1eff, 'rareAccent'],
  [0x2fff, 'other'],
  [0x303f, 'wide'],
  [0x30ff, 'kana'],
  [0x33ff, 'other'],
  [0x9fff, 'han'],
  [0xabff, 'other'],
  [0xd7af, 'hangul'],
  [0xf8ff, 'other'],
  [0xfaff, 'han'],
  [0xfeff, 'other'],
  [0xffef, 'wide'],
]

const foreignKind = (unit: number): CharacterClass => RANGES.find(([last]) => unit <= last)?.[1] ?? 'other'

function asciiKind(unit: number): CharacterClass {
  if (unit >= 0x61 && unit <= 0x7a) return 'lower'
  if (unit >= 0x41 && unit <= 0x5a) return 'upper'
  if (unit === 0x20 || unit === 0x09 || unit === 0x0d) return 'space'
  if (unit >= 0x30 && unit <= 0x39) return 'digit'
  return unit === 0x0a ? 'newline' : 'mark'
}

const ASCII: readonly CharacterClass[] = Array.from({ length: 0x80 }, (_, unit) => asciiKind(unit))
