import { estimateTokens } from '../core/index.ts'
import { type Conversation, type Remembered, groupTurns } from './conversation.ts'

export type WindowBudget = {
  /** What the model reads at once. */
  readonly limitTokens: number
  /** Instructions, tools, the message itself and room for the answer. */
  readonly reservedTokens: number
}

export type FittedWindow = {
  readonly knowledge: readonly string[]
  readonly messages: readonly Remembered[]
  /** Messages that did not fit. */
  readonly dropped: number
  /** Summaries that did not fit. */
  readonly droppedKnowledge: number
  /** How full the model would be with all messages: above 1 something was dropped. */
  readonly pressure: number
}

export const COMPACTION_PRESSURE = 0.9 // MEM-19: at 90 % yes, at 89 % no

export const needsCompaction = (pressure: number): boolean => !(pressure < COMPACTION_PRESSURE)

const PER_TEXT = 8 // role, fence and the like around each message or summary
const PER_CALL = 120 // the lines around a result: receipt, hash, size, handle, fence
const KNOWLEDGE_SHARE = 0.5 // summaries are never replaced, so they must not take all the room with time

/**
 * What goes into the prompt: the newest summaries, up to half of the room, then whole turns from the newest back, as
 * long as they fit. Summaries left out add no pressure, because compacting would only add one more.
 */
export function fitWindow(
  { knowledge, messages }: Conversation,
  { limitTokens, reservedTokens }: WindowBudget,
): FittedWindow {
  const room = Math.max(0, limitTokens - reservedTokens)
  const summaries = newestThatFit(knowledge, { room: room * KNOWLEDGE_SHARE, cost: summaryTokens })
  const turns = newestThatFit(groupTurns(messages), { room: room - summaries.used, cost: turnTokens })
  const shown = turns.kept.flat()
  const used = reservedTokens + summaries.used + turns.all
  return {
    knowledge: summaries.kept,
    messages: shown,
    dropped: messages.length - shown.length,
    droppedKnowledge: knowledge.length - summaries.kept.length,
    pressure: limitTokens > 0 ? used / limitTokens : Number.POSITIVE_INFINITY,
  }
}

/** All that is remembered, as a model would read it. */
export const conversationTokens = ({ knowledge, messages }: Conversation): number =>
  sum(knowledge.map(summaryTokens)) + turnTokens(messages)

export const turnTokens = (messages: readonly Remembered[]): number => sum(messages.map(messageTokens))

export const summaryTokens = (summary: string): number => estimateTokens(summary) + PER_TEXT

function messageTokens(message: Remembered): number {
  const text = estimateTokens(message.text) + PER_TEXT
  if (message.role !== 'call') return text
  return text + PER_CALL + estimateTokens(message.tool + JSON.stringify(message.args))
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

type Fitted<T> = { readonly kept: readonly T[]; readonly used: number; readonly all: number }

function newestThatFit<T>(
  items: readonly T[],
  { room, cost }: { readonly room: number; readonly cost: (item: T) => number },
): Fitted<T> {
  const costs = items.map(cost)
  let start = items.length
  let used = 0
  while (start > 0 && used + (costs[start - 1] ?? 0) <= room) used += costs[--start] ?? 0
  return { kept: items.slice(start), used, all: sum(costs) }
}
