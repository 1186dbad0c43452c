import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { followSignal } from './follow-signal.ts'

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
