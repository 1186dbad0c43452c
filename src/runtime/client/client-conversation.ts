import type { Fault, JsonObject, ModelEnd, ModelMessage, ModelRequest, ToolDefinition } from '../../core/index.ts'

/** How a model is asked: through its server's own field, there and in words, or in words alone. */
export type ToolForm = 'native' | 'both' | 'text'

export type Sampling = Pick<ModelRequest, 'maxTokens' | 'temperature' | 'topP' | 'seed' | 'stop'>

/** What an answer must be: one JSON object, which fits the schema if there is one. */
export type AnswerFormat = {
  readonly name: string
  readonly schema?: JsonObject
  readonly check: (value: JsonObject) => Fault | undefined
}

/** A conversation whose tools the client runs: calls that pass every gate are handed over to the client. */
export type ClientConversation = {
  readonly messages: readonly ModelMessage[]
  /** Those of the runtime's catalog that may be called now. */
  readonly offered: readonly ToolDefinition[]
  /** For calls of these tools that had to be repaired, the model is asked once more. */
  readonly askAgain: readonly string[]
  /** An answer without a call is none. */
  readonly required: boolean
  readonly parallel: boolean
  /** The session begins with this turn, so no other turn can be in it. */
  readonly isFirst: boolean
  readonly format: AnswerFormat | undefined
  readonly sampling: Sampling
  readonly form: ToolForm
  /** A call that a person must approve first ends the turn, and the answer names the approval. */
  readonly returnsQuestions: boolean
  /** Of the calls that this conversation has made since the person last spoke. */
  readonly signatures: readonly string[]
  /** Receipts of results that came with this request, and the calls they belong to. */
  readonly settled: readonly SettledCall[]
  /** By the id of a call: what the model reads behind its result, of calls that were not handed over beside it. */
  readonly untold: ReadonlyMap<string, string>
  /** Gets what the client may read while it is written. */
  readonly onText?: ((text: string) => void) | undefined
}

export type SettledCall = {
  readonly id: string
  readonly tool: string
  readonly receipt: string
  readonly decidedBy: string
}

/** A call that the client is to run. */
export type ClientCall = {
  readonly id: string
  readonly name: string
  readonly args: JsonObject
  readonly dialect: string
  readonly fixups: readonly string[]
  readonly aliases: readonly string[]
  readonly requested: string
  /** The model had to be asked again for it. */
  readonly repaired: boolean
}

/** A call that was not handed over. */
export type RefusedCall = {
  readonly tool: string
  readonly fault: Fault
  readonly receipt: string | null
}

/** What became of a client's request, beside what every turn reports. */
export type ClientEnd = {
  /** As the model wrote it: the conversation is the client's own. */
  readonly text: string
  readonly calls: readonly ClientCall[]
  readonly refused: readonly RefusedCall[]
  /** What was wrong with replies that the model had to correct, or did not. */
  readonly rejected: readonly Fault[]
  /** What the model is to read of the calls that were not handed over beside others. */
  readonly untold: string
  readonly finish: ModelEnd['finish']
  readonly promptCut: boolean
}
