import { type Json, isJsonList, isJsonObject, parseJsonText } from '../../core/index.ts'

/** JSON.parse for untrusted text: undefined when it is no JSON, repeats a key, or has a `__proto__` key (decisions: never a call). */
export function parseJson(text: string, colons: number): Json | undefined {
  const value = parseJsonText(text)
  return value !== undefined && countMembers(value) === colons ? value : undefined
}

/** A repeated key leaves fewer members than there were colons; NaN, so that no count matches, for a `__proto__` key. */
function countMembers(value: Json): number {
  let members = 0
  if (isJsonList(value)) {
    for (const item of value) if (typeof item === 'object' && item !== null) members += countMembers(item)
  } else if (isJsonObject(value)) {
    for (const key of Object.keys(value)) {
      members++
      if (key === '__proto__') return Number.NaN
      const member = value[key]
      if (typeof member === 'object' && member !== null) members += countMembers(member)
    }
  }
  return members
}
