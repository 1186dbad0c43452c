import { setMaxListeners } from 'node:events'

/** Lets any number of turns and calls listen to one signal. Node warns of a leak at more than ten listeners. */
export function signalForMany(signal: AbortSignal): AbortSignal {
  if (signal instanceof EventTarget) setMaxListeners(0, signal)
  return signal
}
