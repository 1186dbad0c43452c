import { fault } from '../../core/index.ts'
import { EXIT, Failure } from './failure.ts'

/** Ctrl+C, a request to end, and a terminal that was closed. */
const ENDINGS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Runs work that these abort, so that it can end in order. A second one ends the process at once. */
export async function interruptible<T>(
  work: (stop: AbortController, isLeaving: () => boolean) => Promise<T>,
): Promise<T> {
  const stop = new AbortController()
  let isLeaving = false // Ctrl+C may mean no more than this piece of work
  const interrupt = (ending: NodeJS.Signals): void => {
    isLeaving = ending !== 'SIGINT'
    stop.abort()
  }
  for (const ending of ENDINGS) process.once(ending, interrupt)
  try {
    return await work(stop, () => isLeaving)
  } finally {
    for (const ending of ENDINGS) process.removeListener(ending, interrupt)
  }
}

export const interrupted = (message: string): Failure => new Failure(fault('tool_cancelled', message), EXIT.interrupted)
