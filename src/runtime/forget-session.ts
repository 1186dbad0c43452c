import { type Result, succeed } from '../core/index.ts'
import type { ErasedSession, TurnLease } from '../session/index.ts'
import type { Runtime } from './runtime.ts'

type ForgetOrder = {
  readonly session: string
  /** Who decided, for the records. */
  readonly by: string
}

export type ForgetReport = ErasedSession & {
  /** Facts that waited for an answer, and are asked about no more. */
  readonly discarded: number
  /** Grants that ended with it. */
  readonly revoked: number
}

const UNNAMED = 'main' // the agent of a turn that named none; such a turn holds its session instead

/** Deletes a conversation. The ledger is append-only: it keeps its lines and records the deletion. */
export async function forgetSession({ session, by }: ForgetOrder, runtime: Runtime): Promise<Result<ForgetReport>> {
  const agent = (await runtime.sessions.info(session))?.agent ?? UNNAMED
  const held = await holdAll([`session:${session}`, ...(agent === UNNAMED ? [] : [`agent:${agent}`])], runtime)
  if (!held.ok) return held
  try {
    return await forgetHeld({ session, by }, runtime)
  } finally {
    for (const lease of held.value) await lease.leave()
  }
}

/** Takes all leases at once or none: a turn that is under way would write to what is deleted. */
async function holdAll(
  keys: readonly string[],
  { turns: { turnGate } }: Runtime,
): Promise<Result<readonly TurnLease[]>> {
  const leases: TurnLease[] = []
  for (const key of keys) {
    const lease = await turnGate.enter(key, { signal: new AbortController().signal, waitMs: 0, who: 'sessions forget' })
    if (!lease.ok) {
      for (const each of leases) await each.leave()
      return lease
    }
    leases.push(lease.value)
  }
  return succeed(leases)
}

/** Deletes first and records after: a log that cannot be written must not prevent a deletion. */
async function forgetHeld(
  { session, by }: ForgetOrder,
  { sessions, facts, broker, ledger }: Runtime,
): Promise<Result<ForgetReport>> {
  const forgotten = await sessions.forget(session)
  if (!forgotten.ok) return forgotten
  const waiting = (await facts.pending()).filter(each => each.session === session)
  for (const { id } of waiting) {
    const discarded = await facts.decide(id, 'discard', by)
    if (!discarded.ok) return discarded
  }
  const revoked = await broker.revokeSession(session)
  if (!revoked.ok) return revoked
  const { turns } = forgotten.value.info
  const told = await ledger.append({
    type: 'system',
    body: ({ at }) => ({ ts: at, event: 'SESSION_FORGOTTEN', session_id: session, turns, decided_by: by }),
  })
  return told.ok ? succeed({ ...forgotten.value, discarded: waiting.length, revoked: revoked.value }) : told
}
