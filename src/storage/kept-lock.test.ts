import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { type LedgerIndex, StorageFailure } from '../core/index.ts'
import type { Connection } from './connection.ts'
import { openLedgerIndex } from './index.ts'
import { createKeptLock } from './kept-lock.ts'

/** Two processes on one index, as far as one process can be two. */
async function twoIndexes(): Promise<readonly [LedgerIndex, LedgerIndex]> {
  const path = join(temporaryFolder().path, 'index.db')
  const open = async (): Promise<LedgerIndex> => {
    const index = await openLedgerIndex({ path })
    onTestFinished(() => index.close())
    return index
  }
  return [await open(), await open()]
}

const lagging = (index: LedgerIndex, key: string, n: number): Promise<void> =>
  index.exclusively(async held => {
    held.set(key, { n })
    held.mayLag?.()
  })

test('what may lag is seen by its own process at once, and by others soon', async () => {
  const [own, other] = await twoIndexes()
  await lagging(own, 'k', 1)
  expect([own.get('k'), other.get('k')]).toEqual([{ n: 1 }, undefined])
  await expect.poll(() => other.get('k')).toEqual({ n: 1 })
})

test('what may not lag takes with it what came before', async () => {
  const [own, other] = await twoIndexes()
  await lagging(own, 'before', 1)
  await own.exclusively(async held => held.set('k', { n: Number(held.get('before')?.['n']) + 1 }))
  expect(other.list('')).toEqual([
    { key: 'before', value: { n: 1 } },
    { key: 'k', value: { n: 2 } },
  ])
})

test('a section that fails changes nothing and loses nothing of those before it', async () => {
  const [own, other] = await twoIndexes()
  await lagging(own, 'k', 1)
  const failing = own.exclusively(async held => {
    held.set('k', { n: 2 })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect([own.get('k'), other.get('k')]).toEqual([{ n: 1 }, { n: 1 }])
})

test('who reads while a section runs finds what those before it left, and nothing of its own', async () => {
  const [own] = await twoIndexes()
  await own.exclusively(async held => held.set('gone', {}))
  await own.exclusively(async held => {
    held.set('k', { n: 1 })
    held.remove('gone')
    held.mayLag?.()
  })
  await own.exclusively(async held => {
    held.set('k', { n: 2 })
    held.set('new', {})
    await sleep(20) // longer than a lock is kept: it must not be given back inside
    expect([own.get('k'), own.get('gone'), own.list('')]).toEqual([
      { n: 1 },
      undefined,
      [{ key: 'k', value: { n: 1 } }],
    ])
  })
  expect(own.list('')).toEqual([
    { key: 'k', value: { n: 2 } },
    { key: 'new', value: {} },
  ])
})

test('the lock is not kept for ever, even if sections follow each other without a pause', async () => {
  const [own, other] = await twoIndexes()
  const over = new AbortController()
  const busy = (async () => {
    for (let n = 0; !over.signal.aborted; n++) {
      await lagging(own, 'own', n)
      if (n % 100 === 0) await sleep(0)
    }
  })()
  for (let n = 1; n <= 20; n++) await other.exclusively(async held => held.set('other', { n }))
  over.abort()
  await busy
  expect(own.get('other')).toEqual({ n: 20 })
})

test('after a commit has failed that nobody waited for, the next section is told, and so on until one succeeds', async () => {
  let isFull = true
  const commits: string[] = []
  const connection = {
    begin: async () => undefined,
    count: () => undefined,
    isOpen: () => true,
    rollBack: () => undefined,
    commit() {
      commits.push(isFull ? 'failed' : 'done')
      if (isFull) throw new StorageFailure('the disk is full')
    },
  } as unknown as Connection
  const way = { mark: () => undefined, enter: (begin: () => Promise<void>) => begin() }
  const lock = createKeptLock({ connection, way, write: () => undefined })
  const section = async (): Promise<void> => {
    await lock.enter()
    lock.leave(new Map(), true)
  }
  await section()
  await expect.poll(() => commits).toEqual(['failed'])
  await expect(section()).rejects.toThrow('the disk is full')
  await expect(section()).rejects.toThrow('the disk is full')
  isFull = false
  await section()
  expect(commits).toEqual(['failed', 'failed', 'failed', 'done'])
  await section()
  expect(commits).toHaveLength(4) // from here on they may lag again
})

test('a section under way when the index is closed fails, and nothing of it is kept', async () => {
  const [own, other] = await twoIndexes()
  await lagging(own, 'before', 1)
  const underWay = own.exclusively(async held => {
    held.mayLag?.()
    await sleep(5)
    expect(() => held.set('k', {})).toThrow(StorageFailure)
  })
  await sleep(1)
  own.close()
  await expect(underWay).rejects.toThrow(StorageFailure)
  expect(other.get('k')).toBeUndefined()
  expect(() => own.get('before')).toThrow(StorageFailure)
})

test('what was left is committed when the index is closed', async () => {
  const [own, other] = await twoIndexes()
  await lagging(own, 'k', 1)
  own.close()
  expect(other.get('k')).toEqual({ n: 1 })
})

test('its own sections go up by one, whether committed or not, and those of others by more', async () => {
  const [own, other] = await twoIndexes()
  await lagging(own, 'k', 0)
  const before = own.version?.() ?? 0
  await lagging(own, 'k', 1)
  await sleep(20)
  await own.exclusively(async held => held.set('k', { n: 2 }))
  expect(own.version?.()).toBe(before + 2)
  await lagging(other, 'k', 3)
  await expect.poll(() => own.version?.()).toBeGreaterThan(before + 3)
})
