import { describe, expect, test } from 'vitest'
import { type OneCall, auditOf, entriesOf, makeCall, openQuickRuntime } from '../../../test/ledger/one-call.ts'
import { type CountingTool, countingTool, openTestRuntime, testWorkspace } from '../../../test/open-test-runtime.ts'
import { type Gate, fault, textOf } from '../../core/index.ts'
import type { Runtime } from '../runtime.ts'
import type { AskPerson, CallResult, PersonAnswer } from './call-runtime.ts'

const newSend = (): CountingTool => countingTool({ name: 'send', risk: 'write', capability: 'MessageSend' })
const newPurge = (): CountingTool => countingTool({ name: 'purge', risk: 'destroy', capability: 'MessageSend' })

/** The right to call it, without the right to call it unasked. */
async function grantOnly(runtime: Runtime, session = 's'): Promise<void> {
  const request = {
    capability: 'MessageSend' as const,
    principal: 'user:local',
    session,
    decidedBy: 'tty' as const,
    purpose: 'a test',
  }
  await runtime.broker.issue(request)
}
const ask = (runtime: Runtime, made: Partial<OneCall> = {}): Promise<CallResult> =>
  makeCall(runtime, { tool: 'send', allow: [], ...made })
const YES: PersonAnswer = { state: 'approved', decidedBy: 'tty', credential: 'keyboard' }
const NO: PersonAnswer = { state: 'denied', decidedBy: 'tty', credential: 'keyboard' }
const approvalIn = ({ fault: error }: CallResult): string => textOf(error?.detail?.['approval'])

describe('a question that nobody is there to answer', () => {
  test('[EXEC-03] the call does not run, says how to approve it, and stands on the list', async () => {
    const send = newSend()
    const runtime = await openQuickRuntime({ tools: [send] })
    await grantOnly(runtime)
    const result = await ask(runtime, { args: { to: 'me' } })
    expect(result).toMatchObject({
      ok: false,
      fault: { code: 'confirmation_required' },
      receipt: { decided_by: 'gate:confirmation' },
    })
    expect(result.text).toContain(`countersign permissions approve ${approvalIn(result)}`)
    expect(await runtime.approvals.pending()).toMatchObject([
      { id: approvalIn(result), tool: 'send', args: { to: 'me' }, state: 'pending' },
    ])
    expect(send.ran).toEqual([])
  })

  test('[EXEC-03] approved later, the very same call runs once, and the receipt says who decided', async () => {
    const send = newSend()
    const runtime = await openQuickRuntime({ tools: [send] })
    await grantOnly(runtime)
    const id = approvalIn(await ask(runtime, { args: { to: 'me' } }))
    await runtime.approvals.decide(id, { state: 'approved', decidedBy: 'console', credential: 'another door' })
    const other = await ask(runtime, { args: { to: 'you' } })
    expect(other.fault?.code).toBe('confirmation_required')
    const done = await ask(runtime, { args: { to: 'me' } })
    expect(done).toMatchObject({ ok: true, receipt: { decided_by: 'console' } })
    const again = await ask(runtime, { args: { to: 'me' } })
    expect(again.fault?.code).toBe('confirmation_required')
    expect(approvalIn(again)).not.toBe(id)
    expect(send.ran).toEqual([{ to: 'me' }])
    expect(auditOf(runtime).map(({ approved_by }) => approved_by)).toEqual([null, null, 'console', null])
  })

  test('asked twice it is one question', async () => {
    const runtime = await openQuickRuntime({ tools: [newSend()] })
    await grantOnly(runtime)
    const ids = [approvalIn(await ask(runtime)), approvalIn(await ask(runtime))]
    expect(ids[0]).toBe(ids[1])
    expect(await runtime.approvals.pending()).toHaveLength(1)
  })

  test('an approval survives opening again, and is still used up once', async () => {
    const place = testWorkspace()
    const send = newSend()
    const first = await openTestRuntime({ ...place, tools: [send] })
    await grantOnly(first)
    const id = approvalIn(await ask(first))
    await first.approvals.decide(id, { state: 'approved', decidedBy: 'tty', credential: 'another door' })
    const second = await openTestRuntime({ ...place, tools: [send] })
    const results = [await ask(second), await ask(second), await ask(first)]
    expect(results.map(({ ok }) => ok)).toEqual([true, false, false])
    expect(send.ran).toHaveLength(1)
  })

  test('two processes with the same approval: one of them acts', async () => {
    const place = testWorkspace()
    const send = newSend()
    const runtimes = [
      await openTestRuntime({ ...place, tools: [send] }),
      await openTestRuntime({ ...place, tools: [send] }),
    ]
    const [first] = runtimes
    if (!first) throw new Error('no runtime')
    await grantOnly(first)
    const id = approvalIn(await ask(first))
    await first.approvals.decide(id, { state: 'approved', decidedBy: 'tty', credential: 'another door' })
    const results = await Promise.all(runtimes.map(runtime => ask(runtime)))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(send.ran).toHaveLength(1)
  })
})

