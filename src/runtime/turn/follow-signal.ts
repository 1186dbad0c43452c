import { signalForMany } from '../../core/index.ts'
import { NEVER_ABORTED } from '../never-aborted.ts'

export type Follower = {
  /** Aborts with the one that it follows, for the same reason, or when it is told to. */
  readonly signal: AbortSignal
  readonly abort: () => void
  /** It follows nobody any more. */
  readonly release: () => void
}

/** Much cheaper than `AbortSignal.any`, because whoever asked for it also ends it. */
export function followSignal(outer: AbortSignal): Follower {
  const own = new AbortController()
  signalForMany(own.signal)
  if (outer === NEVER_ABORTED) return { signal: own.signal, abort: () => own.abort(), release: () => undefined }
  const follow = (): void => own.abort(outer.reason)
  if (outer.aborted) follow()
  else outer.addEventListener('abort', follow)
  return { signal: own.signal, abort: () => own.abort(), release: () => outer.removeEventListener('abort', follow) }
}
