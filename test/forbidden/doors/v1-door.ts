import {
  type FaultCode,
  type Json,
  type JsonObject,
  isFaultCode,
  isJsonObject,
  textOf,
} from '../../../src/core/index.ts'
import { type ScriptedModel, scripted } from '../../../src/providers/index.ts'
import type { OwnTool } from '../../../src/runtime/index.ts'
import type { ClientKey } from '../../../src/surfaces/openai/index.ts'
import { type TestEndpoint, at, callsIn, errorIn, meta, message, openEndpoint } from '../../clients/endpoint.ts'
import type { Answer, Door, DoorOptions, Order } from '../door.ts'
import { openBehind, orThrow, refused } from './open-behind.ts'

/** `/v1/chat/completions`: a client brings the tools, a model wants one of them, and the client runs what it is handed. */
export const v1Door: Door = {
  name: '/v1/chat/completions',
  can: new Set([
    'own tools',
    'clock',
    'one process',
    'a model calls',
    'principal',
    'offer',
    'reading',
    'a person',
    'disk',
    'trust',
  ]),
  async open(options) {
    // The tools are the client's, so there are none of them behind the door.
    const opened = await openBehind({ ...options, tools: [] })
    return {
      runtime: () => orThrow(opened),
      async call(order) {
        if (!opened.ok) return refused(opened.error)
        const endpoint = await openEndpoint({
          runtime: opened.value,
          model: modelFor(order),
          key: () => keyOf(order, options),
          ...(options.ask && { more: { ask: options.ask } }),
        })
        return callThrough(endpoint, order, runnable(options))
      },
    }
  },
}

const runnable = ({ tools = [] }: DoorOptions): readonly OwnTool[] =>
  tools.filter(({ execute }) => execute !== undefined)

function keyOf(
  { principal = 'user:local', credential = 'client', session, offered }: Order,
  options: DoorOptions,
): ClientKey {
  return {
    principal,
    credential,
    allow: [],
    approval: options.ask ? 'hold' : 'return',
    tools: runnable(options).map(({ name, risk, capability, facts }) => ({
      tools: name,
      risk,
      capability,
      egress: facts?.egress === true,
      offered: offered === undefined || offered.includes(name),
    })),
    ...(session !== undefined && { session }),
  }
}

/** In its own field. A call that had to be mended is mended there, and the model does not say the same again. */
function modelFor({ tool, args, fixups = [] }: Order): ScriptedModel {
  const written = (more: JsonObject): string => JSON.stringify({ ...args, ...more }).replace(/\}$/, ',}')
  const first = fixups.length === 0 ? args : written({ text: 'one thing' })
  const second =
    fixups.length === 0 ? 'That is all.' : { calls: [{ name: tool, arguments: written({ text: 'another' }) }] }
  return scripted(
    [{ calls: [{ name: tool, arguments: first }] }, second, 'That is all.', 'That is all.', 'That is all.'],
    {
      can: { nativeTools: true },
    },
  )
}

async function callThrough({ post }: TestEndpoint, order: Order, tools: readonly OwnTool[]): Promise<Answer> {
  const user = { role: 'user', content: 'Please keep a note.' }
  const offered = tools.map(({ name, description = '', input }) => ({
    type: 'function',
    function: { name, description, parameters: isJsonObject(input) ? input : {} },
  }))
  const request = { tools: offered, tool_choice: 'auto' }
  const first = await post({ ...request, messages: [user] })
  const [call] = callsIn(first.body)
  if (!call) return answerIn(first.body)
  const execute = tools.find(({ name }) => name === call.name)?.execute
  const args = isJsonObject(call.args) ? call.args : {}
  const context = { signal: new AbortController().signal, session: order.session ?? '', callId: call.id }
  const value: unknown = await execute?.(args, context)
  const content = typeof value === 'string' ? value : JSON.stringify(value ?? '')
  const second = await post({
    ...request,
    messages: [user, message(first.body), { role: 'tool', tool_call_id: call.id, content }],
  })
  const receiptId = textOf(at(meta(second.body), 'outcomes', 0, 'receipt')) || null
  return { ok: true, code: null, text: content, data: null, receiptId, approval: null }
}

/** What stopped it: a gate, the reading, or the request as a whole. */
function answerIn(body: JsonObject): Answer {
  const error = errorIn(body)
  const told = isJsonObject(error['_countersign']) ? error['_countersign'] : meta(body)
  const refusedCall = at(told, 'refused', 0)
  const why: Json | undefined = refusedCall ?? at(told, 'rejected', 0) ?? error
  const text = textOf(at(why, 'message')) || textOf(message(body)['content'])
  return {
    ok: false,
    code: codeIn(at(why, 'code')),
    text,
    data: null,
    receiptId: textOf(at(refusedCall, 'receipt')) || null,
    approval: textOf(at(refusedCall, 'approval')) || null,
  }
}

const codeIn = (code: Json | undefined): FaultCode | null =>
  typeof code === 'string' && isFaultCode(code) ? code : null
