import { type Json, type JsonObject, isJsonObject, isJsonList, resolveLocalRef } from '../../core/index.ts'
import { stringItems } from '../json-list.ts'
import { previewValue } from './problem.ts'

const NOUNS: ReadonlyMap<string, string> = new Map([
  ['string', 'a string'],
  ['integer', 'a whole number'],
  ['number', 'a number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'an object'],
  ['null', 'null'],
])
const MAX_CHOICES = 12
const MAX_BRANCHES = 5
const MAX_HOPS = 4 // branches of branches help nobody

export const typeExpectation = (types: readonly string[]): string =>
  types.map(type => NOUNS.get(type) ?? type).join(' or ')

export function enumExpectation(values: readonly Json[]): string {
  const shown = values.slice(0, MAX_CHOICES).map(previewValue).join(', ')
  if (values.length === 1) return shown
  return values.length > MAX_CHOICES ? `one of ${shown}, … (${values.length} values)` : `one of ${shown}`
}

/** What a schema asks for, in a few words. */
export function expectation(schema: Json | undefined, root: Json, hops: number = MAX_HOPS): string {
  if (!isJsonObject(schema) || hops === 0) return 'a value'
  if (typeof schema.$ref === 'string') return expectation(resolveLocalRef(root, schema.$ref), root, hops - 1)
  if (schema.const !== undefined) return previewValue(schema.const)
  if (isJsonList(schema.enum)) return enumExpectation(schema.enum)
  return typeWords(schema) ?? branchWords(schema, root, hops) ?? shapeWords(schema)
}

function typeWords({ type }: JsonObject): string | undefined {
  if (typeof type === 'string') return typeExpectation([type])
  return isJsonList(type) ? typeExpectation(stringItems(type)) : undefined
}

function branchWords(schema: JsonObject, root: Json, hops: number): string | undefined {
  const branches = schema.anyOf ?? schema.oneOf
  if (!isJsonList(branches)) return undefined
  const words = new Set(branches.slice(0, MAX_BRANCHES).map(branch => expectation(branch, root, hops - 1)))
  return [...words].join(' or ')
}

function shapeWords(schema: JsonObject): string {
  if (schema.properties !== undefined) return 'an object'
  return schema.items !== undefined ? 'a list' : 'a value'
}
