import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readEntries, systemDisk, verifyAll } from '../../src/ledger/index.ts'
import { type CallReport, type Runtime, callTool, openRuntime } from '../../src/runtime/index.ts'
import { type CountingTool, configWith, countingTool, openTestRuntime, testWorkspace } from '../open-test-runtime.ts'
import { type DiskStep, type FailingDisk, failingDisk, isLog } from './failing-disk.ts'

type World = {
  readonly runtime: Runtime
  readonly disk: FailingDisk
  readonly write: CountingTool
  readonly read: CountingTool
  readonly reopen: () => Promise<Runtime>
}

async function newWorld(): Promise<World> {
  const place = testWorkspace()
  const disk = failingDisk(systemDisk(join(place.root, '.control-room', 'audit')))
  const write = countingTool({
    name: 'send',
    risk: 'write',
    capability: 'MessageSend',
    execute: () => 'a secret result',
  })
  const read = countingTool({ name: 'peek', risk: 'read', capability: 'FileAccess', execute: () => 'a secret result' })
  const reopen = (): Promise<Runtime> => openTestRuntime({ ...place, disk, tools: [write, read] })
  return { runtime: await reopen(), disk, write, read, reopen }
}

const make = (runtime: Runtime, tool: 'send' | 'peek', event: string): Promise<CallReport> =>
  callTool({ tool, args: { event }, event, session: 's', allow: ['MessageSend', 'FileAccess'] }, runtime)

const failsWith =
  (message: string, ...verbs: readonly DiskStep['verb'][]) =>
  (step: DiskStep): Error | undefined =>
    isLog(step) && verbs.includes(step.verb) ? new Error(message) : undefined

/** Lets so many changes of the log through, and refuses from then on. */
function failsAfter(passes: number, message: string, verb: DiskStep['verb']): (step: DiskStep) => Error | undefined {
  let seen = 0
  return step => (isLog(step) && step.verb === verb && ++seen > passes ? new Error(message) : undefined)
}

describe('a disk that cannot be written', () => {
  test.each([
    ['read-only', 'EROFS: read-only file system'],
    ['full', 'ENOSPC: no space left on device'],
    ['not ours', 'EACCES: permission denied'],
  ])('%s: no changing call runs, nothing is told as done, and the message says why', async (_, message) => {
    const { runtime, disk, write } = await newWorld()
    disk.before = failsWith(message, 'append')
    const report = await make(runtime, 'send', 'one')
    expect(report).toMatchObject({ ok: false, data: null, receipt: null, fault: { code: 'ledger_unavailable' } })
    expect(report.text).toContain(message)
    expect(write.ran).toEqual([])
  })

  test('a result that cannot be recorded is withheld, whether it was read or written', async () => {
    const { runtime, disk, read, write } = await newWorld()
    disk.before = failsWith('ENOSPC: no space left on device', 'append')
    const reading = await make(runtime, 'peek', 'one')
    expect(read.ran).toHaveLength(1)
    expect(reading).toMatchObject({ ok: false, data: null, receipt: null, fault: { code: 'ledger_unavailable' } })
    disk.before = failsAfter(1, 'ENOSPC: no space left on device', 'append')
    const writing = await make(runtime, 'send', 'two')
    expect(write.ran).toHaveLength(1)
    expect(writing).toMatchObject({ ok: false, data: null, receipt: null, fault: { code: 'ledger_unavailable' } })
    expect(writing.text).toContain('The call may have acted; its result is withheld.')
    expect(JSON.stringify([reading, writing])).not.toContain('a secret result')
  })

  test('a call that acted and could not be recorded is never repeated by itself', async () => {
    const { runtime, disk, write, reopen } = await newWorld()
    disk.before = failsAfter(1, 'ENOSPC: no space left on device', 'append')
    await make(runtime, 'send', 'one')
    disk.before = () => undefined
    for (const each of [runtime, await reopen()])
      expect(await make(each, 'send', 'one')).toMatchObject({ ok: false, fault: { code: 'outcome_unknown' } })
    expect(write.ran).toHaveLength(1)
    expect(runtime.ledger.unfinished()).toHaveLength(1)
  })

  test('when there is room again the next call works, and the log is whole', async () => {
    const { runtime, disk, write } = await newWorld()
    disk.before = failsWith('ENOSPC: no space left on device', 'append')
    await make(runtime, 'send', 'one')
    disk.before = () => undefined
    expect((await make(runtime, 'send', 'one')).ok).toBe(true)
    expect(write.ran).toHaveLength(1)
    expect(verifyAll(runtime.ledgerOptions).failed).toEqual([])
  })

  test('half a line that was written before it was full is taken back', async () => {
    const { runtime, disk } = await newWorld()
    const inner = systemDisk(join(runtime.root, '.control-room', 'audit'))
    disk.before = step => {
      if (!isLog(step) || step.verb !== 'append') return undefined
      inner.append(step.path, inner.size(step.path) ?? 0, Buffer.from('{"at":"20'))
      return new Error('ENOSPC: no space left on device')
    }
    expect((await make(runtime, 'send', 'one')).ok).toBe(false)
    disk.before = () => undefined
    expect((await make(runtime, 'send', 'two')).ok).toBe(true)
    expect(readFileSync(join(runtime.root, '.control-room/audit/log/000001.jsonl'), 'utf8')).not.toContain('{"at":"20{')
    expect(verifyAll(runtime.ledgerOptions).failed).toEqual([])
  })

  test('a room too small for the other files stops the next call as well, and loses nothing', async () => {
    const { runtime, disk, write } = await newWorld()
    disk.before = ({ verb, path }) =>
      verb === 'append' && path === 'audit.jsonl' ? new Error('ENOSPC: no space left on device') : undefined
    expect(await make(runtime, 'send', 'one')).toMatchObject({
      ok: false,
      receipt: null,
      fault: { code: 'ledger_unavailable' },
    })
    disk.before = () => undefined
    // The first one may still find the end unrecorded; it takes over what the log holds.
    await make(runtime, 'send', 'one')
    expect(await make(runtime, 'send', 'one')).toMatchObject({ ok: true, replayed: true, text: 'a secret result' })
    expect(write.ran).toHaveLength(1)
    expect(verifyAll(runtime.ledgerOptions).failed).toEqual([])
  })
})

