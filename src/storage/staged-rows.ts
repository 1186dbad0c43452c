import type { HeldIndex, JsonObject, LedgerIndex } from '../core/index.ts'
import { compareKeys } from './keys.ts'
import { readJson, writeJson } from './stored-json.ts'

/** What a section has changed so far, as it will be stored; undefined for what it removed. */
export type Staged = Map<string, string | undefined>
type Stored = {
  readonly read: (key: string) => string | undefined
  /** Throws where there is no such key, or nothing can be kept any more. */
  readonly check: (key: string) => void
}

/** Nothing is written before the section has ended well, so whoever reads meanwhile finds only what sections that have ended left. */
export function stageRows(staged: Staged, { read, check }: Stored): HeldIndex {
  return {
    get: key => {
      check(key)
      return asJson(staged.has(key) ? staged.get(key) : read(key))
    },
    set: (key, value) => {
      check(key)
      staged.set(key, writeJson(value))
    },
    remove: key => {
      check(key)
      staged.set(key, undefined)
    },
  }
}

export const asJson = (text: string | undefined): JsonObject | undefined =>
  text === undefined ? undefined : readJson(text)

/** As if what is left had been written already. */
export const over =
  (left: Staged, read: Stored['read']): Stored['read'] =>
  key =>
    left.has(key) ? left.get(key) : read(key)

type Listed = ReturnType<LedgerIndex['list']>

export function listOver(left: Staged, stored: Listed, prefix: string): Listed {
  const changed = [...left].filter(([key]) => key.startsWith(prefix))
  if (changed.length === 0) return stored
  const rows = new Map(stored.map(({ key, value }) => [key, value]))
  for (const [key, text] of changed) {
    const value = asJson(text)
    if (value === undefined) rows.delete(key)
    else rows.set(key, value)
  }
  return [...rows].map(([key, value]) => ({ key, value })).toSorted((a, b) => compareKeys(a.key, b.key))
}
