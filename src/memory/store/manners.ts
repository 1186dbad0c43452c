import { type Result, type Store, isJsonList, succeed } from '../../core/index.ts'
import type { FactParts } from './check-draft.ts'
import { listPendingFacts } from './fact-rows.ts'
import { decidePending } from './pending-facts.ts'

/** How the person wants to be remembered. */
export type Manners = {
  /** Nothing new is kept, asked or recalled until they go on. */
  readonly paused: boolean
  /** Kinds of facts that are neither asked about nor kept, unless the person says "remember". */
  readonly unasked: readonly string[]
}

const TABLE = 'manners'
const KEY = 'all'
const MOST_KINDS = 50
const NONE: Manners = { paused: false, unasked: [] }

export async function readManners(store: Store): Promise<Manners> {
  return decode(await store.get(TABLE, KEY))
}

function decode(stored: Awaited<ReturnType<Store['get']>>): Manners {
  if (!stored) return NONE
  const { paused, unasked } = stored.value
  return {
    paused: paused === true,
    unasked: isJsonList(unasked) ? unasked.filter(kind => typeof kind === 'string') : [],
  }
}

/** A pending fact of a kind that is no longer asked about is discarded with it. */
export async function changeManners(parts: FactParts, change: Partial<Manners>, by: string): Promise<Result<Manners>> {
  const { store, record } = parts
  for (;;) {
    const stored = await store.get(TABLE, KEY)
    const wanted = { ...decode(stored), ...change }
    const next = { paused: wanted.paused, unasked: [...new Set(wanted.unasked)].slice(0, MOST_KINDS) }
    const told = await record({ event: 'MEMORY_MANNERS', ...next, decided_by: by })
    if (!told.ok) return told
    if (!(await store.swap(TABLE, KEY, { expect: stored?.version ?? 'absent', next }))) continue
    for (const { id, kinds } of await listPendingFacts(store))
      if (kinds.some(kind => next.unasked.includes(kind))) await decidePending(parts, id, { decision: 'discard', by })
    return succeed(next)
  }
}
