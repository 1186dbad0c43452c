import { type Json, type JsonObject, type ModelTool, isJsonList, isJsonObject, textOf } from '../../../core/index.ts'

export type Parameter = {
  readonly name: string
  readonly required: boolean
  readonly type: string
  readonly about: string
}

/** A tool as the prompt shows it: all that is known of it. */
export type OfferedTool = {
  readonly name: string
  readonly about: string
  readonly parameters: readonly Parameter[]
  /** Arguments that the catalog itself calls an example. */
  readonly example: JsonObject
}

/** Of a tool in the provider's own field. */
export function offeredFrom({ name, description, parameters }: ModelTool): OfferedTool {
  const properties = isJsonObject(parameters['properties']) ? parameters['properties'] : {}
  const required = listOf(parameters['required'])
  const read = Object.entries(properties).map(([key, schema]) => ({
    name: key,
    required: required.includes(key),
    ...describe(schema),
  }))
  return { name, about: description, parameters: read, example: {} }
}

function describe(schema: Json): { readonly type: string; readonly about: string } {
  if (!isJsonObject(schema)) return { type: 'any', about: '' }
  const values = listOf(schema['enum']).filter(value => typeof value === 'string')
  return {
    type: values.length > 0 ? values.join('|') : textOf(schema['type']) || 'any',
    about: textOf(schema['description']),
  }
}

const listOf = (value: Json | undefined): readonly Json[] => (isJsonList(value) ? value : [])
