import { fault } from '../../core/index.ts'
import { EXIT, Failure } from './failure.ts'

/** Runs work that Ctrl+C aborts, so that it can end in order. A second Ctrl+C ends the process at once. */
export async function interruptible<T>(work: (stop: AbortController) => Promise<T>): Promise<T> {
  const stop = new AbortController()
  const interrupt = (): void => stop.abort()
  process.once('SIGINT', interrupt)
  try {
    return await work(stop)
  } finally {
    process.removeListener('SIGINT', interrupt)
  }
}

export const interrupted = (message: string): Failure => new Failure(fault('tool_cancelled', message), EXIT.interrupted)
