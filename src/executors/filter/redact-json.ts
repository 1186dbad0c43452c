import { type Json, type JsonObject, isJsonList } from '../../core/index.ts'
import type { ReadName } from './names/find-named.ts'
import { isPlaceholderValue } from './names/placeholder.ts'
import type { SecretName } from './names/secret-name.ts'
import { looksSecret } from './names/secret-value.ts'
import { type Mark, isMarker } from './scan/marker.ts'

const DEEPEST = 500 // deeper values are no arguments or results of a tool, and reading on could exhaust the stack
const SHORTEST_NUMBER = 6 // digits
const PROSE_WORDS = 3

type RedactionParts = {
  readonly redactText: (text: string) => string
  readonly readName: ReadName
  readonly mark: Mark
}
type RedactionWalk = RedactionParts & { readonly keys: KeyIndex }
/** Where in the value we are: how deep, and what the name before it promises. */
type At = { readonly depth: number; readonly name: SecretName | undefined }

export type RedactJson = {
  readonly redact: (value: Json) => Json
  /** Something new is secret, so what was read before may be it. */
  readonly forget: () => void
}

/** Values under a secret's name are replaced whole; every other string, and every key, is read as text. */
export function createRedactJson(parts: RedactionParts): RedactJson {
  const keys = createKeyIndex(parts)
  const walk = { ...parts, keys }
  return { redact: value => redactValue(value, { depth: 0, name: undefined }, walk), forget: keys.forget }
}

function redactValue(value: Json, at: At, walk: RedactionWalk): Json {
  if (at.depth > DEEPEST) return walk.mark('known_value', 'too deep to be read')
  if (typeof value === 'string') return redactString(value, at.name, walk)
  if (typeof value === 'number') return redactNumber(value, at.name, walk)
  if (value === null || typeof value === 'boolean') return value
  if (!isJsonList(value)) return redactObject(value, at, walk)
  return redactList(value, { depth: at.depth + 1, name: at.name }, walk)
}

// What holds no secret is handed back as it is: nearly all of it, and a copy would cost more than the reading.

function redactList(list: readonly Json[], inside: At, walk: RedactionWalk): Json {
  let isSame = true
  const items = list.map(item => {
    const redacted = redactValue(item, inside, walk)
    if (redacted !== item) isSame = false
    return redacted
  })
  return isSame ? list : items
}

function redactObject(object: JsonObject, { depth }: At, walk: RedactionWalk): JsonObject {
  const plain = { depth: depth + 1, name: undefined }
  let changed: Map<string, readonly [string, Json]> | undefined
  for (const key of Object.keys(object)) {
    const member = object[key] ?? null
    const {
      text,
      isOfOther,
      name = isOfOther ? nameToldBeside(object, walk.readName) : undefined,
    } = walk.keys.read(key)
    const redacted = redactValue(member, name === undefined ? plain : { depth: depth + 1, name }, walk)
    if (redacted !== member || text !== key) (changed ??= new Map()).set(key, [text, redacted])
  }
  return changed === undefined ? object : withChanges(object, changed)
}

const withChanges = (object: JsonObject, changed: ReadonlyMap<string, readonly [string, Json]>): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, member]) => changed.get(key) ?? [key, member]))

type ReadKey = {
  readonly text: string
  readonly name: SecretName | undefined
  /** Another member may tell what this one holds. */
  readonly isOfOther: boolean
}
type KeyIndex = { readonly read: (key: string) => ReadKey; readonly forget: () => void }

const MOST_KEYS = 2_000
const LONGEST_KEY = 64

/** The same few hundred keys come again with every record, so each is read once. */
function createKeyIndex({ redactText, readName }: RedactionParts): KeyIndex {
  const known = new Map<string, ReadKey>()
  return {
    read(key) {
      const before = known.get(key)
      if (before) return before
      const read = { text: redactText(key), name: readName(key), isOfOther: VALUE_KEYS.has(key.toLowerCase()) }
      if (known.size >= MOST_KEYS) known.clear()
      if (key.length <= LONGEST_KEY && read.text === key) known.set(key, read)
      return read
    },
    forget: () => known.clear(),
  }
}

const VALUE_KEYS = new Set(['value', 'val', 'default', 'content', 'data'])

/** `{"name": "DB_PASSWORD", "value": "…"}`: environments, headers and form fields are listed like this. */
function nameToldBeside(object: JsonObject, readName: ReadName): SecretName | undefined {
  const told = object['name'] ?? object['key'] ?? object['Name'] ?? object['Key']
  return typeof told === 'string' && told.length < 128 ? readName(told) : undefined
}

function redactString(text: string, name: SecretName | undefined, { mark, redactText }: RedactionWalk): string {
  if (name === undefined || isMarker(text) || !isValueOf(name, text)) return redactText(text)
  return mark(name.category, text)
}

/** After a strong or medium name every value but prose and placeholders counts. */
function isValueOf(name: SecretName, text: string): boolean {
  if (name.strength === 'weak') return looksSecret(text, name, 'quoted')
  if (text.length < 4 || isPlaceholderValue(text)) return false
  return name.phrase || text.trim().split(/\s+/).length < PROSE_WORDS
}

function redactNumber(value: number, name: SecretName | undefined, { mark, redactText }: RedactionWalk): Json {
  const digits = String(value)
  if (name !== undefined && name.strength !== 'weak' && digits.length >= SHORTEST_NUMBER)
    return mark(name.category, digits)
  return digits.length >= SHORTEST_NUMBER && redactText(digits) !== digits ? redactText(digits) : value
}
