import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Fault } from '../../../core/index.ts'
import type { StoredReply } from '../idempotency.ts'
import type { RouteReply } from '../api-route.ts'
import { errorBody, statusOf } from './fault-reply.ts'
import { SAFE_HEADERS } from './headers.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const headersFor = (type: string): Record<string, string> => ({
  ...SAFE_HEADERS,
  'content-type': type,
  'cache-control': 'no-store',
})

/** These close the connection, because the rest of the request was not read. */
const CLOSING: ReadonlySet<number> = new Set([408, 413])

export function faultResponse(error: Fault, origin: string): Response {
  const status = statusOf(error)
  const more = { ...(status === 429 && { 'retry-after': '1' }), ...(CLOSING.has(status) && { connection: 'close' }) }
  return new Response(JSON.stringify(errorBody(error, origin)), {
    status,
    headers: { ...headersFor(JSON_TYPE), ...more },
  })
}

/** The reply in a form that can be repeated under its idempotency key; undefined for streams. */
export function storable(reply: RouteReply): StoredReply | undefined {
  if (reply.kind === 'json') return { status: reply.status ?? 200, type: JSON_TYPE, text: JSON.stringify(reply.value) }
  if (reply.kind === 'text') return { status: 200, type: reply.type, text: reply.text }
  return reply.kind === 'nothing' ? { status: 204, type: '', text: '' } : undefined
}

export function storedResponse({ status, type, text }: StoredReply, isReplayed = false): Response {
  const headers = { ...headersFor(type), ...(isReplayed && { 'idempotent-replayed': 'true' }) }
  if (status === 204) return new Response(null, { status, headers: { ...SAFE_HEADERS, 'cache-control': 'no-store' } })
  return new Response(text, { status, headers })
}

/** The response of a stream or of lines. A stream has already been sent. */
export function replyResponse(reply: Exclude<RouteReply, { readonly kind: 'json' | 'text' | 'nothing' }>): Response {
  if (reply.kind === 'stream') return RESPONSE_ALREADY_SENT
  return new Response(streamOf(encoded(reply.lines)), { headers: headersFor('application/x-ndjson; charset=utf-8') })
}

/** Streams line by line; a client that disconnects also ends the reading. */
function streamOf(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const next = await pieces.next()
      if (next.done === true) controller.close()
      else controller.enqueue(next.value)
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}

async function* encoded(lines: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const line of lines) yield Buffer.from(`${line}\n`)
}
