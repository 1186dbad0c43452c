import { type Json, type JsonObject, isJsonObject } from '../../core/index.ts'
import { listOf, objectOf, stringsOf } from './schema-parts.ts'

/**
 * One schema for "both of these", without `allOf`. Where both say something of the same keyword, the right one counts,
 * so the result may accept more than both together, never less.
 */
export function mergeSchemas(left: Json, right: Json): Json {
  if (left === false || right === false) return false
  if (!isJsonObject(left)) return right
  if (!isJsonObject(right)) return left
  return { ...left, ...right, ...mergeMembers(left, right) }
}

function mergeMembers(left: JsonObject, right: JsonObject): JsonObject {
  const required = [...new Set([...stringsOf(left.required), ...stringsOf(right.required)])]
  const properties: Record<string, Json> = { ...objectOf(left.properties) }
  for (const [name, schema] of Object.entries(objectOf(right.properties)))
    properties[name] = mergeSchemas(properties[name] ?? true, schema)
  return {
    ...(required.length > 0 && { required }),
    ...((left.properties ?? right.properties) !== undefined && { properties }),
  }
}

/** Folds `allOf` into the schema that holds it. */
export function foldAllOf(schema: Json): Json {
  if (!isJsonObject(schema) || schema.allOf === undefined) return schema
  const { allOf, ...rest } = schema
  return listOf(allOf).map(foldAllOf).reduce(mergeSchemas, rest)
}
