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
import type { GivenTool } from './read-tools.ts'

/** Which tools may be called, and whether one must be. */
export type Choice = { readonly only: readonly string[] | undefined; readonly required: boolean }

const AUTO: Choice = { only: undefined, required: false }

export function readChoice(given: Json | undefined, tools: readonly GivenTool[]): Result<Choice> {
  if (given === undefined || given === null || given === 'auto') return succeed(AUTO)
  if (given === 'none') return succeed({ only: [], required: false })
  if (tools.length === 0)
    return refuseRequest('tool_choice', 'A tool_choice without tools asks for nothing. Send tools, or leave it out.')
  if (given === 'required') return succeed({ only: undefined, required: true })
  if (!isJsonObject(given))
    return refuseRequest('tool_choice', '"tool_choice" must be none, auto, required, or name tools.')
  if (given['type'] === 'function') return named([given], { mode: 'required', at: 'tool_choice' }, tools)
  const allowed = given['allowed_tools']
  if (given['type'] !== 'allowed_tools' || !isJsonObject(allowed) || !isJsonList(allowed['tools']))
    return refuseRequest('tool_choice.type', '"tool_choice.type" must be function or allowed_tools.')
  return named(allowed['tools'], { mode: textOf(allowed['mode']), at: 'tool_choice.allowed_tools.tools' }, tools)
}

type Naming = { readonly mode: string; readonly at: string }

function named(given: readonly Json[], { mode, at }: Naming, tools: readonly GivenTool[]): Result<Choice> {
  const names = given.map(nameIn)
  const stray = names.find(name => !tools.some(tool => tool.name === name))
  if (stray !== undefined) return refuseRequest(at, `tool_choice names "${stray}", which is none of the tools.`)
  return succeed({ only: names, required: mode === 'required' })
}

function nameIn(choice: Json): string {
  const inner: JsonObject = isJsonObject(choice) && isJsonObject(choice['function']) ? choice['function'] : {}
  return textOf(inner['name']) || textOf(isJsonObject(choice) ? choice['name'] : undefined)
}
