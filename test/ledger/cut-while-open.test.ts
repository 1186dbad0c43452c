import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { acceptLedger } from '../../src/ledger/index.ts'
import { scripted } from '../../src/providers/index.ts'
import { type Runtime, runTurn } from '../../src/runtime/index.ts'
import { type CountingTool, countingTool, openTestRuntime, testWorkspace } from '../open-test-runtime.ts'
import { entriesOf, makeCall } from './one-call.ts'

const logOf = ({ root }: Runtime): string => join(root, '.control-room', 'audit', 'log', '000001.jsonl')

/** The last line goes, as if the last call had never been made. */
function cutLastLine(log: string): void {
  const lines = readFileSync(log, 'utf8').split('\n').slice(0, -2)
  writeFileSync(log, `${lines.join('\n')}\n`)
}

/** As long as before, but the last line is another one. */
function exchangeLastLine(log: string): void {
  const text = readFileSync(log, 'utf8')
  const at = text.lastIndexOf('"seq":') + '"seq":'.length
  writeFileSync(log, `${text.slice(0, at)}${text[at] === '1' ? '2' : '1'}${text.slice(at + 1)}`)
}

const DAMAGES: readonly (readonly [string, (log: string) => void])[] = [
  ['loses its last line', cutLastLine],
  ['loses its last byte', log => truncateSync(log, readFileSync(log).length - 1)],
  ['loses everything', log => truncateSync(log, 0)],
  ['is removed', log => rmSync(log)],
  ['gets another last line', exchangeLastLine],
]

describe.each(DAMAGES)('a log that %s between two calls of one open process', (_, spoil) => {
  let runtime: Runtime
  let look: CountingTool
  let note: CountingTool
  beforeEach(async () => {
    look = countingTool({ name: 'look', risk: 'read', capability: 'FileAccess' })
    note = countingTool({ name: 'note', risk: 'write', capability: 'FileWrite' })
    runtime = await openTestRuntime({ ...testWorkspace(), tools: [look, note] })
    expect(await makeCall(runtime, { tool: 'look' })).toMatchObject({ ok: true })
    expect(await makeCall(runtime, { tool: 'look' })).toMatchObject({ ok: true })
  })

  test.each(['look', 'note'])('refuses the next call of %s before it is run', async tool => {
    const rights = { allow: [], session: 'granted before' }
    for (const capability of ['FileAccess', 'FileWrite'] as const)
      await runtime.broker.issue({
        capability,
        principal: 'user:local',
        session: rights.session,
        decidedBy: 'flag',
        purpose: 'a test',
        confirmsWrites: true,
      })
    await makeCall(runtime, { tool: 'look', ...rights })
    spoil(logOf(runtime))
    const ran = [look.ran.length, note.ran.length]
    expect(await makeCall(runtime, { tool, ...rights })).toMatchObject({ ok: false, fault: { code: 'ledger_cut' } })
    expect([look.ran.length, note.ran.length]).toEqual(ran)
  })

  test('refuses the next turn before a model is asked', async () => {
    spoil(logOf(runtime))
    const model = scripted(['Good day.'])
    const report = await runTurn({ message: 'Hello.', model }, runtime)
    expect(report.stopped).toMatchObject({ code: 'ledger_cut' })
    expect(model.requests).toEqual([])
  })

  test('goes on in the same process once a person has accepted it', async () => {
    spoil(logOf(runtime))
    expect(await acceptLedger(runtime.ledgerOptions, 'tty')).toMatchObject({ ok: true })
    expect(await makeCall(runtime, { tool: 'look' })).toMatchObject({ ok: true })
    expect(entriesOf(runtime).filter(({ body }) => body['event'] === 'accepted')).toHaveLength(1)
  })
})
