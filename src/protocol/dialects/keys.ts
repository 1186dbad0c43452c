import { type Json, type JsonObject, isJsonObject } from '../../core/index.ts'

/** Under which keys models put a tool's name and its arguments; of two, the first of the list counts. */
const NAME_KEYS = [
  'name',
  'function_name',
  'functionName',
  'tool_name',
  'toolName',
  'tool',
  'function',
  'func',
  'action',
  'tool_id',
  'api_name',
  'recipient_name',
]
const ARGUMENT_KEYS = [
  'arguments',
  'parameters',
  'args',
  'params',
  'input',
  'kwargs',
  'tool_input',
  'toolInput',
  'tool_args',
  'tool_arguments',
  'function_args',
  'action_input',
  'actionInput',
]

const rank = (keys: readonly string[]): ReadonlyMap<string, number> => new Map(keys.map((key, at) => [key, at]))
const NAME_RANKS = rank(NAME_KEYS)
const ARGUMENT_RANKS = rank(ARGUMENT_KEYS)

/** An object's members, taken once: objects of unknown shape are slow to ask again and again. */
export type ObjectMembers = { readonly keys: readonly string[]; readonly values: readonly Json[] }

export const takeMembers = (object: JsonObject): ObjectMembers => ({
  keys: Object.keys(object),
  values: Object.values(object),
})

/** Where a tool's name may stand: the places of all such keys that hold a string, best first. */
export const namePlaces = ({ keys, values }: ObjectMembers): readonly number[] =>
  places(keys, NAME_RANKS).filter(at => typeof values[at] === 'string' && values[at] !== '')

export const argumentsPlace = ({ keys }: ObjectMembers): number => places(keys, ARGUMENT_RANKS)[0] ?? -1

function places(keys: readonly string[], ranks: ReadonlyMap<string, number>): number[] {
  const found: number[] = []
  for (let at = 0; at < keys.length; at++) if (ranks.has(keys[at] ?? '')) found.push(at)
  if (found.length > 1) found.sort((a, b) => (ranks.get(keys[a] ?? '') ?? 0) - (ranks.get(keys[b] ?? '') ?? 0))
  return found
}

/** A tool's own description, printed back: `parameters` holds a schema, not arguments. */
export const looksLikeSchema = (value: JsonObject): boolean =>
  describes(value['properties']) ||
  (value['type'] === 'object' && Object.hasOwn(value, 'required')) ||
  namesTypes(Object.values(value))

const TYPE_WORDS: ReadonlySet<Json> = new Set([
  'string',
  'integer',
  'number',
  'boolean',
  'array',
  'object',
  'str',
  'int',
  'float',
  'bool',
])

/** `{"city": "string", "days": "integer"}` describes arguments. */
const namesTypes = (values: readonly Json[]): boolean =>
  values.length > 0 && values.every(value => TYPE_WORDS.has(value))

/** Schemas by name; `{"properties": {"path": "a.md"}}` holds the arguments themselves. */
const describes = (properties: Json | undefined): boolean =>
  isJsonObject(properties) && (Object.values(properties).every(isJsonObject) || namesTypes(Object.values(properties)))

export const parametersOf = (schema: JsonObject | undefined): JsonObject => {
  const properties = schema?.['properties']
  return isJsonObject(properties) ? properties : {}
}
