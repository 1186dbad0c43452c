import { expect, test } from 'vitest'
import { CountersignError } from '../core/index.ts'
import { type SqliteDriver, loadSqliteDriver } from './sqlite-driver.ts'

/** A foreign module of a certain version. */
const driverOf = (version: string): SqliteDriver => ({
  DatabaseSync: class {
    exec(): void {}
    close(): void {}
    prepare(): { run: () => void; get: () => { version: string }; all: () => [] } {
      return { run: () => undefined, get: () => ({ version }), all: () => [] }
    }
  },
})

test('the first driver that is new enough is taken', async () => {
  const [old, good, other] = ['3.51.2', '3.51.3', '3.99.0'].map(driverOf)
  expect(await loadSqliteDriver([() => undefined, () => old, async () => good, () => other])).toBe(good)
})

test.each([
  ['3.51.3', true],
  ['3.51.10', true],
  ['3.52.0', true],
  ['4.0.0', true],
  ['3.51.2', false],
  ['3.9.9', false],
  ['2.99.99', false],
  ['', false],
  ['nonsense', false],
])('version %s is new enough: %s', async (version, enough) => {
  const loading = loadSqliteDriver([() => driverOf(version)])
  expect(await loading.then(() => true).catch(() => false)).toBe(enough)
})

test('without any driver the failure says what to install', async () => {
  const loading = loadSqliteDriver([() => undefined])
  await expect(loading).rejects.toThrow(CountersignError)
  await expect(loading).rejects.toMatchObject({
    code: 'storage_unavailable',
    message: expect.stringContaining('npm install @photostructure/sqlite'),
  })
})

test('the driver of this machine works', async () => {
  const { DatabaseSync } = await loadSqliteDriver()
  const database = new DatabaseSync(':memory:')
  expect({ ...database.prepare('SELECT ? AS text, ? AS number, ? AS bytes').get('a', 1, Buffer.from('b')) }).toEqual({
    text: 'a',
    number: 1,
    bytes: new Uint8Array([98]),
  })
  database.close()
})
