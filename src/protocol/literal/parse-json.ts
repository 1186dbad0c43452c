import { type Json, type JsonObject, isJsonList, isJsonObject, parseJsonText } from '../../core/index.ts'
import { MAX_NESTING } from '../scan/piece.ts'
import { LiteralParser } from './literal-parser.ts'

const MANY_DIGITS = /\d{16}/
const ESCAPED_KEY = /[{,]\s*"[^"\\]*\\/

/** JSON.parse for untrusted text: undefined for no JSON, a repeated key, or a `__proto__` key. */
export function parseJson(text: string, colons: number): Json | undefined {
  const value = valueOf(text)
  return value !== undefined && countMembers(value) === colons ? value : undefined
}

const valueOf = (text: string): Json | undefined => (needsCare(text) ? parseCarefully(text) : parseJsonText(text))

const BEGINS_AS_OBJECT = /^\s*\{\s*["}]/ // a refusal by JSON.parse costs ten times a reading

/**
 * An object that is JSON and that every reader takes for the same, or undefined where our own parser must look. Colons
 * in its strings are counted, too, so that a value that holds one is left to the parser.
 */
export function parsePlainObject(text: string): JsonObject | undefined {
  if (text.includes('\\') || !BEGINS_AS_OBJECT.test(text)) return undefined
  const value = valueOf(text)
  // How deep it is comes first: counting goes down to the last level.
  if (!isJsonObject(value) || (text.length > 2 * MAX_NESTING && exceeds(value, MAX_NESTING))) return undefined
  return countMembers(value) === countColons(text) ? value : undefined
}

function countColons(text: string): number {
  let count = 0
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) count++
  return count
}

/** JSON.parse rounds long numbers, and Node 24 confuses escaped keys (`{"\\"":0}` can come back as `{"\\\\":0}`). */
const needsCare = (text: string): boolean => MANY_DIGITS.test(text) || (text.includes('\\') && ESCAPED_KEY.test(text))

/** Our own parser, taking no liberty. */
function parseCarefully(text: string, rounds = false): Json | undefined {
  const parser = new LiteralParser(text, rounds)
  const value = parser.readAll()
  return parser.notes === 0 ? value : undefined
}

/** JSON of which somebody else counts the members; long numbers are rounded. */
export function parseRounded(text: string): Json | undefined {
  const hasEscapes = text.includes('\\') && ESCAPED_KEY.test(text)
  return (hasEscapes ? parseCarefully(text, true) : undefined) ?? parseJsonText(text)
}

/** The first key that stands twice in one object, or `__proto__`; undefined where no such key is found. */
export function repeatedKey(text: string): string | undefined {
  const parser = new LiteralParser(text)
  parser.readAll()
  return parser.forbidden
}

/**
 * Counts members: fewer than colons means a repeated key. NaN, which matches no count, for `__proto__` or an endless
 * number.
 */
export function countMembers(value: Json): number {
  if (typeof value === 'number') return Number.isFinite(value) ? 0 : Number.NaN
  if (typeof value !== 'object' || value === null) return 0
  let members = 0
  if (isJsonList(value)) {
    for (let at = 0; at < value.length; at++) members += countMembers(value[at] ?? null)
    return members
  }
  // for…in is twice as fast here as Object.keys, and parsed values inherit nothing that it could show.
  for (const key in value) {
    if (key === '__proto__') return Number.NaN
    members += 1 + countMembers(value[key] ?? null)
  }
  return members
}

/** For values that were no text of ours: no forbidden key, no endless number, and not deeper than any call. */
export const isSoundJson = (value: Json): boolean => !exceeds(value, MAX_NESTING) && !Number.isNaN(countMembers(value))

function exceeds(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((member: Json) => exceeds(member, levels - 1))
}
