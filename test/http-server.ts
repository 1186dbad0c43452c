import { onTestFinished } from 'vitest'
import { type JsonObject, type Model, fail, isJsonObject, parseJsonText, succeed, textOf } from '../src/core/index.ts'
import type { CheckCase } from '../src/flows/index.ts'
import { openDemo } from '../src/providers/demo/index.ts'
import { type Runtime, ownFolder } from '../src/runtime/index.ts'
import {
  type ApiKey,
  type HttpServer,
  type HttpServerOptions,
  openKeys,
  startHttpServer,
} from '../src/surfaces/http/index.ts'
import { type TestOptions, openTestRuntime, testWorkspace } from './open-test-runtime.ts'

export type TestServerOptions = Omit<TestOptions, 'models'> & {
  /** Models by their spec; `demo` is there always. The first one answers. */
  readonly models?: Readonly<Record<string, Model>>
  readonly server?: Partial<HttpServerOptions>
  /** An open one, instead of one of its own. */
  readonly runtime?: Runtime
}

export type ApiReply = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: JsonObject
}
export type Ask = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<ApiReply>

export type TestServer = {
  readonly server: HttpServer
  readonly runtime: Runtime
  readonly root: string
  readonly state: string
  readonly token: string
  /** With the token of a console. */
  readonly api: Ask
  /** With another token, or none. */
  readonly as: (token: string | undefined) => Ask
  readonly newKey: (key?: Partial<Pick<ApiKey, 'name' | 'scopes' | 'allow' | 'approval'>>) => string
}

/** A real server on a port of its own, on real files; stopped when the test has ended. */
export async function startTestServer({
  models = {},
  server: given = {},
  runtime: opened,
  ...options
}: TestServerOptions = {}): Promise<TestServer> {
  const place =
    options.root !== undefined && options.state !== undefined
      ? { root: options.root, state: options.state }
      : testWorkspace()
  const runtime = opened ?? (await openTestRuntime({ ...options, ...place }))
  const own = ownFolder(place.state, place.root)
  const [first] = Object.keys(models)
  const server = await startHttpServer({
    runtime,
    own,
    version: '0.0.0-test',
    models: {
      open: async spec =>
        models[spec]
          ? succeed(models[spec])
          : spec === 'demo'
            ? succeed(openDemo())
            : fail('model_unknown', `There is no model ${spec}.`),
      find: async () => [],
      places: async () => [],
      flag: first ?? 'demo',
      setting: () => '',
      settings: () => '',
    },
    checks: { cases: async (): Promise<readonly CheckCase[]> => [], toJson: report => report },
    doctor: async function* () {
      yield [{ group: 'environment', name: 'node', ok: true, says: 'fine', fix: null }]
    },
    settings: {
      view: async () => fail('config_invalid', 'none here'),
      save: async key => succeed({ key, value: null, saved_in: '', needs_restart: true }),
    },
    port: 0,
    onBug: thrown => {
      throw thrown
    },
    ...given,
  })
  onTestFinished(() => server.close())
  const stranger = askAs(server.origin, undefined)
  const login = await stranger('POST', '/api/login', { code: server.address().split('#code=')[1] })
  const token = textOf(login.json['token'])
  const keys = openKeys(own)
  let count = 0
  return {
    server,
    runtime,
    ...place,
    token,
    api: askAs(server.origin, token),
    as: other => askAs(server.origin, other),
    newKey(key = {}) {
      const made = keys.add(
        { name: `key-${(count += 1)}`, scopes: ['use'], allow: [], approval: 'deny', ...key },
        Date.now(),
      )
      if (!made.ok) throw new Error(made.error.message)
      return made.value
    },
  }
}

export const askAs =
  (origin: string, token: string | undefined): Ask =>
  async (method, path, body, headers = {}) => {
    const isText = typeof body === 'string'
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const json = parseJsonText(text)
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: json !== undefined && isJsonObject(json) ? json : {},
    }
  }

/** The code of the error that a reply is. */
export const codeOf = ({ json }: ApiReply): string => (isJsonObject(json['error']) ? textOf(json['error']['code']) : '')

export type SentEvent = { readonly id: number | undefined; readonly name: string; readonly data: JsonObject }

export type EventFeed = {
  readonly events: SentEvent[]
  /** Resolves with the first event, seen already or to come, that fits. */
  readonly until: (fits: (event: SentEvent) => boolean) => Promise<SentEvent>
  readonly ended: Promise<void>
  readonly close: () => void
}

/** Reads a stream of server-sent events in the background. */
export async function followEvents(
  { server, token }: Pick<TestServer, 'server' | 'token'>,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<EventFeed> {
  const stop = new AbortController()
  const response = await fetch(`${server.origin}${path}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal: stop.signal,
  })
  if (response.status !== 200 || !response.body) throw new Error(`${response.status} ${await response.text()}`)
  const events: SentEvent[] = []
  const waiters = new Set<() => void>()
  const { body } = response
  const ended = (async () => {
    try {
      let rest = ''
      for await (const chunk of body) {
        const blocks = `${rest}${Buffer.from(chunk).toString()}`.split('\n\n')
        rest = blocks.pop() ?? ''
        for (const block of blocks) {
          const event = parseEvent(block)
          if (event) events.push(event)
        }
        for (const wake of waiters) wake()
      }
    } catch {
      return // closed by the test, or by the server
    } finally {
      for (const wake of waiters) wake()
    }
  })()
  onTestFinished(() => stop.abort())
  return {
    events,
    ended,
    close: () => stop.abort(),
    async until(fits) {
      for (;;) {
        const found = events.find(fits)
        if (found) return found
        await new Promise<void>(resolve => {
          const wake = (): void => {
            waiters.delete(wake)
            resolve()
          }
          waiters.add(wake)
        })
      }
    },
  }
}

function parseEvent(block: string): SentEvent | undefined {
  const lines = block.split('\n')
  const field = (name: string): string | undefined =>
    lines.find(line => line.startsWith(`${name}: `))?.slice(name.length + 2)
  const data = parseJsonText(field('data') ?? '')
  if (data === undefined || !isJsonObject(data)) return undefined
  const id = field('id')
  return { id: id === undefined ? undefined : Number(id), name: field('event') ?? '', data }
}
