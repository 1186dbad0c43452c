import { type Fixup, type Json, type JsonObject, type Result, fail, isJsonObject, succeed } from '../core/index.ts'
import { NO_VALUE, decode } from './literal/decode.ts'
import { countMembers, parseJson, parseRounded, repeatedKey } from './literal/parse-json.ts'
import * as char from './scan/characters.ts'
import { MAX_NESTING, MAX_REPLY } from './scan/piece.ts'
import { Scanner } from './scan/scanner.ts'

export type ReadObject = { readonly value: JsonObject; readonly fixups: readonly Fixup[] }

/**
 * The first whole object in a reply that is no call (a plan, a summary, a verdict), read with the same fixups as calls.
 */
export function readObject(raw: string): Result<ReadObject> {
  if (raw.length > MAX_REPLY) return fail('output_invalid', `The reply is longer than ${MAX_REPLY} characters.`)
  const whole = readWhole(raw.trim())
  if (whole !== undefined) return succeed(whole)
  const scanner = new Scanner(() => undefined)
  scanner.write(raw)
  scanner.end()
  const first = scanner.pieces.find(piece => piece.text.startsWith('{') && piece.kind !== 'text')
  const { value, notes } = first?.kind === 'value' ? decode(first) : NO_VALUE
  return isJsonObject(value)
    ? succeed({ value, fixups: notes })
    : fail('output_invalid', 'The reply holds no complete JSON object, or its first one cannot be read.')
}

/** A reply that is nothing but an object needs no scanner. */
function readWhole(text: string): ReadObject | undefined {
  if (!text.startsWith('{') || !text.endsWith('}')) return undefined
  const colons = countColons(text)
  const value = colons < 0 ? undefined : parseJson(text, colons)
  return isJsonObject(value) ? { value, fixups: [] } : undefined
}

/**
 * The JSON of another program, which two readers must not take for two different things: a key that stands there twice
 * is refused, and so is what no schema could look through. Long numbers are rounded, as JavaScript does.
 */
export function parseStrictJson(text: string): Result<Json> {
  const colons = countColons(text)
  const value = colons < 0 ? undefined : parseRounded(text)
  if (value === undefined)
    return fail('usage_invalid', `This is not valid JSON, or it is nested deeper than ${MAX_NESTING} levels.`)
  if (countMembers(value) === colons) return succeed(value)
  const key = repeatedKey(text)
  if (key === '__proto__') return fail('usage_invalid', 'No object of this JSON may have the key "__proto__".')
  return fail(
    'usage_invalid',
    key === undefined
      ? 'This JSON has a key that stands twice in one object, or a number that is too large.'
      : `The key ${JSON.stringify(key.slice(0, 60))} stands twice in one object of this JSON.`,
  )
}

/** Outside strings. -1 for brackets nested too deeply or something that JSON does not know. */
function countColons(text: string): number {
  let colons = 0
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (!char.isJsonPart(code)) return -1
    if (code === char.COLON) colons++
    else if (code === char.DOUBLE_QUOTE) at = endOfString(text, at)
    else if (code === char.BRACE_OPEN || code === char.BRACKET_OPEN) depth++
    else if (code === char.BRACE_CLOSE || code === char.BRACKET_CLOSE) depth--
    if (depth > MAX_NESTING) return -1
  }
  return colons
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = end
    while (text.charCodeAt(escapes - 1) === char.BACKSLASH) escapes--
    if ((end - escapes) % 2 === 0) return end
  }
  return text.length
}
