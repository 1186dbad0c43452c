import type { ServerResponse } from 'node:http'
import { type Json, type JsonObject, textOf } from '../../src/core/index.ts'
import {
  type Replies,
  type SpokenReply,
  createScript,
  isRefusing,
  onlyInstance,
  piecesOf,
  countTokens,
  saidBy,
} from './server-reply.ts'
import { type Received, type TestServer, sendJson, startServer } from './test-server.ts'

type OllamaQuirk =
  /** An old version: /api/show lists no capabilities. */
  | 'no-capabilities'
  /** A cloud model: takes a format and does not keep to it. */
  | 'remote'
  | 'ignores-format'
  | 'refuses-format'
  | 'arguments-as-text'
  | 'sends-ids'
  /** Does not count what it had in its cache. */
  | 'leaves-out-cached'

export type OllamaOptions = {
  readonly replies?: Replies
  readonly quirks?: readonly OllamaQuirk[]
  readonly models?: readonly string[]
  readonly capabilities?: readonly string[]
  readonly contextLength?: number
  readonly chunkLength?: number
}

/** Behaves like Ollama's native API: NDJSON, schema in `format`, a prompt longer than `num_ctx` is cut without a word. */
export function startOllama(options: OllamaOptions = {}): Promise<TestServer> {
  const {
    quirks = [],
    models = ['qwen3:4b'],
    capabilities = ['completion', 'tools', 'thinking'],
    contextLength = 40_960,
  } = options
  const script = createScript(options.replies ?? [])
  return startServer((received, response) => {
    switch (received.path) {
      case '/api/version':
        return sendJson(response, 200, { version: '0.32.15' })
      case '/api/tags':
        return sendJson(response, 200, {
          models: models.map(name => ({ name, model: name, size: 2_600_000_000, details: { family: 'qwen3' } })),
        })
      case '/api/show':
        return models.includes(textOf(received.body['model']))
          ? sendJson(response, 200, describe({ quirks, capabilities, contextLength }))
          : sendJson(response, 404, { error: `model '${textOf(received.body['model'])}' not found` })
      case '/api/chat':
        return chat(received, response, { ...options, quirks, models, capabilities, script })
      default:
        response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found')
    }
  })
}

type Described = {
  readonly quirks: readonly OllamaQuirk[]
  readonly capabilities: readonly string[]
  readonly contextLength: number
}

const describe = ({ quirks, capabilities, contextLength }: Described): JsonObject => ({
  template: '{{ if .Tools }}{{ .Tools }}{{ end }}{{ .Prompt }}',
  model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': contextLength },
  ...(!quirks.includes('no-capabilities') && { capabilities }),
  ...(quirks.includes('remote') && { remote_host: 'https://ollama.com:443', remote_model: 'x' }),
})

type Chatting = OllamaOptions &
  Required<Pick<OllamaOptions, 'quirks' | 'models' | 'capabilities'>> & {
    readonly script: ReturnType<typeof createScript>
  }

function chat(
  received: Received,
  response: ServerResponse,
  { quirks, models, capabilities, script, chunkLength = 7 }: Chatting,
): void {
  const { body } = received
  if (!models.includes(textOf(body['model'])))
    return sendJson(response, 404, { error: `model '${textOf(body['model'])}' not found` })
  if (body['tools'] && !capabilities.includes('tools'))
    return sendJson(response, 400, {
      error: `registry.ollama.ai/library/${textOf(body['model'])} does not support tools`,
    })
  if (body['format'] && quirks.includes('refuses-format'))
    return sendJson(response, 400, { error: 'invalid JSON schema in format' })
  const forced =
    quirks.includes('ignores-format') || quirks.includes('remote') ? undefined : onlyInstance(body['format'])
  const reply = forced
    ? JSON.stringify(forced)
    : body['format'] && onlyInstance(body['format'])
      ? 'Of course!'
      : script(received)
  if (isRefusing(reply)) return sendJson(response, reply.status, reply.body ?? {}, reply.headers)
  if (body['stream'] === false) return sendWhole(response, saidBy(reply), { body, quirks })
  response.writeHead(200, { 'content-type': 'application/x-ndjson' })
  for (const line of linesOf(saidBy(reply), body, { quirks, chunkLength })) response.write(`${JSON.stringify(line)}\n`)
  if (!saidBy(reply).stalls) response.end()
}

/** All that would have come in pieces, as one. */
function sendWhole(
  response: ServerResponse,
  said: SpokenReply,
  { body, quirks }: { readonly body: JsonObject; readonly quirks: readonly OllamaQuirk[] },
): void {
  if (said.stalls) return
  const calls = (said.calls ?? []).map((call, index) => callOf(call, index, quirks))
  const message = { role: 'assistant', content: said.text ?? '', ...(calls.length > 0 && { tool_calls: calls }) }
  sendJson(response, 200, {
    model: body['model'] ?? '',
    created_at: '2026-08-21T10:00:00.000Z',
    message,
    ...lastOf(said, body, quirks),
  })
}

type Form = { readonly quirks: readonly OllamaQuirk[]; readonly chunkLength: number }

function linesOf(said: SpokenReply, body: JsonObject, { quirks, chunkLength }: Form): readonly JsonObject[] {
  const line = (message: JsonObject): JsonObject => ({
    ...base,
    message: { role: 'assistant', content: '', ...message },
    done: false,
  })
  const base = { model: body['model'] ?? '', created_at: '2026-08-21T10:00:00.000Z' }
  const lines = [
    ...piecesOf(said.reasoning ?? '', chunkLength).map(thinking => line({ thinking })),
    ...piecesOf(said.text ?? '', chunkLength).map(content => line({ content })),
  ]
  if (said.failsWith !== undefined) return [...lines, { error: said.failsWith }]
  if (said.stalls) return lines
  // A reply that is bound to a format has no place for calls.
  const calls = body['format'] ? [] : (said.calls ?? []).map((call, index) => callOf(call, index, quirks))
  return [
    ...lines,
    ...(calls.length > 0 ? [line({ tool_calls: calls })] : []),
    { ...base, message: { role: 'assistant', content: '' }, ...lastOf(said, body, quirks) },
  ]
}

function callOf(
  { id, name, arguments: args }: NonNullable<SpokenReply['calls']>[number],
  index: number,
  quirks: readonly OllamaQuirk[],
): Json {
  const given = quirks.includes('arguments-as-text') ? JSON.stringify(args) : args
  return { ...(quirks.includes('sends-ids') && { id: id ?? 'call_same' }), function: { index, name, arguments: given } }
}

const DEFAULT_CONTEXT = 4_096

function lastOf(said: SpokenReply, body: JsonObject, quirks: readonly OllamaQuirk[]): JsonObject {
  const options = body['options'] as { num_ctx?: number } | undefined
  const window = options?.num_ctx ?? DEFAULT_CONTEXT
  const whole = countTokens(body['messages']) + countTokens(body['tools'])
  // The oldest messages go until the rest fits, so what is read is somewhat less than the window.
  const read = whole > window ? Math.floor(window * 0.9) : whole
  return {
    done: true,
    done_reason: said.finish === 'length' ? 'length' : 'stop',
    total_duration: 1_000_000,
    prompt_eval_count: said.inputTokens ?? (quirks.includes('leaves-out-cached') ? 3 : read),
    eval_count: countTokens(said.text ?? ''),
  }
}
