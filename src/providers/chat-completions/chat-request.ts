import {
  type Json,
  type JsonObject,
  type ModelMessage,
  type ModelRequest,
  type ModelTool,
  type NativeCall,
} from '../../core/index.ts'
import type { RequestPart } from '../http/attempt-failure.ts'
import { responseFormat } from '../response-schema.ts'
import { writtenTool } from '../wire-tool.ts'

export type ChatOptions = {
  readonly name: string
  /** OpenAI's newer name of `max_tokens`, which other servers do not know. */
  readonly maxTokensKey: 'max_tokens' | 'max_completion_tokens'
  /** Parts that this server has refused before. */
  readonly without: ReadonlySet<RequestPart>
  readonly isStreamed: boolean
}

export type ChatRequest = {
  readonly body: () => string
  /** Which parts of the body a refusal may blame; the likeliest first. */
  readonly parts: () => readonly RequestPart[]
}

/** The body for /chat/completions. A schema and tools are never sent together; the schema wins. */
export function chatRequest(request: ModelRequest, ask: ChatOptions): ChatRequest {
  const tools = request.responseSchema || request.toolChoice === 'none' ? [] : (request.tools ?? [])
  const wishes = wishesOf(request, ask)
  return {
    body: () => (tools.length === 0 ? JSON.stringify(wishes) : withTools(wishes, tools, request.toolChoice)),
    parts: () => partsOf(tools.length === 0 ? Object.keys(wishes) : [...Object.keys(wishes), 'tools']),
  }
}

function withTools(wishes: JsonObject, tools: readonly ModelTool[], choice: ModelRequest['toolChoice']): string {
  const required = choice === 'required' ? ',"tool_choice":"required"' : ''
  return `${JSON.stringify(wishes).slice(0, -1)},"tools":[${tools.map(writtenTool).join(',')}]${required}}`
}

/** All but the tools. */
function wishesOf(request: ModelRequest, { name, maxTokensKey, without, isStreamed }: ChatOptions): JsonObject {
  const schema = without.has('schema') ? undefined : request.responseSchema
  const { temperature, maxTokens, topP, seed, stop = [] } = request
  const body: Record<string, Json> = {}
  if (name !== '') body['model'] = name
  body['stream'] = isStreamed
  if (isStreamed && !without.has('stream_options')) body['stream_options'] = { include_usage: true }
  body['messages'] = request.messages.map(messageOf)
  if (temperature !== undefined && !without.has('temperature')) body['temperature'] = temperature
  if (maxTokens !== undefined && !without.has('max_tokens')) body[maxTokensKey] = maxTokens
  if (topP !== undefined) body['top_p'] = topP
  if (seed !== undefined) body['seed'] = seed
  if (stop.length > 0) body['stop'] = stop
  if (schema) body['response_format'] = responseFormat(schema)
  return body
}

function partsOf(sent: readonly string[]): readonly RequestPart[] {
  const parts: readonly (readonly [RequestPart, readonly string[]])[] = [
    ['schema', ['response_format']],
    ['tools', ['tools']],
    ['stream_options', ['stream_options']],
    ['temperature', ['temperature']],
    ['max_tokens', ['max_tokens', 'max_completion_tokens']],
  ]
  return parts.filter(([, keys]) => keys.some(key => sent.includes(key))).map(([part]) => part)
}

function messageOf(message: ModelMessage): Json {
  switch (message.role) {
    case 'system':
    case 'user':
      return { role: message.role, content: message.content }
    case 'assistant':
      return message.calls && message.calls.length > 0
        ? {
            role: 'assistant',
            content: message.content === '' ? null : message.content,
            tool_calls: message.calls.map(callOf),
          }
        : { role: 'assistant', content: message.content }
    case 'tool':
      return { role: 'tool', tool_call_id: message.callId, content: message.content }
  }
}

/** A call in this protocol: its arguments are a text, and it always has an id. */
const callOf = ({ id, name, arguments: given }: NativeCall, index: number): Json => ({
  id: id ?? `call_${index}`,
  type: 'function',
  function: { name, arguments: typeof given === 'string' ? given || '{}' : JSON.stringify(given ?? {}) },
})
