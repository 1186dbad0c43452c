import { signalForMany } from '../../core/index.ts'
import { NEVER_ABORTED } from '../never-aborted.ts'

/** Stops the model that is being asked. One signal serves a turn until it was used to stop a model. */
export type ModelStop = {
  /** Aborts with the turn, or when the model is stopped. */
  readonly signal: () => AbortSignal
  /** Aborts the current request; the next one gets a new signal. */
  readonly stop: () => void
  /** No more requests follow. */
  readonly release: () => void
}

export function createModelStop(turn: AbortSignal): ModelStop {
  let follower: Follower | undefined
  const release = (): void => {
    follower?.release()
    follower = undefined
  }
  return {
    signal: () => (follower ??= followSignal(turn)).signal,
    stop() {
      follower?.abort()
      release()
    },
    release,
  }
}

type Follower = {
  /** Aborts with the followed signal, for its reason, or when told to. */
  readonly signal: AbortSignal
  readonly abort: () => void
  /** Stops following. */
  readonly release: () => void
}

/** Cheaper than `AbortSignal.any`, because the caller ends it. */
export function followSignal(outer: AbortSignal): Follower {
  const own = new AbortController()
  signalForMany(own.signal)
  if (outer === NEVER_ABORTED) return { signal: own.signal, abort: () => own.abort(), release: () => undefined }
  const follow = (): void => own.abort(outer.reason)
  if (outer.aborted) follow()
  else outer.addEventListener('abort', follow)
  return { signal: own.signal, abort: () => own.abort(), release: () => outer.removeEventListener('abort', follow) }
}
