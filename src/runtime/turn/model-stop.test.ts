import { getEventListeners } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { createModelStop } from './model-stop.ts'

test('one signal serves all who are asked, until one of them had to be stopped', () => {
  const turn = new AbortController()
  const { signal, stop } = createModelStop(turn.signal)
  const first = signal()
  expect(signal()).toBe(first)
  stop()
  expect([first.aborted, signal().aborted, signal() === first]).toEqual([true, false, false])
})

test('any number of models may listen to it, and Node takes none for a leak', async () => {
  const warned: string[] = []
  const hear = ({ message }: Error): void => void warned.push(message)
  process.on('warning', hear)
  onTestFinished(() => void process.off('warning', hear))
  const given = createModelStop(new AbortController().signal).signal()
  for (let index = 0; index < 20; index++) given.addEventListener('abort', () => index)
  await new Promise(resolve => setImmediate(resolve))
  expect(warned).toEqual([])
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
