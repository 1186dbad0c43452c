import { type JsonObject, isJsonObject } from '../core/index.ts'

/** The schema itself, out of either form in which a request may carry it. */
export function bareSchema(given: JsonObject): JsonObject {
  const inner = given['type'] === 'json_schema' ? given['json_schema'] : undefined
  const schema = isJsonObject(inner) ? inner['schema'] : undefined
  return isJsonObject(schema) ? schema : given
}

/** The schema in `json_schema.schema`, where every server looks. Some refuse `json_object`, others ignore it. */
export function responseFormat(given: JsonObject): JsonObject {
  if (given['type'] === 'json_schema' && isJsonObject(given['json_schema'])) return given
  return { type: 'json_schema', json_schema: { name: 'reply', schema: given } }
}
