import { describe, expect, test } from 'vitest'
import { textOf } from '../../src/core/index.ts'
import { readEntries, verifyAll } from '../../src/ledger/index.ts'
import { type CallReport, type Runtime, callTool } from '../../src/runtime/index.ts'
import { type CountingTool, countingTool, openTestRuntime, testWorkspace } from '../open-test-runtime.ts'
import { type TestClock, testClock } from '../test-clock.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

type World = {
  readonly runtime: Runtime
  readonly clock: TestClock
  readonly write: CountingTool
  readonly reopen: () => Promise<Runtime>
}

async function newWorld(): Promise<World> {
  const place = testWorkspace()
  const clock = testClock()
  const write = countingTool({ name: 'write', risk: 'write', capability: 'MessageSend' })
  const reopen = (): Promise<Runtime> => openTestRuntime({ ...place, clock, tools: [write] })
  return { runtime: await reopen(), clock, write, reopen }
}

const callNow = (runtime: Runtime, allow: readonly 'MessageSend'[] = ['MessageSend']): Promise<CallReport> =>
  callTool({ tool: 'write', args: {}, session: 's', allow }, runtime)

/** For a session, so that it is stored and counts after opening again, too. */
async function grantFor(runtime: Runtime, milliseconds: number): Promise<void> {
  const request = {
    capability: 'MessageSend' as const,
    principal: 'user:local',
    session: 's',
    decidedBy: 'tty' as const,
    purpose: 'a test',
  }
  expect((await runtime.broker.issue({ ...request, confirmsWrites: true, milliseconds })).ok).toBe(true)
}
const isGranted = async ({ broker }: Runtime): Promise<boolean> =>
  (
    await broker.find({
      capability: 'MessageSend',
      target: undefined,
      session: 's',
      turn: 't',
      principal: 'user:local',
    })
  ).kind === 'active'

describe('a clock that is set back', () => {
  test('the entries stay in order: no number is missing, no time is earlier than the one before', async () => {
    const { runtime, clock, reopen } = await newWorld()
    const steps = [0, 5 * MINUTE, -DAY, MINUTE, -365 * DAY, 1, -1]
    for (const step of steps) {
      clock.setWall(clock.now() + step)
      expect((await callNow(runtime)).ok).toBe(true)
    }
    clock.setWall(0)
    const again = await reopen()
    expect((await callNow(again)).ok).toBe(true)
    const entries = [...readEntries(again.ledgerOptions)]
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1))
    expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).toSorted())
    expect(entries.at(-1)?.at).toBe(new Date(Date.UTC(2026, 0, 1) + 5 * MINUTE).toISOString())
    expect(verifyAll(again.ledgerOptions).failed).toEqual([])
  })

  test('receipts and audit lines carry the time of their entry, not that of the clock', async () => {
    const { runtime, clock } = await newWorld()
    const first = await callNow(runtime)
    clock.setWall(0)
    const second = await callNow(runtime)
    expect(second.receipt?.timestamp).toBe(first.receipt?.timestamp)
  })

  test('the time that counts never falls below the last entry, also after opening again and after a restart', async () => {
    const { runtime, clock, reopen } = await newWorld()
    clock.pass(DAY)
    await callNow(runtime)
    const last = clock.now()
    clock.setWall(0)
    expect(runtime.ledger.now()).toBe(last)
    expect((await reopen()).ledger.now()).toBe(last)
    clock.restart()
    expect((await reopen()).ledger.now()).toBe(last)
    clock.setWall(last + 5)
    expect(runtime.ledger.now()).toBe(last + 5)
  })

  test('another process that has written meanwhile raises the time here, too', async () => {
    const { runtime, clock, reopen } = await newWorld()
    const other = await reopen()
    expect(runtime.ledger.now()).toBe(clock.now())
    clock.pass(DAY)
    await callNow(other)
    const last = clock.now()
    clock.setWall(0)
    expect(runtime.ledger.now()).toBe(last)
  })
})

