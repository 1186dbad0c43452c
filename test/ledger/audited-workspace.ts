import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type JsonObject, textOf } from '../../src/core/index.ts'
import { type LedgerOptions, openLedger } from '../../src/ledger/index.ts'
import { type CallReport, type Runtime, callTool, locateLedger, openRuntime } from '../../src/runtime/index.ts'
import { configWith, countingTool } from '../open-test-runtime.ts'
import { testClock } from '../test-clock.ts'

/** A line of the log and the file that it stands in. */
export type LogLine = { readonly segment: string; readonly text: string }

export type Audited = { readonly root: string; readonly state: string; readonly audit: string }

const SEGMENT_BYTES = 8_000

/** An empty workspace that outlives a single test; `removeAudited` takes it away. */
export function newAudited(): Audited {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-audited-')))
  const [root, state] = [join(folder, 'workspace'), join(folder, 'state')]
  mkdirSync(root)
  return { root, state, audit: join(root, '.control-room', 'audit') }
}

export const removeAudited = ({ root }: Audited): void => rmSync(join(root, '..'), { recursive: true, force: true })

/** The same folders as they are now, so that a test may spoil them; gives back what puts them right again. */
export function remember({ root, state }: Audited): () => void {
  const copies = [root, state].map(folder => ({ folder, copy: `${folder}.copy` }))
  for (const { folder, copy } of copies) cpSync(folder, copy, { recursive: true })
  return () => {
    for (const { folder, copy } of copies) {
      rmSync(folder, { recursive: true, force: true })
      cpSync(copy, folder, { recursive: true })
    }
  }
}

export type AuditedRuntime = Runtime & { readonly noted: readonly JsonObject[] }

/** A runtime on these folders whose log goes on in a new segment every few lines. */
export async function openAudited({ root, state }: Audited): Promise<AuditedRuntime> {
  const write = countingTool({
    name: 'note',
    risk: 'write',
    capability: 'MessageSend',
    execute: ({ text }) => `noted ${textOf(text)}`,
  })
  const look = countingTool({
    name: 'look',
    risk: 'read',
    capability: 'FileAccess',
    execute: () => ({ seen: ['grün', '𝄞', 1.5] }),
  })
  const broken = countingTool({
    name: 'broken',
    risk: 'read',
    capability: 'FileAccess',
    execute: () => Promise.reject(new Error('no')),
  })
  const tools = [write, look, broken]
  const opened = await openRuntime({
    root,
    state,
    trust: 'Provisional',
    config: configWith(),
    tools,
    clock: testClock(),
  })
  if (!opened.ok) throw new Error(`${opened.error.code}: ${opened.error.message}`)
  const runtime = opened.value
  const small = await openLedger({ ...runtime.ledgerOptions, segmentBytes: SEGMENT_BYTES })
  if (!small.ok) throw new Error(small.error.message)
  return { ...runtime, ledger: small.value, turns: { ...runtime.turns, ledger: small.value }, noted: write.ran }
}

/** Several sessions, all kinds of lines, several segments and two checkpoints. */
export async function fillAudited(place: Audited, sessions: readonly string[]): Promise<void> {
  const runtime = await openAudited(place)
  const [first = ''] = sessions
  for (const session of sessions) await grantAll(runtime, session)
  for (const round of [1, 2, 3]) {
    for (const session of sessions) {
      await noteOnce(runtime, session, `event ${round} ${session}`)
      await callTool({ tool: 'look', args: { round }, session }, runtime)
    }
    await callTool({ tool: 'broken', args: { round }, session: first }, runtime)
    await callTool({ tool: `absent-${round}`, args: { round }, session: first }, runtime)
    if (round < 3) await runtime.ledger.checkpoint()
  }
  await runtime.close()
}

async function grantAll(runtime: Runtime, session: string): Promise<void> {
  for (const capability of ['FileAccess', 'MessageSend'] as const) {
    const request = {
      capability,
      principal: 'user:local',
      session,
      decidedBy: 'tty' as const,
      purpose: 'a test',
      confirmsWrites: true,
    }
    await runtime.broker.issue(request)
  }
}

/** The same event is noted once, however often this is called. */
export const noteOnce = (runtime: Runtime, session: string, event: string): Promise<CallReport> =>
  callTool({ tool: 'note', args: { text: `Ä “${event}”` }, session, event }, runtime)

/** What verify and accept need, without a runtime. */
export async function ledgerOf(place: Audited): Promise<LedgerOptions> {
  const found = await locateLedger({ ...place, clock: testClock() })
  if (!found.ok) throw new Error(found.error.message)
  onTestFinished(() => found.value.ledger.index.close())
  return found.value.ledger
}

export function logLines({ audit }: Audited): readonly LogLine[] {
  const segments = readdirSync(join(audit, 'log')).filter(name => name.endsWith('.jsonl'))
  return segments.toSorted().flatMap(segment => linesOf(join(audit, 'log', segment)).map(text => ({ segment, text })))
}

/** Writes the log anew; every line stays in the segment that it names. */
export function writeLog({ audit }: Audited, lines: readonly LogLine[]): void {
  for (const segment of readdirSync(join(audit, 'log'))) rmSync(join(audit, 'log', segment))
  const texts = new Map<string, string>()
  for (const { segment, text } of lines) texts.set(segment, `${texts.get(segment) ?? ''}${text}\n`)
  for (const [segment, text] of texts) writeFileSync(join(audit, 'log', segment), text)
}

export const linesOf = (path: string): readonly string[] => readFileSync(path, 'utf8').split('\n').slice(0, -1)

export const writeLines = (path: string, lines: readonly string[]): void =>
  writeFileSync(path, lines.map(line => `${line}\n`).join(''))

/** All files below a folder, by their path in it. */
export function filesBelow(folder: string, prefix = ''): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>()
  for (const name of readdirSync(join(folder, prefix)).toSorted()) {
    const path = prefix === '' ? name : `${prefix}/${name}`
    if (statSync(join(folder, path)).isDirectory())
      for (const [below, bytes] of filesBelow(folder, path)) files.set(below, bytes)
    else files.set(path, readFileSync(join(folder, path)))
  }
  return files
}
