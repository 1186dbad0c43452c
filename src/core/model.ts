import type { Fault } from './faults.ts'
import type { JsonObject } from './json.ts'

/** A call as a provider delivers it: arguments as a JSON string, as an object, or missing. */
export type NativeCall = { readonly id?: string; readonly name: string; readonly arguments: string | JsonObject | null }

export type ModelMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly calls?: readonly NativeCall[] }
  /** What came of a native call: `callId` and `tool` are those of the call. */
  | { readonly role: 'tool'; readonly content: string; readonly callId: string; readonly tool: string }

/** A tool as it travels in a provider's own field; the name is one that every provider takes. */
export type ModelTool = { readonly name: string; readonly description: string; readonly parameters: JsonObject }

export type ModelRequest = {
  readonly messages: readonly ModelMessage[]
  /** Never together with `responseSchema`: a reply bound to a schema has no room for a native call. */
  readonly tools?: readonly ModelTool[]
  readonly toolChoice?: 'auto' | 'required' | 'none'
  /** What the answer must fit, already written in the form of the model's `wire`. */
  readonly responseSchema?: JsonObject
  readonly maxTokens?: number
  readonly temperature?: number
  readonly topP?: number
  readonly seed?: number
  /** Where one of these begins, the reply ends. */
  readonly stop?: readonly string[]
}

export type ModelUsage = {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly reasoningTokens?: number
  readonly cachedTokens?: number
}

export type ModelChunk =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string }
  /** A whole call from the provider's own field, never a part of one. */
  | { readonly kind: 'call'; readonly call: NativeCall }
  | ModelEnd
export type ModelEnd = {
  readonly kind: 'end'
  readonly fault?: Fault
  readonly usage?: ModelUsage
  readonly finish?: 'stop' | 'length' | 'calls' | 'filtered'
  /** The server read fewer tokens than it was sent: the start of the prompt, which holds the rules, is gone. */
  readonly promptCut?: true
}

/** How much of JSON Schema the other side can act on. */
export type SchemaSubset = 'full' | 'grammar-safe' | 'strict-safe'

/** `json_schema` is the `response_format` of chat completions; `format` is the bare schema, without `strict`. */
export type Wire =
  | { readonly form: 'json_schema'; readonly subset: SchemaSubset }
  | { readonly form: 'format'; readonly subset: Exclude<SchemaSubset, 'strict-safe'> }

/**
 * Must not throw for anything the server did: failures arrive as an `end` chunk with a fault, always the last chunk.
 */
export interface Model {
  /** What people write to mean it, such as `demo`. */
  readonly id: string
  /** Who answers: a name for telemetry and statistics. */
  readonly provider: string
  readonly can: {
    readonly nativeTools: boolean
    readonly jsonSchema: boolean
    readonly embed: boolean
    /** The server takes tools without complaint, though its model was not seen to answer through them. */
    readonly takesTools?: boolean
  }
  readonly wire: Wire
  /** How many tokens it reads at once, if that is known. */
  readonly contextTokens?: number
  reply(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelChunk>
}