describe('a person who is asked', () => {
  const withPerson = async (
    person: AskPerson,
    gates: readonly Gate[] = [],
  ): Promise<{ runtime: Runtime; send: CountingTool }> => {
    const send = newSend()
    const runtime = await openQuickRuntime({ tools: [send, newPurge()], ask: person, gates })
    await grantOnly(runtime)
    return { runtime, send }
  }

  test('sees the whole call, says yes, and it runs', async () => {
    const seen: unknown[] = []
    const { runtime, send } = await withPerson(async (approval, proposal) => {
      seen.push([approval.args, approval.summary, approval.reason, proposal.call.args])
      return YES
    })
    const args = { text: 'x'.repeat(20_000) }
    expect(await ask(runtime, { args })).toMatchObject({ ok: true, receipt: { decided_by: 'tty' } })
    expect(seen).toEqual([[args, 'calls send', 'It changes something.', args]])
    expect(send.ran).toEqual([args])
  })

  test('says no: it does not run, and the same call is asked about again', async () => {
    let asked = 0
    const { runtime, send } = await withPerson(async () => (asked++, NO))
    const results = [await ask(runtime), await ask(runtime)]
    expect(results.map(({ fault: error }) => error?.code)).toEqual(['permission_denied', 'permission_denied'])
    expect(results[0]?.text).toBe('Permission denied: the user said no to this call.')
    expect(asked).toBe(2)
    expect(send.ran).toEqual([])
  })

  test('does not answer in time: it does not run, and an answer afterwards can still be given on the list', async () => {
    const { runtime, send } = await withPerson(async () => 'timeout')
    const result = await ask(runtime)
    expect(result.fault?.code).toBe('approval_timeout')
    expect(send.ran).toEqual([])
    expect(await runtime.approvals.pending()).toMatchObject([{ id: approvalIn(result) }])
  })

  test('cannot be whoever made the call', async () => {
    const { runtime, send } = await withPerson(async approval => ({
      state: 'approved',
      decidedBy: 'tty',
      credential: approval.askedBy,
    }))
    expect((await ask(runtime)).fault?.code).toBe('approval_invalid')
    expect(send.ran).toEqual([])
  })

  test('whose program fails: it does not run, and that is recorded', async () => {
    const { runtime, send } = await withPerson(() => Promise.reject(new Error('the window was closed')))
    const result = await ask(runtime).catch(() => 'it threw')
    expect(result).toMatchObject({ ok: false, receipt: { decided_by: 'gate:confirmation' } })
    expect(send.ran).toEqual([])
  })

  test('is told when the call is cancelled meanwhile', async () => {
    const stop = new AbortController()
    const { runtime, send } = await withPerson(
      (_approval, _proposal, signal) =>
        new Promise(resolve => {
          signal.addEventListener('abort', () => resolve('timeout'))
          stop.abort()
        }),
    )
    expect((await ask(runtime, { signal: stop.signal })).ok).toBe(false)
    expect(send.ran).toEqual([])
  })

  test('said yes, and all gates run again: what has changed meanwhile counts', async () => {
    let [checks, isForbidden] = [0, false]
    const own: Gate = {
      name: 'own',
      check: () => (
        checks++,
        isForbidden ? { kind: 'deny', fault: fault('policy_blocked', 'No longer.') } : { kind: 'allow' }
      ),
    }
    const { runtime, send } = await withPerson(async () => YES, [own])
    expect((await ask(runtime, { args: { n: 1 } })).ok).toBe(true)
    expect(checks).toBe(2)
    const late = await withPerson(async () => ((isForbidden = true), YES), [own])
    expect((await ask(late.runtime, { args: { n: 2 } })).fault).toMatchObject({
      code: 'policy_blocked',
      message: 'No longer.',
    })
    expect([send.ran.length, late.send.ran.length]).toEqual([1, 0])
  })

  test('whose grant is taken away while he thinks gives no right', async () => {
    const send = newSend()
    const runtime: Runtime = await openQuickRuntime({
      tools: [send],
      async ask() {
        await runtime.broker.revokeSession('s')
        return YES
      },
    })
    await grantOnly(runtime)
    expect((await ask(runtime)).fault?.code).toBe('permission_denied')
    expect(send.ran).toEqual([])
  })

  test('is not asked for ever by a gate that never has enough', async () => {
    let asked = 0
    const greedy: Gate = {
      name: 'greedy',
      check: () => ({ kind: 'ask', question: { reason: `Really? ${asked}`, summary: 'again' } }),
    }
    const { runtime, send } = await withPerson(async () => (asked++, NO), [greedy])
    expect((await ask(runtime)).ok).toBe(false)
    expect(asked).toBeLessThanOrEqual(3)
    expect(send.ran).toEqual([])
  })

  test('has answered a gate of the program, too: after a yes the call runs', async () => {
    const careful: Gate = {
      name: 'careful',
      check: () => ({ kind: 'ask', question: { reason: 'It is late.', summary: 'sends' } }),
    }
    let asked = 0
    const { runtime, send } = await withPerson(async () => (asked++, YES), [careful])
    expect(await ask(runtime)).toMatchObject({ ok: true, receipt: { decided_by: 'tty' } })
    expect(asked).toBe(1)
    expect(send.ran).toHaveLength(1)
  })

  test('must be asked before anything is destroyed, whatever flags say', async () => {
    let asked = 0
    const { runtime } = await withPerson(async () => (asked++, YES))
    expect((await ask(runtime, { tool: 'purge', allow: ['MessageSend'] })).ok).toBe(true)
    expect(asked).toBe(1)
    expect((await ask(runtime, { tool: 'send', allow: ['MessageSend'] })).ok).toBe(true)
    expect(asked).toBe(1)
  })
})