describe('a flush that failed', () => {
  test('before the call: nothing runs, nothing runs after it either, and the message says what to do', async () => {
    const { runtime, disk, write, read } = await newWorld()
    disk.before = failsWith('EIO: i/o error, fsync', 'sync')
    const report = await make(runtime, 'send', 'one')
    expect(report.fault?.code).toBe('ledger_unavailable')
    expect(report.text).toContain('EIO: i/o error, fsync')
    disk.before = () => undefined
    const later = [await make(runtime, 'send', 'two'), await make(runtime, 'peek', 'three')]
    expect(later.map(({ ok, receipt, fault }) => [ok, receipt, fault?.code])).toEqual([
      [false, null, 'ledger_unavailable'],
      [false, null, 'ledger_unavailable'],
    ])
    expect(later[0]?.text).toContain('start the program again')
    expect(write.ran).toEqual([])
    expect(read.ran.length).toBeLessThanOrEqual(1)
    expect(JSON.stringify(later)).not.toContain('a secret result')
  })

  test('of the outcome: the result is withheld, and the call is not repeated after opening again', async () => {
    const { runtime, disk, write, reopen } = await newWorld()
    disk.before = failsAfter(1, 'EIO: i/o error, fsync', 'sync')
    const report = await make(runtime, 'send', 'one')
    expect(report).toMatchObject({ ok: false, data: null, receipt: null, fault: { code: 'ledger_unavailable' } })
    expect(JSON.stringify(report)).not.toContain('a secret result')
    disk.before = () => undefined
    const again = await reopen()
    expect((await make(again, 'send', 'two')).ok).toBe(true)
    const repeated = await make(again, 'send', 'one')
    expect(repeated.replayed || repeated.fault?.code === 'outcome_unknown').toBe(true)
    expect(write.ran).toHaveLength(2)
    expect(verifyAll(again.ledgerOptions).failed).toEqual([])
  })

  test('because the disk is full is taken back, and the runtime goes on when there is room', async () => {
    const { runtime, disk, write } = await newWorld()
    const full = Object.assign(new Error('ENOSPC: no space left on device, fdatasync'), { code: 'ENOSPC' })
    disk.before = step => (isLog(step) && step.verb === 'sync' ? full : undefined)
    const report = await make(runtime, 'send', 'one')
    expect(report).toMatchObject({ ok: false, fault: { code: 'ledger_unavailable' } })
    expect(report.text).toBe('The log cannot be written: the disk is full; free some space on it, then try again.')
    disk.before = () => undefined
    expect((await make(runtime, 'send', 'one')).ok).toBe(true)
    expect(write.ran).toHaveLength(1)
    expect(verifyAll(runtime.ledgerOptions).failed).toEqual([])
  })

  test('is over when the log is opened again', async () => {
    const { runtime, disk, write, reopen } = await newWorld()
    disk.before = failsWith('EIO: i/o error, fsync', 'sync')
    await make(runtime, 'send', 'one')
    disk.before = () => undefined
    const again = await reopen()
    expect((await make(again, 'send', 'two')).ok).toBe(true)
    expect(write.ran).toHaveLength(1)
    const entries = [...readEntries(again.ledgerOptions)]
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1))
  })
})

