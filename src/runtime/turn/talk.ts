import type { Fault, Model, Profile, ToolCall, ToolDefinition, Toolbox } from '../../core/index.ts'
import type { NativeNames } from '../../catalog/index.ts'
import type { CallResult, Caller } from '../call/call-parts.ts'
import type { ClientEnd, ClientTurn } from '../client/client-turn.ts'
import type { Runtime } from '../runtime.ts'
import type { Budget } from './budgets.ts'
import type { ModelStop } from './model-stop.ts'
import type { SaidBefore } from './said-before.ts'
import type { Emit } from './stamp.ts'
import type { Thread } from './thread.ts'
import type { Stopped, TurnEvidence, TurnRequest, TurnUsage } from './turn-request.ts'

/** A call that was made in this turn, and what came of it. */
export type MadeCall = { readonly call: ToolCall; readonly result: CallResult; readonly executed: boolean }

/** One turn's conversation with the model: what is fixed when it begins, and what it has come to. */
export type Talk = {
  readonly request: TurnRequest
  readonly runtime: Runtime
  readonly model: Model
  readonly profile: Profile
  /** The first reply must be a call. */
  readonly required: boolean
  readonly tools: readonly ToolDefinition[]
  readonly toolbox: Toolbox
  readonly names: NativeNames
  readonly caller: Caller
  readonly thread: Thread
  readonly budget: Budget
  readonly emit: Emit
  readonly signal: AbortSignal
  readonly modelStop: ModelStop
  readonly log: TalkLog
  readonly said: SaidBefore
  /** Reads the conversation again, after it was compressed. */
  readonly refresh: () => Promise<void>
  /** The conversation is a client's, and so are the tools. */
  readonly client?: ClientTalk
}

/** `write` is told what the model writes, as it comes. */
export type ClientTalk = ClientTurn & {
  readonly write: ((text: string) => void) | undefined
  /** Replies that were no legal move, as they come. */
  readonly rejected: Fault[]
}

/** Grows while the turn goes on. */
export type TalkLog = {
  readonly made: MadeCall[]
  /** Capabilities that a person was asked for. */
  readonly asked: Set<string>
  /** Texts of tools shown to the model: a reply that merely repeats a call from them is none. */
  readonly shown: string[]
  usage: TurnUsage
  attempts: number
  /** Which step of the loop this is; 0 before the model was asked. */
  step: number
  /** An answer that looked like a call was asked for once more. */
  answersAsked: number
  /** How often an answer whose claims do not hold was sent back. */
  corrections: number
  evidence: TurnEvidence | null
}

/** How a turn ends: with a text, and the reason if it was not the model's answer. */
export type TurnEnd = { readonly text: string; readonly stopped: Stopped | null; readonly client?: ClientEnd }

/** Of the calls that were run. */
export function receiptsIn({ made }: TalkLog): readonly string[] {
  const ids: string[] = []
  for (const { executed, result } of made) if (executed && result.receipt) ids.push(result.receipt.receipt_id)
  return ids
}

export const addUsage = (log: TalkLog, more: Partial<Omit<TurnUsage, 'requests'>> = {}): void => {
  const { usage } = log
  const reasoningTokens = sum(usage.reasoningTokens, more.reasoningTokens)
  const cachedTokens = sum(usage.cachedTokens, more.cachedTokens)
  log.usage = {
    inputTokens: usage.inputTokens + (more.inputTokens ?? 0),
    outputTokens: usage.outputTokens + (more.outputTokens ?? 0),
    requests: usage.requests + 1,
    ...(reasoningTokens !== undefined && { reasoningTokens }),
    ...(cachedTokens !== undefined && { cachedTokens }),
  }
}

/** Undefined where nobody ever told. */
const sum = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined && other === undefined ? undefined : (one ?? 0) + (other ?? 0)
