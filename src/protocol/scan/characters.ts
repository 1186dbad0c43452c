export const SPACE = 32
export const DOUBLE_QUOTE = 34
export const HASH = 35
export const AMPERSAND = 38
export const SINGLE_QUOTE = 39
export const PAREN_OPEN = 40
export const PAREN_CLOSE = 41
export const ASTERISK = 42
export const PLUS = 43
export const COMMA = 44
export const MINUS = 45
export const DOT = 46
export const SLASH = 47
export const ZERO = 48
export const COLON = 58
const SEMICOLON = 59
export const LESS = 60
export const EQUALS = 61
export const GREATER = 62
export const BRACKET_OPEN = 91
export const BACKSLASH = 92
export const BRACKET_CLOSE = 93
export const BACKTICK = 96
export const BRACE_OPEN = 123
export const PIPE = 124
export const BRACE_CLOSE = 125
const LEFT_SINGLE_QUOTE = 0x2018
const LEFT_DOUBLE_QUOTE = 0x201c
const FULLWIDTH_PIPE = 0xff5c // some model families write their tokens with it

const table = (characters: string): Uint8Array => {
  const flags = new Uint8Array(128)
  for (const character of characters) flags[character.charCodeAt(0)] = 1
  return flags
}
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const DIGITS = '0123456789'
const NAME = table(`${LETTERS}${DIGITS}_.-\\`)
const WORD = table(`${LETTERS}${DIGITS}_`)
const JSON_PART = table(`${DIGITS}+-.eEtrufalsn,:{}[]" \t\n\r`)
const IN_TEXT = table('({[<`')
const NEVER_IN_TAG = table('(){}[],;<\n')
const SPACES = table(' \t\n\r\f\v\u0000')

/** Part of a tool's name as models write it: dots, hyphens and markdown's backslash included. */
export const isNamePart = (code: number): boolean => code < 128 && NAME[code] === 1
export const isWordPart = (code: number): boolean =>
  code < 128 ? WORD[code] === 1 : code > 0xbf && code !== FULLWIDTH_PIPE
export const isDigit = (code: number): boolean => code >= 48 && code <= 57
export const isSpace = (code: number): boolean =>
  code < 128 ? SPACES[code] === 1 : code === 0xa0 || code === 0xfeff || code === 0x2028

/** After a value: a comma, a closing bracket, or the end of the text. */
export const endsValue = (code: number): boolean =>
  code === COMMA || code === PAREN_CLOSE || code === BRACKET_CLOSE || code === BRACE_CLOSE || Number.isNaN(code)

/** The mark that ends a string begun with this one, or 0 if it begins none. */
export const closingQuote = (code: number): number => {
  if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) return code
  return code === LEFT_DOUBLE_QUOTE || code === LEFT_SINGLE_QUOTE ? code + 1 : 0
}

/** May stand outside strings in JSON. */
export const isJsonPart = (code: number): boolean => code < 128 && JSON_PART[code] === 1
export const mattersInText = (code: number): boolean => code < 128 && IN_TEXT[code] === 1
/** What a character means between brackets. */
export const PLAIN = 0
export const BLANK = 1
export const QUOTE = 2
const MARK = 3
const ROLES = new Uint8Array(128)
ROLES.fill(BLANK, 0, SPACE + 1)
for (const code of [DOUBLE_QUOTE, SINGLE_QUOTE]) ROLES[code] = QUOTE
for (const code of [COLON, LESS, BRACE_OPEN, BRACKET_OPEN, PAREN_OPEN, BRACE_CLOSE, BRACKET_CLOSE, PAREN_CLOSE])
  ROLES[code] = MARK
export const roleInBrackets = (code: number): number => {
  if (code < 128) return ROLES[code] ?? PLAIN
  return code === LEFT_DOUBLE_QUOTE || code === LEFT_SINGLE_QUOTE ? QUOTE : PLAIN
}

export const startsTag = (code: number): boolean =>
  isWordPart(code) || code === SLASH || code === PIPE || code === FULLWIDTH_PIPE
/** Means nothing in text: no bracket, no tag and no fence begins or ends with it. */
export const isHarmless = (code: number): boolean => code === COMMA || code === SEMICOLON
export const isTagPart = (code: number): boolean => code >= 128 || NEVER_IN_TAG[code] === 0

/** Where the name begins that ends here. */
export function nameStart(text: string, end: number): number {
  let start = end
  while (start > 0 && isNamePart(text.charCodeAt(start - 1))) start--
  return start
}
