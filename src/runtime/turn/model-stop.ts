import { type Follower, followSignal } from './follow-signal.ts'

/** Stops the model that is being asked. One signal serves a turn until somebody had to be stopped by it. */
export type ModelStop = {
  /** Aborts with the turn, or when the model is stopped. */
  readonly signal: () => AbortSignal
  /** Whoever is asked next gets another signal. */
  readonly stop: () => void
  /** Nobody is asked any more. */
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
