import { getEventListeners } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { NEVER_ABORTED } from '../never-aborted.ts'
import { createModelStop, followSignal } from './model-stop.ts'

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
  const listener = (): number => getEventListeners(turn.signal, 'abort').length
  const counts = [signal, signal, stop, signal, release].map(step => {
    step()
    return listener()
  })
  expect(counts).toEqual([1, 1, 0, 1, 0])
})

test('a follower aborts with the one that it follows, for its reason', () => {
  const outer = new AbortController()
  const { signal } = followSignal(outer.signal)
  expect(signal.aborted).toBe(false)
  outer.abort('enough')
  expect([signal.aborted, signal.reason]).toEqual([true, 'enough'])
})

test('one that follows a signal which was aborted before is aborted from the start', () => {
  const { signal } = followSignal(AbortSignal.abort('long ago'))
  expect([signal.aborted, signal.reason]).toEqual([true, 'long ago'])
})

test('one that follows what nobody can abort leaves nothing on it, and can still be told to stop', () => {
  const { signal, abort } = followSignal(NEVER_ABORTED)
  expect(getEventListeners(NEVER_ABORTED, 'abort')).toEqual([])
  abort()
  expect([signal.aborted, NEVER_ABORTED.aborted]).toEqual([true, false])
})

test('released, it follows nobody and nobody holds it', () => {
  const outer = new AbortController()
  const { signal, release } = followSignal(outer.signal)
  release()
  expect(getEventListeners(outer.signal, 'abort')).toEqual([])
  outer.abort()
  expect(signal.aborted).toBe(false)
})

test('told to stop, it aborts alone', () => {
  const outer = new AbortController()
  const { signal, abort } = followSignal(outer.signal)
  abort()
  expect([signal.aborted, outer.signal.aborted]).toEqual([true, false])
})
