import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FailingDisk, failingDisk, isLog } from '../../test/ledger/failing-disk.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { type TestClock, testClock } from '../../test/test-clock.ts'
import type { JsonObject, LedgerIndex } from '../core/index.ts'
import { createMemoryLedgerIndex } from '../storage/index.ts'
import {
  type Draft,
  type LedgerOptions,
  type OpenLedger,
  acceptLedger,
  newSigningKey,
  openLedger,
  readEntries,
  readSigningKey,
  systemDisk,
  verifyAll,
} from './index.ts'

type World = LedgerOptions & { readonly disk: FailingDisk; readonly clock: TestClock; readonly folder: string }

function newWorld(segmentBytes?: number): World {
  const folder = join(temporaryFolder().path, '.control-room', 'audit')
  const index: LedgerIndex = createMemoryLedgerIndex()
  const keys = { macKey: Buffer.alloc(32, 5), signingKey: readSigningKey(newSigningKey()) }
  const size = segmentBytes === undefined ? {} : { segmentBytes }
  return {
    disk: failingDisk(systemDisk(folder)),
    index,
    clock: testClock(),
    ...keys,
    origin: 'countersign/test',
    folder,
    ...size,
  }
}

async function open(world: LedgerOptions): Promise<OpenLedger> {
  const opened = await openLedger(world)
  if (!opened.ok) throw new Error(`${opened.error.code}: ${opened.error.message}`)
  return opened.value
}

const say = (text: string, uses: readonly string[] = []): Draft => ({
  type: 'system',
  uses,
  body: () => ({ event: text }),
})
const audited = (text: string): Draft => ({
  type: 'outcome',
  body: ({ at }) => ({ audit: { session_id: 's', text, ts: at } }),
})
/** An intent is what takes things. */
const take = (text: string, uses: readonly string[]): Draft => ({
  type: 'intent',
  uses,
  body: () => ({ call_id: text, uses: [...uses], idempotency_key: null }),
})
const told = (world: World): readonly unknown[] =>
  [...readEntries(world)].map(({ body }) => body['event'] ?? body['call_id'])
const numbers = (world: World): readonly number[] => [...readEntries(world)].map(({ seq }) => seq)
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1)
const bodies = (world: World): readonly JsonObject[] => [...readEntries(world)].map(({ body }) => body)

