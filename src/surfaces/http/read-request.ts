import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { createOutputCheck } from '../../catalog/index.ts'
import {
  type Fault,
  type Json,
  type JsonObject,
  type Result,
  fail,
  fault,
  isJsonObject,
  succeed,
} from '../../core/index.ts'
import { parseStrictJson } from '../../protocol/index.ts'
import type { ApiRoute } from './api-route.ts'

export type BodyLimits = { readonly maxBytes: number; readonly milliseconds: number }

/** Reads the whole body. Fails if it is too large or too slow. */
export function readBody(request: IncomingMessage, { maxBytes, milliseconds }: BodyLimits): Promise<Result<Buffer>> {
  const declared = Number(request.headers['content-length'] ?? 0)
  if (declared > maxBytes) return Promise.resolve(tooLarge(maxBytes))
  return new Promise(resolve => {
    const parts: Buffer[] = []
    let size = 0
    const late = setTimeout(
      () => end(fail('request_timeout', `The body did not arrive within ${milliseconds / 1_000} seconds.`)),
      milliseconds,
    )
    const end = (result: Result<Buffer>): void => {
      clearTimeout(late)
      request.removeAllListeners('data')
      resolve(result)
    }
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes) end(tooLarge(maxBytes))
      else parts.push(chunk)
    })
    request.on('end', () => end(succeed(Buffer.concat(parts))))
    request.on('error', () => end(fail('request_timeout', 'The connection closed before the body was complete.')))
    request.on('close', () => end(fail('request_timeout', 'The connection closed before the body was complete.')))
  })
}

const tooLarge = (maxBytes: number): Result<never> =>
  fail('request_too_large', `A request may have at most ${maxBytes} bytes.`)

const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i

/** Parses one JSON object in UTF-8; no body means the empty object. */
export function parseBody(bytes: Buffer, type: string | undefined): Result<JsonObject> {
  if (bytes.length === 0) return succeed({})
  if (!JSON_TYPE.test(type ?? '')) return invalid('The body must be application/json.', 'Content-Type')
  if (!isUtf8(bytes)) return invalid('The body is not valid UTF-8.')
  const read = parseStrictJson(bytes.toString())
  if (!read.ok) return invalid(`The body cannot be read. ${read.error.message}`)
  return isJsonObject(read.value) ? succeed(read.value) : invalid('The body must be one JSON object.')
}

const invalid = (message: string, param?: string): Result<never> =>
  fail('request_invalid', message, param === undefined ? undefined : { param })

/** Converts numbers and booleans where the schema asks for them; the schema check follows. */
export function parseQuery(search: URLSearchParams, schema: JsonObject | undefined): Result<JsonObject> {
  const properties = isJsonObject(schema?.['properties']) ? schema['properties'] : {}
  const seen = new Map<string, Json>()
  for (const [name, value] of search) {
    if (seen.has(name)) return invalid(`"${name.slice(0, 60)}" is given twice in the address.`, name.slice(0, 60))
    seen.set(name, Object.hasOwn(properties, name) ? typed(value, properties[name]) : value)
  }
  return succeed(Object.fromEntries(seen))
}

function typed(value: string, schema: Json | undefined): Json {
  const type = isJsonObject(schema) ? schema['type'] : undefined
  if (type === 'integer' && /^-?\d{1,15}$/.test(value)) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

export type RequestCheck = {
  readonly query: (value: JsonObject) => Result<JsonObject>
  readonly body: (value: JsonObject) => Result<JsonObject>
}

const NOTHING: JsonObject = { type: 'object', properties: {}, additionalProperties: false }

/** The checks of a route's query and body, compiled on first use. */
export function createRequestCheck({ query, body }: ApiRoute): RequestCheck {
  return { query: checkBy(query ?? NOTHING), body: checkBy(body ?? NOTHING) }
}

function checkBy(schema: JsonObject): (value: JsonObject) => Result<JsonObject> {
  let check: ReturnType<typeof createOutputCheck> | undefined
  return value => {
    check ??= createOutputCheck(schema)
    const checked = check(value)
    return checked.ok ? checked : { ok: false, error: asRequest(checked.error) }
  }
}

const asRequest = ({ message, detail }: Fault): Fault => fault('request_invalid', message, detail)
