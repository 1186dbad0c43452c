import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Fault, fault } from '../../core/index.ts'
import { type RequestDeadlines, type TimeLimit, startDeadlines } from './deadlines.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const limit = (milliseconds: number, name: string): TimeLimit => ({
  milliseconds,
  late: fault('model_timeout', `${name} is late`),
})

type WatchedDeadlines = {
  readonly deadlines: RequestDeadlines
  readonly controller: AbortController
  readonly closed: () => number
  readonly why: () => string
}

function watched(wholeMs: number): WatchedDeadlines {
  const controller = new AbortController()
  const deadlines = startDeadlines(controller.signal, limit(wholeMs, 'the whole'))
  let closed = 0
  deadlines.signal.addEventListener('abort', () => void closed++)
  const told = (reason: Fault | undefined): string => reason?.message ?? ''
  return { deadlines, controller, closed: () => closed, why: () => told(deadlines.reason()) }
}

/** Waits for so long, and has what it waited for. */
const wait = async (deadlines: RequestDeadlines, milliseconds: number): Promise<void> => {
  const waiting = deadlines.during(new Promise<void>(resolve => void setTimeout(resolve, milliseconds)))
  await vi.advanceTimersByTimeAsync(milliseconds)
  await waiting
}

test('what does not come in time is told and closed', async () => {
  const { deadlines, closed, why } = watched(1_000)
  deadlines.expect(limit(100, 'the first'))
  void deadlines.during(new Promise<void>(() => undefined))
  await vi.advanceTimersByTimeAsync(99)
  expect([closed(), why()]).toEqual([0, ''])
  await vi.advanceTimersByTimeAsync(2)
  expect([closed(), why()]).toEqual([1, 'the first is late'])
})

test('what is expected next replaces what was expected before, be it sooner or later', async () => {
  const { deadlines, why } = watched(1_000)
  deadlines.expect(limit(100, 'the first'))
  await wait(deadlines, 50)
  deadlines.expect(limit(400, 'the second'))
  await wait(deadlines, 350)
  expect(why()).toBe('')
  deadlines.expect(limit(30, 'the third'))
  await wait(deadlines, 40)
  expect(why()).toBe('the third is late')
})

test('time counts only while something is waited for; after a slow reader the whole time begins anew', async () => {
  const { deadlines, closed, why } = watched(1_000)
  deadlines.expect(limit(100, 'the next'))
  await wait(deadlines, 10)
  await vi.advanceTimersByTimeAsync(300)
  expect([closed(), why()]).toEqual([0, ''])
  await wait(deadlines, 90)
  expect(why()).toBe('')
  await wait(deadlines, 20)
  expect(why()).toBe('the next is late')
})

test('a reply as a whole is late also while nobody waits', async () => {
  const { deadlines, closed, why } = watched(500)
  deadlines.expect(limit(100, 'the next'))
  await wait(deadlines, 10)
  await vi.advanceTimersByTimeAsync(495)
  expect([closed(), why()]).toEqual([1, 'the whole is late'])
})

test('who cancels is told as the reason, and after the end nothing is told any more', async () => {
  const { deadlines, controller, closed } = watched(500)
  controller.abort()
  expect([deadlines.reason()?.code, closed()]).toEqual(['tool_cancelled', 1])
  deadlines.stop()
  const other = watched(500)
  other.deadlines.expect(limit(100, 'the next'))
  await wait(other.deadlines, 10)
  other.deadlines.stop()
  other.controller.abort()
  expect([other.why(), other.closed(), vi.getTimerCount()]).toEqual(['', 1, 0])
})
