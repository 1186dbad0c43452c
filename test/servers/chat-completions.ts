import type { ServerResponse } from 'node:http'
import type { Json, JsonObject } from '../../src/core/index.ts'
import {
  type Replies,
  type SpokenReply,
  type ServerCall,
  countTokens,
  createScript,
  isRefusing,
  onlyInstance,
  piecesOf,
  saidBy,
} from './server-reply.ts'
import { type Received, sendJson } from './test-server.ts'

/** Ways in which servers that call themselves compatible are not. */
export type ChatQuirk =
  | 'no-index'
  | 'no-id'
  | 'same-index'
  | 'new-id-each-delta'
  | 'same-id'
  | 'arguments-as-objects'
  | 'empty-tool-calls'
  | 'reasoning-key'
  | 'answer-in-reasoning'
  | 'content-parts'
  | 'no-done'
  | 'no-blank-lines'
  | 'crlf'
  | 'comments'
  | 'keeps-open'
  | 'not-streaming'
  | 'pretty-object'
  | 'ignores-schema'
  | 'refuses-schema'
  | 'refuses-stream-options'
  | 'refuses-temperature'
  | 'refuses-tools'
  | 'named-error-event'
  | 'breaks-after-finish'

export type ChatOptions = {
  readonly replies?: Replies
  readonly quirks?: readonly ChatQuirk[]
  readonly chunkLength?: number
}
export type ErrorBody = (
  message: string,
  status: number,
  extra?: { readonly param?: string; readonly code?: string },
) => Json

export type Chat = (received: Received, response: ServerResponse) => void

/** POST /v1/chat/completions with the manners of one product: how it words errors is handed in. */
export function createChat({ replies = [], quirks = [], chunkLength = 7 }: ChatOptions, errorBody: ErrorBody): Chat {
  const script = createScript(replies)
  const has = (quirk: ChatQuirk): boolean => quirks.includes(quirk)
  const refuse = (
    response: ServerResponse,
    message: string,
    extra: { readonly param?: string; readonly code?: string } = {},
  ): void => sendJson(response, 400, errorBody(message, 400, extra))
  return (received, response) => {
    const { body } = received
    const schema = schemaIn(body)
    if (body['response_format'] && has('refuses-schema'))
      return refuse(response, 'Failed to parse grammar', { param: 'response_format' })
    if (body['stream_options'] && has('refuses-stream-options'))
      return refuse(response, 'Unknown field: stream_options')
    if (body['temperature'] !== undefined && has('refuses-temperature'))
      return refuse(response, "Unsupported value: 'temperature' does not support 0 with this model.", {
        param: 'temperature',
        code: 'unsupported_value',
      })
    if (body['tools'] && has('refuses-tools'))
      return refuse(response, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set')
    const only = onlyInstance(schema)
    const reply = only
      ? has('ignores-schema')
        ? 'Of course!'
        : JSON.stringify(only)
      : isPing(body)
        ? PING
        : script(received)
    if (isRefusing(reply)) return sendJson(response, reply.status, reply.body ?? {}, reply.headers)
    const said = has('answer-in-reasoning') && schema ? misplaced(saidBy(reply)) : saidBy(reply)
    if (body['stream'] === false && said.stalls) return // nobody hears of a reply that is not whole
    if (body['stream'] === false || has('not-streaming') || has('pretty-object'))
      return sendObject(response, said, { body, has })
    stream(response, said, { body, has, chunkLength })
  }
}

const PING: SpokenReply = { calls: [{ name: 'ping', arguments: {} }] }
const isPing = ({ tools }: JsonObject): boolean => JSON.stringify(tools ?? '').includes('"name":"ping"')
const misplaced = ({ text = '', ...rest }: SpokenReply): SpokenReply => ({ ...rest, reasoning: text })

function schemaIn(body: JsonObject): Json | undefined {
  const format = body['response_format'] as { json_schema?: { schema?: Json } } | undefined
  return format?.json_schema?.schema
}

type Form = { readonly body: JsonObject; readonly has: (quirk: ChatQuirk) => boolean }

const finishOf = ({ calls = [], finish }: SpokenReply): string => finish ?? (calls.length > 0 ? 'tool_calls' : 'stop')
const usageOf = (said: SpokenReply, body: JsonObject): JsonObject => {
  const [input, output] = [said.inputTokens ?? countTokens(body['messages']), countTokens(said.text ?? '')]
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: 2 },
  }
}

