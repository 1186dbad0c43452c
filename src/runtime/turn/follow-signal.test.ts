import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { NEVER_ABORTED } from '../never-aborted.ts'
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
