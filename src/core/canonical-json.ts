import { type Json, type JsonObject, isJsonObject } from './json.ts'

/** RFC 8785. Throws on what JSON cannot say (NaN, Infinity, a lone surrogate): such a value must never be signed. */
export function canonicalJson(value: Json): string {
  if (typeof value === 'string') return canonicalString(value)
  if (typeof value === 'number') return canonicalNumber(value)
  if (value === null || typeof value === 'boolean') return String(value)
  return isJsonObject(value) ? canonicalObject(value) : `[${value.map(canonicalJson).join(',')}]`
}

function canonicalObject(object: JsonObject): string {
  let text = ''
  for (const key of sortedKeys(object)) {
    const member = object[key]
    if (member !== undefined) text += `${text === '' ? '' : ','}${canonicalString(key)}:${canonicalJson(member)}`
  }
  return `{${text}}`
}

/** The default order compares UTF-16 code units, which is what RFC 8785 asks for; most objects have it already. */
function sortedKeys(object: JsonObject): readonly string[] {
  const keys = Object.keys(object)
  for (let index = 1; index < keys.length; index++) if ((keys[index - 1] ?? '') > (keys[index] ?? '')) return keys.sort()
  return keys
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
  return JSON.stringify(number)
}
