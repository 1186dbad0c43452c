import { readFileSync } from 'node:fs'
import type { JsonObject, Vault } from '../../../core/index.ts'
import { type PathChange, showChanges } from './compare.ts'
import type { Snapshot } from './snapshot.ts'

const MAX_CHANGES = 5_000
const MAX_FILE = 64 * 1024 * 1024

/** The old bytes go to the vault, and with them a record of the whole; `undo` is the hash of that record. */
export function keepForUndo(changes: readonly PathChange[], snapshot: Snapshot, vault: Vault): JsonObject {
  const shown = { changes: showChanges(changes), change_count: changes.length }
  if (changes.length === 0 || changes.length > MAX_CHANGES) return { ...shown, undo: null }
  if (!changes.every(change => keepOld(change, snapshot, vault))) return { ...shown, undo: null }
  const record = changes.map(({ path, what, kind, before, after, was }) => ({
    path,
    what,
    kind,
    before,
    after,
    was: was === undefined ? null : { ...was },
    attributes: snapshot.attributes?.get(path) ?? null,
  }))
  const kept = vault.keep(Buffer.from(JSON.stringify({ v: 2, changes: record })))
  return { ...shown, undo: kept.ok ? kept.value : null }
}

function keepOld({ path, what, kind, was, is }: PathChange, snapshot: Snapshot, vault: Vault): boolean {
  if (is?.unlisted === true) return false
  if (what === 'created' || (was?.kind ?? kind) !== 'file') return was?.kind !== 'other'
  const copy = snapshot.copyOf(path)
  if (copy === undefined || (was?.size ?? 0) > MAX_FILE) return false
  return vault.keep(readFileSync(copy)).ok
}
