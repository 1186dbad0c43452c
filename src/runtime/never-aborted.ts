import { signalForMany } from '../core/index.ts'

/** A signal that never aborts, so nothing needs to listen to it. */
export const NEVER_ABORTED: AbortSignal = signalForMany(new AbortController().signal)
