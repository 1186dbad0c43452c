import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type JsonObject, fault } from '../core/index.ts'
import {
  examineGate,
  fileReader,
  sampleCall,
  sampleOutput,
  sampleProposal,
  sampleReceipt,
  sampleScope,
  writer,
} from './conformance.ts'
import { type EarlierOutcome, idempotency, idempotencyKeyOf } from './idempotency.ts'

function records() {
  const known = new Map<string, EarlierOutcome>()
  const gate = idempotency({ find: key => Promise.resolve(known.get(key)) })
  let executions = 0
  async function run(parts: Parameters<typeof sampleProposal>[0]) {
    const proposal = sampleProposal(parts)
    const verdict = await gate.check(proposal, sampleScope())
    if (verdict.kind === 'allow') {
      executions++
      known.set(proposal.idempotencyKey, { kind: 'ended', receipt: sampleReceipt, output: sampleOutput })
    }
    return verdict
  }
  return { known, gate, run, executions: () => executions }
}

describe('doing something once', () => {
  test('[GATE-05] the same event again returns the stored result, another event runs', async () => {
    const { run, executions } = records()
    const [first, second] = [await run({ tool: writer, event: 'e1' }), await run({ tool: writer, event: 'e1' })]
    expect(first).toEqual({
      kind: 'allow',
      uses: [`idempotency:${sampleProposal({ tool: writer, event: 'e1' }).idempotencyKey}`],
    })
    expect(second).toEqual({ kind: 'replay', receipt: sampleReceipt, output: sampleOutput })
    expect(executions()).toBe(1)
    expect((await run({ tool: writer, event: 'e2' })).kind).toBe('allow')
    expect(executions()).toBe(2)
  })

  test('a call whose end was never recorded is not repeated', async () => {
    const { known, gate } = records()
    const proposal = sampleProposal({ tool: writer })
    known.set(proposal.idempotencyKey, { kind: 'unknown', call: 'call_7' })
    expect(await gate.check(proposal, sampleScope())).toMatchObject({
      kind: 'deny',
      fault: { code: 'outcome_unknown', message: expect.stringContaining('call_7'), detail: { call: 'call_7' } },
    })
  })

  test('a call that failed and may have acted is not repeated: its fault is given again', async () => {
    const { known, gate } = records()
    const proposal = sampleProposal({ tool: writer })
    const first = fault('tool_failed', 'The line broke.')
    known.set(proposal.idempotencyKey, { kind: 'ended', receipt: sampleReceipt, fault: first })
    expect(await gate.check(proposal, sampleScope())).toEqual({ kind: 'replay', receipt: sampleReceipt, fault: first })
  })

  test('a result that can no longer be read is named by its receipt', async () => {
    const { known, gate } = records()
    const proposal = sampleProposal({ tool: writer })
    known.set(proposal.idempotencyKey, { kind: 'lost', receipt: 'rcpt_7' })
    expect(await gate.check(proposal, sampleScope())).toMatchObject({
      kind: 'deny',
      fault: { code: 'outcome_unknown', message: expect.stringContaining('receipts show rcpt_7') },
    })
  })

  test('reading is repeated freely; sending and destroying are not', async () => {
    const { run, executions } = records()
    for (const tool of [fileReader, fileReader]) expect(await run({ tool })).toEqual({ kind: 'allow' })
    for (const tool of [
      { ...fileReader, name: 'fetch', facts: { egress: true } },
      { ...writer, risk: 'destroy' as const },
    ]) {
      await run({ tool })
      expect((await run({ tool })).kind).toBe('replay')
    }
    expect(executions()).toBe(4)
  })

  test('the order of arguments does not change the key; tool, arguments and event do', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'grapheme-ascii' }), fc.jsonValue()),
        fc.string({ unit: 'grapheme-ascii' }),
        (args, event) => {
          const { tool } = sampleCall()
          const clean = JSON.parse(JSON.stringify(args)) as JsonObject
          const turned = Object.fromEntries(Object.entries(clean).toReversed())
          expect(idempotencyKeyOf({ tool, args: turned }, event)).toBe(idempotencyKeyOf({ tool, args: clean }, event))
        },
      ),
    )
    const call = sampleCall()
    const keys = [
      idempotencyKeyOf(call, 'e1'),
      idempotencyKeyOf(call, 'e2'),
      idempotencyKeyOf({ ...call, args: {} }, 'e1'),
      idempotencyKeyOf({ ...call, tool: { ...call.tool, name: 'x' } }, 'e1'),
    ]
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('the gate passes the exam', async () => {
    expect(await examineGate(records().gate, sampleProposal({ tool: writer }), sampleScope())).toEqual([])
  })
})
