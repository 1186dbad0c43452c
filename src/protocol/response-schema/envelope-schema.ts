import type { JsonObject, ToolDefinition } from '../../core/index.ts'
import { closeArguments } from './close-arguments.ts'

/** One legal object, given the place at which it will stand. */
type Branch = (pointer: string) => JsonObject

/** Strict: `{tool, args, nonce}`. */
export const callSchema = (tools: readonly ToolDefinition[], nonce: string): JsonObject =>
  oneOfThese(
    tools.map(
      tool => pointer =>
        envelope({ tool: exactly(tool.name), args: argumentsOf(tool, pointer), nonce: exactly(nonce) }),
    ),
  )

/** Strict, after a tool result: another call, or the end. */
export function decisionSchema(tools: readonly ToolDefinition[], nonce: string): JsonObject {
  const calls = tools.map(
    (tool): Branch =>
      pointer =>
        envelope({
          action: exactly('tool'),
          tool: exactly(tool.name),
          args: argumentsOf(tool, pointer),
          nonce: exactly(nonce),
        }),
  )
  return oneOfThese([...calls, () => envelope({ action: exactly('final'), nonce: exactly(nonce) })])
}

/** Lenient and run: `{type, name, args}`. */
export const lenientSchema = (tools: readonly ToolDefinition[]): JsonObject =>
  oneOfThese(
    tools.map(
      tool => pointer =>
        envelope({ type: exactly('tool_call'), name: exactly(tool.name), args: argumentsOf(tool, pointer) }),
    ),
  )

const argumentsOf = (tool: ToolDefinition, pointer: string): JsonObject =>
  closeArguments(tool.input, `${pointer}/properties/args`)

const exactly = (value: string): JsonObject => ({ type: 'string', const: value })

/** The order of the fields counts: grammars make the model write them in this order, the name before the arguments. */
const envelope = (properties: JsonObject): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

/** Whole objects side by side, never `properties` next to `anyOf`: grammar converters drop one of the two. */
function oneOfThese(branches: readonly Branch[]): JsonObject {
  const [first, ...others] = branches
  if (first === undefined) return { not: {} }
  if (others.length === 0) return first('#')
  return { type: 'object', anyOf: branches.map((branch, index) => branch(`#/anyOf/${index}`)) }
}
