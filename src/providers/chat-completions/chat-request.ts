import { type Json, type JsonObject, type ModelMessage, type ModelRequest, type NativeCall } from '../../core/index.ts'
import type { RequestPart } from '../http/trouble.ts'
import { responseFormat } from '../response-schema.ts'
import { wireTool } from '../wire-tool.ts'

export type ChatAsk = {
  readonly name: string
  /** The newer name of `max_tokens`, which only its inventor knows. */
  readonly maxTokensKey: 'max_tokens' | 'max_completion_tokens'
  /** Parts that this server has refused before. */
  readonly without: ReadonlySet<RequestPart>
}

/** The body for /chat/completions. A schema and tools never travel together; the schema goes before. */
export function chatRequest(request: ModelRequest, { name, maxTokensKey, without }: ChatAsk): JsonObject {
  const schema = without.has('schema') ? undefined : request.responseSchema
  const tools = request.responseSchema || request.toolChoice === 'none' ? [] : (request.tools ?? [])
  const { temperature, maxTokens, toolChoice, topP, seed, stop = [] } = request
  return {
    ...(name !== '' && { model: name }),
    stream: true,
    ...(!without.has('stream_options') && { stream_options: { include_usage: true } }),
    messages: request.messages.map(messageOf),
    ...(temperature !== undefined && !without.has('temperature') && { temperature }),
    ...(maxTokens !== undefined && !without.has('max_tokens') && { [maxTokensKey]: maxTokens }),
    ...(topP !== undefined && { top_p: topP }),
    ...(seed !== undefined && { seed }),
    ...(stop.length > 0 && { stop }),
    ...(schema && { response_format: responseFormat(schema) }),
    ...(tools.length > 0 && { tools: tools.map(wireTool) }),
    ...(tools.length > 0 && toolChoice === 'required' && { tool_choice: 'required' }),
  }
}

/** Which parts of a body a refusal may blame; the likeliest first. */
export function partsOf(body: JsonObject): readonly RequestPart[] {
  const parts: readonly (readonly [RequestPart, readonly string[]])[] = [
    ['schema', ['response_format']],
    ['tools', ['tools']],
    ['stream_options', ['stream_options']],
    ['temperature', ['temperature']],
    ['max_tokens', ['max_tokens', 'max_completion_tokens']],
  ]
  return parts.filter(([, keys]) => keys.some(key => Object.hasOwn(body, key))).map(([part]) => part)
}

function messageOf(message: ModelMessage): Json {
  switch (message.role) {
    case 'system':
    case 'user':
      return { role: message.role, content: message.content }
    case 'assistant':
      return message.calls && message.calls.length > 0
        ? { role: 'assistant', content: message.content === '' ? null : message.content, tool_calls: message.calls.map(callOf) }
        : { role: 'assistant', content: message.content }
    case 'tool':
      return { role: 'tool', tool_call_id: message.callId, content: message.content }
  }
}

/** Arguments are a text here, and an id is never left out. */
const callOf = ({ id, name, arguments: given }: NativeCall, index: number): Json => ({
  id: id ?? `call_${index}`,
  type: 'function',
  function: { name, arguments: typeof given === 'string' ? given || '{}' : JSON.stringify(given ?? {}) },
})
