import { type FaultCode, type JsonObject, messageOf } from '../../core/index.ts'
import type { Remembered } from '../../session/index.ts'
import type { Emit } from './stamp.ts'

/** A turn that is over, whole: what was said and called in it, and what came before it. */
export type FinishedTurn = {
  readonly session: string
  readonly turn: string
  readonly agent: string
  /** What the person typed. */
  readonly message: string
  /** The conversation as it will be kept, this turn with its calls at its end. */
  readonly history: readonly Remembered[]
  /** Null where there is none. */
  readonly answer: string | null
  readonly stopped: FaultCode | null
  readonly receipts: readonly string[]
}

/** Something about the person that a turn has kept, or would like to. */
type NotedFact = { readonly id: string; readonly text: string }

/** What the memory did in a turn, for surfaces that show it apart from the answer. */
export type TurnMemory = {
  /** The end of the report's text, word for word; empty where there was nothing to tell. */
  readonly note: string
  readonly stored: readonly NotedFact[]
  /** Wait for a yes. */
  readonly asked: readonly NotedFact[]
}

/** What the memory made of a turn. What an answer says of the memory is held against this. */
export type MemoryOutcome = Omit<TurnMemory, 'note'> & {
  /** Said again, and stored before this turn. */
  readonly known: readonly NotedFact[]
  /** Stored facts that are gone, and open questions that were withdrawn. */
  readonly forgotten: readonly string[]
  /** Proposed, and not kept. */
  readonly refused: readonly string[]
}

export type HookReport = {
  /** For logs and traces: ids and counts, no texts. */
  readonly did: JsonObject
  /** What the memory made of the turn, in words; never for logs. */
  readonly facts?: MemoryOutcome | undefined
  /** Shown to the person below the answer. */
  readonly says?: string
  /** What the conversation keeps of that, if it is not the same. */
  readonly keeps?: string
}

/** Comes after every turn, however it ended. Asks no model, and cannot change how the turn ended. */
export type PostHook = { readonly name: string; readonly run: (turn: FinishedTurn) => Promise<HookReport> }

/** Hooks may be third-party code: one that throws is reported, and the others run. */
export async function runHook({ name, run }: PostHook, turn: FinishedTurn, emit: Emit): Promise<HookReport> {
  const report = await run(turn).catch((thrown: unknown): HookReport => ({ did: { failed: messageOf(thrown) } }))
  emit({ type: 'posthook.completed', hook: name, did: report.did })
  return report
}
