import { signalForMany } from '../core/index.ts'

/** Nobody holds what could abort it, so nobody needs to listen to it either. */
export const NEVER_ABORTED: AbortSignal = signalForMany(new AbortController().signal)
