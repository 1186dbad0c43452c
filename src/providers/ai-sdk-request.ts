import {
  type JsonObject,
  type ModelMessage,
  type ModelRequest,
  type NativeCall,
  isJsonObject,
  parseJsonText,
  textOf,
} from '../core/index.ts'

/**
 * What `doStream` takes, as far as we use it: versions 2 to 4 of the specification agree on all of it. `provider` says
 * who answers, such as `openai.chat`; its first part is the name under which it takes options of its own.
 */
export function callOptions(request: ModelRequest, provider: string): JsonObject {
  const { messages, tools = [], toolChoice, responseSchema, maxTokens, temperature, topP, seed, stop = [] } = request
  return {
    prompt: writePrompt(messages),
    ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(seed !== undefined && { seed }),
    ...(stop.length > 0 && { stopSequences: stop }),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({
        type: 'function',
        name,
        description,
        inputSchema: parameters,
      })),
      toolChoice: { type: toolChoice ?? 'auto' },
    }),
    ...(responseSchema !== undefined && boundTo(responseSchema, provider)),
  }
}

/** Out of the form of chat completions. A mere hint is not sent as strict: servers that check it refuse the request. */
function boundTo(responseSchema: JsonObject, provider: string): JsonObject {
  const inner = isJsonObject(responseSchema['json_schema']) ? responseSchema['json_schema'] : {}
  const schema = isJsonObject(inner['schema']) ? inner['schema'] : responseSchema
  const responseFormat = { type: 'json', schema, name: textOf(inner['name']) || 'reply' }
  if (inner['strict'] !== false) return { responseFormat }
  return { responseFormat, providerOptions: { [provider.split('.')[0] ?? provider]: { strictJsonSchema: false } } }
}

type PromptPart = JsonObject
type PromptMessage = { readonly role: string; readonly content: string | readonly PromptPart[] }

/** Results of calls that were made together belong into one message. Some servers refuse an empty message. */
function writePrompt(messages: readonly ModelMessage[]): readonly PromptMessage[] {
  const prompt: { readonly role: string; readonly content: string | PromptPart[] }[] = []
  for (const message of messages) {
    if (message.role === 'system') prompt.push({ role: 'system', content: message.content })
    else addParts(prompt, message.role, partsOf(message))
  }
  return prompt
}

function addParts(
  prompt: { readonly role: string; readonly content: string | PromptPart[] }[],
  role: string,
  parts: readonly PromptPart[],
): void {
  const last = prompt.at(-1)
  if (role === 'tool' && last?.role === 'tool' && typeof last.content !== 'string') last.content.push(...parts)
  else if (parts.length > 0) prompt.push({ role, content: [...parts] })
}

function partsOf(message: Exclude<ModelMessage, { role: 'system' }>): readonly PromptPart[] {
  if (message.role === 'tool') return [resultPart(message)]
  const calls = message.role === 'assistant' ? (message.calls ?? []) : []
  return [...(message.content === '' ? [] : [{ type: 'text', text: message.content }]), ...calls.map(callPart)]
}

const resultPart = ({ content, callId, tool }: ModelMessage & { readonly role: 'tool' }): PromptPart => ({
  type: 'tool-result',
  toolCallId: callId,
  toolName: tool,
  output: { type: 'text', value: content },
})

function callPart({ id, name, arguments: input }: NativeCall, index: number): JsonObject {
  const parsed = typeof input === 'string' ? parseJsonText(input) : input
  return {
    type: 'tool-call',
    toolCallId: id ?? `call_${index + 1}`,
    toolName: name,
    input: isJsonObject(parsed) ? parsed : {},
  }
}
