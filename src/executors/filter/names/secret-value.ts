import { longPattern } from '../../../core/index.ts'
import { surprise } from './letter-pairs.ts'
import { isPlaceholderValue } from './placeholder.ts'
import type { SecretName } from './secret-name.ts'

/**
 * `quoted`: between quotes. `setting`: `NAME=value`, a flag, a query parameter. `line`: the rest of a line after a
 * colon or equals sign. `signed`: after such a sign within a line. `said`: in a sentence. `loose`: anywhere else, such
 * as in code.
 */
export type ValueStyle = 'quoted' | 'setting' | 'line' | 'signed' | 'said' | 'loose'

const SHORTEST = { strong: 5, medium: 8, weak: 16 } as const
const [HARDLY_WORDS, LIKELY_RANDOM, RANDOM, PLAINLY_RANDOM] = [4.1, 4.3, 4.6, 5] // bits a character, see surprise()
const ENOUGH = 128 // characters tell what the rest is like
const LONG_LETTERS = 12 // from here on letters alone can tell a random text from a word of a foreign language

const HEX = /^(?:0x)?(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{12,}$/i
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const TOKEN_TEXT = /^[\w+/=.~:-]+$/
/** Paths, addresses, file names, versions, dates, constants, selectors and numbers: named things, no secrets. */
const NAMED_THING = longPattern()`
    ^[a-z][a-z0-9+.-]*://|^(?:v?\d+(?:\.\d+)+(?:[-+][\w.]{1,24})?|\d{4}-\d\d-\d\d(?:[T ][\d:.+Z-]*)?
    |[#.@&*?!-]+[A-Za-z_-]+=?|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+
    |[-+]?(?:0x[0-9a-fA-F]{1,8}|[\d._,]+|[\d.]{1,7}[a-zA-Z%]{1,2}))$
    |\.(?:pem|key|crt|json|ya?ml|txt|env|md|[jt]sx?|py|rb|go|php|html?|com|org|net|io)$
  `
const PATH_OR_MEMBER = /^(?:\.{0,2}\/|~\/|[A-Za-z]:\\)|^[A-Za-z_$][\w$]*(?:(?:\.|::|->|\?\.)[A-Za-z_$][\w$]*)+$/
const EXPRESSION = /[(){}[\]<>|\\]|=>|::/
const CALL_OR_PATTERN = /^[\w.$]+[([][^)\]]*[)\]]?;?$|=>|\\[dwsb]|\[[^\]]*-[^\]]*\]|^\^|^<|^\{/
const UNBALANCED = /^[&*!-]*\(/
const IDENTIFIER = /^[a-z]\w*_\w*$/i
const DIGIT = /\d/
const LETTER = /[A-Za-z]/
const STRONG_SYMBOL = /[!@#$%^&*?~+=]/
const LETTERS_ONLY = /^[A-Za-z_. -]+$/
const WORDS_IN_A_ROW = /^(?:[a-z]{16,40}|[a-z]{3,12}(?:[-_.][a-z]{3,12}){3,8})$/ // a passphrase
const WORD_AND_NUMBER = /^([A-Za-z_-]+)\d{1,4}$/

/** Does this value look like a secret, given what its name promises and how it is written? */
export function looksSecret(whole: string, name: SecretName, style: ValueStyle): boolean {
  const value = whole.length > ENOUGH ? whole.slice(0, ENOUGH) : whole
  return value.length >= SHORTEST[name.strength] && isLikeSecret(value, name, style) && !isPlaceholderValue(value)
}

/** Placeholders too. */
function isLikeSecret(value: string, { strength, phrase }: SecretName, style: ValueStyle): boolean {
  if (/\s/.test(value)) return phrase && isPhrase(value)
  if (HEX.test(value) || UUID.test(value)) return strength !== 'weak' || style === 'setting'
  if (isNamedThing(value))
    return strength === 'strong' && /^\d{6,}$/.test(value) && style !== 'loose' && style !== 'said'
  if (strength === 'weak') return isMixture(value, RANDOM) || isLoginInBase64(value)
  if (style !== 'setting' && isExpression(value, style)) return false
  return strength === 'strong' ? looksPassword(value, style) : looksToken(value)
}

/** Long and without any sign of being made of words; the digests that tools print everywhere do not count. */
export const looksRandom = (value: string): boolean => isRandom(value, RANDOM)
export const looksPlainlyRandom = (value: string): boolean => isRandom(value, PLAINLY_RANDOM)

const isRandom = (value: string, bits: number): boolean =>
  value.length >= SHORTEST.weak &&
  isMixture(value, bits) &&
  !HEX.test(value) &&
  !UUID.test(value) &&
  !isNamedThing(value)

/** Letters and digits in an order that no words have. */
const isMixture = (value: string, bits: number): boolean =>
  TOKEN_TEXT.test(value) && DIGIT.test(value) && LETTER.test(value) && surprise(value) >= bits && !isMadeOfWords(value)

/** `x86_64-unknown-linux-gnu`: between separators there are mostly small letters alone. */
function isMadeOfWords(value: string): boolean {
  const words = value.split(/[^A-Za-z0-9]+/).filter(part => /^[a-z]{3,}$/.test(part))
  return words.length >= 2 && words.join('').length * 2 > value.length
}

export const isHexOrUuid = (value: string): boolean => HEX.test(value) || UUID.test(value)

const isNamedThing = (value: string): boolean =>
  NAMED_THING.test(value) || (PATH_OR_MEMBER.test(value) && surprise(value) < PLAINLY_RANDOM)

function looksToken(value: string): boolean {
  if (!LETTER.test(value)) return false
  if (!DIGIT.test(value)) return value.length >= LONG_LETTERS && surprise(value) >= PLAINLY_RANDOM
  return !isNumberedWord(value) && (surprise(value) >= LIKELY_RANDOM || isShuffled(value))
}

const SWITCH = /[A-Za-z](?=\d)|\d(?=[A-Za-z])/g
const [MANY_SWITCHES, SHORTEST_SHUFFLED] = [5, 12]

/** Letters and digits alternate more often than in any name, as in nearly hexadecimal keys. */
const isShuffled = (value: string): boolean =>
  value.length >= SHORTEST_SHUFFLED && (value.match(SWITCH)?.length ?? 0) >= MANY_SWITCHES

function looksPassword(value: string, style: ValueStyle): boolean {
  if (looksToken(value)) return true
  if (LETTERS_ONLY.test(value)) return style === 'setting' || (style === 'quoted' && WORDS_IN_A_ROW.test(value))
  const isOdd = DIGIT.test(value) || STRONG_SYMBOL.test(value)
  if (style === 'quoted' || style === 'setting') return isOdd
  if (style === 'line') return isOdd && !IDENTIFIER.test(value)
  return STRONG_SYMBOL.test(value) && surprise(value) >= HARDLY_WORDS
}

function isExpression(value: string, style: ValueStyle): boolean {
  if (!EXPRESSION.test(value)) return false
  return (
    style === 'loose' ||
    style === 'said' ||
    UNBALANCED.test(value) ||
    CALL_OR_PATTERN.test(value) ||
    surprise(value) < RANDOM
  )
}

/** `password2`, `newToken1`: a name with a number, not a value. */
function isNumberedWord(value: string): boolean {
  const word = WORD_AND_NUMBER.exec(value)?.[1]
  return word !== undefined && surprise(word) < RANDOM
}

/** Several plain words, as in a recovery phrase. */
const isPhrase = (value: string): boolean => /^[a-z]{3,12}(?: [a-z]{3,12}){3,23}$/i.test(value)

/** `user:password` in base64, as in registries' config files. */
export function isLoginInBase64(value: string): boolean {
  if (value.length < 8 || !/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return false
  return /^[\x21-\x39\x3b-\x7e]+:[\x21-\x7e]{3,}$/.test(Buffer.from(value, 'base64').toString('latin1'))
}
