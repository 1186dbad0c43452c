import { type ToolDefinition, isJsonObject } from '../../core/index.ts'
import { describeName, describeType, describeValue } from './describe-type.ts'
import { type Parameter, listParameters } from './list-parameters.ts'
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
