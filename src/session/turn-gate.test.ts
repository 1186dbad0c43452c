import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runChild } from '../../test/children/run-child.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { testClock } from '../../test/test-clock.ts'
import { type Model, type Result, type Store, StorageFailure, systemClock } from '../core/index.ts'
import { scripted } from '../providers/index.ts'
import { createMemoryStore, openSqliteStore } from '../storage/index.ts'
import { type TurnGate, type TurnLease, createTurnGate } from './index.ts'

const never = new AbortController().signal
const WHO = { signal: never, who: 'chat' }

const STORES: Record<string, () => Promise<Store>> = {
  memory: async () => createMemoryStore({ clock: systemClock }),
  file: () => openSqliteStore({ path: join(temporaryFolder().path, 'store.db'), clock: systemClock }),
}

async function entered(gate: TurnGate, options = {}): Promise<TurnLease> {
  const lease = await gate.enter('agent', { ...WHO, ...options })
  if (!lease.ok) throw new Error(lease.error.message)
  return lease.value
}
const codeOf = (result: Result<unknown>): string => (result.ok ? 'entered' : result.error.code)

describe.each(Object.keys(STORES))('the turn gate over a store in %s', kind => {
  async function open(leaseMs?: number): Promise<{ store: Store; gate: TurnGate; other: TurnGate }> {
    const store = await STORES[kind]!()
    onTestFinished(() => store.close())
    const parts = { store, clock: systemClock, ...(leaseMs !== undefined && { leaseMs }) }
    return { store, gate: createTurnGate(parts), other: createTurnGate(parts) }
  }

  test.each(['one gate', 'two gates on one store'])(
    '[LOOP-12] two requests for one agent through %s never overlap at the model',
    async through => {
      const { gate, other } = await open()
      const log: string[] = []
      const model: Model = {
        ...scripted([]),
        async *reply(request) {
          const name = request.messages[0]?.content ?? ''
          log.push(`begin ${name}`)
          await sleep(20)
          yield { kind: 'text', text: name }
          log.push(`end ${name}`)
          yield { kind: 'end' }
        },
      }
      const turn = async (name: string, mine: TurnGate): Promise<void> => {
        const lease = await entered(mine)
        for await (const _ of model.reply({ messages: [{ role: 'user', content: name }] }, never)) await sleep(1)
        await lease.leave()
      }
      await Promise.all([turn('a', gate), turn('b', through === 'one gate' ? gate : other), turn('c', gate)])
      for (const [at, line] of log.entries())
        if (line.startsWith('begin')) expect(log[at + 1]).toBe(line.replace('begin', 'end'))
      expect(log.length).toBe(6)
    },
  )

  test('turns of one process begin in the order in which they were asked for', async () => {
    const { gate } = await open()
    const order: number[] = []
    await Promise.all(
      [1, 2, 3, 4, 5].map(async n => {
        const lease = await entered(gate)
        order.push(n)
        await sleep(1)
        await lease.leave()
      }),
    )
    expect(order).toEqual([1, 2, 3, 4, 5])
  })

  test('different agents do not wait for each other', async () => {
    const { gate } = await open()
    await entered(gate)
    expect(codeOf(await gate.enter('another agent', { ...WHO, waitMs: 0 }))).toBe('entered')
  })

  test('who waits too long hears who is at work, and since when', async () => {
    const { gate, other } = await open()
    await entered(gate)
    for (const mine of [gate, other]) {
      const refused = await mine.enter('agent', { ...WHO, waitMs: 60 })
      expect(refused).toMatchObject({
        error: {
          code: 'turn_busy',
          message: expect.stringMatching(/^Another turn is under way: chat \(process \d+\), since \d{4}-.*Z\. Wait/),
          detail: { who: `chat (process ${process.pid})`, since: expect.any(String) },
        },
      })
    }
  })

  test('who gives up leaves the queue, and the others go on', async () => {
    const { gate } = await open()
    const first = await entered(gate)
    const [impatient, patient] = [gate.enter('agent', { ...WHO, waitMs: 10 }), gate.enter('agent', WHO)]
    expect(codeOf(await impatient)).toBe('turn_busy')
    await first.leave()
    expect(codeOf(await patient)).toBe('entered')
  })

  test('an abort ends the waiting at once, in the queue and at the store', async () => {
    const { gate, other } = await open()
    const first = await entered(gate)
    const stop = new AbortController()
    const waiting = [gate, other].map(mine => mine.enter('agent', { ...WHO, signal: stop.signal }))
    await sleep(20)
    stop.abort()
    expect((await Promise.all(waiting)).map(codeOf)).toEqual(['tool_cancelled', 'tool_cancelled'])
    expect(codeOf(await gate.enter('agent', { ...WHO, signal: stop.signal }))).toBe('tool_cancelled')
    await first.leave()
    expect(codeOf(await other.enter('agent', { ...WHO, waitMs: 500 }))).toBe('entered')
  })

  test('a lease is renewed for as long as the turn lasts, and nobody else gets in', async () => {
    const { gate, other } = await open(400)
    const lease = await entered(gate)
    const waiting = other.enter('agent', { ...WHO, waitMs: 1_000 })
    expect(codeOf(await waiting)).toBe('turn_busy')
    expect(lease.lost.aborted).toBe(false)
    await lease.leave()
    expect(codeOf(await other.enter('agent', { ...WHO, waitMs: 0 }))).toBe('entered')
  })

  test('a lease that was taken away makes the turn stop', async () => {
    const { store, gate } = await open(3_000)
    const lease = await entered(gate)
    const before = performance.now()
    await store.swap('turn_leases', 'agent', {
      expect: 'any',
      next: { token: 'of somebody else', who: 'x', since: '' },
    })
    await new Promise(resolve => lease.lost.addEventListener('abort', resolve))
    expect(performance.now() - before).toBeLessThan(2_000) // at the next renewal, not only when it would have ended
    expect(lease.lost.reason).toMatchObject({ code: 'turn_busy' })
    await lease.leave()
    expect((await store.get('turn_leases', 'agent'))?.value['token']).toBe('of somebody else')
  })

  test('leaving twice lets only one in', async () => {
    const { gate } = await open()
    const first = await entered(gate)
    const [second, third] = [gate.enter('agent', WHO), gate.enter('agent', { ...WHO, waitMs: 100 })]
    await Promise.all([first.leave(), first.leave()])
    expect([codeOf(await second), codeOf(await third)]).toEqual(['entered', 'turn_busy'])
  })

  test('a turn that has left holds nothing: the next one, of any process, may begin at once', async () => {
    const { store, gate, other } = await open()
    for (const mine of [gate, gate, other, gate]) await (await entered(mine, { waitMs: 0 })).leave()
    expect(await store.get('turn_leases', 'agent')).toBeUndefined()
  })

  test('a lease that was lost is not given back in the name of whoever has it now', async () => {
    const { store, gate } = await open(150)
    const lease = await entered(gate)
    await store.swap('turn_leases', 'agent', {
      expect: 'any',
      next: { token: 'of somebody else', who: 'x', since: '' },
    })
    await new Promise(resolve => lease.lost.addEventListener('abort', resolve))
    await lease.leave()
    expect(codeOf(await gate.enter('agent', { ...WHO, waitMs: 0 }))).toBe('turn_busy')
    await store.swap('turn_leases', 'agent', { expect: 'any' })
    expect(codeOf(await gate.enter('agent', { ...WHO, waitMs: 0 }))).toBe('entered')
  })

  test('keys of any length and form are told apart', async () => {
    const { gate } = await open()
    for (const key of ['x'.repeat(5_000), 'x'.repeat(5_001), '', '\0']) {
      expect(codeOf(await gate.enter(key, { ...WHO, waitMs: 0 }))).toBe('entered')
      expect(codeOf(await gate.enter(key, { ...WHO, waitMs: 0 }))).toBe('turn_busy')
    }
  })
})

