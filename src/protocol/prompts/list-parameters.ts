import { type Json, type JsonObject, isJsonObject } from '../../core/index.ts'
import { inlineRefs } from '../response-schema/inline-refs.ts'
import { foldAllOf } from '../response-schema/merge-schemas.ts'
import { listOf, objectOf, stringsOf } from '../response-schema/schema-parts.ts'

export type Parameter = { readonly name: string; readonly schema: Json; readonly required: boolean }

/** What a tool takes, the required first; a parameter that only one branch of the schema lists is optional here. */
export function listParameters(input: JsonObject): readonly Parameter[] {
  const whole = foldAllOf(inlineRefs(input))
  if (!isJsonObject(whole)) return []
  const required = stringsOf(whole.required)
  const parameters = [...collect(whole)].map(([name, schema]) => ({ name, schema, required: required.includes(name) }))
  return [...parameters.filter(parameter => parameter.required), ...parameters.filter(parameter => !parameter.required)]
}

function collect(schema: JsonObject): ReadonlyMap<string, Json> {
  const found = new Map(Object.entries(objectOf(schema.properties)))
  for (const branch of listOf(schema.anyOf ?? schema.oneOf)
    .map(foldAllOf)
    .filter(isJsonObject)) {
    for (const [name, part] of collect(branch)) if (!found.has(name)) found.set(name, part)
  }
  return found
}
