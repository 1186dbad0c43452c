import type { EvidenceFinding } from '../../core/index.ts'
import { saysOnlyDone, wantIn } from '../reply/bare-done.ts'
import type { Sentence } from '../reply/sentences.ts'
import { type Case, finding } from './case.ts'
import { keptIn } from './judge-memory.ts'

/** What a tool is often called that does more than look. */
const ACTS =
  /write|edit|create|delete|remove|move|rename|save|append|patch|shell|bash|exec|run|command|send|mail|post|git|deploy|install|schedul|upload/i

/** Undefined: it says more than that it is done, or nobody knows what was asked for. Otherwise what is wrong with it, if anything. */
export async function judgeDone(
  sentences: readonly Sentence[],
  of: Case,
): Promise<readonly EvidenceFinding[] | undefined> {
  const { asked, sources, actingTools } = of.request
  if (asked === undefined || !saysOnlyDone(sentences)) return undefined
  const unbacked = (because: string): readonly EvidenceFinding[] => [
    finding(sentences.map(({ text }) => text).join(' '), 'tool_claim_unbacked', because),
  ]
  const hasActed =
    sources.written.size > 0 ||
    of.sound.some(({ receipt: { tool_id } }) => actingTools?.includes(tool_id) ?? ACTS.test(tool_id))
  const want = wantIn(asked)
  if (want === 'none') return []
  if (want === 'change')
    return hasActed ? [] : unbacked('Something was to be changed, and this session has changed nothing.')
  if (want === 'look') return of.sound.length > 0 ? [] : unbacked('No call of this session has left a receipt.')
  const { stored, forgotten, asked: open } = await keptIn(of)
  if (stored.length + forgotten.length > 0) return []
  if (want === 'yes') return of.sound.length > 0 ? [] : unbacked('No call of this session has left a receipt.')
  return unbacked(
    open.length > 0
      ? 'It is not stored: the person is asked first.'
      : 'The memory keeps and forgets nothing in this turn.',
  )
}