describe('appending', () => {
  test('the first line says who begins, the numbers have no gap, and all is there when it is opened again', async () => {
    const world = newWorld()
    const ledger = await open(world)
    for (const text of ['a', 'b', 'c'])
      expect(await ledger.append(say(text))).toMatchObject({ ok: true, value: { body: { event: text } } })
    await ledger.close()
    const again = await open(world)
    await again.append(say('d'))
    expect(told(world)).toEqual(['begun', 'a', 'b', 'c', 'd'])
    expect(numbers(world)).toEqual(upTo(5))
    expect(verifyAll(world).failed).toEqual([])
  })

  test('two that open a new log at the same moment begin it once, and before anything else', async () => {
    const world = newWorld()
    const ledgers = await Promise.all([open(world), open({ ...world, disk: systemDisk(world.folder) })])
    await Promise.all(ledgers.map(ledger => ledger.append(say('a'))))
    expect(told(world)).toEqual(['begun', 'a', 'a'])
  })

  test('many at the same time keep their order and share their flushes', async () => {
    const world = newWorld()
    const ledger = await open(world)
    world.disk.steps.length = 0
    const texts = upTo(500).map(String)
    const results = await Promise.all(texts.map(text => ledger.append(say(text))))
    expect(results.every(({ ok }) => ok)).toBe(true)
    expect(told(world).slice(1)).toEqual(texts)
    expect(world.disk.steps.filter(({ verb }) => verb === 'sync').length).toBeLessThanOrEqual(2)
  })

  test('nobody is told of a line before it is flushed', async () => {
    const world = newWorld()
    const ledger = await open(world)
    let release = (): void => {}
    const gate = new Promise<void>(resolve => (release = resolve))
    world.disk.before = ({ verb }) => (verb === 'sync' ? gate : undefined)
    let isTold = false
    const appended = ledger.append(say('slow')).then(() => (isTold = true))
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(isTold).toBe(false)
    release()
    await appended
    expect(isTold).toBe(true)
  })

  test('what is only noted stands before what is appended after it, and is written at the latest when the log is closed', async () => {
    const world = newWorld()
    const ledger = await open(world)
    ledger.note(say('noted'))
    expect(told(world)).toEqual(['begun'])
    await ledger.append(say('appended'))
    ledger.note(say('noted last'))
    expect(await ledger.close()).toEqual({ ok: true, value: undefined })
    expect(told(world)).toEqual(['begun', 'noted', 'appended', 'noted last'])
  })

  test('goes on in a new segment when one is full, and the log is one', async () => {
    const world = newWorld(1_000)
    const ledger = await open(world)
    for (const text of upTo(30).map(String)) await ledger.append(audited(text))
    const segments = readdirSync(join(world.folder, 'log'))
    expect(segments.length).toBeGreaterThan(5)
    expect(segments[0]).toBe('000001.jsonl')
    expect(numbers(world)).toEqual(upTo(31))
    expect(verifyAll(world)).toMatchObject({ entries: 31, failed: [] })
  })

  test('[RCPT-06] [AUDIT-02] what stands in a file stays there byte for byte, and every file only grows', async () => {
    const world = newWorld(2_000)
    const ledger = await open(world)
    let before = new Map<string, Buffer>()
    for (const text of upTo(20).map(String)) {
      await ledger.append(audited(text))
      const now = new Map(
        ['audit.jsonl', 'log/000001.jsonl'].map(file => [file, readFileSync(join(world.folder, file))]),
      )
      for (const [file, bytes] of before) expect(now.get(file)?.subarray(0, bytes.length)).toEqual(bytes)
      before = now
    }
    expect(before.get('audit.jsonl')?.toString().split('\n')).toHaveLength(21)
  })
})

describe('what can be used once', () => {
  test('is taken by the first and missing for everybody after, also in the same flush and after opening again', async () => {
    const world = newWorld()
    const ledger = await open(world)
    const results = await Promise.all([
      ledger.append(take('a', ['one'])),
      ledger.append(take('b', ['one'])),
      ledger.append(take('c', ['two'])),
    ])
    expect(results.map(({ ok }) => ok)).toEqual([true, false, true])
    expect(results[1]).toMatchObject({ error: { code: 'approval_invalid', detail: { taken: 'one' } } })
    await ledger.close()
    expect(await (await open(world)).append(take('d', ['one']))).toMatchObject({
      ok: false,
      error: { detail: { taken: 'one' } },
    })
    expect(told(world)).toEqual(['begun', 'a', 'c'])
  })

  test('is taken all or none, whoever asks for what', async () => {
    const uses = fc.subarray(['p', 'q', 'r', 's', 't'])
    await fc.assert(
      fc.asyncProperty(fc.array(uses, { maxLength: 12 }), async wishes => {
        const world = newWorld()
        const ledger = await open(world)
        const results = await Promise.all(wishes.map((wish, index) => ledger.append(take(String(index), wish))))
        const free = new Set(['p', 'q', 'r', 's', 't'])
        const expected = wishes.map(
          wish => wish.every(use => free.has(use)) && (wish.forEach(use => free.delete(use)), true),
        )
        expect(results.map(({ ok }) => ok)).toEqual(expected)
        for (const use of ['p', 'q', 'r', 's', 't']) expect(ledger.useOf(use) === undefined).toBe(free.has(use))
        await ledger.close()
      }),
      { seed: 5, numRuns: 40 },
    )
  })

  test('is not taken by a line that could not be written', async () => {
    const world = newWorld()
    const ledger = await open(world)
    world.disk.before = step =>
      step.verb === 'append' && isLog(step) ? new Error('ENOSPC: no space left on device') : undefined
    expect((await ledger.append(take('a', ['one']))).ok).toBe(false)
    world.disk.before = () => undefined
    expect(ledger.useOf('one')).toBeUndefined()
    expect((await ledger.append(take('b', ['one']))).ok).toBe(true)
  })
})

