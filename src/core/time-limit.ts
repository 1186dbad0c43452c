type TimeLimit<T> = {
  readonly signal: AbortSignal
  readonly timeoutMs: number
  /** The result when the work is not waited for any longer. */
  readonly ended: (why: 'late' | 'cancelled') => T
}

/** Ends when the time is up or the signal aborts, whether the work notices or not: its late result is dropped. */
export async function withinTime<T>(
  work: (stop: AbortSignal) => Promise<T>,
  { signal, timeoutMs, ended }: TimeLimit<T>,
): Promise<T> {
  const [stop, over] = [new AbortController(), new AbortController()]
  let timer: NodeJS.Timeout | undefined
  const cut = new Promise<T>(resolve => {
    const end = (why: 'late' | 'cancelled'): void => {
      stop.abort()
      resolve(ended(why))
    }
    timer = setTimeout(end, timeoutMs, 'late')
    signal.addEventListener('abort', () => end('cancelled'), { signal: over.signal })
  })
  try {
    return await Promise.race([work(stop.signal), cut])
  } finally {
    clearTimeout(timer)
    over.abort()
  }
}
