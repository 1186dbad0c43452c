import {
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  type Result,
  succeed,
  textOf,
} from '../../../core/index.ts'
import { refuseRequest } from './refuse-request.ts'

export type GivenTool = { readonly name: string; readonly description: string; readonly input: JsonObject }

const MAX_TOOLS = 512
const ANYTHING: JsonObject = { type: 'object', properties: {} }
const NOTHING: JsonObject = { ...ANYTHING, additionalProperties: false }

export function readTools(given: Json | undefined): Result<readonly GivenTool[]> {
  if (given === undefined || given === null) return succeed([])
  if (!isJsonList(given)) return refuseRequest('tools', '"tools" must be a list.')
  if (given.length > MAX_TOOLS) return refuseRequest('tools', `A request may have at most ${MAX_TOOLS} tools.`)
  const tools: GivenTool[] = []
  for (const [index, tool] of given.entries()) {
    const read = readTool(tool, `tools[${index}]`)
    if (!read.ok) return read
    tools.push(read.value)
  }
  return succeed(tools)
}

function readTool(tool: Json, at: string): Result<GivenTool> {
  if (!isJsonObject(tool) || tool['type'] !== 'function')
    return refuseRequest(`${at}.type`, `"${at}.type" must be "function"; custom tools are not supported.`)
  const inner = tool['function']
  if (!isJsonObject(inner) || typeof inner['name'] !== 'string' || inner['name'] === '')
    return refuseRequest(`${at}.function.name`, `"${at}.function.name" is missing.`)
  const { name, description, parameters = null } = inner
  if (parameters !== null && !isJsonObject(parameters))
    return refuseRequest(`${at}.function.parameters`, `"${at}.function.parameters" must be a JSON Schema object.`)
  return succeed({ name, description: textOf(description).toWellFormed(), input: withType(parameters) })
}

/** The schema of a tool. Without one it takes no arguments; an empty one allows all, as JSON Schema says. */
function withType(parameters: JsonObject | null): JsonObject {
  if (parameters === null) return NOTHING
  return Object.keys(parameters).length === 0 ? ANYTHING : parameters
}

/** The tools that may be called, and whether a call is required. */
export type ToolChoice = { readonly only: readonly string[] | undefined; readonly required: boolean }

const AUTO: ToolChoice = { only: undefined, required: false }

export function readToolChoice(given: Json | undefined, tools: readonly GivenTool[]): Result<ToolChoice> {
  if (given === undefined || given === null || given === 'auto') return succeed(AUTO)
  if (given === 'none') return succeed({ only: [], required: false })
  if (tools.length === 0) return refuseRequest('tool_choice', 'tool_choice needs tools. Send tools, or leave it out.')
  if (given === 'required') return succeed({ only: undefined, required: true })
  if (!isJsonObject(given))
    return refuseRequest('tool_choice', '"tool_choice" must be none, auto or required, or name tools.')
  if (given['type'] === 'function') return named([given], { mode: 'required', at: 'tool_choice' }, tools)
  const allowed = given['allowed_tools']
  if (given['type'] !== 'allowed_tools' || !isJsonObject(allowed) || !isJsonList(allowed['tools']))
    return refuseRequest('tool_choice.type', '"tool_choice.type" must be function or allowed_tools.')
  return named(allowed['tools'], { mode: textOf(allowed['mode']), at: 'tool_choice.allowed_tools.tools' }, tools)
}

type NamedTools = { readonly mode: string; readonly at: string }

function named(given: readonly Json[], { mode, at }: NamedTools, tools: readonly GivenTool[]): Result<ToolChoice> {
  const names = given.map(nameIn)
  const stray = names.find(name => !tools.some(tool => tool.name === name))
  if (stray !== undefined) return refuseRequest(at, `tool_choice names "${stray}", which is not among the tools.`)
  return succeed({ only: names, required: mode === 'required' })
}

function nameIn(choice: Json): string {
  const inner: JsonObject = isJsonObject(choice) && isJsonObject(choice['function']) ? choice['function'] : {}
  return textOf(inner['name']) || textOf(isJsonObject(choice) ? choice['name'] : undefined)
}
