import { appendFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { testClock } from '../../test/test-clock.ts'
import { createMemoryLedgerIndex } from '../storage/index.ts'
import {
  type Disk,
  type LedgerOptions,
  type OpenLedger,
  type OwnPart,
  newSigningKey,
  openLedger,
  readSigningKey,
  systemDisk,
} from './index.ts'
import { linesFromEnd } from './read-log.ts'
import { readNewestEntries, readOwnEntries, readOwnOn } from './read-own.ts'

/** A disk that counts the bytes that are read from it. */
function countingDisk(inner: Disk): Disk & { bytesRead: number } {
  const disk = {
    ...inner,
    bytesRead: 0,
    read(path: string, from: number, length: number) {
      disk.bytesRead += length
      return inner.read(path, from, length)
    },
  }
  return disk
}

type World = LedgerOptions & { readonly disk: ReturnType<typeof countingDisk>; readonly folder: string }

function newWorld(segmentBytes: number): World {
  const folder = join(temporaryFolder().path, '.control-room', 'audit')
  const keys = { macKey: Buffer.alloc(32, 5), signingKey: readSigningKey(newSigningKey()) }
  const parts = { index: createMemoryLedgerIndex(), clock: testClock(), origin: 'countersign/test', segmentBytes }
  return { ...parts, ...keys, disk: countingDisk(systemDisk(folder)), folder }
}

async function open(world: World): Promise<OpenLedger> {
  const opened = await openLedger(world)
  if (!opened.ok) throw new Error(opened.error.message)
  return opened.value
}

/** `begun` is entry 1, so that the log then has `count` entries. */
async function filled(count: number, segmentBytes = 2_000): Promise<World & { readonly ledger: OpenLedger }> {
  const world = newWorld(segmentBytes)
  const ledger = await open(world)
  for (let each = 2; each <= count; each++) await say(ledger)
  return { ...world, ledger }
}

const say = (ledger: OpenLedger): Promise<unknown> =>
  ledger.append({ type: 'system', body: () => ({ event: 'said', text: 'x'.repeat(300) }) })

const segment = ({ folder }: World, number: number): string =>
  join(folder, 'log', `${String(number).padStart(6, '0')}.jsonl`)

function part(result: ReturnType<typeof readOwnOn>): OwnPart {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`)
  return result.value
}
const numbers = ({ entries }: OwnPart): readonly number[] => entries.map(({ seq }) => seq)
const newest = (world: World, count: number): OwnPart => part(readNewestEntries(world, count))

describe('the newest entries', () => {
  test('are as many as were asked for, in order, whichever segments they stand in', async () => {
    const world = await filled(20)
    expect(world.disk.list('log').length).toBeGreaterThan(3)
    for (const count of [1, 4, 5, 9, 19, 20, 21, 1_000])
      expect(numbers(newest(world, count))).toEqual(
        Array.from({ length: Math.min(count, 20) }, (_, index) => index + Math.max(1, 21 - count)),
      )
    expect(newest(world, 0)).toEqual({ entries: [], next: newest(world, 20).next })
  })

  test('take no more reading than their own length, however long the log is', async () => {
    const world = await filled(2_000, 200_000)
    world.disk.bytesRead = 0
    expect(numbers(newest(world, 3))).toEqual([1_998, 1_999, 2_000])
    expect(world.disk.bytesRead).toBeLessThanOrEqual(1 << 16)
  })

  test('do not contain a line that has not ended, nor one of somebody else', async () => {
    const world = await filled(3, 1e6)
    const { next } = newest(world, 1)
    const [first = ''] = readFileSync(segment(world, 1), 'utf8').split('\n')
    appendFileSync(segment(world, 1), `${first.replace('begun', 'forged')}\n${first}`)
    expect(newest(world, 1)).toMatchObject({ entries: [{ seq: 3 }], next })
  })

  test('of a log that this machine did not write are none', async () => {
    const world = await filled(3)
    const stranger = { ...world, index: createMemoryLedgerIndex() }
    expect(readNewestEntries(stranger, 1)).toMatchObject({ ok: false, error: { code: 'ledger_unknown' } })
  })

  test('where there is no log yet are none, and it is followed from its beginning', async () => {
    const world = newWorld(1_000)
    const { entries, next } = newest(world, 5)
    expect(entries).toEqual([])
    await open(world)
    expect(numbers(part(readOwnOn(world, next)))).toEqual([1])
  })
})

describe('following', () => {
  test('tells every entry once, through all segments, however often it looks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 8 }), async bursts => {
        const { ledger, ...world } = await filled(3, 1_000)
        let { next } = newest(world, 0)
        const told: number[] = []
        for (const burst of bursts) {
          for (let each = 0; each < burst; each++) await say(ledger)
          const more = part(readOwnOn(world, next))
          told.push(...numbers(more))
          next = more.next
        }
        const total = bursts.reduce((sum, burst) => sum + burst, 0)
        expect(told).toEqual(Array.from({ length: total }, (_, index) => index + 4))
        await ledger.close()
      }),
      { numRuns: 30 },
    )
  })

  test('reads what was added and not the log again', async () => {
    const { ledger, ...world } = await filled(1_000, 1e6)
    const { next } = newest(world, 1)
    world.disk.bytesRead = 0
    expect(part(readOwnOn(world, next)).entries).toEqual([])
    expect(world.disk.bytesRead).toBeLessThanOrEqual(1)
    await say(ledger)
    expect(numbers(part(readOwnOn(world, next)))).toEqual([1_001])
    expect(world.disk.bytesRead).toBeLessThan(2_000)
  })

  test('waits for the end of a line that is written in pieces', async () => {
    const world = await filled(3, 1e6)
    const path = segment(world, 1)
    const text = readFileSync(path, 'utf8')
    const start = text.lastIndexOf('\n', text.length - 2) + 1
    writeFileSync(path, text.slice(0, start))
    let { next } = newest(world, 1)
    for (const piece of [text.slice(start, start + 40), text.slice(start + 40, -1)]) {
      appendFileSync(path, piece)
      const waiting = part(readOwnOn(world, next))
      expect(waiting).toEqual({ entries: [], next })
      next = waiting.next
    }
    appendFileSync(path, '\n')
    expect(numbers(part(readOwnOn(world, next)))).toEqual([3])
  })

  test('stays in a segment that is still written to, although an empty next one is there', async () => {
    const { ledger, ...world } = await filled(3, 1e6)
    const { next } = newest(world, 1)
    writeFileSync(segment(world, 2), '')
    const nothing = part(readOwnOn(world, next))
    expect(nothing).toEqual({ entries: [], next })
    await say(ledger)
    expect(numbers(part(readOwnOn(world, nothing.next))).filter(seq => seq > 3)).not.toEqual([])
  })

  test('misses nothing when a segment fills up and the next one begins while it looks', async () => {
    const world = await filled(6, 1_500)
    const [first, second] = [1, 2].map(number => readFileSync(segment(world, number)))
    if (!first || !second) throw new Error('two segments were expected')
    const begun = first.indexOf(10) + 1
    writeFileSync(segment(world, 1), first.subarray(0, begun))
    writeFileSync(segment(world, 2), '')
    let isWritten = false
    /** After the first look at a size somebody else has written everything. */
    const size = (path: string): number | undefined => {
      const before = world.disk.size(path)
      if (!isWritten)
        for (const [number, bytes] of [first, second].entries()) writeFileSync(segment(world, number + 1), bytes)
      isWritten = true
      return before
    }
    const look = part(readOwnOn({ ...world, disk: { ...world.disk, size } }, { segment: 1, offset: begun }))
    expect([...numbers(look), ...numbers(part(readOwnOn(world, look.next)))]).toEqual([2, 3, 4, 5, 6])
  })

  test.each([
    ['shorter', (path: string) => truncateSync(path, 100)],
    ['another one', (path: string) => writeFileSync(path, 'x'.repeat(readFileSync(path).length))],
    ['gone', (path: string) => writeFileSync(path, '')],
  ])('a log that is %s than what was told ends with a fault', async (_what, spoil) => {
    const world = await filled(3, 1e6)
    const { next } = newest(world, 1)
    spoil(segment(world, 1))
    expect(readOwnOn(world, next)).toMatchObject({ ok: false, error: { code: 'ledger_cut' } })
  })
})

test('lines from the end are the lines from the beginning, whatever their length', () => {
  const line = fc.oneof(
    fc.constantFrom('', 'a', 'é'),
    fc.integer({ min: 60_000, max: 140_000 }).map(length => 'x'.repeat(length)),
  )
  const { path, write } = temporaryFolder()
  fc.assert(
    fc.property(fc.array(line, { maxLength: 6 }), fc.constantFrom('', 'torn', 'y'.repeat(70_000)), (lines, torn) => {
      write('file', lines.map(text => `${text}\n`).join('') + torn)
      const found = [...linesFromEnd(systemDisk(path), 'file')]
      expect(found.map(({ bytes }) => bytes.toString()).toReversed()).toEqual(lines)
      const whole = readFileSync(join(path, 'file'))
      for (const { bytes, end } of found)
        expect(whole.subarray(end - 1 - bytes.length, end - 1).equals(bytes)).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test('all own entries are told in order', async () => {
  const world = await filled(5)
  const all = readOwnEntries(world)
  expect(all.ok && [...all.value].map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
})
