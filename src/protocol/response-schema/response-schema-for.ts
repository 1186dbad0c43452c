import type { Profile, ToolDefinition } from '../../core/index.ts'
import { callSchema, decisionSchema, lenientSchema } from './envelope-schema.ts'
import type { ResponseSchema } from './to-wire.ts'

export type SchemaRequest = {
  /** 1 before the first tool result of a turn. */
  readonly step: number
  /** The prompt says that a call must come. */
  readonly required: boolean
  readonly profile: Profile
  readonly tools: readonly ToolDefinition[]
  readonly nonce: string
}

/** Which schema the next reply must follow, if any: where prose is a legal answer, none may be sent. */
export function responseSchemaFor(request: SchemaRequest): ResponseSchema | undefined {
  const { step, required, profile, tools, nonce } = request
  if (profile === 'strict' && step > 1) return { name: 'tool_decision_envelope', schema: decisionSchema(tools, nonce) }
  // A reply bound to a schema cannot use the provider's own field for calls, so native never gets one.
  if (profile === 'native' || step > 1 || !required || tools.length === 0) return undefined
  return { name: 'tool_call_envelope', schema: profile === 'strict' ? callSchema(tools, nonce) : lenientSchema(tools) }
}
