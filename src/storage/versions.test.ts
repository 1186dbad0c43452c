import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { testClock } from '../../test/test-clock.ts'
import type { LedgerIndex, Store } from '../core/index.ts'
import { createMemoryLedgerIndex, createMemoryStore, openLedgerIndex, openSqliteStore } from './index.ts'

async function twoIndexes(): Promise<readonly [LedgerIndex, LedgerIndex]> {
  const path = join(temporaryFolder().path, 'index.db')
  const both = [await openLedgerIndex({ path }), await openLedgerIndex({ path })] as const
  onTestFinished(() => both.forEach(index => index.close()))
  return both
}

const write = (index: LedgerIndex, n: number): Promise<void> => index.exclusively(async held => held.set('n', { n }))

test('a section that ends well makes the version of an index one higher, and nothing else does', async () => {
  for (const index of [createMemoryLedgerIndex(), (await twoIndexes())[0]]) {
    await write(index, 0)
    const before = index.version?.() ?? Number.NaN
    expect([index.get('n'), index.version?.(), index.version?.()]).toEqual([{ n: 0 }, before, before])
    await expect(index.exclusively(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(index.version?.()).toBe(before)
    await index.exclusively(async held => {
      held.set('n', { n: 1 })
      expect(index.version?.()).toBe(before)
    })
    expect(index.version?.()).toBe(before + 1)
  }
})

test('what another process writes never leaves the version that a section of our own would have made', async () => {
  const [one, two] = await twoIndexes()
  await write(one, 0)
  const before = one.version?.() ?? Number.NaN
  await write(two, 1)
  expect([before, before + 1]).not.toContain(one.version?.())
  await write(two, 2)
  const after = await one.exclusively(async held => [held.get('n'), one.version?.()] as const)
  expect(after[0]).toEqual({ n: 2 })
  expect([before, before + 1]).not.toContain(after[1])
})

test('the version of a store changes with whatever is written to it, here or elsewhere', async () => {
  const path = join(temporaryFolder().path, 'store.db')
  const [one, two] = [
    await openSqliteStore({ path, clock: testClock() }),
    await openSqliteStore({ path, clock: testClock() }),
  ]
  const memory = createMemoryStore({ clock: testClock() })
  const cases: readonly (readonly [Store, Store])[] = [
    [one, one],
    [one, two],
    [memory, memory],
  ]
  for (const [watched, written] of cases) {
    const before = watched.version?.()
    expect(before).toBeTypeOf('number')
    expect(watched.version?.()).toBe(before)
    await written.swap('t', 'k', { expect: 'any', next: {} })
    const after = watched.version?.()
    expect(after).not.toBe(before)
    await written.append('s', [{}])
    expect(watched.version?.()).not.toBe(after)
  }
  await Promise.all([one.close(), two.close()])
})

test('what is written on top of a version is refused when anybody has written since', async () => {
  const path = join(temporaryFolder().path, 'store.db')
  const [one, two] = [
    await openSqliteStore({ path, clock: testClock() }),
    await openSqliteStore({ path, clock: testClock() }),
  ]
  const memory = createMemoryStore({ clock: testClock() })
  const cases: readonly (readonly [string, Store, Store])[] = [
    ['own', one, one],
    ['foreign', one, two],
    ['memory', memory, memory],
  ]
  for (const [key, store, other] of cases) {
    const add = (n: number, since: number): Promise<boolean> =>
      store.together(
        [
          { stream: key, records: [{ n }], expectSeq: n },
          { table: 't', key, change: { expect: n + 1, next: { n } } },
        ],
        since,
      )
    await store.swap('t', key, { expect: 'absent', next: {} })
    const at = store.version?.() ?? Number.NaN
    expect([await add(0, at), await add(1, at)]).toEqual([true, false])
    const later = store.version?.() ?? Number.NaN
    expect(await add(1, later)).toBe(true)
    await other.swap('t', 'elsewhere', { expect: 'any', next: {} })
    expect(await add(2, later + 1)).toBe(false)
    expect(await store.get('t', key)).toEqual({ key, version: 3, value: { n: 1 } })
    expect(await store.append(key, [])).toBe(2)
  }
  await Promise.all([one.close(), two.close()])
})
