import type { Fault } from './faults.ts'
import type { JsonObject } from './json.ts'

export type ModelMessage = { readonly role: 'system' | 'user' | 'assistant' | 'tool'; readonly content: string }
export type ModelRequest = {
  readonly messages: readonly ModelMessage[]
  /** JSON Schema that the answer must fit, where the model can be held to one. */
  readonly responseSchema?: JsonObject
  readonly maxTokens?: number
  readonly temperature?: number
}
export type ModelUsage = { readonly inputTokens: number; readonly outputTokens: number }
export type ModelChunk =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string }
  | { readonly kind: 'end'; readonly fault?: Fault; readonly usage?: ModelUsage }

/** Must not throw for anything the other side did: failures arrive as an `end` chunk with a fault. */
export interface Model {
  readonly id: string
  readonly can: { readonly nativeTools: boolean; readonly jsonSchema: boolean; readonly embed: boolean }
  reply(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelChunk>
}
