import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runChild } from '../../test/children/run-child.ts'
import { LEDGER_KEYS, plainCall } from '../../test/plain-call.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { testClock } from '../../test/test-clock.ts'
import { type LedgerIndex, newSecretId } from '../core/index.ts'
import { createMemoryLedgerIndex, openLedgerIndex } from '../storage/index.ts'
import {
  type LedgerOptions,
  type OpenLedger,
  acceptLedger,
  findReceipt,
  openLedger,
  systemDisk,
  verifyAll,
} from './index.ts'

const LOG = 'log/000001.jsonl'

/** Two processes at one log, each with an index and a disk of its own, as far as one process can be two. */
async function twoWorlds({ path } = temporaryFolder()): Promise<readonly [LedgerOptions, LedgerOptions]> {
  const world = async (): Promise<LedgerOptions> => {
    const index = await openLedgerIndex({ path: join(path, 'index.db') })
    onTestFinished(() => index.close())
    return { index, disk: systemDisk(join(path, '.control-room', 'audit')), clock: testClock(), ...LEDGER_KEYS }
  }
  return [await world(), await world()]
}

async function open(world: LedgerOptions): Promise<OpenLedger> {
  const opened = await openLedger(world)
  if (!opened.ok) throw new Error(opened.error.message)
  return opened.value
}

test('the calls of a session are counted over all processes, whoever made the last one', async () => {
  const [one, two] = await twoWorlds()
  const ledgers = [await open(one), await open(two)] as const
  const counted: number[][] = []
  for (const which of [0, 0, 1, 0, 1, 1, 1, 0] as const) {
    await ledgers[which].append(plainCall(newSecretId('rcpt')))
    counted.push(ledgers.map(ledger => ledger.callsOf('s')))
  }
  expect(counted).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map(count => [count, count]))
})

test('calls whose process was killed right after the last one count, are found, and leave a log that verifies', async () => {
  const folder = temporaryFolder()
  await runChild('killed-reader.ts', { args: [folder.path, '5'] }).ended
  const [world] = await twoWorlds(folder)
  expect(world.index.get('head')?.['size']).toBe(6) // five calls and the first line: the head never lags behind the log
  expect(findReceipt(world, 'rcpt_5')?.receipt_id).toBe('rcpt_5')
  const ledger = await open(world)
  expect(ledger.callsOf('s')).toBe(5)
  await ledger.append(plainCall('rcpt_6'))
  expect(ledger.callsOf('s')).toBe(6)
  for (const n of [1, 2, 3, 4, 5, 6]) expect(ledger.findReceipt(`rcpt_${n}`)?.receipt_id).toBe(`rcpt_${n}`)
  expect(verifyAll(world).failed).toEqual([])
})

test('a section that fails leaves nothing behind in the index', async () => {
  const [one] = await twoWorlds()
  const real = one.index
  let isFailing = false
  const index: LedgerIndex = {
    ...real,
    exclusively: work =>
      real.exclusively(async held => {
        const value = await work(held)
        if (isFailing) throw new Error('the commit failed')
        return value
      }),
  }
  const ledger = await open({ ...one, index })
  await ledger.append(plainCall('rcpt_first'))
  isFailing = true
  expect((await ledger.append(plainCall('rcpt_lost'))).ok).toBe(false)
  expect(ledger.callsOf('s')).toBe(1)
  isFailing = false
  await ledger.append(plainCall('rcpt_next'))
  // The line that was written before the commit failed is taken over, like after a crash.
  expect(ledger.callsOf('s')).toBe(3)
})

test.each([1, 15, 16, 17, 100])('each of %i receipts is found again, at once, later and by others', async count => {
  const [one, two] = await twoWorlds()
  const ledger = await open(one)
  const ids = Array.from({ length: count }, () => newSecretId('rcpt'))
  for (const id of ids.slice(0, count / 2)) await ledger.append(plainCall(id))
  await Promise.all(ids.slice(count / 2).map(id => ledger.append(plainCall(id))))
  const isFound = (where: OpenLedger): boolean => ids.every(id => where.findReceipt(id)?.receipt_id === id)
  expect(isFound(ledger)).toBe(true)
  expect(isFound(await open(two))).toBe(true)
  expect([ledger.findReceipt('rcpt_'), ledger.findReceipt(''), ledger.findReceipt(`${ids[0]} `)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('a receipt whose id is longer than ours is found, too', async () => {
  const [one] = await twoWorlds()
  const ledger = await open({ ...one, index: createMemoryLedgerIndex() })
  const id = `rcpt_${'x'.repeat(60)}`
  await ledger.append(plainCall(id))
  expect(ledger.findReceipt(id)?.receipt_id).toBe(id)
})

test('after a changed log was accepted, every receipt that is left is found, and those to come', async () => {
  const [one] = await twoWorlds()
  const ledger = await open(one)
  const ids = Array.from({ length: 40 }, () => newSecretId('rcpt'))
  for (const id of ids) await ledger.append(plainCall(id))
  const lines = Buffer.from(one.disk.read(LOG, 0, one.disk.size(LOG) ?? 0))
    .toString()
    .split('\n')
  one.disk.replace(LOG, Buffer.from(lines.toSpliced(5, 3).join('\n')))
  expect((await acceptLedger(one, 'tty')).ok).toBe(true)
  const again = await open(one)
  const later = Array.from({ length: 20 }, () => newSecretId('rcpt'))
  for (const id of later) await again.append(plainCall(id))
  const left = ids.filter(id => again.findReceipt(id) !== undefined)
  expect(left).toEqual(ids.toSpliced(4, 3))
  expect(later.filter(id => again.findReceipt(id)?.receipt_id !== id)).toEqual([])
})

test('after a foreign log was put aside, the receipts to come are found', async () => {
  const [one] = await twoWorlds()
  const ledger = await open(one)
  for (let count = 0; count < 20; count++) await ledger.append(plainCall(newSecretId('rcpt')))
  one.disk.replace(LOG, Buffer.from('{"not":"ours"}\n'))
  expect(await acceptLedger(one, 'tty')).toMatchObject({ ok: true, value: { kind: 'foreign' } })
  const again = await open(one)
  const later = Array.from({ length: 20 }, () => newSecretId('rcpt'))
  for (const id of later) await again.append(plainCall(id))
  expect(later.filter(id => again.findReceipt(id)?.receipt_id !== id)).toEqual([])
})
