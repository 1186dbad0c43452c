import { type Json, type JsonObject, isJsonList, isJsonObject } from '../../../core/index.ts'

/** An expected call with all accepted values; `""` among them means that the argument may be left out. */
export type Expected = { readonly name: string; readonly args: { readonly [parameter: string]: readonly Json[] } }
export type GotCall = { readonly tool: string; readonly args: JsonObject }

/** True if names, arguments and the number of calls match; the order of calls does not matter. */
export function matchesExpected(calls: readonly GotCall[], expected: readonly Expected[]): boolean {
  if (calls.length !== expected.length) return false
  const left = [...calls]
  return expected.every(wanted => {
    const at = left.findIndex(call => matchesCall(call, wanted))
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

function matchesCall(call: GotCall, wanted: Expected): boolean {
  return call.tool === wanted.name && matchesMembers(call.args, wanted.args)
}

/** Every given member is accepted, and every missing member may be left out. */
function matchesMembers(given: JsonObject, wanted: { readonly [key: string]: Json }): boolean {
  const rightOnes = Object.entries(given).every(([key, value]) => {
    const accepted = Object.hasOwn(wanted, key) ? wanted[key] : undefined
    return accepted !== undefined && isAccepted(value, accepted)
  })
  return (
    rightOnes && Object.entries(wanted).every(([key, accepted]) => Object.hasOwn(given, key) || mayBeMissing(accepted))
  )
}

const mayBeMissing = (accepted: Json): boolean => Array.isArray(accepted) && accepted.includes('')

function isAccepted(value: Json, accepted: Json): boolean {
  if (!Array.isArray(accepted)) return sameValue(value, accepted)
  return accepted.some((one: Json) =>
    one === '' && value !== '' ? false : sameValue(value, one) || JSON.stringify(value) === JSON.stringify(one),
  )
}

function sameValue(value: Json, wanted: Json): boolean {
  if (typeof value === 'string' && typeof wanted === 'string') return normalised(value) === normalised(wanted)
  if (typeof value === 'number' && typeof wanted === 'number') return Math.abs(value - wanted) < 1e-12
  if (isJsonList(value) && isJsonList(wanted)) {
    return value.length === wanted.length && value.every((item, at) => sameValue(item, wanted[at] ?? null))
  }
  return isJsonObject(value) && isJsonObject(wanted) ? matchesMembers(value, wanted) : value === wanted
}

/** Ignores case, spaces, common punctuation and the kind of quotation mark. */
const normalised = (text: string): string =>
  text
    .replace(/[ ,./\-_*^]/g, '')
    .toLowerCase()
    .replaceAll("'", '"')
