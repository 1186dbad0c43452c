import {
  type Json,
  type JsonObject,
  type Result,
  isJsonList,
  isJsonObject,
  succeed,
  textOf,
} from '../../../core/index.ts'
import { refuseRequest } from './refuse-request.ts'

export type GivenTool = { readonly name: string; readonly description: string; readonly input: JsonObject }

const MAX_TOOLS = 512
const NOTHING: JsonObject = { type: 'object', properties: {} }

export function readTools(given: Json | undefined): Result<readonly GivenTool[]> {
  if (given === undefined || given === null) return succeed([])
  if (!isJsonList(given)) return refuseRequest('tools', '"tools" must be a list.')
  if (given.length > MAX_TOOLS) return refuseRequest('tools', `At most ${MAX_TOOLS} tools can be offered at once.`)
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
    return refuseRequest(`${at}.type`, `"${at}.type" must be "function"; custom tools are not taken here.`)
  const inner = tool['function']
  if (!isJsonObject(inner) || typeof inner['name'] !== 'string' || inner['name'] === '')
    return refuseRequest(`${at}.function.name`, `"${at}.function.name" is missing.`)
  const { name, description, parameters = null } = inner
  if (parameters !== null && !isJsonObject(parameters))
    return refuseRequest(`${at}.function.parameters`, `"${at}.function.parameters" must be a JSON Schema object.`)
  return succeed({ name, description: textOf(description).toWellFormed(), input: withType(parameters) })
}

/** Some clients send `{}` for a tool without parameters, or leave the type of all parameters out. */
function withType(parameters: JsonObject | null): JsonObject {
  if (parameters === null || Object.keys(parameters).length === 0) return NOTHING
  return parameters
}
