import { closeSync, fdatasyncSync, mkdtempSync, openSync, realpathSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject } from '../../src/core/index.ts'
import type { Disk } from '../../src/ledger/index.ts'
import type { OwnTool, Runtime } from '../../src/runtime/index.ts'
import { median } from '../measure.ts'
import { ledger, runtime } from '../ours.ts'
import { printTable, saveFigures } from '../report.ts'

const CALLS = 1_000
const WARM_UP = 10_000 // until then V8 has compiled what is used; a server is there after seconds, a single command never
const ROUNDS = 7
const GROUPED = 10_000

const INPUT = { type: 'object', properties: { index: { type: 'integer' } } }
const READ: OwnTool = {
  name: 'trivial_read',
  risk: 'read',
  capability: 'FileAccess',
  input: INPUT,
  execute: () => 'ok',
}
const WRITE: OwnTool = {
  name: 'trivial_write',
  risk: 'write',
  capability: 'FileWrite',
  input: INPUT,
  execute: () => 'ok',
}

type Opened = { readonly at: Runtime; readonly flushes: () => number; readonly root: string }

/** A real runtime in a folder of its own. `flush: false` leaves out the one thing that only waits for the disk. */
async function open(flush: boolean): Promise<Opened> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-bench-')))
  const disk = ledger.systemDisk(join(folder, '.control-room', 'audit'))
  let flushes = 0
  const counting: Disk = {
    ...disk,
    async sync(path) {
      flushes += 1
      if (flush) await disk.sync(path)
    },
  }
  const config = runtime.mergeLayers(runtime.configShape(), { trusted: false })
  const opened = await runtime.openRuntime({
    root: folder,
    state: `${folder}-state`,
    config,
    trust: 'Provisional',
    tools: [READ, WRITE],
    disk: counting,
  })
  if (!opened.ok) throw new Error(opened.error.message)
  const at = opened.value
  for (const capability of ['FileAccess', 'FileWrite'] as const)
    await at.broker.issue({
      capability,
      principal: 'user:local',
      session: 'bench',
      decidedBy: 'rule',
      purpose: 'bench',
      confirmsWrites: true,
    })
  return { at, root: folder, flushes: () => flushes }
}

async function close({ at, root }: Opened): Promise<void> {
  await at.close()
  for (const folder of [root, `${root}-state`]) rmSync(folder, { recursive: true, force: true })
}

const cpuMicros = (): number => {
  const { user, system } = process.cpuUsage()
  return user + system
}

async function calls(opened: Opened, tool: string, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const { ok, fault } = await runtime.callTool({ tool, args: { index }, session: 'bench' }, opened.at)
    if (!ok) throw new Error(fault?.message)
  }
}

type Cost = { readonly early: number; readonly cpu: number; readonly flushes: number }

/** What a call adds in processor time to what its tool costs by itself, and its flushes; without waiting for the disk. */
async function costOfCall(tool: OwnTool): Promise<Cost> {
  const opened = await open(false)
  const bare = await medianOfRounds(() => bareCalls(tool))
  await calls(opened, tool.name, CALLS)
  const early = await medianOfRounds(() => calls(opened, tool.name, CALLS))
  await calls(opened, tool.name, WARM_UP)
  const before = opened.flushes()
  const whole = await medianOfRounds(() => calls(opened, tool.name, CALLS))
  const flushes = (opened.flushes() - before) / (ROUNDS * CALLS)
  await close(opened)
  return { early: early - bare, cpu: whole - bare, flushes }
}

async function bareCalls({ execute }: OwnTool): Promise<void> {
  const context = { signal: new AbortController().signal, session: 'bench', callId: 'bare' }
  for (let index = 0; index < CALLS; index++) await execute?.({ index }, context)
}

/** In microseconds of the processor for one call. */
async function medianOfRounds(work: () => Promise<void>): Promise<number> {
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const started = cpuMicros()
    await work()
    rounds.push((cpuMicros() - started) / CALLS)
  }
  return median(rounds)
}

const perSecond = async (count: number, work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  await work()
  return (count * 1_000) / (performance.now() - started)
}

/** The same receipts one after the other and many at once. */
async function receiptsPerSecond(): Promise<{ alone: number; grouped: number }> {
  const opened = await open(true)
  await calls(opened, READ.name, 100)
  const alone = await perSecond(CALLS, () => calls(opened, READ.name, CALLS))
  const once = (): Promise<unknown> => runtime.callTool({ tool: READ.name, args: {}, session: 'bench' }, opened.at)
  const draft = sampleDraft(opened)
  await once()
  const grouped = await perSecond(GROUPED, () =>
    Promise.all(Array.from({ length: GROUPED }, () => opened.at.ledger.append(draft()))),
  )
  const oneByOne = await perSecond(CALLS, async () => {
    for (let index = 0; index < CALLS; index++) await opened.at.ledger.append(draft())
  })
  console.log(`whole calls, one after the other: ${Math.round(alone)}/s`)
  await close(opened)
  return { alone: oneByOne, grouped }
}

type Draft = Parameters<Runtime['ledger']['append']>[0]

