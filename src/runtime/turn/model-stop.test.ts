import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { createModelStop } from './model-stop.ts'

test('one signal serves all who are asked, until one of them had to be stopped', () => {
  const turn = new AbortController()
  const { signal, stop } = createModelStop(turn.signal)
  const first = signal()
  expect(signal()).toBe(first)
  stop()
  expect([first.aborted, signal().aborted, signal() === first]).toEqual([true, false, false])
})

test('it aborts with the turn, for the same reason', () => {
  const turn = new AbortController()
  const { signal } = createModelStop(turn.signal)
  const given = signal()
  turn.abort('enough')
  expect([given.aborted, given.reason, signal().aborted]).toEqual([true, 'enough', true])
})

test('the turn is followed once, and not at all after it was stopped or released', () => {
  const turn = new AbortController()
  const { signal, stop, release } = createModelStop(turn.signal)
  const listening = (): number => getEventListeners(turn.signal, 'abort').length
  const counts = [signal, signal, stop, signal, release].map(step => {
    step()
    return listening()
  })
  expect(counts).toEqual([1, 1, 0, 1, 0])
})
