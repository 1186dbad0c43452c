import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runChild } from '../../test/children/run-child.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { CountersignError, systemClock } from '../core/index.ts'
import { openLedgerIndex, openSqliteStore, openSqliteTextIndex } from './index.ts'
import { MIGRATIONS, migrate, versionOf } from './migrations.ts'
import { type Database, loadSqliteDriver } from './sqlite-driver.ts'

const openStore = (path: string): ReturnType<typeof openSqliteStore> => openSqliteStore({ path, clock: systemClock })
const freshPath = (): string => join(temporaryFolder().path, 'store.db')

/** Changes a file behind our back. */
async function tamper(path: string, change: (database: Database) => void): Promise<void> {
  const { DatabaseSync } = await loadSqliteDriver()
  const database = new DatabaseSync(path)
  change(database)
  database.close()
}

async function expectRefusal(path: string, message: RegExp): Promise<void> {
  for (const open of [
    openStore,
    (at: string) => openLedgerIndex({ path: at }),
    (at: string) => openSqliteTextIndex({ path: at }),
  ]) {
    const refused = await open(path).catch((thrown: unknown) => thrown)
    expect(refused).toBeInstanceOf(CountersignError)
    expect(refused).toMatchObject({ code: 'storage_unavailable', message: expect.stringMatching(message) })
  }
}

describe('a database file', () => {
  test('is made for its owner alone, with all that stands beside it', async () => {
    const path = freshPath()
    const store = await openStore(path)
    await store.append('a', [{}])
    expect([path, `${path}-wal`, `${path}-shm`].map(file => statSync(file).mode & 0o777)).toEqual([0o600, 0o600, 0o600])
    await store.close()
  })

  test('keeps everything over opening and closing, for all three uses at once', async () => {
    const path = freshPath()
    for (let n = 1; n <= 3; n++) {
      const [store, index, texts] = [
        await openStore(path),
        await openLedgerIndex({ path }),
        await openSqliteTextIndex({ path }),
      ]
      expect(await store.append('a', [{ n }])).toBe(n)
      await index.exclusively(async held => held.set(`k${n}`, {}))
      await texts.put(`t${n}`, 'dragon')
      expect([index.list('').length, (await texts.search('dragon', 9)).length]).toEqual([n, n])
      await Promise.all([store.close(), texts.close()])
      index.close()
    }
  })

  test('may be opened for the first time by many at once', async () => {
    const path = freshPath()
    const stores = await Promise.all(Array.from({ length: 8 }, () => openStore(path)))
    await Promise.all(stores.map((store, n) => store.append('a', [{ n }])))
    expect(await stores[0]?.append('a', [])).toBe(8)
    await Promise.all(stores.map(store => store.close()))
  })

  test.runIf(existsSync('/proc/locks'))(
    'opened again by the same process keeps the locks that this process holds on it',
    async () => {
      const path = freshPath()
      const store = await openStore(path)
      const locks = (): number => readFileSync('/proc/locks', 'utf8').split(`:${statSync(path).ino} `).length - 1
      expect(locks()).toBe(1)
      const again = await openStore(path)
      expect(locks()).toBe(1)
      await Promise.all([store.close(), again.close()])
    },
  )

  test('has a name like any other, whatever it is', async () => {
    const [folder, before] = [temporaryFolder().path, process.cwd()]
    process.chdir(folder)
    onTestFinished(() => process.chdir(before))
    for (const name of [':memory:', 'file:x?mode=memory', 'a b.db']) {
      const store = await openStore(name)
      await store.append('a', [{}])
      await store.close()
      expect(statSync(join(folder, name)).size).toBeGreaterThan(0)
    }
  })

  test('is brought up to date once, even if another process does it at the same moment', async () => {
    const path = freshPath()
    const { DatabaseSync } = await loadSqliteDriver()
    const [mine, other] = [new DatabaseSync(path), new DatabaseSync(path)]
    const overtaken: Database = {
      exec: sql => {
        if (sql === 'BEGIN IMMEDIATE') migrate(other, 'store.db')
        mine.exec(sql)
      },
      prepare: sql => mine.prepare(sql),
      close: () => mine.close(),
    }
    migrate(overtaken, 'store.db')
    expect([mine, other].map(database => versionOf(database, 'store.db'))).toEqual([
      MIGRATIONS.length,
      MIGRATIONS.length,
    ])
  })
})

