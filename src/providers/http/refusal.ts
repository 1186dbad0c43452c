import { type Fault, type FaultCode, fault } from '../../core/index.ts'
import type { Endpoint } from '../endpoint.ts'
import { fetchHint } from '../server-address.ts'
import { type Said, readError } from './server-error.ts'
import { type RequestPart, type Trouble, trouble } from './trouble.ts'

/** An answer that is no reply: its status, what the server said, and after how long it wants to be asked again. */
export type Refusal = { readonly status: number; readonly body: string; readonly retryAfter: string | null }

export type RefusedRequest = {
  readonly endpoint: Endpoint
  /** The parts of the request that could be left out. */
  readonly sent: readonly RequestPart[]
  readonly now: number
}

export function troubleOfRefusal(refusal: Refusal, { endpoint, sent, now }: RefusedRequest): Trouble {
  const { status } = refusal
  const said = readError(refusal.body, endpoint)
  const blames = sent.find(part => blamed(part, status, said))
  const afterMs = retryAfterMs(refusal.retryAfter, now)
  const error = describe({ status, said, afterMs }, endpoint)
  return trouble(error, {
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

function blamed(part: RequestPart, status: number, { message, param }: Said): boolean {
  const mayBlame = status === 400 || status === 422 || status === 501 || (status === 500 && part === 'schema')
  return mayBlame && BLAME[part].test(`${param} ${message}`)
}

type Refused = { readonly status: number; readonly said: Said; readonly afterMs: number | undefined }

function describe(refused: Refused, endpoint: Endpoint): Fault {
  const { status, said } = refused
  const { code, words } = judge(refused, endpoint)
  const quoted = said.message === '' ? '' : ` It says: ${said.message}`
  return fault(code, `The server at ${endpoint.base} ${words}${quoted}`, {
    status,
    ...(said.code !== '' && { server_code: said.code }),
  })
}

type Judgement = { readonly code: FaultCode; readonly words: string }

function judge({ status, said, afterMs }: Refused, endpoint: Endpoint): Judgement {
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

function namesMissingModel(status: number, { message, code }: Said): boolean {
  return code === 'model_not_found' || ((status === 404 || status === 400) && MISSING_MODEL.test(message))
}

/** Seconds, or a date. */
function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  if (/^\d{1,9}(\.\d{1,9})?$/.test(header.trim())) return Number(header) * 1_000
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
