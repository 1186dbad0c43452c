import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { testClock } from '../../test/test-clock.ts'
import { createChanges } from './changes.ts'
import { openLedgerIndex, openSqliteStore } from './index.ts'

test('nothing is looked at while nobody watches, and once every 50 ms however many do', async () => {
  let looks = 0
  const changes = createChanges(() => looks++ && 'the same')
  await sleep(120)
  expect(looks).toBe(0)
  const stops = Array.from({ length: 20 }, () => changes.watch(() => undefined))
  const started = performance.now()
  await sleep(260)
  const most = (performance.now() - started) / 50 + 1 // one to begin with
  expect(looks).toBeGreaterThan(2)
  expect(looks).toBeLessThanOrEqual(most)
  for (const stop of stops) stop()
  const then = looks
  await sleep(120)
  expect(looks).toBe(then)
})

test('while nobody can tell whether anything has changed, nobody is woken; after the end nothing is looked at', async () => {
  let looks = 0
  let wakes = 0
  const changes = createChanges(() => void looks++)
  onTestFinished(changes.watch(() => wakes++))
  await sleep(120)
  expect(wakes).toBe(0)
  changes.end()
  const then = looks
  onTestFinished(changes.watch(() => wakes++))
  await sleep(120)
  expect([looks, wakes]).toEqual([then, 1])
})

test('whoever watches a file hears of what another connection writes to it, soon and once', async () => {
  const { path: folder } = temporaryFolder()
  const openStore = () => openSqliteStore({ path: join(folder, 'store.db'), clock: testClock() })
  const openIndex = () => openLedgerIndex({ path: join(folder, 'index.db') })
  const [one, two] = [await openStore(), await openStore()]
  const [ownIndex, otherIndex] = [await openIndex(), await openIndex()]
  onTestFinished(async () => {
    await Promise.all([one.close(), two.close()])
    for (const index of [ownIndex, otherIndex]) index.close()
  })
  const cases = [
    [one, () => two.swap('t', 'k', { expect: 'any', next: {} })],
    [ownIndex, () => otherIndex.exclusively(async held => held.set('k', {}))],
  ] as const
  for (const [watched, write] of cases) {
    let wakes = 0
    const stop = watched.watch(() => wakes++)
    await sleep(120)
    expect(wakes).toBe(0)
    await write()
    await expect.poll(() => wakes).toBe(1)
    await sleep(120)
    expect(wakes).toBe(1)
    stop()
  }
})