test('when the store no longer answers, the turn stops with its lease', async () => {
  const store = createMemoryStore({ clock: systemClock })
  let broken = false
  const failing: Store = {
    ...store,
    get: (table, key) => (broken ? Promise.reject(new StorageFailure('gone')) : store.get(table, key)),
  }
  const hanging: Store = { ...store, get: (table, key) => (broken ? new Promise(() => {}) : store.get(table, key)) }
  for (const [name, each] of Object.entries({ failing, hanging })) {
    broken = false
    const lease = await createTurnGate({ store: each, clock: systemClock, leaseMs: 150 }).enter(name, WHO)
    if (!lease.ok) throw new Error(lease.error.message)
    broken = true
    const before = performance.now()
    await new Promise(resolve => lease.value.lost.addEventListener('abort', resolve))
    expect(performance.now() - before).toBeLessThan(1_000)
  }
})

test('a store that fails is a fault, and the next one in the queue is not held up', async () => {
  const store = createMemoryStore({ clock: systemClock })
  let fails = 1
  const flaky: Store = {
    ...store,
    swap: (table, key, change) =>
      fails-- > 0 ? Promise.reject(new StorageFailure('full')) : store.swap(table, key, change),
  }
  const gate = createTurnGate({ store: flaky, clock: systemClock })
  const [first, second] = [gate.enter('agent', WHO), gate.enter('agent', WHO)]
  expect([codeOf(await first), codeOf(await second)]).toEqual(['storage_unavailable', 'entered'])
})

