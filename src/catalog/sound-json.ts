import { type Json, type JsonObject, isJsonList } from '../core/index.ts'

const MAX_LEVELS = 64 // more than any sensible argument has, and far from what recursion can bear

/** What no tool should ever see, whatever its schema says; undefined if all is well. */
export function findUnsound(value: Json, levels: number = MAX_LEVELS): string | undefined {
  if (typeof value === 'string')
    return value.isWellFormed() ? undefined : 'a string with a broken character (lone surrogate)'
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'a number that JSON cannot write'
  if (typeof value === 'boolean' || value === null) return undefined
  if (typeof value !== 'object') return 'a value that JSON cannot write'
  if (levels <= 0) return 'values nested too deeply'
  return isJsonList(value) ? findUnsoundItem(value, levels) : findUnsoundMember(value, levels)
}

function findUnsoundItem(list: readonly Json[], levels: number): string | undefined {
  for (const item of list) {
    const found = findUnsound(item, levels - 1)
    if (found !== undefined) return found
  }
  return undefined
}

function findUnsoundMember(object: JsonObject, levels: number): string | undefined {
  const members = Object.values(object)
  const keys = Object.keys(object)
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] ?? ''
    if (key === '__proto__') return 'the key "__proto__"'
    if (!key.isWellFormed()) return 'a key with a broken character (lone surrogate)'
    const member = members[at]
    const found = member === undefined ? 'a value that JSON cannot write' : findUnsound(member, levels - 1)
    if (found !== undefined) return found
  }
  return undefined
}
