import type { JsonObject } from '../../../core/index.ts'

/** Writes server-sent events. */
type EventSink = {
  readonly data: (value: JsonObject) => void
  /** A comment, which readers ignore; it keeps the connection open. */
  readonly comment: (text: string) => void
  readonly done: () => void
}

export const STREAM_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
}

type EventStream = { readonly body: ReadableStream<Uint8Array>; readonly sink: EventSink }

/** A stream of server-sent events. `onGone` is called if the reader disconnects early. */
export function createEventStream(onGone: () => void): EventStream {
  const encoder = new TextEncoder()
  let control: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      control = given
    },
    cancel() {
      control = undefined
      onGone()
    },
  })
  const write = (text: string): void => control?.enqueue(encoder.encode(text))
  return {
    body,
    sink: {
      data: value => write(`data: ${JSON.stringify(value)}\n\n`),
      comment: text => write(`: ${text.replace(/[\r\n]+/g, ' ')}\n\n`),
      done() {
        write('data: [DONE]\n\n')
        control?.close()
        control = undefined
      },
    },
  }
}
