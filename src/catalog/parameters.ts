import { type Json, type JsonObject, isJsonObject } from '../core/index.ts'
import { stringItems } from './json-list.ts'
import { type SchemaPart, schemaParts } from './schema/keywords.ts'
import { createRefResolver } from './schema/refs.ts'

/** What a tool takes, in the order its schema lists it. */
export type Parameters = {
  readonly names: readonly string[]
  readonly has: (name: string) => boolean
  /** The one parameter whose name reads the same once case and separators are set aside. */
  readonly byNormalKey: ReadonlyMap<string, string>
  /** Does the schema itself speak of keys that it does not list? */
  readonly open: boolean
}

export function indexParameters(input: JsonObject): Parameters {
  const names = new Set<string>()
  const seen = new Set<JsonObject>()
  const resolve = createRefResolver(input)
  let open = false
  visit(input)
  return { names: [...names], has: name => names.has(name), byNormalKey: uniqueNormalKeys([...names]), open }

  function visit(schema: Json | undefined): void {
    if (!isJsonObject(schema) || seen.has(schema)) return
    seen.add(schema)
    open ||= speaksOfOthers(schema)
    for (const name of Object.keys(isJsonObject(schema.properties) ? schema.properties : {})) names.add(name)
    for (const name of stringItems(schema.required)) names.add(name)
    if (typeof schema.$ref === 'string') visit(resolve(schema.$ref))
    for (const part of inPlaceParts(schema)) visit(part.schema)
  }
}

/** What a `not` lists is not a parameter. */
const inPlaceParts = (schema: JsonObject): readonly SchemaPart[] =>
  schemaParts(schema).filter(({ at, role }) => role === 'in-place' && at !== 'not')

const OPENING_KEYWORDS = ['additionalProperties', 'patternProperties', 'unevaluatedProperties'] as const

const speaksOfOthers = (schema: JsonObject): boolean =>
  OPENING_KEYWORDS.some(keyword => schema[keyword] !== undefined && schema[keyword] !== false)

const SEPARATORS = /[\s._-]+/g

/** `Search-Criteria `, `searchCriteria` and `search_criteria` are the same word. */
export const normalKey = (key: string): string => key.toLowerCase().replace(SEPARATORS, '')

function uniqueNormalKeys(names: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const ambiguous = new Set<string>()
  for (const name of names) {
    const key = normalKey(name)
    if (key === '' || found.has(key)) ambiguous.add(key)
    found.set(key, name)
  }
  for (const key of ambiguous) found.delete(key)
  return found
}