describe('a process that died', () => {
  const logPath = (world: World): string => join(world.folder, 'log', '000001.jsonl')

  test('in the middle of a line: the rest is put aside, and the log goes on', async () => {
    const world = newWorld()
    await (await open(world)).append(say('a'))
    writeFileSync(logPath(world), `${readFileSync(logPath(world), 'utf8')}{"at":"2026`)
    expect(verifyAll(world).failed).toEqual([])
    await (await open(world)).append(say('b'))
    expect(told(world)).toEqual(['begun', 'a', 'recovered', 'b'])
    expect(readFileSync(join(world.folder, 'log', 'torn-3-1.bytes'), 'utf8')).toBe('{"at":"2026')
    expect(verifyAll(world).failed).toEqual([])
  })

  test('after a whole line and before it was noted: the line is taken over, and so is what it takes', async () => {
    const world = newWorld()
    const ledger = await open(world)
    world.disk.before = ({ path }) => (path === 'audit.jsonl' ? new Error('killed') : undefined)
    await ledger.append(take('acts', ['one']))
    await ledger.append(audited('lost on its way'))
    world.disk.before = () => undefined
    const again = await open(world)
    await again.append(say('b'))
    expect(again.useOf('one')).toMatchObject({ call: 'acts' })
    expect(bodies(world).map(body => body['event'] ?? body['call_id'] ?? 'audit')).toEqual([
      'begun',
      'acts',
      'audit',
      'recovered',
      'b',
    ])
    expect(readFileSync(join(world.folder, 'audit.jsonl'), 'utf8')).toContain('lost on its way')
    expect(verifyAll(world).failed).toEqual([])
  })

  test('between the log and the other files is no false alarm', async () => {
    const world = newWorld()
    const ledger = await open(world)
    await ledger.append(audited('whole'))
    world.disk.before = ({ path }) => (path === 'audit.jsonl' ? new Error('killed') : undefined)
    await ledger.append(audited('only in the log'))
    expect(verifyAll(world).failed).toEqual([])
  })

  test('while it began a new segment is put right once, and not again with every line', async () => {
    const world = newWorld()
    const ledger = await open(world)
    await ledger.append(say('a'))
    writeFileSync(join(world.folder, 'log', '000002.jsonl'), '')
    for (const text of ['b', 'c', 'd']) await ledger.append(say(text))
    expect(told(world).filter(event => event === 'recovered').length).toBeLessThanOrEqual(1)
    expect(told(world).filter(event => event !== 'recovered')).toEqual(['begun', 'a', 'b', 'c', 'd'])
  })

  test('before it could write the first line: the next one begins the log', async () => {
    const world = newWorld()
    world.disk.before = step => (step.verb === 'append' && isLog(step) ? new Error('killed') : undefined)
    expect((await openLedger(world)).ok).toBe(false)
    world.disk.before = () => undefined
    await (await open(world)).append(say('a'))
    expect(told(world)).toEqual(['begun', 'a'])
  })
})

describe('after a person has accepted what is left', () => {
  test('a power cut loses no line of the other files', async () => {
    const world = newWorld()
    const ledger = await open(world)
    for (const text of ['a', 'b', 'c', 'd']) await ledger.append(audited(text))
    await ledger.checkpoint()
    const path = join(world.folder, 'log', '000001.jsonl')
    writeFileSync(path, `${readFileSync(path, 'utf8').split('\n').slice(0, 4).join('\n')}\n`)
    expect((await acceptLedger(world, 'tty')).ok).toBe(true)
    await (await open(world)).append(audited('e'))
    // What was written to these files since has not been flushed, so a power cut may take all of it.
    writeFileSync(join(world.folder, 'audit.jsonl'), '')
    world.clock.restart()
    await open(world)
    expect(verifyAll(world).failed).toEqual([])
  })
})
