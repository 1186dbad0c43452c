import type { Store } from '../core/index.ts'

const TABLE = 'session_calls'
const SESSION_MS = 30 * 24 * 60 * 60 * 1000 // a session that nobody has used for a month begins anew

/** Numbers the calls of a session, also when several processes make them at once: no number is given twice. */
export async function nextCallNumber(store: Store, session: string): Promise<number> {
  for (;;) {
    const known = await store.get(TABLE, session)
    const calls = Number(known?.value['calls'] ?? 0) + 1
    const expect = known?.version ?? 'absent'
    if (await store.swap(TABLE, session, { expect, next: { calls }, ttlMs: SESSION_MS })) return calls
  }
}

export async function callsOf(store: Store, session: string): Promise<number> {
  return Number((await store.get(TABLE, session))?.value['calls'] ?? 0)
}
