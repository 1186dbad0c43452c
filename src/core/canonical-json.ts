import { type Json, type JsonObject, isJsonList, isJsonObject } from './json.ts'

/** RFC 8785. Throws on what JSON cannot say (NaN, Infinity, a lone surrogate): such a value must never be signed. */
export function canonicalJson(value: Json): string {
  if (typeof value === 'string') return canonicalString(value)
  if (typeof value === 'number') return canonicalNumber(value)
  if (value === null || typeof value === 'boolean') return String(value)
  return (
    orderedText(value) ?? (isJsonObject(value) ? canonicalObject(value) : `[${value.map(canonicalJson).join(',')}]`)
  )
}

/** Where all keys stand in order already, JSON.stringify writes the canonical form, and in less time. */
function orderedText(value: Json): string | undefined {
  if (!isOrdered(value)) return undefined
  const text = JSON.stringify(value)
  return text.includes(SURROGATE) ? undefined : text
}

const SURROGATE = String.raw`\ud` // how it writes one that stands alone; who finds it for another reason only takes the longer way

/** Is there nothing in it that JSON.stringify would write in another way, or leave out? */
function isOrdered(value: Json | undefined): boolean {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (isJsonList(value)) return value.every(isOrdered)
  if (!isJsonObject(value) || 'toJSON' in value) return false
  let before = ''
  for (const key of Object.keys(value)) {
    if (key < before || !isOrdered(value[key])) return false
    before = key
  }
  return true
}

function canonicalObject(object: JsonObject): string {
  let text = ''
  for (const { key, start } of orderOf(Object.keys(object))) {
    const member = object[key]
    if (member !== undefined) text += `${text === '' ? '' : ','}${start}${canonicalJson(member)}`
  }
  return `{${text}}`
}

/** A key, and how its member begins. */
type MemberStart = { readonly key: string; readonly start: string }
type Shape = { readonly keys: readonly string[]; readonly order: readonly MemberStart[] }

const MOST_KEYS = 64
const LONGEST_KEY = 64 // what is longer is no key of a record, and would be kept for nothing
const shapes: (Shape | undefined)[] = [] // the last one of each size: records of the same few kinds come again and again

function orderOf(keys: readonly string[]): readonly MemberStart[] {
  const known = shapes[keys.length]
  if (known && keys.every((key, index) => key === known.keys[index])) return known.order
  // The default order compares UTF-16 code units, which is what RFC 8785 asks for.
  const order = keys.toSorted().map(key => ({ key, start: `${canonicalString(key)}:` }))
  if (keys.length <= MOST_KEYS && keys.every(key => key.length <= LONGEST_KEY)) shapes[keys.length] = { keys, order }
  return order
}

// Printable ASCII without the two characters that JSON escapes: most texts, and testing is quicker than writing them out.
const PLAIN = /^[ !#-[\]-~]*$/

function canonicalString(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`
  if (!text.isWellFormed()) throw new TypeError('A string with a lone surrogate has no canonical JSON form.')
  return JSON.stringify(text)
}

function canonicalNumber(number: number): string {
  if (!Number.isFinite(number)) throw new TypeError(`${number} has no JSON form.`)
  return String(number)
}
