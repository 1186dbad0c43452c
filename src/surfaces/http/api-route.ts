import type { ServerResponse } from 'node:http'
import type { JsonObject, Result } from '../../core/index.ts'
import type { Caller } from './access/caller.ts'
import type { StreamClient } from './events/stream-client.ts'
import type { ServerParts } from './server-parts.ts'
import type { AccessScope } from './shapes.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What a route is given. Access, query and body are already checked. */
export type Call = {
  /** A variable part of the path; empty if the path has none of this name. */
  readonly param: (name: string) => string
  readonly query: JsonObject
  readonly body: JsonObject
  readonly caller: Caller
  readonly idempotencyKey: string | undefined
  readonly traceparent: string | undefined
  readonly lastEventId: string | undefined
  readonly accept: string
  readonly ifMatch: string | undefined
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
  /** Takes over the response as an event stream; fails when too many streams are open. */
  readonly openStream: () => Result<StreamClient>
  readonly response: ServerResponse
}

type SuccessStatus = 200 | 201 | 202

export type RouteReply =
  | { readonly kind: 'json'; readonly status?: SuccessStatus; readonly value: unknown }
  | { readonly kind: 'text'; readonly type: string; readonly text: string }
  | { readonly kind: 'lines'; readonly lines: Iterable<string> | AsyncIterable<string> }
  | { readonly kind: 'nothing' }
  /** The route has taken over the response. */
  | { readonly kind: 'stream' }

export type RouteResult = Result<RouteReply>

type RouteDetails = {
  /** Left out: `use`. null: without a token. */
  readonly scope?: AccessScope | null
  readonly query?: JsonObject
  readonly body?: JsonObject
  /** JSON Schema of the reply's body; `shapes.ts` has the types. */
  readonly reply?: JsonObject
  readonly status?: SuccessStatus | 204
  readonly type?: string
  readonly run: (call: Call, parts: ServerParts) => Promise<RouteResult> | RouteResult
}

/** One row of the table from which routing, request checks and the OpenAPI document are made. */
export type ApiRoute = RouteDetails & {
  readonly method: Method
  /** With `{name}` for its variable parts. */
  readonly path: string
  readonly scope: AccessScope | null
  readonly summary: string
}

type AddRoute = (path: string, summary: string, details: RouteDetails) => ApiRoute

const routeFor =
  (method: Method): AddRoute =>
  (path, summary, details) => ({ scope: 'use', ...details, method, path, summary })

export const get: AddRoute = routeFor('GET')
export const post: AddRoute = routeFor('POST')
export const put: AddRoute = routeFor('PUT')
export const patch: AddRoute = routeFor('PATCH')
export const remove: AddRoute = routeFor('DELETE')

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- callers name the shape that they promise
export const jsonReply = <T>(value: T, status: SuccessStatus = 200): RouteResult => ({
  ok: true,
  value: { kind: 'json', value, status },
})

/** The value as JSON, or the fault. */
export const resultReply = (result: Result<unknown>, status?: SuccessStatus): RouteResult =>
  result.ok ? jsonReply(result.value, status) : result

export const nothing: RouteResult = { ok: true, value: { kind: 'nothing' } }
export const taken: RouteResult = { ok: true, value: { kind: 'stream' } }

/** A member of a query or body that its schema has already checked. */
export function stringIn(given: JsonObject, key: string): string | undefined {
  const value = given[key]
  return typeof value === 'string' ? value : undefined
}

export function numberIn(given: JsonObject, key: string): number | undefined {
  const value = given[key]
  return typeof value === 'number' ? value : undefined
}
