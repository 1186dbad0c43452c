import { type JsonObject, type Result, fail, succeed } from '../../core/index.ts'
import type { Fact, FactDraft, PendingFact } from '../fact.ts'
import { type FactParts, checkDraft, recordOfDraft } from './check-draft.ts'
import { storeFact, withContradictions } from './change-facts.ts'
import {
  MAX_PENDING,
  PENDING,
  type StoredPending,
  decodePending,
  encodePending,
  isFactKey,
  listPendingFacts,
} from './fact-rows.ts'
import { scrubIfDue, scrubWillBeDue } from './scrub.ts'
import { isSameFact } from './same-facts.ts'

/** `edit` stores the fact in these words of the person. */
export type PendingDecision = 'store' | 'discard' | { readonly edit: string }

const PENDING_MS = 7 * 24 * 60 * 60 * 1000 // what nobody answered is gone after a week

/** Records a question. The same fact asked again in the session is the same question. */
export async function addPending(parts: FactParts, draft: FactDraft): Promise<Result<PendingFact>> {
  const checked = checkDraft(draft, parts.isSecret)
  if (!checked.ok) return checked
  const open = await listPendingFacts(parts.store)
  const same = open.find(pending => isSameFact(pending.text, checked.value.text) && pending.session === draft.session)
  if (same) return succeed(await withContradictions(parts, same))
  if (open.length >= MAX_PENDING)
    return fail('fact_refused', `${MAX_PENDING} facts wait for an answer already. Answer them first.`)
  const asked = new Date(parts.now()).toISOString()
  const pending: StoredPending = { id: parts.newId('wish'), ...checked.value, asked }
  const told = await parts.record({ event: 'MEMORY_ASKED', wish_id: pending.id, ...recordOfDraft(pending) })
  if (!told.ok) return told
  await parts.store.swap(PENDING, pending.id, { expect: 'absent', next: encodePending(pending), ttlMs: PENDING_MS })
  return succeed(await withContradictions(parts, pending))
}

/** The first of two answers counts. If storing fails, the question is open again. */
export async function decidePending(
  parts: FactParts,
  id: string,
  answer: { readonly decision: PendingDecision; readonly by: string },
): Promise<Result<Fact | undefined>> {
  const row = isFactKey(id) ? await parts.store.get(PENDING, id) : undefined
  const pending = row && decodePending(id, row.value)
  const { decision, by } = answer
  if (pending && decision === 'discard') await scrubWillBeDue(parts)
  if (!pending || !(await parts.store.swap(PENDING, id, { expect: row.version })))
    return fail(
      'fact_unknown',
      `Nothing waits for an answer under ${id.slice(0, 64).toWellFormed()}. It was answered, or a week has passed.`,
    )
  if (decision === 'discard') {
    await scrubIfDue(parts)
    const told = await parts.record(discarded(pending, by))
    return told.ok ? succeed(undefined) : told
  }
  const { id: _id, asked: _asked, ...draft } = pending
  const edited = (text: string): FactDraft => ({ ...draft, text, sensitivity: 'unrated', kinds: [] })
  const stored = await storeFact(parts, decision === 'store' ? draft : edited(decision.edit), by)
  if (!stored.ok) await parts.store.swap(PENDING, id, { expect: 'absent', next: row.value, ttlMs: PENDING_MS })
  return stored
}

const discarded = (pending: StoredPending, by: string): JsonObject => ({
  event: 'MEMORY_DISCARDED',
  wish_id: pending.id,
  ...recordOfDraft(pending),
  decided_by: by,
})
