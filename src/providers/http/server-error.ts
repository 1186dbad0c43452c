import {
  type Fault,
  type FaultCode,
  type Json,
  type JsonObject,
  fault,
  isJsonList,
  isJsonObject,
  parseJsonText,
  textOf,
} from '../../core/index.ts'
import { type Endpoint, hideKey } from '../endpoint.ts'
import { fetchHint } from '../server-address.ts'
import { type RequestPart, type AttemptFailure, attemptFailure } from './attempt-failure.ts'

/** An error as a server reports it, whichever product it is. */
type ServerError = {
  readonly message: string
  readonly type: string
  readonly code: string
  readonly param: string
}

/** The body of an answer that is an error. */
function readError(body: string, endpoint: Endpoint): ServerError {
  const value = parseJsonText(body)
  return value === undefined
    ? { ...errorIn({}, endpoint), message: plainWords(body, endpoint) }
    : readErrorValue(value, endpoint)
}

/** `{error:{message,…}}`, `{error:"…"}`, `{message}` or `{detail}`: each product has its own form. */
function readErrorValue(value: Json, endpoint: Endpoint): ServerError {
  if (!isJsonObject(value)) return { ...errorIn({}, endpoint), message: plainWords(textOf(value), endpoint) }
  const { error } = value
  if (isJsonObject(error)) return errorIn(error, endpoint)
  return { ...errorIn(value, endpoint), ...(typeof error === 'string' && { message: plainWords(error, endpoint) }) }
}

const errorIn = (error: JsonObject, endpoint: Endpoint): ServerError => ({
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

/** A server's text in one line, without tags and key. The key goes first: a cut text may hold half of it. */
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
  const reason = said.message || 'it gives no reason.'
  return fault(
    isBusy ? 'model_busy' : 'model_failed',
    `The server at ${endpoint.base} reported an error in the middle of its reply: ${reason}`,
  )
}

/** An answer that is no reply: its status, what the server said, and after how long it wants to be asked again. */
export type Refusal = { readonly status: number; readonly body: string; readonly retryAfter: string | undefined }

export type RefusedRequest = {
  readonly endpoint: Endpoint
  /** The parts of the request that could be left out. */
  readonly sent: readonly RequestPart[]
  readonly now: number
}

export function failureOfRefusal(refusal: Refusal, { endpoint, sent, now }: RefusedRequest): AttemptFailure {
  const { status } = refusal
  const said = readError(refusal.body, endpoint)
  const blames = sent.find(part => blamed(part, status, said))
  const afterMs = retryAfterMs(refusal.retryAfter, now)
  const error = describe({ status, said, afterMs }, endpoint)
  return attemptFailure(error, {
    again: error.code === 'model_busy' || (error.code === 'model_failed' && status !== 501),
    ...(status === 503 && /\bload/i.test(said.message) && { loading: true }),
    ...(afterMs !== undefined && { afterMs }),
    ...(blames && { blames }),
  })
}

const BLAME: Readonly<Record<RequestPart, RegExp>> = {
  tools: /\btools?\b.*(support|requires?|jinja)|(support|requires?).*\btools?\b|tool[ _]choice/i,
  schema: /response_?format|json[ _]?schema|structured.?output|grammar|guided|\bformat\b/i,
  stream_options: /stream_options|include_usage/i,
  temperature: /temperature/i,
  max_tokens: /max_(completion_)?tokens/i,
}

function blamed(part: RequestPart, status: number, { message, param }: ServerError): boolean {
  const mayBlame = status === 400 || status === 422 || status === 501 || (status === 500 && part === 'schema')
  return mayBlame && BLAME[part].test(`${param} ${message}`)
}

type RefusalDetails = { readonly status: number; readonly said: ServerError; readonly afterMs: number | undefined }

function describe(refused: RefusalDetails, endpoint: Endpoint): Fault {
  const { status, said } = refused
  const { code, words } = judge(refused, endpoint)
  const quoted = said.message === '' ? '' : ` It says: ${said.message}`
  return fault(code, `The server at ${endpoint.base} ${words}${quoted}`, {
    status,
    ...(said.code !== '' && { server_code: said.code }),
  })
}

type RefusalVerdict = { readonly code: FaultCode; readonly words: string }

function judge({ status, said, afterMs }: RefusalDetails, endpoint: Endpoint): RefusalVerdict {
  const { kind, name } = endpoint
  if (status === 401 || status === 403)
    return { code: 'model_unauthorized', words: `refuses the key. ${keyHint(endpoint)}` }
  if (namesMissingModel(status, said))
    return { code: 'model_unknown', words: `has no model "${name}". ${fetchHint(kind, name)}` }
  if (status === 429 && /quota|billing|credit/i.test(`${said.code} ${said.type}`))
    return { code: 'model_refused', words: 'says that the quota of the account is used up.' }
  if (status === 429 || status === 503)
    return { code: 'model_busy', words: `cannot take a request now (status ${status}${waitWords(afterMs)}).` }
  if (status === 408 || status === 504) return { code: 'model_timeout', words: `ran out of time (status ${status}).` }
  if (status >= 500) return { code: 'model_failed', words: `failed with status ${status}.` }
  if (status < 400)
    return {
      code: 'model_refused',
      words: `answers with a redirect (status ${status}), which is not followed. Set its right address.`,
    }
  if (status === 404)
    return {
      code: 'model_refused',
      words: 'has no such endpoint (status 404). Check the address and the kind of server.',
    }
  return { code: 'model_refused', words: `refused the request with status ${status}.` }
}

const waitWords = (afterMs: number | undefined): string =>
  afterMs === undefined ? '' : `; it asks to wait ${Math.ceil(afterMs / 1_000)} seconds`

const keyHint = ({ keyVariable }: Endpoint): string =>
  keyVariable === ''
    ? 'Name the environment variable with its key in url_key_variables of [providers].'
    : `Put a valid key into the environment variable ${keyVariable}.`

const MISSING_MODEL = /\bmodel\b.*(not found|does not exist|not loaded|unknown)|\b(no|unknown|find) model\b/i

function namesMissingModel(status: number, { message, code }: ServerError): boolean {
  return code === 'model_not_found' || ((status === 404 || status === 400) && MISSING_MODEL.test(message))
}

/** Seconds, or a date. */
function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,9}(\.\d{1,9})?$/.test(header.trim())) return Number(header) * 1_000
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
