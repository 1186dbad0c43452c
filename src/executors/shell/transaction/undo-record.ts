import { readFileSync } from 'node:fs'
import {
  type Json,
  type JsonObject,
  type Result,
  type Vault,
  fail,
  isJsonList,
  isJsonObject,
  parseJsonText,
  succeed,
  textOf,
} from '../../../core/index.ts'
import { type PathChange, showChanges } from './compare.ts'
import { type FileAttributes, decodeAttributes } from './file-attributes.ts'
import type { Snapshot } from './snapshot.ts'
import { ENTRY_KINDS, type EntryKind, type Surveyed, decodeSurveyed } from './surveyed.ts'

const VERSION = 2
const MAX_CHANGES = 5_000
const MAX_FILE = 64 * 1024 * 1024

/** The old bytes go to the vault, and with them a record of the whole; `undo` is the hash of that record. */
export function keepForUndo(changes: readonly PathChange[], snapshot: Snapshot, vault: Vault): JsonObject {
  const shown = { changes: showChanges(changes), change_count: changes.length }
  if (changes.length === 0 || changes.length > MAX_CHANGES) return { ...shown, undo: null }
  if (!changes.every(change => keepOld(change, snapshot, vault))) return { ...shown, undo: null }
  const record = changes.map(({ path, what, kind, before, after, was, is }) => ({
    path,
    what,
    kind,
    before,
    after,
    was: was === undefined ? null : { ...was },
    link: is?.link ?? null,
    attributes: snapshot.attributes?.get(path) ?? null,
  }))
  const kept = vault.keep(Buffer.from(JSON.stringify({ v: VERSION, changes: record })))
  return { ...shown, undo: kept.ok ? kept.value : null }
}

function keepOld({ path, what, kind, was, is }: PathChange, snapshot: Snapshot, vault: Vault): boolean {
  if (is?.unlisted === true) return false
  if (what === 'created' || (was?.kind ?? kind) !== 'file') return was?.kind !== 'other'
  const copy = snapshot.copyOf(path)
  if (copy === undefined || (was?.size ?? 0) > MAX_FILE) return false
  return vault.keep(readFileSync(copy)).ok
}

/** What a command did to one path, as it was kept. */
export type UndoEntry = {
  readonly path: string
  readonly what: string
  readonly kind: EntryKind
  readonly before: string | null
  readonly after: string | null
  readonly was?: Surveyed
  /** Where a link led after the command. */
  readonly link?: string
  readonly attributes?: FileAttributes
}

export function readUndoRecord(vault: Vault, id: string): Result<readonly UndoEntry[]> {
  const kept = vault.fetch(id)
  if (!kept.ok) return kept
  const value = kept.value && parseJsonText(Buffer.from(kept.value).toString())
  const { v, changes } = isJsonObject(value) ? value : {}
  const entries = v === VERSION && isJsonList(changes) ? changes.map(decodeEntry) : [undefined]
  const sound = entries.filter(entry => entry !== undefined)
  return sound.length === entries.length
    ? succeed(sound)
    : fail('undo_refused', 'What this command changed is no longer kept.')
}

function decodeEntry(entry: Json): UndoEntry | undefined {
  if (!isJsonObject(entry) || typeof entry['path'] !== 'string') return undefined
  const { path, what, before, after, link } = entry
  const [was, attributes] = [decodeSurveyed(entry['was']), decodeAttributes(entry['attributes'])]
  if (what !== 'created' && !was) return undefined
  return {
    path,
    what: textOf(what),
    kind: ENTRY_KINDS.find(each => each === entry['kind']) ?? 'other',
    before: typeof before === 'string' ? before : null,
    after: typeof after === 'string' ? after : null,
    ...(was && { was }),
    ...(typeof link === 'string' && { link }),
    ...(attributes && { attributes }),
  }
}
