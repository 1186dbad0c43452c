import { expect } from 'vitest'
import { type JsonObject, isJsonList, isJsonObject } from '../../src/core/index.ts'
import { scripted } from '../../src/providers/index.ts'
import { type Ask, type TestServer, type TestServerOptions, followEvents, startTestServer } from '../http-server.ts'
import { type CountingTool, countingTool } from '../open-test-runtime.ts'

const NOTE: JsonObject = {
  type: 'object',
  properties: { text: { type: 'string' } },
  required: ['text'],
  additionalProperties: false,
}

/** A tool that changes something, and so is asked about. */
export const keeper = (more: Partial<Parameters<typeof countingTool>[0]> = {}): CountingTool =>
  countingTool({ name: 'keep', risk: 'write', capability: 'FileWrite', input: NOTE, ...more })

type Calls = {
  readonly calls: readonly { readonly id: string; readonly name: string; readonly arguments: JsonObject }[]
}
export const keep = (text: string): Calls => ({ calls: [{ id: 'c1', name: 'keep', arguments: { text } }] })

export const NATIVE = { can: { nativeTools: true } } as const
export const CHAT: JsonObject = {
  message: 'keep a note',
  session_id: 'sess_q',
  profile: 'native',
  toolPolicy: { allowedTools: ['keep'] },
  wait: false,
}

export type Pending = JsonObject & {
  readonly id: string
  readonly kind: string
  readonly choices: readonly JsonObject[]
}

export async function nextQuestion(api: Ask, kind: 'call' | 'capability'): Promise<Pending> {
  for (let tries = 0; tries < 400; tries++) {
    const { permissions } = (await api('GET', '/api/permissions?state=pending')).json
    const found = isJsonList(permissions)
      ? permissions.filter(isJsonObject).find(each => each['kind'] === kind)
      : undefined
    if (found) return found as unknown as Pending
    await new Promise(resolve => setTimeout(resolve, 10))
  }
  throw new Error(`no ${kind} was asked about`)
}

/** A turn that wants to write, up to the question about the call itself. */
export async function askedAbout(
  options: TestServerOptions & { readonly chat?: JsonObject } = {},
): Promise<TestServer & { readonly question: Pending }> {
  const { chat, ...rest } = options
  const started = await startTestServer({
    models: { main: scripted([keep('a note'), 'Kept.', keep('another'), 'Kept, too.'], NATIVE) },
    ...rest,
  })
  await started.api('POST', '/api/ai/chat', { ...CHAT, ...chat })
  await allowCapability(started.api)
  return { ...started, question: await nextQuestion(started.api, 'call') }
}

export async function allowCapability(api: Ask): Promise<void> {
  const { id } = await nextQuestion(api, 'capability')
  expect((await api('POST', `/api/permissions/${id}/decision`, { decision: 'allow', for: 'session' })).status).toBe(200)
}

export async function turnEnd(started: TestServer, session = 'sess_q'): Promise<JsonObject> {
  const feed = await followEvents(started, `/api/sessions/${session}/events?after=0`)
  const { data } = await feed.until(({ name }) => ['turn.completed', 'turn.failed', 'turn.stopped'].includes(name))
  feed.close()
  return data
}
