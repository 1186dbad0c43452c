import type { JsonObject } from '../../core/index.ts'
import { type MemoryReport, memoryNote, rememberTurn } from '../../memory/index.ts'
import type { Memory } from '../open-memory.ts'
import type { HookReport, PostHook } from './post-hook.ts'

/** The post-hook of memory: only the person's own words count, no model is asked, and what needs his consent becomes a question. */
export function memoryHook(memory: Memory, counted: (writes: number) => void): PostHook {
  return {
    name: 'memory',
    async run({ session, turn, message, history, answer, receipts }) {
      const { proposals, used } = memory.take(turn)
      if (used.length > 0) await memory.book.countUses(used)
      const earlier = history.filter(each => each.turn !== turn)
      const report = await rememberTurn(
        { session, turn, userMessage: message, history: earlier, answer, proposals, receipts },
        memory,
      )
      counted(report.stored.length + report.forgot.forgotten.length)
      return { did: didOf(report), facts: factsOf(report), ...(await memoryNote(report, memory.book)) }
    },
  }
}

const factsOf = ({ stored, asked }: MemoryReport): NonNullable<HookReport['facts']> => ({
  stored: stored.map(({ id, text }) => ({ id, text })),
  asked: asked.map(({ id, text }) => ({ id, text })),
})

/** Ids and reasons, no texts: this goes into logs and traces. */
const didOf = ({ stored, asked, skipped, forgot }: MemoryReport): JsonObject => ({
  stored: stored.map(({ id }) => id),
  asked: asked.map(({ id }) => id),
  forgotten: forgot.forgotten.map(({ id }) => id),
  dropped: forgot.dropped.length,
  unclear: forgot.unclear.length + forgot.unknown.length,
  skipped: skipped.map(({ because }) => because),
})