describe('a place that is not what it should be', () => {
  async function openIn(
    prepare: (root: string, outside: string) => void,
  ): Promise<{ opened: Awaited<ReturnType<typeof openRuntime>>; outside: string }> {
    const place = testWorkspace()
    const outside = join(place.root, '..', 'outside')
    mkdirSync(outside)
    writeFileSync(join(outside, 'victim'), 'untouched')
    prepare(place.root, outside)
    return { opened: await openRuntime({ ...place, trust: 'Provisional', config: configWith() }), outside }
  }
  const audit = (root: string, path = ''): string => {
    mkdirSync(join(root, '.control-room', 'audit'), { recursive: true })
    return join(root, '.control-room', 'audit', path)
  }

  test.each<readonly [string, (root: string, outside: string) => void]>([
    ['.control-room is a file', root => writeFileSync(join(root, '.control-room'), '')],
    ['.control-room is a link', (root, outside) => symlinkSync(outside, join(root, '.control-room'))],
    [
      'the audit folder is a link',
      (root, outside) => {
        mkdirSync(join(root, '.control-room'))
        symlinkSync(outside, join(root, '.control-room', 'audit'))
      },
    ],
    [
      'the audit folder is a file',
      root => (mkdirSync(join(root, '.control-room')), writeFileSync(join(root, '.control-room', 'audit'), '')),
    ],
    ['the log folder is a link', (root, outside) => symlinkSync(outside, audit(root, 'log'))],
    ['the secret is a link', (root, outside) => symlinkSync(join(outside, 'victim'), audit(root, 'secret.key'))],
    [
      'the first segment is a link',
      (root, outside) => {
        mkdirSync(audit(root, 'log'))
        symlinkSync(join(outside, 'victim'), audit(root, 'log/000001.jsonl'))
      },
    ],
  ])('%s: it is not opened, and nothing outside is touched', async (_, prepare) => {
    const { opened, outside } = await openIn(prepare)
    expect(opened).toMatchObject({ ok: false, error: { code: 'ledger_unavailable' } })
    expect(opened.ok ? '' : opened.error.message).toMatch(/not a plain (file|folder)|is not a folder|ENOTDIR/)
    expect(readdirSync(outside)).toEqual(['victim'])
    expect(readFileSync(join(outside, 'victim'), 'utf8')).toBe('untouched')
  })

  test('a file made from the log is a link: nothing runs that would have to be written there', async () => {
    const { runtime, write } = await newWorld()
    const victim = join(runtime.root, '..', 'victim')
    symlinkSync(victim, join(runtime.root, '.control-room/audit/audit.jsonl'))
    await make(runtime, 'peek', 'one')
    const report = await make(runtime, 'send', 'two')
    expect(report).toMatchObject({ ok: false, receipt: null, fault: { code: 'ledger_unavailable' } })
    expect(existsSync(victim)).toBe(false)
    expect(write.ran).toEqual([])
  })
})
