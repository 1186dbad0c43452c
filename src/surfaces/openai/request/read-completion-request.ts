import {
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  type ModelMessage,
  type Result,
  succeed,
  textOf,
} from '../../../core/index.ts'
import { parseStrictJson } from '../../../protocol/index.ts'
import type { ClientRequest } from '../../../runtime/index.ts'
import { type ToolChoice, type GivenTool, readToolChoice, readTools } from './read-tools.ts'
import { readMessages } from './read-messages.ts'
import { readSampling } from './read-sampling.ts'
import { refuseRequest } from './refuse-request.ts'

/** A checked request. */
export type CompletionRequest = ToolChoice & {
  readonly model: string
  readonly messages: readonly ModelMessage[]
  readonly tools: readonly GivenTool[]
  readonly parallel: boolean
  readonly format: Format | undefined
  readonly sampling: ClientRequest['sampling']
  readonly stream: boolean
  readonly includeUsage: boolean
}

export function readCompletionRequest(text: string): Result<CompletionRequest> {
  const read = parseStrictJson(text)
  if (!read.ok) return refuseRequest('', `The request cannot be read. ${read.error.message}`)
  const body = read.value
  if (!isJsonObject(body)) return refuseRequest('', 'The request must be a JSON object.')
  const refused = notOffered(body)
  if (refused) return refused
  const { model, stream, parallel_tool_calls: parallel, stream_options: options } = body
  if (typeof model !== 'string' || model === '')
    return refuseRequest('model', '"model" is missing. GET /v1/models lists all models.')
  const messages = readMessages(body['messages'])
  if (!messages.ok) return messages
  const tools = readTools(body['tools'])
  if (!tools.ok) return tools
  const choice = readToolChoice(body['tool_choice'], tools.value)
  if (!choice.ok) return choice
  const format = readFormat(body['response_format'])
  if (!format.ok) return format
  const sampling = readSampling(body)
  if (!sampling.ok) return sampling
  return succeed({
    ...choice.value,
    model,
    messages: messages.value,
    tools: tools.value,
    parallel: parallel !== false,
    format: format.value,
    sampling: sampling.value,
    stream: stream === true,
    includeUsage: isJsonObject(options) && options['include_usage'] === true,
  })
}

const isOn = (value: Json | undefined): boolean => value !== undefined && value !== null && value !== false

/** Refuses options that are not supported: an answer without them would mislead the client. */
function notOffered(body: JsonObject): Result<never> | undefined {
  const { n, logprobs, top_logprobs: top, modalities } = body
  if (typeof n === 'number' && n !== 1)
    return refuseRequest('n', 'Only one answer per request is supported: n must be 1.')
  if (isOn(logprobs) || (typeof top === 'number' && top > 0))
    return refuseRequest('logprobs', 'Log probabilities are not supported.')
  if (isOn(body['audio']) || (isJsonList(modalities) && modalities.some(mode => mode !== 'text')))
    return refuseRequest('modalities', 'Only text is supported.')
  if (isJsonList(body['functions']) || isOn(body['function_call']))
    return refuseRequest('functions', 'functions and function_call are deprecated. Send tools and tool_choice.')
  if (isOn(body['web_search_options'])) return refuseRequest('web_search_options', 'Web search is not supported.')
  return undefined
}

type Format = { readonly name: string; readonly schema?: JsonObject }

/** Undefined for plain text. */
function readFormat(given: Json | undefined): Result<Format | undefined> {
  if (given === undefined || given === null) return succeed(undefined)
  const type = isJsonObject(given) ? given['type'] : undefined
  if (!isJsonObject(given) || (type !== 'text' && type !== 'json_object' && type !== 'json_schema'))
    return refuseRequest('response_format.type', '"response_format.type" must be text, json_object or json_schema.')
  if (type === 'text') return succeed(undefined)
  const loose = given['schema']
  if (type === 'json_object')
    return succeed(isJsonObject(loose) ? { name: 'answer', schema: loose } : { name: 'answer' })
  const inner = given['json_schema']
  if (!isJsonObject(inner))
    return refuseRequest('response_format.json_schema', '"response_format.json_schema" is missing.')
  const { schema } = inner
  if (!isJsonObject(schema)) return refuseRequest('response_format.json_schema.schema', '"schema" is missing.')
  return succeed({ name: textOf(inner['name']) || 'answer', schema })
}
