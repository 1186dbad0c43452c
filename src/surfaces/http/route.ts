import type { ServerResponse } from 'node:http'
import type { Json, JsonObject, Result } from '../../core/index.ts'
import type { Caller } from './access/caller.ts'
import type { StreamClient } from './events/stream-client.ts'
import type { ServerParts } from './server-parts.ts'
import type { AccessScope } from './shapes.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What an endpoint is given: everything is checked. */
export type Call = {
  readonly params: Readonly<Record<string, string>>
  readonly query: JsonObject
  readonly body: JsonObject
  readonly caller: Caller
  readonly idempotencyKey: string | undefined
  readonly traceparent: string | undefined
  readonly lastEventId: string | undefined
  readonly accept: string
  /** What whoever asks believes to be there. */
  readonly ifMatch: string | undefined
  /** Aborts when whoever asked has gone. */
  readonly signal: AbortSignal
  /** Takes the response over for a stream; undefined where there are too many already. */
  readonly openStream: () => Result<StreamClient>
  readonly response: ServerResponse
}

export type Reply =
  | { readonly kind: 'json'; readonly status?: 200 | 201 | 202; readonly value: unknown }
  | { readonly kind: 'text'; readonly type: string; readonly text: string }
  | { readonly kind: 'lines'; readonly lines: Iterable<string> | AsyncIterable<string> }
  | { readonly kind: 'nothing' }
  /** The response was taken over. */
  | { readonly kind: 'stream' }

export type ReplyShape = {
  readonly status?: 200 | 201 | 202 | 204
  readonly type?: string
  /** A JSON Schema of the body; the shapes in full are those of `shapes.ts`. */
  readonly schema?: JsonObject
}

/** One row of the table from which routing, checks and the OpenAPI document are made. */
export type Route = {
  readonly method: Method
  /** With `{name}` for its variable parts. */
  readonly path: string
  /** null: without a token. */
  readonly scope: AccessScope | null
  readonly summary: string
  readonly query?: JsonObject
  readonly body?: JsonObject
  readonly reply: ReplyShape
  readonly run: (call: Call, parts: ServerParts) => Promise<Result<Reply>> | Result<Reply>
}

export const json = (value: unknown, status: 200 | 201 | 202 = 200): Result<Reply> => ({
  ok: true,
  value: { kind: 'json', value, status },
})
export const nothing: Result<Reply> = { ok: true, value: { kind: 'nothing' } }
export const taken: Result<Reply> = { ok: true, value: { kind: 'stream' } }

/** A value of a query or body that the schema has checked already. */
export const textIn = (given: JsonObject, key: string): string | undefined => {
  const value: Json | undefined = given[key]
  return typeof value === 'string' ? value : undefined
}
export const numberIn = (given: JsonObject, key: string): number | undefined => {
  const value: Json | undefined = given[key]
  return typeof value === 'number' ? value : undefined
}
