import type { JsonObject } from '../../core/index.ts'
import { type MemoryReport, memoryQuestion, rememberTurn } from '../../memory/index.ts'
import type { OpenTurn } from './open-turn.ts'
import type { TurnEnd } from './talk.ts'

export type Kept = { readonly end: TurnEnd; readonly writes: number }

/** The post-hook of memory: only the person's own words count, no model is asked, and what needs his consent becomes a question. */
export async function rememberFacts(end: TurnEnd, opened: OpenTurn): Promise<Kept> {
  const { runtime, request, session, turn, emit, log } = opened
  const { memory } = runtime
  if (!memory || request.skipTools === true) return { end, writes: 0 }
  const proposals = memory.takeProposals(turn)
  const { messages } = await runtime.sessions.load(session)
  const history = messages.flatMap(each => (each.role === 'call' ? [] : [{ role: each.role, text: each.text, turn: each.turn }]))
  const receipts = log.made.flatMap(({ executed, result }) => (executed && result.receipt ? [result.receipt.receipt_id] : []))
  const answer = end.stopped === null ? end.text : null
  const report = await rememberTurn({ session, turn, userMessage: request.message, history, answer, proposals, receipts }, memory)
  emit({ type: 'posthook.completed', hook: 'memory', did: didOf(report) })
  const question = memoryQuestion(report.asked)
  const asked = question === '' || end.stopped !== null ? end : { ...end, text: `${end.text}\n\n${question}` }
  return { end: asked, writes: report.stored.length }
}

/** Ids and reasons, no texts: this goes into logs and traces. */
const didOf = ({ stored, asked, skipped }: MemoryReport): JsonObject => ({
  stored: stored.map(({ id }) => id),
  asked: asked.map(({ id }) => id),
  skipped: skipped.map(({ because }) => because),
})
