import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../core/index.ts'
import { type TrustDecision, createTrustStore } from '../permissions/index.ts'
import { openSqliteStore, openStateFolder } from '../storage/index.ts'
import { PERMISSIONS_FILE } from './open-runtime.ts'

/** What a person has trusted here before, looked up without opening anything else: the configuration depends on it. */
export async function storedTrust(state: string, root: string): Promise<TrustDecision | undefined> {
  const folder = openStateFolder({ path: state, workspaceRoot: root })
  const path = folder.ok ? join(folder.value.own, PERMISSIONS_FILE) : ''
  if (!folder.ok || !existsSync(path)) return undefined
  const store = await openSqliteStore({ path, clock: systemClock })
  try {
    return await createTrustStore(
      store,
      () => 0,
      async () => ({ ok: true, value: undefined }),
    ).get()
  } finally {
    await store.close()
  }
}
