import type { JsonObject } from '../../core/index.ts'
import { type MemoryReport, memoryNote, rememberTurn } from '../../memory/index.ts'
import type { Memory } from '../open-memory.ts'
import type { HookReport, PostHook } from './post-hook.ts'

/** Only the person's own words count, no model is asked, and what needs consent becomes a question. */
export function memoryHook(memory: Memory, counted: (writes: number) => void): PostHook {
  return {
    name: 'memory',
    async run({ session, turn, message, history, receipts }) {
      const { proposals, used } = memory.take(turn)
      if (used.length > 0) await memory.facts.countUses(used)
      const earlier = history.filter(each => each.turn !== turn)
      const report = await rememberTurn(
        { session, turn, userMessage: message, history: earlier, proposals, receipts },
        memory,
      )
      counted(report.stored.length + report.forgotten.length)
      return { did: didOf(report), facts: factsOf(report), ...(await memoryNote(report, memory.facts)) }
    },
  }
}

const factsOf = ({ stored, asked, known, forgotten, dropped, refused }: MemoryReport): HookReport['facts'] => ({
  stored: stored.map(({ id, text }) => ({ id, text })),
  asked: asked.map(({ id, text }) => ({ id, text })),
  known: known.map(({ id, text }) => ({ id, text })),
  forgotten: [...forgotten.map(({ text }) => text), ...dropped],
  refused: refused.map(({ text }) => text),
})

/** Ids and reasons, no texts: this goes into logs and traces. */
const didOf = ({ stored, asked, known, refused, forgotten, dropped, unclear, unknown }: MemoryReport): JsonObject => ({
  stored: stored.map(({ id }) => id),
  asked: asked.map(({ id }) => id),
  forgotten: forgotten.map(({ id }) => id),
  dropped: dropped.length,
  unclear: unclear.length + unknown.length,
  skipped: [...known.map(() => 'it is known already'), ...refused.map(({ because }) => because)],
})
