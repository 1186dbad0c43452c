import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Fault, fault } from '../../core/index.ts'
import { type Term, type Watch, startWatch } from './watch.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const term = (milliseconds: number, name: string): Term => ({
  milliseconds,
  late: () => fault('model_timeout', `${name} is late`),
})

type Watched = {
  readonly watch: Watch
  readonly controller: AbortController
  readonly closed: () => number
  readonly why: () => string
}

function watched(wholeMs: number): Watched {
  const controller = new AbortController()
  const watch = startWatch(controller.signal, term(wholeMs, 'the whole'))
  let closed = 0
  watch.closes(() => void closed++)
  const told = (reason: Fault | undefined): string => reason?.message ?? ''
  return { watch, controller, closed: () => closed, why: () => told(watch.reason()) }
}

/** Waits for so long, and has what it waited for. */
const wait = async (watch: Watch, milliseconds: number): Promise<void> => {
  const waiting = watch.during(new Promise<void>(resolve => void setTimeout(resolve, milliseconds)))
  await vi.advanceTimersByTimeAsync(milliseconds)
  await waiting
}

test('what does not come in time is told and closed', async () => {
  const { watch, closed, why } = watched(1_000)
  watch.expect(term(100, 'the first'))
  void watch.during(new Promise<void>(() => undefined))
  await vi.advanceTimersByTimeAsync(99)
  expect([closed(), why()]).toEqual([0, ''])
  await vi.advanceTimersByTimeAsync(2)
  expect([closed(), why()]).toEqual([1, 'the first is late'])
})

test('what is expected next replaces what was expected before, be it sooner or later', async () => {
  const { watch, why } = watched(1_000)
  watch.expect(term(100, 'the first'))
  await wait(watch, 50)
  watch.expect(term(400, 'the second'))
  await wait(watch, 350)
  expect(why()).toBe('')
  watch.expect(term(30, 'the third'))
  await wait(watch, 40)
  expect(why()).toBe('the third is late')
})

test('time counts only while something is waited for; after a slow reader the whole time begins anew', async () => {
  const { watch, closed, why } = watched(1_000)
  watch.expect(term(100, 'the next'))
  await wait(watch, 10)
  await vi.advanceTimersByTimeAsync(300)
  expect([closed(), why()]).toEqual([0, ''])
  await wait(watch, 90)
  expect(why()).toBe('')
  await wait(watch, 20)
  expect(why()).toBe('the next is late')
})

test('a reply as a whole is late also while nobody waits', async () => {
  const { watch, closed, why } = watched(500)
  watch.expect(term(100, 'the next'))
  await wait(watch, 10)
  await vi.advanceTimersByTimeAsync(495)
  expect([closed(), why()]).toEqual([1, 'the whole is late'])
})

test('who cancels is told as the reason, and a stopped watch hears nothing more', async () => {
  const { watch, controller, closed } = watched(500)
  controller.abort()
  expect([watch.reason()?.code, closed()]).toEqual(['tool_cancelled', 1])
  watch.stop()
  const other = watched(500)
  other.watch.expect(term(100, 'the next'))
  await wait(other.watch, 10)
  other.watch.stop()
  other.controller.abort()
  expect([other.why(), other.closed(), vi.getTimerCount()]).toEqual(['', 1, 0])
})
