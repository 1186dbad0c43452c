import { setMaxListeners } from 'node:events'

/** One signal may end any number of turns and calls. Node takes more than ten who listen for a leak, and would tell people so. */
export function signalForMany(signal: AbortSignal): AbortSignal {
  if (signal instanceof EventTarget) setMaxListeners(0, signal)
  return signal
}
