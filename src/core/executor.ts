import type { Fault } from './faults.ts'
import type { Json } from './json.ts'
import type { Permit } from './permit.ts'
import type { Result } from './result.ts'
import type { Scope } from './scope.ts'
import type { ToolCall } from './tool-call.ts'
import type { Risk, ToolDefinition } from './tool.ts'

/** The bytes that a result was taken from, for checking quotes later. The hash is that of the whole file. */
export type SourceRef = { readonly path: string; readonly lines?: readonly [number, number]; readonly sha256: string }

/** Where a bounded result stopped. */
export type OutputPage = { readonly shown: number; readonly remaining: number; readonly next?: string }

/** Who wants a call, and in whose words: enough to tell whether the person has named what it sends. */
export type AssessmentContext = Pick<Scope, 'session' | 'conversation' | 'ownAct'>

/** A part of a destructive plan: what would be changed, and the hash of it as it was when the plan was made. */
export type PlanGroup = { readonly id: string; readonly hash: string; readonly summary: string }

/** What came of a call: text for the model, data for programs, sources for evidence. */
export type ToolOutput = {
  readonly text: string
  readonly data?: Json
  readonly sources: readonly SourceRef[]
  readonly page?: OutputPage
  /** The groups that a later call may commit, under the plan id that the runtime adds. Nothing was done yet. */
  readonly plan?: readonly PlanGroup[]
}

/** What this very call would do, found out without doing it. */
export type Assessment = {
  readonly risk: Risk
  /** In words, for the person who is asked: "writes 12 lines to notes.md". */
  readonly summary: string
  /** A reason to ask a person even where the risk alone would not. */
  readonly question?: string
  /** It creates something new or builds, and undoes nothing: a trusted workspace is not asked about it. */
  readonly routine?: boolean
  /** A rule that the person saved allows calls like this one. It never allows what destroys. */
  readonly ruled?: boolean
  /** The person named what is sent and where, so sending it needs no second question. */
  readonly requested?: boolean
  /** How it would be confined, where it runs a program: `off` is not at all. */
  readonly sandbox?: string
  /** What it acts on, and its state now; an approval holds for exactly this. */
  readonly target?: Target
  /** What it would make of a text, for the person who is asked, if one is; undefined where it is no text. */
  readonly change?: () => TextChange | undefined
}
export type TextChange = { readonly before: string; readonly after: string }
export type Target = {
  readonly name: string
  readonly sha256?: string
  /** Where a hash would cost too much: something that changes when it changes, such as its time and size. */
  readonly state?: string
}

/** What limits a call, by the full name of the setting that says so: `tools.file.max_lines`. */
export type Caps = Readonly<Record<string, number>>

/**
 * Runs tools. It never asks permission. `refuse` is its unconditional veto, asked before every gate; `assess` says what
 * this very call does; `groupHash` gives the present hash of a planned group. None of the three changes anything, and
 * `execute` refuses without a fresh permit.
 */
export interface Executor {
  readonly name: string
  readonly tools: readonly ToolDefinition[]
  /** Somebody else runs its tools: `execute` only hands the call over, and what came of it is told later, or never. */
  readonly later?: true
  refuse?(call: ToolCall): Fault | undefined | Promise<Fault | undefined>
  /** Without `asking` only the target is wanted. */
  assess?(call: ToolCall, asking?: AssessmentContext): Assessment | Promise<Assessment>
  /** Limits of its own for calls of this tool, as they hold at this moment. */
  caps?(tool: ToolDefinition): Caps
  groupHash?(call: ToolCall): Promise<string | undefined>
  execute(call: ToolCall, permit: Permit, scope: Scope): Promise<Result<ToolOutput>>
}
