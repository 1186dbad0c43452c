import type { Allowance, ConversationView, Fault, Model, Profile, Route, ToolCall, Toolbox } from '../../core/index.ts'
import type { NativeNames } from '../../catalog/index.ts'
import type { CheckedAnswer } from '../../evidence/index.ts'
import type { GrantRequest } from '../../permissions/index.ts'
import type { PolicyDecision, Routed } from '../../policy/index.ts'
import type { CallSignatures } from '../../session/index.ts'
import type { CallResult, CallScope } from '../call/call-runtime.ts'
import type { ClientEnd } from '../client/client-conversation.ts'
import type { TurnRuntime } from '../runtime.ts'
import type { Budget } from './budgets.ts'
import type { EarlierMessages } from './earlier-messages.ts'
import type { ModelStop } from './model-stop.ts'
import type { Emit } from './stamp.ts'
import type { Transcript } from './transcript.ts'
import type { Stopped, TurnRequest, TurnUsage } from './turn-request.ts'

/** What is known of a turn when its message comes in. */
export type OpenTurn = Omit<CallScope, 'route' | 'allowance' | 'conversation'> & {
  readonly request: TurnRequest
  readonly kind: TurnKind
  readonly runtime: TurnRuntime
  /** No other turn has seen the session yet. */
  readonly isNew: boolean
  readonly emit: Emit
  readonly earlier: EarlierMessages
  readonly progress: OpenProgress
}

/** What sets the kinds of turn apart: with our tools, with those of a client, and with none. */
export type TurnKind = {
  /** From the message to the answer. */
  readonly take: (turn: TurnWithModel) => Promise<TurnEnd>
  /** The session keeps the conversation, memory listens, and an open question stops the turn. */
  readonly isKept: boolean
  /** How rights that come with the request are recorded. */
  readonly given: Pick<GrantRequest, 'decidedBy' | 'purpose'>
}

/** The same turn with the model that answers. */
export type TurnWithModel = OpenTurn & { readonly model: Model }

/** The same turn once its tools and the text for the model are decided. */
export type RoutedTurn = TurnWithModel & {
  readonly text: string
  readonly route: Route
  readonly allowance: Allowance
  readonly conversation: ConversationView
}

/** All fixed facts of a turn that talks with its model. What grows while it goes on stands in `progress`. */
export type Turn = RoutedTurn & {
  readonly profile: Profile
  /** The first reply must be a call. */
  readonly required: boolean
  readonly toolbox: Toolbox
  readonly names: NativeNames
  readonly modelStop: ModelStop
  readonly listener: ReplyListener
  readonly progress: TurnProgress
}

/** What becomes of a reply while it arrives. */
export type ReplyListener = {
  /** Whether people may read this piece before the whole is checked. */
  readonly mayShow: (text: string) => boolean
  /** Reads along with the first reply. */
  readonly onText?: ((text: string) => void) | undefined
  /** Also after a whole call there may be another one that counts, so the model is not stopped. */
  readonly untilEnd: boolean
}

/** What has happened in a turn up to now, from its first moment to its record. */
export type OpenProgress = {
  /** The calls made, with what came of them. */
  readonly made: MadeCall[]
  /** Signatures of the calls, by which a loop is noticed. */
  readonly signatures: CallSignatures
  /** Capabilities that a person was asked for. */
  readonly asked: Set<string>
  /** Texts of tools shown to the model: a reply that merely repeats a call from them is none. */
  readonly shown: string[]
  /** Faults of replies that were no legal move. */
  readonly rejected: Fault[]
  usage: TurnUsage
  attempts: number
  /** Which step of the loop this is; 0 before the model was asked. */
  step: number
  /** An answer that looked like a call was asked for once more. */
  answersAsked: number
  /** How often an answer was sent back for its evidence. */
  corrections: number
  /** The last answer that was checked, and which attempt it was. */
  evidence: (CheckedAnswer & { readonly attempt: number }) | null
  model?: Model
  routed?: Routed
  policy?: PolicyDecision
  /** Names of the tools on offer. */
  offered: readonly string[]
}

export type TurnProgress = OpenProgress & { readonly budget: Budget; readonly transcript: Transcript }

/** A call that was made in this turn, and what came of it. */
export type MadeCall = { readonly call: ToolCall; readonly result: CallResult; readonly executed: boolean }

/** How a turn ends: with a text, and the reason if it was not the model's answer. */
export type TurnEnd = { readonly text: string; readonly stopped: Stopped | null; readonly client?: ClientEnd }

/** Are calls read at all? Not without tools, except that a denied tool's call must meet the rule that denies it. */
export const readsCalls = ({ allowance: { tools, denied = [] } }: Pick<RoutedTurn, 'allowance'>): boolean =>
  tools.length > 0 || denied.length > 0

/** Of the calls that were run. */
export const receiptsIn = ({ made }: OpenProgress): readonly string[] =>
  made.flatMap(({ executed, result }) => (executed && result.receipt ? [result.receipt.receipt_id] : []))

export const addUsage = (progress: OpenProgress, more: Partial<Omit<TurnUsage, 'requests'>> = {}): void => {
  const { usage } = progress
  const reasoningTokens = sum(usage.reasoningTokens, more.reasoningTokens)
  const cachedTokens = sum(usage.cachedTokens, more.cachedTokens)
  progress.usage = {
    inputTokens: usage.inputTokens + (more.inputTokens ?? 0),
    outputTokens: usage.outputTokens + (more.outputTokens ?? 0),
    requests: usage.requests + 1,
    ...(reasoningTokens !== undefined && { reasoningTokens }),
    ...(cachedTokens !== undefined && { cachedTokens }),
  }
}

/** Undefined where no model reported a number. */
const sum = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined && other === undefined ? undefined : (one ?? 0) + (other ?? 0)
