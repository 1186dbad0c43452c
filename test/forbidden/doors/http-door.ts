import {
  type Json,
  type JsonObject,
  type TurnEvent,
  isFaultCode,
  isJsonList,
  isJsonObject,
  textOf,
} from '../../../src/core/index.ts'
import type { Runtime } from '../../../src/runtime/index.ts'
import { type TestServer, startTestServer } from '../../http-server.ts'
import type { Answer, Door, Order } from '../door.ts'
import { intentOf, messageOf } from '../order-words.ts'
import { approvalIn, openBehind, orThrow, refused } from './open-behind.ts'
import { answerFrom, modelFor } from './turn-door.ts'

/** The server in front of an open workspace. */
const serve = (
  runtime: Runtime,
  { root, state }: { readonly root: string; readonly state: string },
): Promise<TestServer> => startTestServer({ root, state, runtime })

/** A person's own call over HTTP, which is not held: what must be asked stays in the queue. */
export const httpCallDoor: Door = {
  name: 'HTTP, a call',
  can: new Set([
    'assessments',
    'built-in tools',
    'plans',
    'own tools',
    'clock',
    'one process',
    'reading',
    'disk',
    'trust',
  ]),
  async open(options) {
    const opened = await openBehind(options)
    const started = opened.ok ? await serve(opened.value, options) : undefined
    return {
      runtime: () => orThrow(opened),
      async call({ tool, args, session }) {
        if (!opened.ok || !started) return refused(opened.ok ? { code: 'system_error', message: '' } : opened.error)
        const body = { args, approval: 'return', ...(session !== undefined && { session_id: session }) }
        const { json } = await started.api('POST', `/api/tools/${encodeURIComponent(tool)}/call`, body)
        return answerOfCall(json)
      },
    }
  },
}

function answerOfCall(reply: JsonObject): Answer {
  const fault = reply['fault'] ?? reply['error']
  const code = isJsonObject(fault) ? textOf(fault['code']) : ''
  const { receipt, data = null } = reply
  return {
    ok: reply['ok'] === true,
    code: isFaultCode(code) ? code : null,
    text: textOf(reply['text'] ?? (isJsonObject(fault) ? fault['message'] : '')),
    data,
    receiptId: isJsonObject(receipt) ? textOf(receipt['receipt_id']) : null,
    approval: isJsonObject(fault) ? approvalIn(fault['detail']) : null,
  }
}

/** A message over HTTP, to a model that wants the call and nothing else. */
export const httpChatDoor: Door = {
  name: 'HTTP, a message',
  can: new Set([
    'assessments',
    'built-in tools',
    'plans',
    'own tools',
    'clock',
    'one process',
    'a model calls',
    'offer',
    'reading',
    'disk',
    'trust',
  ]),
  async open(options) {
    const opened = await openBehind(options)
    return {
      runtime: () => orThrow(opened),
      async call(order) {
        if (!opened.ok) return refused(opened.error)
        const started = await startTestServer({
          root: options.root,
          state: options.state,
          runtime: opened.value,
          models: { main: modelFor(order) },
        })
        return answerOfTurn(order, started)
      },
    }
  },
}

/** Opening a conversation in the console lets it read; here that was taken back. */
async function closeFolder(session: string, { api }: TestServer): Promise<void> {
  await api('POST', '/api/sessions', { session_id: session })
  const { grants } = (await api('GET', '/api/grants')).json
  for (const { id, source, session_id } of objectsIn(grants))
    if (source === 'opened' && session_id === session) await api('DELETE', `/api/grants/${textOf(id)}`)
}

async function answerOfTurn(order: Order, started: TestServer): Promise<Answer> {
  const { session, offered } = order
  const { api } = started
  if (session !== undefined) await closeFolder(session, started)
  const { json } = await api('POST', '/api/ai/chat', {
    message: messageOf(order),
    intent: intentOf(order),
    approval: 'return',
    ...(session !== undefined && { session_id: session }),
    ...(offered && { toolPolicy: { allowedTools: offered } }),
  })
  const view = (await api('GET', `/api/sessions/${textOf(json['session'])}`)).json
  const turn = objectsIn(view['turns']).find(({ id }) => id === json['turn'])
  const stopped = json['stopped'] ?? json['error'] ?? null
  return answerFrom(objectsIn(turn?.['events']) as unknown as readonly TurnEvent[], {
    code: isJsonObject(stopped) ? textOf(stopped['code']) : '',
    text: textOf(json['text']),
  })
}

const objectsIn = (value: Json | undefined): readonly JsonObject[] =>
  isJsonList(value) ? value.filter(isJsonObject) : []
