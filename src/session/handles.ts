import { type Result, type Store, type Vault, fail, newSecretId, succeed, textOf } from '../core/index.ts'

export type HandleOwner = { readonly session: string; readonly principal: string }

/** Results too long to show, under names that nobody can guess and that count only in the session that got them. */
export interface Handles {
  keep(text: string, owner: HandleOwner): Promise<Result<string>>
  read(handle: string, owner: HandleOwner): Promise<Result<string>>
}

export const HANDLES = 'handles'
const HANDLE_MS = 7 * 24 * 60 * 60 * 1000
const UNKNOWN = 'names no stored result of this session'

export function createHandles(store: Store, vault: Vault): Handles {
  return {
    async keep(text, { session, principal }) {
      const kept = vault.keep(Buffer.from(text))
      if (!kept.ok) return kept
      const handle = newSecretId('res')
      await store.swap(HANDLES, handle, {
        expect: 'absent',
        next: { session, principal, sha256: kept.value },
        ttlMs: HANDLE_MS,
      })
      return succeed(handle)
    },
    async read(handle, { session, principal }) {
      const stored = (await store.get(HANDLES, handle))?.value
      const isOwn = stored !== undefined && stored['session'] === session && stored['principal'] === principal
      if (!isOwn) return fail('handle_unknown', `"${handle}" ${UNKNOWN}.`)
      const bytes = vault.fetch(textOf(stored['sha256']))
      if (!bytes.ok) return bytes
      return bytes.value
        ? succeed(Buffer.from(bytes.value).toString())
        : fail('handle_unknown', `What "${handle}" named is no longer there.`)
    },
  }
}
