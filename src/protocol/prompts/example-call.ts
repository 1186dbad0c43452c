import type { JsonObject, Profile, ToolDefinition } from '../../core/index.ts'
import { inlineRefs } from '../response-schema/inline-refs.ts'
import { sampleObject } from './sample-value.ts'

/** Native calls have no text form, so nothing is shown for them. */
export type TextProfile = Exclude<Profile, 'native'>

/** Stands for the nonce wherever a prompt shows a call that is not to be sent as it is. */
export const NONCE_PLACEHOLDER = '<TOOL_NONCE>'

/** One call as the profile wants it written, with no more than the required arguments. */
export const exampleCall = (tool: ToolDefinition, profile: TextProfile): string =>
  JSON.stringify(exampleEnvelope(tool, profile))

function exampleEnvelope(tool: ToolDefinition, profile: TextProfile): JsonObject {
  const args = sampleObject(inlineRefs(tool.input))
  return profile === 'strict'
    ? { tool: tool.name, args, nonce: NONCE_PLACEHOLDER }
    : { type: 'tool_call', name: tool.name, args }
}
