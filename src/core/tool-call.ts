import type { Fixup } from './fixups.ts'
import type { Json, JsonObject } from './json.ts'
import type { Profile } from './profile.ts'
import type { Result } from './result.ts'
import type { ToolDefinition } from './tool.ts'

declare const minted: unique symbol
/** Marks values that only their own room can make. */
export type Minted<Kind extends string> = { readonly [minted]: Kind }

/** How a call was read: enough to say later what was changed, and why. */
export type CallReading = {
  readonly profile: Profile
  readonly dialect: string
  readonly fixups: readonly Fixup[]
  readonly aliases: readonly string[]
  readonly requested: string
  readonly rawSha256: string
}

/** Set where the call is made, never guessed from the tool. */
export type CallOrigin = {
  readonly phase: 'Planner' | 'Executor' | 'Verifier' | 'Autonomous'
  readonly agent: string
  readonly caller?: string
}

/** One request to act, made only by the catalog: schema-valid, and it remembers how it was read. */
export type ToolCall = Minted<'call'> & {
  readonly id: string
  readonly tool: ToolDefinition
  readonly args: JsonObject
  readonly reading: CallReading
  readonly origin: CallOrigin
}

/** What a dialect read, before the catalog has checked it. */
export type CallRequest = {
  readonly name: string
  readonly named: JsonObject
  readonly positional: readonly Json[]
  readonly dialect: string
  readonly fixups: readonly Fixup[]
}

/** Who asks, under which rules: the part that all requests of one reply share. */
export type CallContext = {
  readonly profile: Profile
  readonly rawSha256: string
  readonly origin: CallOrigin
  /** All strings are well formed and all numbers finite. */
  readonly sound?: boolean
  /** May the catalog rearrange arguments and convert values without loss? Never in strict. */
  readonly coerce: boolean
}

export type FoundTool = {
  readonly tool: ToolDefinition
  readonly aliases: readonly string[]
  /** The name lacked the tool's namespace (`get_forecast` for `weather.get_forecast`); strict refuses that. */
  readonly shortened: boolean
}

/** What the reader may ask the catalog: which tool a name stands for, and whether a request is a valid call of it. */
export interface Toolbox {
  readonly tools: readonly ToolDefinition[]
  find(name: string): FoundTool | undefined
  resolve(request: CallRequest, context: CallContext): Result<ToolCall>
}
