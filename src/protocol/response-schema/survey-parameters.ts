import { type Json, type JsonObject, isJsonObject, resolveLocalRef } from '../../core/index.ts'
import { inPlaceParts, objectOf } from './schema-parts.ts'

export type ParameterSurvey = {
  readonly names: readonly string[]
  /** The schema itself speaks of keys that it does not list. */
  readonly open: boolean
}

/** The keys that a tool takes, also those that only a branch or a reference of its schema lists. */
export function surveyParameters(input: JsonObject): ParameterSurvey {
  const names = new Set<string>()
  const seen = new Set<JsonObject>()
  let open = false
  visit(input)
  return { names: [...names], open }

  function visit(schema: Json | undefined): void {
    if (!isJsonObject(schema) || seen.has(schema)) return
    seen.add(schema)
    open ||= speaksOfOthers(schema)
    for (const name of Object.keys(objectOf(schema.properties))) names.add(name)
    if (typeof schema.$ref === 'string') visit(resolveLocalRef(input, schema.$ref))
    for (const part of inPlaceParts(schema)) visit(part)
  }
}

const speaksOfOthers = ({
  additionalProperties = false,
  patternProperties,
  unevaluatedProperties = false,
}: JsonObject): boolean =>
  additionalProperties !== false || patternProperties !== undefined || unevaluatedProperties !== false
