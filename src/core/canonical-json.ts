import { type Json, type JsonObject, isJsonObject } from './json.ts'

/** RFC 8785. Throws on what JSON cannot say (NaN, Infinity, a lone surrogate): such a value must never be signed. */
export function canonicalJson(value: Json): string {
  if (typeof value === 'string') return canonicalString(value)
  if (typeof value === 'number') return canonicalNumber(value)
  if (value === null || typeof value === 'boolean') return String(value)
  return isJsonObject(value) ? canonicalObject(value) : `[${value.map(canonicalJson).join(',')}]`
}

/** The default sort compares UTF-16 code units, as RFC 8785 asks. An undefined member is left out. */
function canonicalObject(object: JsonObject): string {
  const members = Object.keys(object)
    .toSorted()
    .flatMap(key => {
      const member = object[key]
      return member === undefined ? [] : [`${canonicalString(key)}:${canonicalJson(member)}`]
    })
  return `{${members.join(',')}}`
}

function canonicalString(text: string): string {
  if (!text.isWellFormed()) throw new TypeError('A string with a lone surrogate has no canonical JSON form.')
  return JSON.stringify(text)
}

function canonicalNumber(number: number): string {
  if (!Number.isFinite(number)) throw new TypeError(`${number} has no JSON form.`)
  return String(number)
}
