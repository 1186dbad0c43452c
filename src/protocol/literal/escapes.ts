import { LOOSE_ESCAPES, type Notes, UNESCAPE_MARKDOWN } from './notes.ts'

type Escape = { readonly text: string; readonly length: number; readonly notes: Notes }

const short = (mark: string, text: string, notes: Notes = 0): readonly [string, Escape] => [
  mark,
  { text, length: 2, notes },
]

const SHORT: ReadonlyMap<string, Escape> = new Map([
  short('"', '"'),
  short('\\', '\\'),
  short('/', '/'),
  short('b', '\b'),
  short('f', '\f'),
  short('n', '\n'),
  short('r', '\r'),
  short('t', '\t'),
  short("'", "'", LOOSE_ESCAPES),
  short('_', '_', UNESCAPE_MARKDOWN),
])
const HEX = /\\u([0-9a-fA-F]{4})|\\x([0-9a-fA-F]{2})/y
const KEPT: Escape = { text: '\\', length: 1, notes: LOOSE_ESCAPES }

/** One escape at `at`. An unknown one keeps its backslash, as in Python; only markdown's `\_` and `\'` lose it. */
export function readEscape(text: string, at: number): Escape {
  const known = SHORT.get(text.charAt(at + 1))
  if (known !== undefined) return known
  HEX.lastIndex = at
  const hex = HEX.exec(text)
  if (hex === null) return KEPT
  const [written, fourDigits, twoDigits = ''] = hex
  const code = Number.parseInt(fourDigits ?? twoDigits, 16)
  return {
    text: String.fromCharCode(code),
    length: written.length,
    notes: fourDigits === undefined ? LOOSE_ESCAPES : 0,
  }
}
