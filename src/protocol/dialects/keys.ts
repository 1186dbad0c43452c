import { type Json, type JsonObject, isJsonObject } from '../../core/index.ts'

/** Under which keys models put a tool's name and its arguments. */
export const NAME_KEYS = ['name', 'function_name', 'tool_name', 'tool', 'function', 'func', 'action', 'tool_id', 'api_name'] as const
export const ARGUMENT_KEYS = ['arguments', 'parameters', 'args', 'params', 'input', 'kwargs', 'tool_input', 'action_input'] as const

export function stringUnder(object: JsonObject, keys: readonly string[]): { key: string; text: string } | undefined {
  for (const key of keys) {
    const text = Object.hasOwn(object, key) ? object[key] : undefined
    if (typeof text === 'string' && text !== '') return { key, text }
  }
  return undefined
}

export function keyAmong(object: JsonObject, keys: readonly string[]): string | undefined {
  return keys.find(key => Object.hasOwn(object, key))
}

/** A tool's own description, printed back: `parameters` holds a schema, not arguments. */
export const looksLikeSchema = (value: Json | undefined): boolean =>
  isJsonObject(value) && (isJsonObject(value['properties']) || (value['type'] === 'object' && Object.hasOwn(value, 'required')))

export const parametersOf = (schema: JsonObject): JsonObject => {
  const properties = schema['properties']
  return isJsonObject(properties) ? properties : {}
}

export const omit = (object: JsonObject, ...keys: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)))
