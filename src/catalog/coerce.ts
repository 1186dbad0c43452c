import { type Json, type JsonObject, isJsonObject, type Fixup, isJsonList, resolveLocalRef } from '../core/index.ts'
import { CONVERSIONS, asListItem } from './conversions.ts'
import type { Validator } from './validate/validator.ts'

export type Coerced = { readonly args: JsonObject; readonly fixups: readonly Fixup[] }

/** One attempt; `steps` bounds what branches of branches may cost. */
type Attempt = { readonly root: JsonObject; readonly validator: Validator; readonly fixups: Set<Fixup>; steps: number }

const MAX_STEPS = 10_000

/** Converts each value that does not fit to the type its schema asks for, if nothing is lost. */
export function coerceArguments(args: JsonObject, input: JsonObject, validator: Validator): Coerced {
  const attempt: Attempt = { root: input, validator, fixups: new Set(), steps: 0 }
  const coerced = coerceValue(args, input, attempt)
  return { args: isJsonObject(coerced) ? coerced : args, fixups: [...attempt.fixups] }
}

function coerceValue(value: Json, schema: Json | undefined, attempt: Attempt): Json {
  attempt.steps += 1
  if (!isJsonObject(schema) || attempt.steps > MAX_STEPS) return value
  const target = typeof schema.$ref === 'string' ? resolveLocalRef(attempt.root, schema.$ref) : undefined
  let current = target === undefined ? value : coerceValue(value, target, attempt)
  for (const part of isJsonList(schema.allOf) ? schema.allOf : []) current = coerceValue(current, part, attempt)
  current = convertValue(coerceInside(current, schema, attempt), schema, attempt)
  return coerceBranches(current, schema.anyOf ?? schema.oneOf, attempt)
}

function coerceInside(value: Json, schema: JsonObject, attempt: Attempt): Json {
  if (isJsonList(value)) return coerceItems(value, schema, attempt)
  return isJsonObject(value) ? coerceMembers(value, schema, attempt) : value
}

function coerceItems(list: readonly Json[], { prefixItems, items }: JsonObject, attempt: Attempt): readonly Json[] {
  if (items === undefined && prefixItems === undefined) return list
  const first = isJsonList(prefixItems) ? prefixItems : []
  return list.map((item, index) => coerceValue(item, first[index] ?? items, attempt))
}

/** A null that is dropped although it was required leaves a gap, and the result is refused as a whole. */
function coerceMembers(object: JsonObject, schema: JsonObject, attempt: Attempt): JsonObject {
  const properties = isJsonObject(schema.properties) ? schema.properties : {}
  const members = Object.entries(object).flatMap(([key, member]) => {
    const known = Object.hasOwn(properties, key)
    const part = known ? properties[key] : schema.additionalProperties
    if (member === null && known && part !== undefined && !attempt.validator.partAccepts(part, null)) {
      attempt.fixups.add('null_is_absent')
      return []
    }
    return [[key, coerceValue(member, part, attempt)] as const]
  })
  return Object.fromEntries(members)
}

function convertValue(value: Json, schema: JsonObject, attempt: Attempt): Json {
  const { validator, fixups } = attempt
  if (isJsonObject(value) || isJsonList(value) || validator.partAccepts(schema, value)) return value
  for (const { fixup, convert } of CONVERSIONS) {
    const converted = convert(value, schema)
    if (converted === undefined) continue
    fixups.add(fixup)
    return coerceInside(converted, schema, attempt)
  }
  return wrapInList(value, schema, attempt)
}

function wrapInList(value: Json, schema: JsonObject, { validator, fixups }: Attempt): Json {
  const item = asListItem(value, schema)
  if (item === undefined || !validator.partAccepts(schema.items ?? true, item)) return value
  fixups.add('scalar_to_list')
  return [item]
}

/** Only if exactly one branch can take the value: two would be a guess. */
function coerceBranches(value: Json, branches: Json | undefined, attempt: Attempt): Json {
  if (!isJsonList(branches) || branches.some(branch => attempt.validator.partAccepts(branch, value))) return value
  const fitting = branches.flatMap(branch => {
    const trial: Attempt = { ...attempt, fixups: new Set() }
    const coerced = coerceValue(value, branch, trial)
    attempt.steps = trial.steps
    return attempt.validator.partAccepts(branch, coerced) ? [{ coerced, fixups: trial.fixups }] : []
  })
  const [only, second] = fitting
  if (!only || second) return value
  for (const fixup of only.fixups) attempt.fixups.add(fixup)
  return only.coerced
}
