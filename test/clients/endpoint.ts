import { Hono } from 'hono'
import {
  type Json,
  type JsonObject,
  type Model,
  isJsonList,
  isJsonObject,
  parseJsonText,
  textOf,
} from '../../src/core/index.ts'
import type { Runtime } from '../../src/runtime/index.ts'
import { type ClientKey, type OpenAiOptions, openaiRoutes, ordinaryKey } from '../../src/surfaces/openai/index.ts'
import { type TestOptions, openTestRuntime } from '../open-test-runtime.ts'

type Posted = { readonly status: number; readonly body: JsonObject }

export type TestEndpoint = {
  readonly runtime: Runtime
  readonly app: Hono
  readonly post: (body: JsonObject, headers?: Readonly<Record<string, string>>) => Promise<Posted>
  /** The objects of the stream, without [DONE]; and all of it as it came. */
  readonly stream: (body: JsonObject) => Promise<{ readonly chunks: readonly JsonObject[]; readonly raw: string }>
}

export type EndpointOptions = {
  readonly model: Model
  readonly key?: () => ClientKey
  readonly runtime?: Runtime
  readonly options?: TestOptions
  readonly more?: Partial<OpenAiOptions>
}

/** The endpoint without a network: a real runtime on real files, and a model that says what it is told to. */
export async function openEndpoint({
  model,
  key = () => ordinaryKey('test'),
  options,
  more,
  ...given
}: EndpointOptions): Promise<TestEndpoint> {
  const runtime = given.runtime ?? (await openTestRuntime(options))
  const models = {
    open: async () => ({ ok: true as const, value: model }),
    list: async () => [{ id: model.id, owner: 'test' }],
  }
  const app = new Hono().route('/v1', openaiRoutes({ runtime, models, keyOf: key, ...more }))
  const send = (body: JsonObject, headers: Readonly<Record<string, string>> = {}): Response | Promise<Response> =>
    app.request('/v1/chat/completions', { method: 'POST', headers, body: JSON.stringify({ model: model.id, ...body }) })
  return {
    runtime,
    app,
    async post(body, headers) {
      const response = await send(body, headers)
      const answer: unknown = await response.json()
      if (!isJsonObject(answer)) throw new Error('no JSON object')
      return { status: response.status, body: answer }
    },
    async stream(body) {
      const raw = await (await send({ ...body, stream: true })).text()
      return { raw, chunks: chunksIn(raw) }
    },
  }
}

const chunksIn = (raw: string): readonly JsonObject[] =>
  raw.split('\n').flatMap(line => {
    const value = line.startsWith('data: {') ? parseJsonText(line.slice('data: '.length)) : undefined
    return isJsonObject(value) ? [value] : []
  })

export const at = (value: Json | undefined, ...path: readonly (string | number)[]): Json | undefined =>
  path.reduce<Json | undefined>((found, key) => {
    if (typeof key === 'number') return isJsonList(found) ? found[key] : undefined
    return isJsonObject(found) ? found[key] : undefined
  }, value)

export const message = (body: JsonObject): JsonObject => objectAt(body, 'choices', 0, 'message')
export const finish = (body: JsonObject): Json | undefined => at(body, 'choices', 0, 'finish_reason')
export const meta = (body: JsonObject): JsonObject => objectAt(body, '_countersign')
export const errorIn = (body: JsonObject): JsonObject => objectAt(body, 'error')

export function objectAt(value: JsonObject, ...path: readonly (string | number)[]): JsonObject {
  const found = at(value, ...path)
  return isJsonObject(found) ? found : {}
}

export type WireCall = { readonly id: string; readonly name: string; readonly args: Json | undefined }

export function callsIn(body: JsonObject): readonly WireCall[] {
  const calls = message(body)['tool_calls']
  return (isJsonList(calls) ? calls : []).map(call => ({
    id: textOf(at(call, 'id')),
    name: textOf(at(call, 'function', 'name')),
    args: parseJsonText(textOf(at(call, 'function', 'arguments'))),
  }))
}

export const USER: JsonObject = { role: 'user', content: 'What is the weather in Bern?' }
export const WEATHER: JsonObject = {
  type: 'function',
  function: {
    name: 'get_weather',
    description: 'The weather in a city.',
    parameters: {
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
      additionalProperties: false,
    },
  },
}
export const BERN: JsonObject = { city: 'Bern' }
