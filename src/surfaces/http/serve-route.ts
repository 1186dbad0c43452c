import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Clock, type Result, fail, fault, sha256, storageFault, succeed } from '../../core/index.ts'
import { readTraceparent } from '../../runtime/index.ts'
import type { Caller } from './access/caller.ts'
import { findCaller } from './access/check-access.ts'
import type { Rate } from './access/rate.ts'
import { type StreamClient, openStream } from './events/stream-client.ts'
import type { Idempotency } from './idempotency.ts'
import {
  type BodyLimits,
  type RequestCheck,
  createRequestCheck,
  parseBody,
  parseQuery,
  readBody,
} from './read-request.ts'
import { SAFE_HEADERS } from './reply/headers.ts'
import { faultResponse, replyResponse, storable, storedResponse } from './reply/write-reply.ts'
import type { Call, RouteResult, ApiRoute } from './api-route.ts'
import type { ServerParts } from './server-parts.ts'

type HttpExchange = {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly params: Readonly<Record<string, string>>
  readonly search: URLSearchParams
}

export type RouteParts = {
  readonly parts: ServerParts
  readonly rate: Rate
  /** The rate limit for requests without a token. */
  readonly strangers: Rate
  readonly idempotency: Idempotency
  readonly limits: () => BodyLimits
  readonly clock: Clock
  /** Reports a bug to the person who runs the server, never to the client. */
  readonly onBug: (thrown: unknown) => void
}

/** Serves one route: checks access and request, runs it, and writes the reply. */
export function serveRoute(route: ApiRoute, around: RouteParts): (exchange: HttpExchange) => Promise<Response> {
  const check = createRequestCheck(route)
  const { parts, clock } = around
  return async exchange => {
    const started = clock.monotonic()
    const response = await answer(route, exchange, { ...around, check }).catch((thrown: unknown) => {
      const stored = storageFault(thrown)
      if (!stored) around.onBug(thrown)
      const broken = fault('system_error', 'Something broke in the server. Its terminal shows the details.')
      return faultResponse(stored ?? broken, parts.origin())
    })
    const { method, path } = route
    parts.httpMetrics.count({ method, path, status: response.status, seconds: (clock.monotonic() - started) / 1_000 })
    return response
  }
}

type RouteContext = RouteParts & { readonly check: RequestCheck }

async function answer(route: ApiRoute, exchange: HttpExchange, around: RouteContext): Promise<Response> {
  const { parts, idempotency } = around
  const read = await readCall(route, exchange, around)
  if (!read.ok) return faultResponse(read.error, parts.origin())
  const { call, print } = read.value
  const key =
    call.idempotencyKey === undefined || route.method === 'GET'
      ? undefined
      : `${call.caller.credential} ${call.idempotencyKey}`
  if (key === undefined) return finish(await route.run(call, parts), parts)
  const before = await idempotency.begin(key, print)
  if (!before.ok) return faultResponse(before.error, parts.origin())
  if (before.value) return storedResponse(before.value, true)
  let done: RouteResult | undefined
  try {
    done = await route.run(call, parts)
  } finally {
    // A failed request may be retried with the same key.
    idempotency.end(key, done?.ok === true ? storable(done.value) : undefined)
  }
  return finish(done, parts)
}

function finish(done: RouteResult, { origin }: ServerParts): Response {
  if (!done.ok) return faultResponse(done.error, origin())
  const { value } = done
  if (value.kind === 'stream' || value.kind === 'lines') return replyResponse(value)
  const stored = storable(value)
  return stored ? storedResponse(stored) : replyResponse({ kind: 'stream' })
}

type ReadCall = { readonly call: Call; readonly print: string }

async function readCall(
  route: ApiRoute,
  { incoming, outgoing, params, search }: HttpExchange,
  around: RouteContext,
): Promise<Result<ReadCall>> {
  const { parts, check, limits } = around
  const caller = admit(route, incoming, around)
  if (!caller.ok) return caller
  const query = parseQuery(search, route.query)
  const checkedQuery = query.ok ? check.query(query.value) : query
  if (!checkedQuery.ok) return checkedQuery
  const bytes = route.method === 'GET' ? succeed(Buffer.alloc(0)) : await readBody(incoming, limits())
  if (!bytes.ok) return bytes
  const body = parseBody(bytes.value, incoming.headers['content-type'])
  const checkedBody = body.ok ? check.body(body.value) : body
  if (!checkedBody.ok) return checkedBody
  const headers = readHeaders(incoming)
  if (!headers.ok) return headers
  const call: Call = {
    param: name => params[name] ?? '',
    query: checkedQuery.value,
    body: checkedBody.value,
    caller: caller.value,
    ...headers.value,
    signal: goneSignal(outgoing),
    openStream: () => streamFor(outgoing, parts),
    response: outgoing,
  }
  return succeed({ call, print: sha256(`${route.method} ${incoming.url ?? ''} ${sha256(bytes.value)}`) })
}

const STRANGER: Caller = {
  who: 'key',
  name: '',
  scopes: [],
  principal: 'nobody',
  credential: 'nobody',
  allow: [],
  approval: 'deny',
}

function admit(
  { scope }: ApiRoute,
  { headers }: IncomingMessage,
  { parts, rate, strangers }: RouteContext,
): Result<Caller> {
  const caller = scope === null ? succeed(STRANGER) : findCaller(headers.authorization, scope, parts)
  const isWithin = caller.ok && scope !== null ? rate.take(caller.value.credential) : strangers.take('all')
  return isWithin ? caller : fail('rate_limited', 'Too many requests. Wait a second.')
}

type Headers = Pick<Call, 'idempotencyKey' | 'traceparent' | 'lastEventId' | 'accept' | 'ifMatch'>

const KEY = /^[\x21-\x7e]{1,200}$/

function readHeaders({ headers }: IncomingMessage): Result<Headers> {
  const one = (name: string): string | undefined => {
    const value = headers[name]
    return Array.isArray(value) ? value[0] : value
  }
  const idempotencyKey = one('idempotency-key')
  if (idempotencyKey !== undefined && !KEY.test(idempotencyKey))
    return fail('request_invalid', 'An Idempotency-Key must have 1 to 200 printable characters.', {
      param: 'Idempotency-Key',
    })
  const trace = one('traceparent')
  // An invalid trace context is ignored, as the standard requires.
  const traceparent = trace !== undefined && readTraceparent(trace) ? trace : undefined
  const ifMatch = one('if-match')?.replace(/^"(.*)"$/, '$1')
  return succeed({
    idempotencyKey,
    traceparent,
    lastEventId: one('last-event-id'),
    accept: headers.accept ?? '',
    ifMatch,
  })
}

function goneSignal(outgoing: ServerResponse): AbortSignal {
  const gone = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort()
  })
  return gone.signal
}

const MAX_STREAMS = 512

function streamFor(outgoing: ServerResponse, { hub, workspace }: ServerParts): Result<StreamClient> {
  if (hub.streams() + workspace.streams() >= MAX_STREAMS)
    return fail('rate_limited', `${MAX_STREAMS} event streams are already open.`)
  return succeed(openStream(outgoing, { headers: SAFE_HEADERS }))
}
