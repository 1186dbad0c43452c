import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Store, StorageFailure, systemClock } from '../core/index.ts'
import type { ProbeCache } from '../providers/index.ts'
import { openSqliteStore } from '../storage/index.ts'

export type OpenProbeCache = ProbeCache & { readonly close: () => Promise<void> }

const TABLE = 'abilities'
const PRIVATE = 0o700

/**
 * Caches what servers said about their models, in the state folder. It opens on first use; everything works without it.
 */
export function openProbeCache(state: string): OpenProbeCache {
  let opening: Promise<Store | undefined> | undefined
  const store = (): Promise<Store | undefined> => (opening ??= orNothing(() => open(state)))
  return {
    get: async key => orNothing(async () => (await (await store())?.get(TABLE, key))?.value),
    put: async (key, value, ttlMs) =>
      void (await orNothing(async () => (await store())?.swap(TABLE, key, { expect: 'any', next: value, ttlMs }))),
    close: () => orNothing(async () => (await opening)?.close()),
  }
}

function open(state: string): Promise<Store> {
  mkdirSync(state, { recursive: true, mode: PRIVATE })
  return openSqliteStore({ path: join(state, 'models.db'), clock: systemClock, durability: 'NORMAL' })
}

async function orNothing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (thrown) {
    if (thrown instanceof StorageFailure || (thrown instanceof Error && 'code' in thrown)) return undefined
    throw thrown
  }
}
