import {
  type Json,
  type JsonObject,
  type ModelMessage,
  type NativeCall,
  type Result,
  isJsonList,
  isJsonObject,
  succeed,
} from '../../../core/index.ts'
import { refuseRequest } from './refuse-request.ts'

const MAX_MESSAGES = 10_000

/** Reads the conversation. A tool result must name its call. */
export function readMessages(given: Json | undefined): Result<readonly ModelMessage[]> {
  if (!isJsonList(given) || given.length === 0)
    return refuseRequest('messages', '"messages" must be a list with at least one message.')
  if (given.length > MAX_MESSAGES)
    return refuseRequest('messages', `A conversation may have at most ${MAX_MESSAGES} messages.`)
  const names = new Map<string, string>()
  const messages: ModelMessage[] = []
  for (const [index, message] of given.entries()) {
    const read = readMessage(message, `messages[${index}]`, names)
    if (!read.ok) return read
    messages.push(read.value)
    if (read.value.role === 'assistant')
      for (const { id, name } of read.value.calls ?? []) if (id !== undefined) names.set(id, name)
  }
  return succeed(messages)
}

function readMessage(message: Json, at: string, names: ReadonlyMap<string, string>): Result<ModelMessage> {
  if (!isJsonObject(message)) return refuseRequest(at, `"${at}" must be an object.`)
  switch (message['role']) {
    case 'system':
    case 'developer':
      return withContent(message, at, content => ({ role: 'system', content }))
    case 'user':
      return withContent(message, at, content => ({ role: 'user', content }))
    case 'assistant':
      return readAssistant(message, at)
    case 'tool':
      return readResult(message, at, names)
    default:
      return refuseRequest(`${at}.role`, `"${at}.role" must be system, developer, user, assistant or tool.`)
  }
}

function withContent(message: JsonObject, at: string, make: (content: string) => ModelMessage): Result<ModelMessage> {
  const content = readContent(message['content'], `${at}.content`)
  return content.ok ? succeed(make(content.value)) : content
}

function readAssistant(message: JsonObject, at: string): Result<ModelMessage> {
  const { content, refusal, tool_calls: given } = message
  const text =
    content === undefined || content === null
      ? succeed(typeof refusal === 'string' ? refusal : '')
      : readContent(content, `${at}.content`)
  if (!text.ok) return text
  if (message['function_call'] !== undefined && message['function_call'] !== null)
    return refuseRequest(`${at}.function_call`, 'function_call is deprecated. Send tool_calls.')
  const calls = readCalls(given, `${at}.tool_calls`)
  if (!calls.ok) return calls
  return succeed({ role: 'assistant', content: text.value, ...(calls.value.length > 0 && { calls: calls.value }) })
}

function readCalls(given: Json | undefined, at: string): Result<readonly NativeCall[]> {
  if (given === undefined || given === null) return succeed([])
  if (!isJsonList(given)) return refuseRequest(at, `"${at}" must be a list.`)
  const calls: NativeCall[] = []
  for (const [index, call] of given.entries()) {
    const inner = isJsonObject(call) ? call['function'] : undefined
    const { name, arguments: written } = isJsonObject(inner) ? inner : {}
    if (!isJsonObject(call) || typeof call['id'] !== 'string' || typeof name !== 'string')
      return refuseRequest(`${at}[${index}]`, `"${at}[${index}]" must have an id and a function with a name.`)
    const args = typeof written === 'string' || isJsonObject(written) ? written : null
    calls.push({ id: call['id'], name, arguments: args })
  }
  return succeed(calls)
}

function readResult(message: JsonObject, at: string, names: ReadonlyMap<string, string>): Result<ModelMessage> {
  const id = message['tool_call_id']
  if (typeof id !== 'string' || id === '')
    return refuseRequest(`${at}.tool_call_id`, 'A tool message needs "tool_call_id".')
  return withContent(message, at, content => ({ role: 'tool', callId: id, tool: names.get(id) ?? 'unknown', content }))
}

/** A text, or a list of texts. */
function readContent(content: Json | undefined, at: string): Result<string> {
  if (content === null || content === undefined) return succeed('')
  if (typeof content === 'string') return succeed(content.toWellFormed())
  if (!isJsonList(content)) return refuseRequest(at, `"${at}" must be a string or a list of text parts.`)
  const texts: string[] = []
  for (const [index, part] of content.entries()) {
    const text = textOfPart(part)
    if (text === undefined)
      return refuseRequest(
        `${at}[${index}]`,
        `"${at}[${index}]" is not text. Images, audio and files are not supported.`,
      )
    texts.push(text)
  }
  return succeed(texts.join('\n').toWellFormed())
}

function textOfPart(part: Json): string | undefined {
  if (typeof part === 'string') return part
  if (!isJsonObject(part)) return undefined
  const { type, text, refusal } = part
  if (type === 'refusal') return typeof refusal === 'string' ? refusal : undefined
  return (type === 'text' || type === 'input_text' || type === 'output_text') && typeof text === 'string'
    ? text
    : undefined
}
