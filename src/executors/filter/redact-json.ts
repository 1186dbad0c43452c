import { type Json, type JsonObject, isJsonList } from '../../core/index.ts'
import type { ReadName } from './names/find-named.ts'
import { isPlaceholder } from './names/placeholder.ts'
import type { SecretName } from './names/secret-name.ts'
import { looksSecret } from './names/secret-value.ts'
import { type Mark, isMarker } from './scan/marker.ts'

const DEEPEST = 500 // deeper values are no arguments or results of a tool, and reading on could exhaust the stack
const SHORTEST_NUMBER = 6 // digits
const PROSE_WORDS = 3

type Parts = { readonly redactText: (text: string) => string; readonly readName: ReadName; readonly mark: Mark }
type Walk = { readonly parts: Parts; readonly depth: number; readonly name: SecretName | undefined }

/** Values under a name that promises a secret are replaced whole; every other string, and every key, is read as text. */
export function createRedactJson(parts: Parts): (value: Json) => Json {
  return value => redactValue(value, { parts, depth: 0, name: undefined })
}

function redactValue(value: Json, walk: Walk): Json {
  if (walk.depth > DEEPEST) return walk.parts.mark('known_value', 'too deep to be read')
  if (typeof value === 'string') return redactString(value, walk)
  if (typeof value === 'number') return redactNumber(value, walk)
  if (value === null || typeof value === 'boolean') return value
  const deeper = { ...walk, depth: walk.depth + 1 }
  return isJsonList(value) ? value.map(item => redactValue(item, deeper)) : redactObject(value, deeper)
}

function redactObject(object: JsonObject, walk: Walk): JsonObject {
  const { parts, depth } = walk
  const told = nameToldBeside(object, parts.readName)
  const entries = Object.entries(object).map(([key, member]): [string, Json] => {
    const name = parts.readName(key) ?? (VALUE_KEYS.has(key.toLowerCase()) ? told : undefined)
    return [parts.redactText(key), redactValue(member, { parts, depth, name })]
  })
  return Object.fromEntries(entries)
}

const VALUE_KEYS = new Set(['value', 'val', 'default', 'content', 'data'])

/** `{"name": "DB_PASSWORD", "value": "…"}`: environments, headers and form fields are listed like this. */
function nameToldBeside(object: JsonObject, readName: ReadName): SecretName | undefined {
  const told = object['name'] ?? object['key'] ?? object['Name'] ?? object['Key']
  return typeof told === 'string' && told.length < 128 ? readName(told) : undefined
}

function redactString(text: string, { name, parts: { mark, redactText } }: Walk): string {
  if (name === undefined || isMarker(text) || !isValueOf(name, text)) return redactText(text)
  return mark(name.category, text)
}

/** After a strong or medium name all but prose and placeholders count: whoever names a member `password` means one. */
function isValueOf(name: SecretName, text: string): boolean {
  if (name.strength === 'weak') return looksSecret(text, name, 'quoted')
  if (text.length < 4 || isPlaceholder(text)) return false
  return name.phrase || text.trim().split(/\s+/).length < PROSE_WORDS
}

function redactNumber(value: number, { name, parts: { mark, redactText } }: Walk): Json {
  const digits = String(value)
  if (name !== undefined && name.strength !== 'weak' && digits.length >= SHORTEST_NUMBER) return mark(name.category, digits)
  return digits.length >= SHORTEST_NUMBER && redactText(digits) !== digits ? redactText(digits) : value
}
