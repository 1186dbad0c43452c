import {
  type Fault,
  type Json,
  type JsonObject,
  fault,
  isJsonList,
  isJsonObject,
  parseJsonText,
  textOf,
} from '../../core/index.ts'
import { type Endpoint, hideKey } from '../endpoint.ts'

/** What an error says, whichever product said it. */
export type Said = { readonly message: string; readonly type: string; readonly code: string; readonly param: string }

/** The body of an answer that is an error. */
export function readError(body: string, endpoint: Endpoint): Said {
  const value = parseJsonText(body)
  return value === undefined
    ? { ...saidIn({}, endpoint), message: plainWords(body, endpoint) }
    : readErrorValue(value, endpoint)
}

/** `{error:{message,…}}`, `{error:"…"}`, `{message}` or `{detail}`: each product has its own form. */
export function readErrorValue(value: Json, endpoint: Endpoint): Said {
  if (!isJsonObject(value)) return { ...saidIn({}, endpoint), message: plainWords(textOf(value), endpoint) }
  const { error } = value
  if (isJsonObject(error)) return saidIn(error, endpoint)
  return { ...saidIn(value, endpoint), ...(typeof error === 'string' && { message: plainWords(error, endpoint) }) }
}

const saidIn = (error: JsonObject, endpoint: Endpoint): Said => ({
  message: plainWords(wordsOf(error['message']) || wordsOf(error['detail']), endpoint),
  type: textOf(error['type']),
  code: plainWords(wordsOf(error['code']), endpoint),
  param: textOf(error['param']),
})

/** One product's code is a number, another's detail a list. */
function wordsOf(value: Json | undefined): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  const [first] = isJsonList(value) ? value : []
  return isJsonObject(first) ? textOf(first['msg']) : ''
}

const MAX_CLEANED = 4_000
const MAX_QUOTED = 300

/** The key is taken out first: a text that was cut may hold half of it. */
export function plainWords(text: string, endpoint: Endpoint, longest: number = MAX_QUOTED): string {
  const words = hideKey(text, endpoint)
    .slice(0, MAX_CLEANED)
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
  return (words.length > longest ? `${words.slice(0, longest)}…` : words).toWellFormed()
}

/** An error that came inside a stream which began well. */
export function faultInStream(error: Json, endpoint: Endpoint): Fault {
  const said = readErrorValue(error, endpoint)
  const isBusy = /rate.?limit|overload|too many|busy/i.test(`${said.type} ${said.code} ${said.message}`)
  return fault(
    isBusy ? 'model_busy' : 'model_failed',
    `The server at ${endpoint.base} reported an error in the middle of its reply: ${said.message || 'it gives no reason.'}`,
  )
}
