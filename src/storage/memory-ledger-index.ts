import { type LedgerIndex, StorageFailure } from '../core/index.ts'
import { createChanges } from './changes.ts'
import { keyBytes } from './keys.ts'
import { DEFAULT_GIVE_UP_MS, stillBusy } from './retry-while-busy.ts'
import { type StagedRows, createSection } from './section.ts'
import { type SortedKeys, createSortedKeys } from './sorted-keys.ts'
import { readJson } from './stored-json.ts'
import { createTurns } from './turns.ts'

type MemoryRows = { readonly texts: Map<string, string>; readonly keys: SortedKeys }

/** Keeps all in this process; what a section sets is seen outside once it has ended well. */
export function createMemoryLedgerIndex({
  giveUpMs = DEFAULT_GIVE_UP_MS,
}: { readonly giveUpMs?: number } = {}): LedgerIndex {
  const rows: MemoryRows = { texts: new Map(), keys: createSortedKeys() }
  const turns = createTurns()
  const changes = createChanges()
  let isOpen = true

  function check(key: string): string {
    if (!isOpen) throw new StorageFailure('The index is closed.')
    keyBytes(key)
    return key
  }
  return {
    async exclusively(work) {
      const endTurn = await turns.take(giveUpMs, () => stillBusy('memory', giveUpMs))
      const section = createSection({ read: key => rows.texts.get(key), check })
      try {
        const value = await work(section.held)
        check('')
        commit(section.changes(), rows)
        changes.report()
        return value
      } finally {
        section.end()
        endTurn()
      }
    },
    get(key) {
      const text = rows.texts.get(check(key))
      return text === undefined ? undefined : readJson(text)
    },
    list: prefix =>
      [...rows.keys.within({ prefix: check(prefix) })].map(key => ({
        key,
        value: readJson(rows.texts.get(key) ?? ''),
      })),
    watch: changes.watch,
    close() {
      isOpen = false
      changes.end()
    },
  }
}

function commit(staged: StagedRows, { texts, keys }: MemoryRows): void {
  for (const [key, text] of staged) {
    if (text === undefined) {
      texts.delete(key)
      keys.remove(key)
    } else {
      texts.set(key, text)
      keys.add(key)
    }
  }
}