function sendObject(response: ServerResponse, said: SpokenReply, { body, has }: Form): void {
  const message = {
    role: 'assistant',
    content: said.text ?? '',
    ...(said.reasoning !== undefined && { reasoning_content: said.reasoning }),
    tool_calls: (said.calls ?? []).map((call, index) => ({
      id: call.id ?? `call_${index}`,
      type: 'function',
      function: { name: call.name, arguments: JSON.stringify(call.arguments) },
    })),
  }
  const value = {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: finishOf(said) }],
    usage: usageOf(said, body),
  }
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(value, null, has('pretty-object') ? 2 : 0))
}

function stream(response: ServerResponse, said: SpokenReply, form: Form & { readonly chunkLength: number }): void {
  const { body, has } = form
  const newline = has('crlf') ? '\r\n' : '\n'
  const write = (text: string): boolean => response.write(`${text}${newline}${has('no-blank-lines') ? '' : newline}`)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const delta of deltasOf(said, form)) {
    if (has('comments')) write(': still there')
    write(`data: ${JSON.stringify(chunkOf(body, delta, null))}`)
  }
  if (said.stalls) return
  if (said.failsWith !== undefined) {
    const failure = JSON.stringify({ error: said.failsWith })
    write(has('named-error-event') ? `event: error${newline}data: ${failure}` : `data: ${failure}`)
    return void response.end()
  }
  write(`data: ${JSON.stringify(chunkOf(body, {}, finishOf(said)))}`)
  if (has('breaks-after-finish')) return void setTimeout(() => response.destroy(), 20)
  if (body['stream_options'])
    write(`data: ${JSON.stringify({ ...chunkOf(body, {}, null), choices: [], usage: usageOf(said, body) })}`)
  if (!has('no-done')) write('data: [DONE]')
  if (!has('keeps-open')) response.end()
}

const chunkOf = ({ model = 'x' }: JsonObject, delta: JsonObject, finish: string | null): JsonObject => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1_763_172_000,
  model,
  choices: [{ index: 0, delta, finish_reason: finish }],
  usage: null,
})

function deltasOf(
  said: SpokenReply,
  { has, chunkLength }: Form & { readonly chunkLength: number },
): readonly JsonObject[] {
  const empty = has('empty-tool-calls') ? { tool_calls: [] } : {}
  const reasoningKey = has('reasoning-key') ? 'reasoning' : 'reasoning_content'
  const content = (text: string): Json => (has('content-parts') ? [{ type: 'text', text }] : text)
  return [
    { role: 'assistant', content: null, ...empty },
    ...piecesOf(said.reasoning ?? '', chunkLength).map(text => ({ [reasoningKey]: text, ...empty })),
    ...piecesOf(said.text ?? '', chunkLength).map(text => ({ content: content(text), ...empty })),
    ...(said.calls ?? []).flatMap((call, index) => callDeltas(call, index, { has, chunkLength })),
  ]
}

type CallForm = { readonly has: (quirk: ChatQuirk) => boolean; readonly chunkLength: number }

function callDeltas(call: ServerCall, position: number, { has, chunkLength }: CallForm): readonly JsonObject[] {
  const index = has('no-index') ? {} : { index: has('same-index') ? 0 : position }
  const id = has('no-id') ? {} : { id: has('same-id') ? 'call_same' : (call.id ?? `call_${position}`) }
  if (has('arguments-as-objects'))
    return [
      { tool_calls: [{ ...index, ...id, type: 'function', function: { name: call.name, arguments: call.arguments } }] },
    ]
  const pieces = piecesOf(JSON.stringify(call.arguments), chunkLength)
  const first = { ...index, ...id, type: 'function', function: { name: call.name, arguments: '' } }
  return [
    first,
    ...pieces.map((text, turn) => ({
      ...index,
      ...(has('new-id-each-delta') && { id: `call_${position}_${turn}` }),
      function: { arguments: text },
    })),
  ].map(delta => ({ tool_calls: [delta] }))
}
