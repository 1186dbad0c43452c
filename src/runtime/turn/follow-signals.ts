export type Follower = {
  /** Aborts with the first of those it follows, for the same reason, or when it is told to. */
  readonly signal: AbortSignal
  readonly abort: () => void
  /** It follows nobody any more. */
  readonly release: () => void
}

/** Like `AbortSignal.any`, but whoever asked for it ends it: a signal that lives as long as a chat then holds nothing of the turns behind it. */
export function followSignals(signals: readonly AbortSignal[]): Follower {
  const own = new AbortController()
  const follow = ({ target }: Pick<Event, 'target'>): void => own.abort(target instanceof AbortSignal ? target.reason : undefined)
  for (const signal of signals) signal.addEventListener('abort', follow)
  const aborted = signals.find(signal => signal.aborted)
  if (aborted) follow({ target: aborted })
  return {
    signal: own.signal,
    abort: () => own.abort(),
    release() {
      for (const signal of signals) signal.removeEventListener('abort', follow)
    },
  }
}