describe('a file that cannot be used is refused, and stays as it is:', () => {
  test.each([1, 5, 99, 100, 4_096, 20_000])('%i bytes of something else', async size => {
    const path = freshPath()
    const garbage = Buffer.alloc(size, 'not a database ')
    writeFileSync(path, garbage)
    await expectRefusal(path, /"store\.db" .*is not a database/)
    expect(readFileSync(path).equals(garbage)).toBe(true)
  })

  test('one that a newer program wrote', async () => {
    const path = freshPath()
    await (await openStore(path)).close()
    await tamper(path, database => database.exec(`PRAGMA user_version = ${MIGRATIONS.length + 1}`))
    const before = readFileSync(path)
    await expectRefusal(
      path,
      new RegExp(
        `"store\\.db" has version ${MIGRATIONS.length + 1}, and this program knows versions up to ${MIGRATIONS.length}`,
      ),
    )
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  test.each([
    ['with tables', 'CREATE TABLE bookmarks (url TEXT)'],
    ['with a version', 'PRAGMA user_version = 1'],
    ['with a mark', 'PRAGMA application_id = 7'],
  ])('the database of another program, %s', async (_, sql) => {
    const path = freshPath()
    await tamper(path, database => database.exec(sql))
    const before = readFileSync(path)
    await expectRefusal(path, /"store\.db" is the database of another program/)
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  test.each([
    ['a trigger', 'CREATE TRIGGER t AFTER INSERT ON entries BEGIN DELETE FROM records; END', /another program/],
    ['a view', 'CREATE VIEW v AS SELECT 1', /another program/],
    ['a table gone', 'DROP TABLE records; DROP TABLE ledger; DROP TABLE texts', /cannot be opened: no such table/],
  ])('one of ours that somebody has changed: %s', async (_, sql, message) => {
    const path = freshPath()
    await (await openStore(path)).close()
    await tamper(path, database => database.exec(sql))
    await expectRefusal(path, message)
  })

  test('a folder, a link, or a link beside it', async () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder.path, 'store.db'))
    await expectRefusal(join(folder.path, 'store.db'), /"store\.db" is not a plain file/)
    const target = folder.write('target', '')
    symlinkSync(target, join(folder.path, 'linked.db'))
    await expectRefusal(join(folder.path, 'linked.db'), /"linked\.db" is not a plain file/)
    symlinkSync(target, join(folder.path, 'x.db-wal'))
    await expectRefusal(join(folder.path, 'x.db'), /"x\.db-wal" is not a plain file/)
    expect(readFileSync(target, 'utf8')).toBe('')
  })

  test('one below a file, and one in a folder that is not there', async () => {
    const folder = temporaryFolder()
    await expectRefusal(
      join(folder.write('file', ''), 'store.db'),
      /^The database "store\.db" cannot be opened: ENOTDIR: not a directory\.$/,
    )
    await expectRefusal(
      join(folder.path, 'none', 'store.db'),
      /^The database "store\.db" cannot be opened: ENOENT: no such file or directory\.$/,
    )
  })

  test('one in a folder where nobody may write, not even root', async () => {
    await expectRefusal('/proc/store.db', /^The database "store\.db" cannot be opened: E[A-Z]+: .+\.$/)
  })
})

test('a full disk is a clear failure, keeps all that was answered, and leaves the store readable', async () => {
  const path = freshPath()
  const child = runChild('storage.ts', { args: ['fill', path], fileKiB: 2_000 })
  await child.says('ready')
  child.tell('go')
  expect((await child.ended).code).toBe(0)
  const { kept, read, fault } = JSON.parse(child.printed().split('\n')[1]!)
  expect(kept).toBeGreaterThan(10)
  expect(read).toBe(kept)
  expect(fault).toEqual({
    code: 'storage_unavailable',
    message: expect.stringMatching(/^The database "store\.db" cannot be used: the disk .*\.$/),
  })
  const store = await openStore(path)
  expect(await store.append('stream', [{ text: 'there is room again' }])).toBe(kept + 1)
  await store.close()
})
