import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Clock, JsonObject, Store, TextIndex } from '../../src/core/index.ts'
import { createRedactor } from '../../src/executors/index.ts'
import { type FactDraft, type FactStore, createFactStore } from '../../src/memory/index.ts'
import {
  createMemoryStore,
  createMemoryTextIndex,
  openSqliteStore,
  openSqliteTextIndex,
} from '../../src/storage/index.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { type TestClock, testClock } from '../test-clock.ts'

export const DAY: number = 24 * 60 * 60 * 1000
export type Opened = {
  facts: FactStore
  store: Store
  index: TextIndex
  events: JsonObject[]
  clock: TestClock
  reopen: () => FactStore
}
export const DRIVERS: Record<string, (clock: Clock) => Promise<{ store: Store; index: TextIndex }>> = {
  memory: async clock => ({ store: createMemoryStore({ clock }), index: createMemoryTextIndex() }),
  files: async clock => {
    const { path } = temporaryFolder()
    return {
      store: await openSqliteStore({ path: join(path, 'store.db'), clock }),
      index: await openSqliteTextIndex({ path: join(path, 'texts.db') }),
    }
  },
}

const redactor = createRedactor({ key: 'test' })
export const isSecret = (text: string): boolean => redactor.redactText(text).found.length > 0

/** Facts on real parts; what is told to the records is in `events`. */
export async function openFacts(
  driver = 'memory',
  wrap: (parts: { store: Store; index: TextIndex }) => typeof parts = same,
): Promise<Opened> {
  const clock = testClock()
  const parts = wrap(await DRIVERS[driver]!(clock))
  onTestFinished(async () => {
    await parts.store.close()
    await parts.index.close()
  })
  const events: JsonObject[] = []
  const record = async (event: JsonObject): Promise<{ ok: true; value: undefined }> => (
    events.push(event),
    { ok: true, value: undefined }
  )
  const reopen = (): FactStore => createFactStore({ ...parts, clock, record, isSecret })
  return { ...parts, clock, events, facts: reopen(), reopen }
}
const same = <T>(parts: T): T => parts

export const draft = (text: string, more: Partial<FactDraft> = {}): FactDraft => ({
  text,
  sensitivity: 'low',
  kinds: [],
  span: { session: 's', turn: 't', start: 0, end: text.length, text },
  session: 's',
  receipt: null,
  ...more,
})

export function valueOf<T>(result: { ok: true; value: T } | { ok: false; error: { message: string } }): T {
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}
