import type { JsonObject } from '../core/index.ts'

/** What the conversation remembers, as text; results were bounded before they came here. */
export type Remembered =
  | { readonly role: 'user' | 'assistant'; readonly text: string; readonly turn: string }
  /** A call and what came of it. */
  | {
      readonly role: 'call'
      readonly turn: string
      readonly tool: string
      readonly args: JsonObject
      readonly text: string
      readonly receipt?: string
      readonly ok: boolean
    }

export type Conversation = {
  readonly id: string
  /** Summaries, the oldest first. */
  readonly knowledge: readonly string[]
  /** Since the last compaction or clear. */
  readonly messages: readonly Remembered[]
  readonly turns: number
  /** The record behind which the messages begin. A compaction names it, so that it cannot overlook another change. */
  readonly from?: number
}

/** Hard threshold, a person's wish, or the agent's own call (MEM-14). */
export type CompactionMethod = 'Triggered' | 'Manual' | 'Autonomous'

export type SessionInfo = {
  readonly id: string
  /** The first words of the first message, on one line. */
  readonly title: string
  readonly created: string
  readonly updated: string
  readonly turns: number
  readonly model: string | null
  readonly agent: string
}

/** Messages of one turn stand together; a turn is never torn apart. */
export function groupTurns(messages: readonly Remembered[]): readonly (readonly Remembered[])[] {
  const turns: Remembered[][] = []
  for (const message of messages) {
    const last = turns.at(-1)
    if (last?.[0]?.turn === message.turn) last.push(message)
    else turns.push([message])
  }
  return turns
}
