import type { Capability, ToolDefinition } from './tool.ts'

/** How far a workspace is trusted: it decides what must be confirmed, never what is allowed. */
export type Trust = 'Untrusted' | 'Provisional' | 'Trusted'

export type Route = {
  readonly intent: string
  readonly needs: readonly Capability[]
  readonly risk: 'low' | 'medium' | 'high'
  readonly confidence: number
  readonly decidedBy: 'prefix' | 'heuristic' | 'model' | 'caller'
}

/** What may be called in this turn, and what was left out for which reason. */
export type Allowance = {
  readonly tools: readonly ToolDefinition[]
  readonly withheld: readonly { readonly tool: string; readonly because: string }[]
  readonly missing: readonly Capability[]
  /** Hidden because a rule denies every call of them. A call of one is still read, so that this rule refuses it. */
  readonly denied?: readonly ToolDefinition[]
}

/** Numbers instead of the whole past. */
export type Counters = {
  /** This call's number in its session, the first being 1. */
  readonly sessionCalls: number
  /** Signatures of the calls of this turn or run, the newest last, this one not included. */
  readonly signatures: readonly string[]
}

/** What gates may know of the talk: the person's own words, and whether something was said or shown in this turn. */
export type ConversationView = {
  readonly userMessages: readonly string[]
  readonly mentions: (text: string) => boolean
}

export type Progress = { readonly stream: 'stdout' | 'stderr'; readonly text: string }

/** What a gate or executor may know. What must change is returned, not set. */
export type Scope = {
  readonly principal: string
  /** Which open door this came through; an approval must come through another one. */
  readonly credential: string
  readonly agent: string
  readonly session: string
  readonly turn: string
  readonly run?: string | undefined
  readonly step?: number | undefined
  readonly conference?: string | undefined
  readonly task?: string | undefined
  /** What set this off: the same event never acts twice. */
  readonly event: string
  readonly route: Route
  readonly allowance: Allowance
  readonly counters: Counters
  readonly conversation: ConversationView
  readonly trust: Trust
  /** A person called the tool, so no gate judges whether a model should have. */
  readonly ownAct: boolean
  /** A person has seen this very call and said yes to it. */
  readonly approved?: boolean | undefined
  /** Is told what a running tool prints, as it comes. Must not throw. */
  readonly progress?: ((part: Progress) => void) | undefined
  /** Takes what a tool does when it is known whether the outcome of its call is on disk. */
  readonly whenRecorded?: ((settle: Settle) => void) | undefined
  readonly signal: AbortSignal
}

/** Must not throw. Gives a sentence about what became of a call whose outcome could not be recorded. */
export type Settle = (isRecorded: boolean) => string | undefined