test('a wall clock that was set back keeps no dead lease alive', async () => {
  const clock = testClock()
  const store = createMemoryStore({ clock })
  await createTurnGate({ store, clock }).enter('agent', WHO)
  clock.pass(15_001)
  clock.setWall(clock.now() - 3_600_000)
  expect(codeOf(await createTurnGate({ store, clock }).enter('agent', { ...WHO, waitMs: 0 }))).toBe('entered')
})

test('a lease from before the machine was started again ends in time', async () => {
  const clock = testClock()
  const store = createMemoryStore({ clock })
  await createTurnGate({ store, clock }).enter('agent', WHO)
  clock.restart()
  const gate = createTurnGate({ store, clock })
  expect(codeOf(await gate.enter('agent', { ...WHO, waitMs: 0 }))).toBe('turn_busy')
  clock.pass(15_001)
  expect(codeOf(await gate.enter('agent', { ...WHO, waitMs: 0 }))).toBe('entered')
})

describe('several processes', () => {
  const start = (verb: string, path: string, name: string, number: number) =>
    runChild('sessions.ts', { args: [verb, path, name, String(number)] })

  test('[LOOP-12] a killed process loses its turn, and a living one does not', async () => {
    const path = join(temporaryFolder().path, 'store.db')
    const child = start('hold', path, 'other', 1_000)
    await child.says('ready')
    child.tell('go')
    await child.says('inside')
    const store = await openSqliteStore({ path, clock: systemClock })
    onTestFinished(() => store.close())
    const gate = createTurnGate({ store, clock: systemClock, leaseMs: 1_000 })
    const busy = await gate.enter('agent', { ...WHO, waitMs: 1_500 })
    expect(busy).toMatchObject({
      error: { code: 'turn_busy', detail: { who: `other (process ${child.process.pid})` } },
    })
    expect(child.printed()).not.toContain('lost')
    child.process.kill('SIGKILL')
    const killed = performance.now()
    const lease = await entered(gate, { waitMs: 5_000 })
    const waited = performance.now() - killed
    expect(waited).toBeLessThan(3_000)
    await lease.leave()
  })

  test('[LOOP-12] turns of three processes never overlap, and all of them come', async () => {
    const path = join(temporaryFolder().path, 'store.db')
    const children = ['a', 'b', 'c'].map(name => start('turns', path, name, 8))
    await Promise.all(children.map(child => child.says('ready')))
    for (const child of children) child.tell('go')
    for (const child of children) expect((await child.ended).code).toBe(0)
    const lines = readFileSync(`${path}.log`, 'utf8').trimEnd().split('\n')
    expect(lines.length).toBe(48)
    for (const [at, line] of lines.entries())
      if (line.startsWith('in')) expect(lines[at + 1]).toBe(line.replace('in', 'out'))
  })

  test('a process that stood still finds that its turn is lost', async () => {
    const path = join(temporaryFolder().path, 'store.db')
    const child = start('hold', path, 'sleeper', 400)
    await child.says('ready')
    child.tell('go')
    await child.says('inside')
    child.process.kill('SIGSTOP')
    const store = await openSqliteStore({ path, clock: systemClock })
    onTestFinished(() => store.close())
    await entered(createTurnGate({ store, clock: systemClock }), { waitMs: 5_000 })
    child.process.kill('SIGCONT')
    await child.says('lost')
  })
})
