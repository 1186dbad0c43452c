import {
  type Json,
  type JsonObject,
  type ModelMessage,
  type ModelRequest,
  type NativeCall,
  isJsonObject,
  parseJsonText,
} from '../../core/index.ts'
import { bareSchema } from '../response-schema.ts'
import { wireTool } from '../wire-tool.ts'

export type OllamaOptions = {
  readonly name: string
  readonly numCtx: number
  /** Sends the schema only where the server is known to keep to it. */
  readonly withSchema: boolean
  readonly isStreamed: boolean
}

/**
 * The body for /api/chat. `num_ctx` is always set: the default may be far smaller than the prompt, which Ollama then
 * cuts without a word.
 * `format` and `tools` never travel together, because a reply bound to a format cannot hold a native call.
 */
export function ollamaRequest(
  request: ModelRequest,
  { name, numCtx, withSchema, isStreamed }: OllamaOptions,
): JsonObject {
  const schema = withSchema ? request.responseSchema : undefined
  const tools = request.responseSchema || request.toolChoice === 'none' ? [] : (request.tools ?? [])
  return {
    model: name,
    stream: isStreamed,
    messages: request.messages.map(messageOf),
    options: {
      num_ctx: numCtx,
      ...(request.temperature !== undefined && { temperature: request.temperature }),
      ...(request.maxTokens !== undefined && { num_predict: request.maxTokens }),
      ...(request.topP !== undefined && { top_p: request.topP }),
      ...(request.seed !== undefined && { seed: request.seed }),
      ...(request.stop && request.stop.length > 0 && { stop: request.stop }),
    },
    // Without this a thinking model reads the prompt twice: once to think freely, once to answer in the format.
    ...(schema && { format: bareSchema(schema), think: false }),
    ...(tools.length > 0 && { tools: tools.map(wireTool) }),
  }
}

function messageOf(message: ModelMessage): Json {
  switch (message.role) {
    case 'system':
    case 'user':
      return { role: message.role, content: message.content }
    case 'assistant':
      return {
        role: 'assistant',
        content: message.content,
        ...(message.calls && message.calls.length > 0 && { tool_calls: message.calls.map(callOf) }),
      }
    case 'tool':
      return { role: 'tool', content: message.content, tool_name: message.tool, tool_call_id: message.callId }
  }
}

/** A call in this protocol: its arguments are an object. A call without one never ran. */
function callOf({ id, name, arguments: given }: NativeCall): Json {
  const value = typeof given === 'string' ? parseJsonText(given) : given
  return { ...(id !== undefined && { id }), function: { name, arguments: isJsonObject(value) ? value : {} } }
}
