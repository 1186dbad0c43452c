import type { Api } from './api.ts'
import { type StreamEvent, createSseReader } from './sse.ts'

export type FollowOptions = {
  readonly api: Api
  readonly path: string
  /** The last seen event; the stream continues after it. */
  readonly lastId: () => number | null
  readonly onEvent: (event: StreamEvent) => void
  readonly onState: (state: FollowState) => void
  readonly signal: AbortSignal
}
/** `refused`: the server answered without a stream, so retrying does not help. */
export type FollowState =
  | { readonly kind: 'live' }
  | { readonly kind: 'lost'; readonly tries: number }
  | { readonly kind: 'refused'; readonly status: number }

const PAUSES = [250, 500, 1000, 2000, 3000] // ms; the last one repeats
const SILENCE = 40_000 // ms; the server beats every 15 s

/** Keeps a stream open until the signal aborts. It reconnects by itself and reports that. */
export async function follow(options: FollowOptions): Promise<void> {
  const { signal, onState } = options
  for (let tries = 0; !signal.aborted; tries++) {
    const ended = await readOnce(options, () => {
      tries = 0
      onState({ kind: 'live' })
    })
    if (signal.aborted) return
    if (ended.kind === 'refused') return onState(ended)
    onState({ kind: 'lost', tries: tries + 1 })
    await pause(PAUSES[Math.min(tries, PAUSES.length - 1)] ?? 3000, signal)
  }
}

async function readOnce(
  options: FollowOptions,
  onOpen: () => void,
): Promise<{ kind: 'broken' } | { kind: 'refused'; status: number }> {
  const { api, path, lastId, signal } = options
  const cut = new AbortController()
  const stop = (): void => cut.abort()
  signal.addEventListener('abort', stop)
  try {
    const last = lastId()
    const headers = { Accept: 'text/event-stream', ...(last !== null && { 'Last-Event-ID': String(last) }) }
    const response = await api.open(path, { headers, signal: cut.signal })
    if (!response.ok || response.body === null)
      return isFinal(response.status) ? { kind: 'refused', status: response.status } : { kind: 'broken' }
    onOpen()
    await pump(response.body, options, cut)
  } catch {
    return { kind: 'broken' }
  } finally {
    signal.removeEventListener('abort', stop)
  }
  return { kind: 'broken' }
}

const isFinal = (status: number): boolean => status >= 400 && status < 500 && status !== 408 && status !== 429

async function pump(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { onEvent }: FollowOptions,
  cut: AbortController,
): Promise<void> {
  const take = createSseReader(onEvent)
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const silence = setTimeout(() => cut.abort(), SILENCE)
    const { done, value } = await reader.read().finally(() => clearTimeout(silence))
    if (done) return
    take(value)
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>(resolve => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => resolve(clearTimeout(timer)), { once: true })
  })
}