describe('how far a workspace is trusted', () => {
  test('[EXEC-09] decides what runs unasked: nothing, what reads, or what reads and what creates; never what destroys', async () => {
    const newTools = (): readonly CountingTool[] => [
      countingTool({ name: 'peek', risk: 'read', capability: 'MessageSend' }),
      countingTool({ name: 'create', risk: 'write', capability: 'MessageSend', assess: () => ({ routine: true }) }),
      newSend(),
      newPurge(),
    ]
    const ranUnasked: Record<string, readonly string[]> = {}
    for (const trust of ['Untrusted', 'Provisional', 'Trusted'] as const) {
      const tools = newTools()
      const runtime = await openQuickRuntime({ tools, trust })
      await grantOnly(runtime)
      for (const { name } of tools) await ask(runtime, { tool: name })
      ranUnasked[trust] = tools.filter(({ ran }) => ran.length > 0).map(({ name }) => name)
    }
    expect(ranUnasked).toEqual({ Untrusted: [], Provisional: ['peek'], Trusted: ['peek', 'create'] })
  })

  test('[EXEC-09] gives no right: without a token nothing runs, however trusted it is', async () => {
    const send = newSend()
    const runtime = await openQuickRuntime({ tools: [send], trust: 'Trusted' })
    expect((await ask(runtime)).fault?.code).toBe('permission_denied')
    expect(send.ran).toEqual([])
  })
})

describe('gates of the program', () => {
  test('run after ours and before a person is asked; their notes stand in the audit line', async () => {
    const seen: string[] = []
    const own: Gate = {
      name: 'own',
      check: ({ call }) => (
        seen.push(call.tool.name),
        { kind: 'allow', notes: [{ name: 'seen_by', value: 'own gate' }] }
      ),
    }
    const send = newSend()
    const runtime = await openQuickRuntime({ tools: [send], gates: [own] })
    await makeCall(runtime, { tool: 'send', allow: [] })
    expect(seen).toEqual([])
    await makeCall(runtime, { tool: 'send' })
    expect(seen).toEqual(['send'])
    expect(auditOf(runtime).at(-1)).toMatchObject({ seen_by: 'own gate', result: 'success' })
  })

  test('that deny end the walk', async () => {
    const later: Gate = { name: 'later', check: () => expect.unreachable('a gate behind a refusal was asked') }
    const first: Gate = { name: 'first', check: () => ({ kind: 'deny', fault: fault('policy_blocked', 'Not here.') }) }
    const send = newSend()
    const runtime = await openQuickRuntime({ tools: [send], gates: [first, later] })
    const result = await makeCall(runtime, { tool: 'send' })
    expect(result).toMatchObject({ ok: false, text: 'Not here.', receipt: { decided_by: 'gate:first' } })
    expect(send.ran).toEqual([])
  })

  test('whatever they take is taken once', async () => {
    const ticket: Gate = { name: 'ticket', check: () => ({ kind: 'allow', uses: ['ticket:1'] }) }
    const send = newSend()
    const runtime = await openQuickRuntime({ tools: [send], gates: [ticket] })
    const results = [
      await makeCall(runtime, { tool: 'send', args: { n: 1 } }),
      await makeCall(runtime, { tool: 'send', args: { n: 2 } }),
    ]
    expect(results.map(({ ok, fault: error }) => [ok, error?.code])).toEqual([
      [true, undefined],
      [false, 'approval_invalid'],
    ])
    expect(send.ran).toHaveLength(1)
    expect(entriesOf(runtime).filter(({ type }) => type === 'intent')).toHaveLength(1)
  })
})

test('a gate that copies the counters has their numbers, too', async () => {
  const seen: unknown[] = []
  const copying: Gate = {
    name: 'copying',
    check: (_proposal, { counters }) => (seen.push({ ...counters }), { kind: 'allow' }),
  }
  const runtime = await openQuickRuntime({ tools: [newSend()], gates: [copying] })
  for (const to of ['me', 'you']) await makeCall(runtime, { tool: 'send', args: { to } })
  expect(seen).toMatchObject([{ sessionCalls: 1 }, { sessionCalls: 2 }])
})
