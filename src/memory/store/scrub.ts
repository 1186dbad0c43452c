import { StorageFailure } from '../../core/index.ts'
import type { FactParts } from './check-draft.ts'

const META = 'fact_meta'
const DUE = 'scrub'

type ScrubParts = Pick<FactParts, 'store' | 'scrub'>

/**
 * Called before something is removed. A process that is killed, or a reader in the way, then only puts the cleaning
 * off.
 */
export async function scrubWillBeDue({ store, scrub }: ScrubParts): Promise<void> {
  if (scrub) await store.swap(META, DUE, { expect: 'any', next: {} })
}

/** Tried again by the next one who opens the book or removes something. */
export async function scrubIfDue({ store, scrub }: ScrubParts): Promise<void> {
  const due = scrub && (await store.get(META, DUE))
  if (!due) return
  try {
    await scrub()
  } catch (thrown) {
    if (thrown instanceof StorageFailure) return
    throw thrown
  }
  // Only what was due then: whoever has removed something since must not find it done.
  await store.swap(META, DUE, { expect: due.version })
}
