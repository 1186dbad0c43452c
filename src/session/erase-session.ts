import { type Result, StorageFailure, type Store, fail, succeed } from '../core/index.ts'
import { type SessionStoreParts, catchUp } from './catch-up.ts'
import type { SessionInfo } from './conversation.ts'
import { HANDED } from './handed-calls.ts'
import { HANDLES } from './handles.ts'
import { SESSIONS, readStoredSession, streamOf } from './load-window.ts'
import { PLANS } from './plan-store.ts'
import { infoOf } from './session-state.ts'

export type ErasedSession = {
  readonly info: SessionInfo
  /** No byte of it is left in the file; false while others read, and where nobody can tell. */
  readonly isErased: boolean
}

export type EraseParts = SessionStoreParts & {
  /** Takes the last bytes of what was removed from the disk. */
  readonly scrub: (() => Promise<void>) | undefined
  /** What else is kept under the id. */
  readonly dropEvents: (id: string) => Promise<void>
}

const MAX_CONFLICTS = 100

/** For good: what was said and the entry in the list go in one step, all that hangs on them after it. */
export async function eraseSession(parts: EraseParts, id: string): Promise<Result<ErasedSession>> {
  const info = await dropConversation(parts, id)
  if (!info.ok) return info
  await parts.summaries.drop(id)
  await parts.dropEvents(id)
  for (const table of [HANDLES, PLANS, HANDED]) await dropOwned(parts.store, table, id)
  return succeed({ info: info.value, isErased: await isScrubbed(parts.scrub) })
}

async function dropConversation(parts: SessionStoreParts, id: string): Promise<Result<SessionInfo>> {
  const { store, recency } = parts
  for (let conflicts = 0; conflicts < MAX_CONFLICTS; conflicts++) {
    await catchUp(parts, id)
    const { state, version } = await readStoredSession(store, id)
    if (state.place === '') return fail('resource_unknown', `There is no session ${id.slice(0, 64).toWellFormed()}.`)
    const isGone = await store.together([
      { stream: streamOf(id), drops: true, expectSeq: state.seen },
      { table: SESSIONS, key: id, change: { expect: version } },
      recency.leaving(state.place),
    ])
    if (isGone) return succeed(infoOf(id, state))
  }
  return fail('turn_busy', 'Somebody else writes to this session. Wait until it has ended, and try again.')
}

const PAGE = 100

/** Rows that name the session to which they belong. */
async function dropOwned(store: Store, table: string, session: string): Promise<void> {
  for (let after: string | undefined; ;) {
    const page = await store.list(table, { limit: PAGE, ...(after !== undefined && { after }) })
    for (const { key, value } of page) if (value['session'] === session) await store.swap(table, key, { expect: 'any' })
    after = page.at(-1)?.key
    if (after === undefined || page.length < PAGE) return
  }
}

async function isScrubbed(scrub: EraseParts['scrub']): Promise<boolean> {
  if (!scrub) return false
  try {
    await scrub()
    return true
  } catch (thrown) {
    if (thrown instanceof StorageFailure) return false
    throw thrown
  }
}
