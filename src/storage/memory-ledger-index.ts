import { type LedgerIndex, StorageFailure } from '../core/index.ts'
import { keyBytes } from './keys.ts'
import { DEFAULT_GIVE_UP_MS, stillBusy } from './retry-while-busy.ts'
import { createSection } from './section.ts'
import { type SortedKeys, createSortedKeys } from './sorted-keys.ts'
import { type Staged, asJson, stageRows } from './staged-rows.ts'
import { readJson } from './stored-json.ts'
import { createTurns } from './turns.ts'

type Committed = { readonly texts: Map<string, string>; readonly keys: SortedKeys }

/** Keeps all in this process; what a section sets is seen outside once it has ended well. */
export function createMemoryLedgerIndex({
  giveUpMs = DEFAULT_GIVE_UP_MS,
}: { readonly giveUpMs?: number } = {}): LedgerIndex {
  const committed: Committed = { texts: new Map(), keys: createSortedKeys() }
  const turns = createTurns()
  let open = true
  let version = 0

  function use(key: string): string {
    if (!open) throw new StorageFailure('The index is closed.')
    keyBytes(key)
    return key
  }
  return {
    async exclusively(work) {
      const endTurn = await turns.take(giveUpMs, () => stillBusy('memory', giveUpMs))
      const staged: Staged = new Map()
      const section = createSection(stageRows(staged, { read: key => committed.texts.get(key), check: use }))
      try {
        const value = await work(section.held)
        section.check()
        use('')
        commit(staged, committed)
        version += 1
        return value
      } finally {
        section.end()
        endTurn()
      }
    },
    get: key => asJson(committed.texts.get(use(key))),
    list: prefix =>
      [...committed.keys.within({ prefix: use(prefix) })].map(key => ({
        key,
        value: readJson(committed.texts.get(key) ?? ''),
      })),
    version: () => version,
    close: () => {
      open = false
    },
  }
}

function commit(staged: Staged, { texts, keys }: Committed): void {
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
