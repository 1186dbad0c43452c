import { type Fault, type Profile, type ToolDefinition, promptId } from '../../core/index.ts'
import { TOOL_ROWS, describeTool } from '../prompts/describe-tool.ts'
import { exampleCall } from '../prompts/example-call.ts'
import { oneLine } from '../prompts/one-line.ts'
import { fillSlots } from '../prompts/prompt.ts'

const MAX_DESCRIBED = 6 // tools; of more than these only the names are told
const MAX_REQUESTED = 60

const EXPLANATION = `There is no tool {{requested}}. The same name is not available and will be refused again.
Tools: {{names}}
{{few}}Arguments (* = required):
{{described}}`

/** The wording, for the hash of the prompt that uses it. */
export const EXPLANATION_ROWS: readonly string[] = [EXPLANATION, ...TOOL_ROWS]

export type FailedCall = {
  /** Strict is missing: a refused reply ends its turn. */
  readonly profile: Exclude<Profile, 'strict'>
  readonly tools: readonly ToolDefinition[]
  readonly rejection: { readonly layer: string; readonly fault: Fault }
  readonly invalidOutput: string
  /** The name that was read from the reply, if one was. */
  readonly requested?: string
}

/** The schema in plain language: of the tool that was meant, else of all if they are few. */
export function explainTools(failed: FailedCall): string {
  const { profile, tools, rejection } = failed
  const isUnknown = rejection.layer === 'tool'
  const meant = isUnknown ? undefined : meantTool(failed)
  const shown = meant ? [meant] : tools.length <= MAX_DESCRIBED ? tools : []
  return fillSlots(EXPLANATION, {
    requested: isUnknown ? requestedName(failed) : undefined,
    names: tools.length === 0 ? 'none' : tools.map(tool => tool.name).join(', '),
    few: shown.length > 0 ? '' : undefined,
    described: shown.length > 0 ? shown.map(tool => describe(tool, profile)).join('\n\n') : undefined,
  })
}

const describe = (tool: ToolDefinition, profile: FailedCall['profile']): string =>
  describeTool(tool, { id: tool.name, ...(profile !== 'native' && { example: exampleCall(tool, profile) }) })

function requestedName({ rejection, requested }: FailedCall): string {
  const told = rejection.fault.detail?.requested
  const name = typeof told === 'string' ? told : requested
  return name === undefined ? 'of that name' : JSON.stringify(oneLine(name, MAX_REQUESTED))
}

/** Only decides what is shown: a wrong guess costs a worse explanation, never a wrong call. */
function meantTool({ tools, invalidOutput, requested }: FailedCall): ToolDefinition | undefined {
  const named = tools.find(tool => requested !== undefined && normal(tool.name) === normal(requested))
  const mentioned = tools.filter(({ name }) => invalidOutput.includes(name) || invalidOutput.includes(promptId(name)))
  return named ?? (mentioned.length === 1 ? mentioned[0] : undefined)
}

const normal = (name: string): string => name.toLowerCase().replace(/[\s._-]+/g, '')
