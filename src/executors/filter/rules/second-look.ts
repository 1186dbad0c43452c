import { longPattern } from '../../../core/index.ts'
import { surprise } from '../names/letter-pairs.ts'
import { isPlaceholderValue } from '../names/placeholder.ts'
import { looksRandom, looksSecret } from '../names/secret-value.ts'

const RANDOM = 4.6 // bits a character, see surprise()

/** As strict as after a name like `token`. */
export const looksNamedSecret = (secret: string): boolean =>
  looksSecret(secret, { strength: 'medium', category: 'auth_token', phrase: false }, 'quoted')

/** As after a name like `password`, between quotes. */
export const looksPassword = (secret: string): boolean =>
  looksSecret(secret, { strength: 'strong', category: 'password', phrase: false }, 'quoted')

/** The part after the prefix must look random; `sk-fading-circle-large` is from a style sheet. */
export function hasRandomTail(secret: string): boolean {
  const tail = secret.slice(secret.search(/[-_](?=[A-Za-z0-9]{12,}(?:[-_A-Za-z0-9]*)$)/) + 1)
  return (
    /\d/.test(tail) &&
    /[A-Za-z]/.test(tail) &&
    !isPlaceholderValue(tail) &&
    (surprise(tail) >= RANDOM || /^[0-9a-f]{24,}$/.test(tail))
  )
}

/** At least one line of a key; manuals show the frame with dots in it. */
export const isPrivateKeyText = (text: string): boolean =>
  /[A-Za-z0-9+/]{20}/.test(text.slice(text.indexOf('-----', 10) + 5))

const ORDINARY = longPattern('i')`
    ^(?:p|pw|pass|pass(?:word|wd|phrase|code)?\d?|pwd|secret|token|key|user(?:name)?|admin|root|test|xxx+|\d{1,5}
    |\$\{?[A-Z_]+\}?|\$[({].*|\{.*|%[sdv({].*|\.{2,}|\*+)$
  `

/** A password in front of a host, and none of those that every manual uses. */
export const isPasswordInUrl = (secret: string): boolean =>
  !ORDINARY.test(secret) && !isPlaceholderValue(secret) && secret.length >= 4

/** One of its parts is plainly random. */
export const hasRandomPart = (secret: string): boolean =>
  secret.split(/[;,&=%.\s]+/).some(part => looksRandom(part) || /^[0-9a-f]{24,}$/i.test(part))

const SECRET_PREFIX = longPattern()`
    (?:^|[-_])(?:live|test|prod|sandbox|secret|sk|rk|pat|tok|api|auth|access|refresh|svc|bot|oauth|priv|sess|cred
    |v1)[-_]|(?:pat|key|tok|token|secret|api|sk)[-_]
  `
const OTHER_PREFIX = /^(?:sha\d|md5|nonce|base64|hash|chunk|data|req|request|trace|span|msg|run|id)/
const LONGER_THAN_IDS = 36

/**
 * A prefix and a long tail of capitals, small letters and digits, as most issuers write their tokens now. Ids of orders
 * and messages look the same but shorter, so below that length the prefix must say that it is a secret. Lines of base64
 * have the two lengths that are left out.
 */
export function isPrefixedToken(secret: string): boolean {
  const cut = Math.max(secret.lastIndexOf('_'), secret.lastIndexOf('-')) + 1
  const [prefix, tail] = [secret.slice(0, cut), secret.slice(cut)]
  const isMixed = /[A-Z]/.test(tail) && /[a-z]/.test(tail) && /\d/.test(tail)
  if (!isMixed || OTHER_PREFIX.test(prefix) || (tail.length < LONGER_THAN_IDS && !SECRET_PREFIX.test(prefix)))
    return false
  return secret.length !== 64 && secret.length !== 76 && surprise(tail) >= RANDOM && !isPlaceholderValue(tail)
}
