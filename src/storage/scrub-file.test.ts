import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { testClock } from '../../test/test-clock.ts'
import { StorageBusy } from '../core/index.ts'
import { openSqliteStore, openSqliteTextIndex } from './index.ts'
import { loadSqliteDriver } from './sqlite-driver.ts'

const wordOf = (at: number): string => createHash('sha256').update(`word ${at}`).digest('hex').slice(0, 16)
const bytesIn = (folder: string): string =>
  readdirSync(folder)
    .map(file => readFileSync(join(folder, file), 'latin1'))
    .join('\n')
const ROWS = 3_000
const REMOVED = Array.from({ length: ROWS / 10 }, (_, at) => at * 10)
/** Sizes that make rows wander from page to page. */
const padded = (at: number, by: number): string => `${wordOf(at)} ${'x'.repeat((at * by) % 900)}`

describe('after a scrub', () => {
  test('no byte of what was removed from a store is in its files, wherever its rows had stood', async () => {
    const { path: folder } = temporaryFolder()
    const store = await openSqliteStore({
      path: join(folder, 'a.db'),
      clock: testClock(),
      durability: 'NORMAL',
      erases: true,
    })
    onTestFinished(() => store.close())
    const put = (at: number, by: number): Promise<boolean> =>
      store.swap('t', `k${at}`, { expect: 'any', next: { text: padded(at, by) } })
    for (let at = 0; at < ROWS; at++) {
      await put(at, 7)
      await put((at * 7_919) % (at + 1), 13)
    }
    for (const at of REMOVED) await store.swap('t', `k${at}`, { expect: 'any' })
    await store.scrub()
    const bytes = bytesIn(folder)
    expect(REMOVED.filter(at => bytes.includes(wordOf(at)))).toEqual([])
    expect(await store.get('t', 'k11')).toMatchObject({ value: { text: expect.stringContaining(wordOf(11)) } })
  })

  test('no word of a removed text is in the files of an index, also if it was removed before the index was told to erase', async () => {
    const { path: folder } = temporaryFolder()
    const path = join(folder, 'words.db')
    const before = await openSqliteTextIndex({ path })
    for (let at = 0; at < 600; at++) await before.put(`id${at}`, `common ${wordOf(at)}`)
    await before.remove('id0')
    await before.close()
    const index = await openSqliteTextIndex({ path, erases: true })
    onTestFinished(() => index.close())
    for (let at = 10; at < 600; at += 10) await index.remove(`id${at}`)
    await index.scrub()
    const bytes = bytesIn(folder)
    expect(Array.from({ length: 60 }, (_, at) => at * 10).filter(at => bytes.includes(wordOf(at).slice(4)))).toEqual([])
    expect(await index.search(wordOf(11), 5)).toMatchObject([{ id: 'id11' }])
  })

  test('while somebody reads it says that it must be tried again, and then it works', async () => {
    const { path: folder } = temporaryFolder()
    const path = join(folder, 'a.db')
    const store = await openSqliteStore({ path, clock: testClock(), erases: true, giveUpMs: 20 })
    onTestFinished(() => store.close())
    await store.swap('t', 'k', { expect: 'any', next: { text: 'marzipan' } })
    const { DatabaseSync } = await loadSqliteDriver()
    const reader = new DatabaseSync(path)
    reader.exec('BEGIN; SELECT * FROM entries')
    await store.swap('t', 'k', { expect: 'any' })
    await expect(store.scrub()).rejects.toBeInstanceOf(StorageBusy)
    reader.exec('COMMIT')
    reader.close()
    await store.scrub()
    expect(bytesIn(folder)).not.toContain('marzipan')
  })
})