describe('a grant that has expired', () => {
  test('by the wall stays expired when the wall is set back', async () => {
    const { runtime, clock, write } = await newWorld()
    await grantFor(runtime, MINUTE)
    expect(await isGranted(runtime)).toBe(true)
    clock.setWall(clock.now() + 2 * MINUTE)
    expect(await callNow(runtime, [])).toMatchObject({ ok: false, fault: { code: 'permission_denied' } })
    clock.setWall(clock.now() - 10 * MINUTE)
    expect(await isGranted(runtime)).toBe(false)
    expect(await callNow(runtime, [])).toMatchObject({ ok: false, fault: { code: 'permission_denied' } })
    expect(write.ran).toEqual([])
  })

  test('ends by the other clock, even if the wall stands still or runs backwards', async () => {
    const { runtime, clock } = await newWorld()
    await grantFor(runtime, MINUTE)
    const wall = clock.now()
    clock.pass(MINUTE - 1)
    clock.setWall(wall - DAY)
    expect(await isGranted(runtime)).toBe(true)
    clock.pass(1)
    clock.setWall(wall - DAY)
    expect(await isGranted(runtime)).toBe(false)
  })

  test('stays expired after the machine has started again with a clock set back', async () => {
    const { runtime, clock, reopen } = await newWorld()
    await grantFor(runtime, MINUTE)
    clock.pass(2 * MINUTE)
    await callNow(runtime, [])
    clock.restart()
    clock.setWall(clock.now() - DAY)
    expect(await isGranted(await reopen())).toBe(false)
  })

  test('holds until its last moment and no longer', async () => {
    const { runtime, clock } = await newWorld()
    await grantFor(runtime, MINUTE)
    clock.pass(MINUTE - 1)
    expect(await isGranted(runtime)).toBe(true)
    clock.pass(1)
    expect(await isGranted(runtime)).toBe(false)
  })
})

describe('an approval that has expired', () => {
  async function approved({ runtime }: World): Promise<void> {
    await grantWithout(runtime)
    const asked = await callNow(runtime, [])
    const id = asked.fault?.detail?.['approval']
    const decided = await runtime.approvals.decide(textOf(id), {
      state: 'approved',
      decidedBy: 'tty',
      credential: 'another door',
    })
    expect(decided.ok).toBe(true)
  }
  /** The right to call, without the right to call unasked. */
  async function grantWithout(runtime: Runtime): Promise<void> {
    const request = {
      capability: 'MessageSend' as const,
      principal: 'user:local',
      session: 's',
      decidedBy: 'tty' as const,
      purpose: 'a test',
    }
    await runtime.broker.issue(request)
  }
  const TEN_MINUTES = 10 * MINUTE // permissions.approval_secs

  test('is used within its time', async () => {
    const world = await newWorld()
    await approved(world)
    world.clock.pass(TEN_MINUTES - 1)
    expect((await callNow(world.runtime, [])).ok).toBe(true)
    expect(world.write.ran).toHaveLength(1)
  })

  test('by the wall stays expired when the wall is set back', async () => {
    const world = await newWorld()
    await approved(world)
    world.clock.setWall(world.clock.now() + TEN_MINUTES)
    expect(await callNow(world.runtime, [])).toMatchObject({ ok: false, fault: { code: 'confirmation_required' } })
    world.clock.setWall(world.clock.now() - DAY)
    expect(await callNow(world.runtime, [])).toMatchObject({ ok: false, fault: { code: 'confirmation_required' } })
    expect(world.write.ran).toEqual([])
  })

  test('ends by the other clock, too', async () => {
    const world = await newWorld()
    await approved(world)
    const wall = world.clock.now()
    world.clock.pass(TEN_MINUTES)
    world.clock.setWall(wall)
    expect(await callNow(world.runtime, [])).toMatchObject({ ok: false, fault: { code: 'confirmation_required' } })
    expect(world.write.ran).toEqual([])
  })

  test('cannot be given any more', async () => {
    const { runtime, clock } = await newWorld()
    await grantWithout(runtime)
    const id = textOf((await callNow(runtime, [])).fault?.detail?.['approval'])
    clock.pass(TEN_MINUTES)
    expect(
      await runtime.approvals.decide(id, { state: 'approved', decidedBy: 'tty', credential: 'another door' }),
    ).toMatchObject({
      ok: false,
      error: { code: 'approval_invalid' },
    })
  })
})
