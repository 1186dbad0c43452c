import { type Json, type JsonObject, type ToolDefinition, isJsonObject } from '../../core/index.ts'
import { inlineRefs } from '../response-schema/inline-refs.ts'
import { foldAllOf } from '../response-schema/merge-schemas.ts'
import { listOf, objectOf, stringsOf } from '../response-schema/schema-parts.ts'
import { describeName, describeType, describeValue } from './describe-type.ts'
import { oneLine } from './one-line.ts'
import { fillSlots } from './prompt.ts'

const MAX_TOOL_ABOUT = 240
const MAX_PARAMETER_ABOUT = 120

const TOOL = `{{id}}{{about}}
{{parameters}}
{{none}}- no arguments
Example: {{example}}`
const PARAMETER = '- {{name}} {{type}}{{fallback}}{{about}}'
const FALLBACK = ', default {{value}}'
const ABOUT = ': {{text}}'

/** The wording, for the hashes of the prompts that use it. */
export const TOOL_ROWS: readonly string[] = [TOOL, PARAMETER, FALLBACK, ABOUT]

/** A tool in a few short lines: small models pay for every token. */
export function describeTool(tool: ToolDefinition, shown: { readonly id: string; readonly example?: string }): string {
  const parameters = listParameters(tool.input).map(describeParameter)
  return fillSlots(TOOL, {
    id: shown.id,
    about: about(tool.description, MAX_TOOL_ABOUT),
    parameters: parameters.length > 0 ? parameters.join('\n') : undefined,
    none: parameters.length > 0 ? undefined : '',
    example: shown.example,
  })
}

function describeParameter({ name, schema, required }: Parameter): string {
  const { default: fallback, description } = isJsonObject(schema) ? schema : {}
  return fillSlots(PARAMETER, {
    name: describeName(name, required ? [name] : []),
    type: describeType(schema),
    fallback: fallback === undefined ? '' : fillSlots(FALLBACK, { value: describeValue(fallback) }),
    about: about(description, MAX_PARAMETER_ABOUT),
  })
}

function about(text: unknown, limit: number): string {
  const line = typeof text === 'string' ? oneLine(text, limit) : ''
  return line === '' ? '' : fillSlots(ABOUT, { text: line })
}

type Parameter = { readonly name: string; readonly schema: Json; readonly required: boolean }

/** What a tool takes, the required first; a parameter that only one branch of the schema lists is optional here. */
function listParameters(input: JsonObject): readonly Parameter[] {
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
