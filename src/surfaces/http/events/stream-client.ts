import type { ServerResponse } from 'node:http'

/** A client of a stream of server-sent events. */
export type StreamClient = {
  /** False if the client was disconnected because it reads too slowly. */
  readonly send: (text: string) => boolean
  readonly end: () => void
  /** Resolves when there is room again, or the client is gone. */
  readonly ready: () => Promise<void>
  /** Aborts when the stream ends, on either side. */
  readonly gone: AbortSignal
}

const BEAT_MS = 15_000
const MAX_WAITING = 1_048_576 // unread bytes

type StreamHead = { readonly headers: Readonly<Record<string, string>>; readonly beatMs?: number }

/** Takes over a response as an event stream. A client that is too slow is disconnected and resumes with its last id. */
export function openStream(response: ServerResponse, { headers, beatMs = BEAT_MS }: StreamHead): StreamClient {
  const gone = new AbortController()
  const beat = setInterval(() => void send(': beat\n\n'), beatMs).unref()
  response.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  response.flushHeaders()
  response.on('close', leave)
  response.on('error', leave)
  return { send, end, ready, gone: gone.signal }

  function leave(): void {
    clearInterval(beat)
    gone.abort()
  }
  function send(text: string): boolean {
    if (gone.signal.aborted || response.writableEnded) return false
    if (response.writableLength > MAX_WAITING) {
      leave()
      response.destroy()
      return false
    }
    response.write(text)
    return true
  }
  async function ready(): Promise<void> {
    if (!response.writableNeedDrain || gone.signal.aborted) return
    await new Promise<void>(resolve => {
      response.once('drain', resolve)
      gone.signal.addEventListener('abort', () => resolve(), { once: true })
    })
  }
  function end(): void {
    leave()
    if (!response.writableEnded) response.end()
  }
}

/** One event as text. JSON has no line breaks, so one data line is enough. */
export const eventText = (name: string, data: unknown, id?: number): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
