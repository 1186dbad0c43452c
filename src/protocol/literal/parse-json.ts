import { type Json, isJsonObject } from '../../core/index.ts'

/** JSON.parse for untrusted text: undefined when it is no JSON, repeats a key, or has a `__proto__` key (decisions: never a call). */
export function parseJson(text: string, colons: number): Json | undefined {
  const value = parseOrUndefined(text)
  return value !== undefined && countMembers(value) === colons ? value : undefined
}

function parseOrUndefined(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json // JSON.parse returns nothing else
  } catch {
    return undefined
  }
}

/** A repeated key leaves fewer members than there were colons; NaN, so that no count matches, for a `__proto__` key. */
function countMembers(value: Json): number {
  let members = 0
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) if (typeof item === 'object' && item !== null) members += countMembers(item)
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