/** A receipt like that of a short file read, with its audit line. */
function sampleDraft({ at }: Opened): () => Draft {
  const { id, mac } = at.ledger.receiptKey
  let count = 0
  return () => ({
    type: 'outcome',
    body({ seq, at: timestamp }) {
      const inputs = { path: 'Story/Scenes/SCN-every-twelve-seconds.md', start_line: 1 }
      const receipt_id = `rcpt_${(count++).toString(16).padStart(24, '0')}`
      const unsigned = {
        agent_id: 'main',
        conference_id: null,
        decided_by: 'flag',
        file_refs: [{ end_line: 8, path: inputs.path, sha256: 'ab'.repeat(32), start_line: 1 }],
        inputs,
        key_id: id,
        outputs: { text: 'The lamp turns every twelve seconds.\n'.repeat(8), truncated: false as const },
        receipt_id,
        seq,
        session_id: 'bench',
        task_id: null,
        timestamp,
        tool_id: 'file_read',
        turn_id: 'turn_1',
      }
      const audit = {
        approved_by: 'flag',
        call: inputs,
        call_id: 'call_1',
        caller_id: null,
        error_category: null,
        exit_code: null,
        phase: 'Executor',
        receipt_id,
        result: 'success',
        session_id: 'bench',
        tool: 'file_read',
        trust: 'Provisional',
        truncated: false,
        ts: timestamp,
      }
      const facts = {
        attempts: 1,
        call_id: 'call_1',
        certain: false,
        data: null,
        definition_hash: 'cd'.repeat(32),
        duration_ms: 1,
        intent: null,
      }
      const receipt: JsonObject = ledger.signReceipt(unsigned, mac)
      return { audit, facts, receipt }
    },
  })
}

/** What a line costs that is written and flushed by itself: the floor for anything that is durable. */
function flushedLinesPerSecond(): number {
  const path = join(mkdtempSync(join(tmpdir(), 'countersign-bench-')), 'lines.jsonl')
  const fd = openSync(path, 'a')
  const line = `${JSON.stringify({ text: 'x'.repeat(1_400) })}\n`
  const started = performance.now()
  for (let index = 0; index < CALLS; index++) {
    writeSync(fd, line)
    fdatasyncSync(fd)
  }
  const rate = (CALLS * 1_000) / (performance.now() - started)
  closeSync(fd)
  return rate
}

/** Checking a log against parsing the bytes that are checked: the log itself, and the files made from it. */
async function verifying(): Promise<{ megabytes: number; verify: number; parse: number; parseLog: number }> {
  const opened = await open(true)
  const draft = sampleDraft(opened)
  await Promise.all(Array.from({ length: 2 * GROUPED }, () => opened.at.ledger.append(draft())))
  const { disk } = opened.at.ledgerOptions
  const files = ['log/000001.jsonl', 'audit.jsonl', 'sessions/bench/tool_receipts.jsonl']
  const contents = files.map(file => Buffer.from(disk.read(file, 0, disk.size(file) ?? 0)))
  const bytes = contents.reduce((sum, { length }) => sum + length, 0)
  const lines = contents.map(content => content.toString().trimEnd().split('\n'))
  const rounds = { verify: [] as number[], parse: [] as number[], parseLog: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    rounds.verify.push(
      time(() => {
        const { failed, verified } = ledger.verifyAll(opened.at.ledgerOptions)
        if (failed.length > 0 || verified !== 2 * GROUPED) throw new Error('the log of the bench does not verify')
      }),
    )
    rounds.parse.push(time(() => lines.forEach(list => list.forEach(line => void JSON.parse(line)))))
    rounds.parseLog.push(time(() => lines[0]?.forEach(line => void JSON.parse(line))))
  }
  await close(opened)
  const rate = (size: number, milliseconds: number): number => size / 1e3 / milliseconds
  return {
    megabytes: bytes / 1e6,
    verify: rate(bytes, median(rounds.verify)),
    parse: rate(bytes, median(rounds.parse)),
    parseLog: rate(contents[0]?.length ?? 0, median(rounds.parseLog)),
  }
}

function time(work: () => void): number {
  const started = performance.now()
  work()
  return performance.now() - started
}

const [read, write] = [await costOfCall(READ), await costOfCall(WRITE)]
printTable(
  ['one call of a trivial tool', 'CPU µs added, without the flush', 'in the first 8,000 calls', 'flushes'],
  [
    ['reads', read.cpu.toFixed(0), read.early.toFixed(0), read.flushes],
    ['changes', write.cpu.toFixed(0), write.early.toFixed(0), write.flushes],
  ],
)
const receipts = await receiptsPerSecond()
const flushed = flushedLinesPerSecond()
printTable(
  ['receipts', 'per second', '÷ one by one'],
  [
    ['one by one', Math.round(receipts.alone), '1.0'],
    ['many at once', Math.round(receipts.grouped), (receipts.grouped / receipts.alone).toFixed(1)],
    ['for comparison: plain lines, each flushed', Math.round(flushed), (flushed / receipts.alone).toFixed(1)],
  ],
)
const checked = await verifying()
printTable(
  [`${checked.megabytes.toFixed(0)} MB of log, receipts and audit lines`, 'MB/s', '÷ JSON.parse'],
  [
    ['JSON.parse, line by line', checked.parse.toFixed(0), '1.00'],
    ['verify', checked.verify.toFixed(0), (checked.verify / checked.parse).toFixed(2)],
  ],
)
saveFigures(import.meta.dirname, { read, write, receipts, flushed_lines: flushed, verify: checked })
