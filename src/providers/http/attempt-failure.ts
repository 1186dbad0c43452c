import { type Fault, fault, messageOf } from '../../core/index.ts'
import { type Endpoint, hideKey } from '../endpoint.ts'
import { startHint } from '../server-address.ts'
import { ProxyFailure, ProxyUnreadable } from './proxy.ts'

/** Parts of a request that a server may refuse while it could answer without them. */
export type RequestPart = 'schema' | 'tools' | 'stream_options' | 'temperature' | 'max_tokens'

/** Why one attempt gave no reply. */
export type AttemptFailure = {
  readonly kind: 'trouble'
  readonly fault: Fault
  /** May another attempt go better? */
  readonly again: boolean
  /** The server is loading its model; the number of attempts does not count. */
  readonly loading?: true
  /** The server named a time to wait. */
  readonly afterMs?: number
  readonly blames?: RequestPart
}

export const attemptFailure = (error: Fault, more: Partial<AttemptFailure> = {}): AttemptFailure => ({
  kind: 'trouble',
  again: false,
  ...more,
  fault: error,
})

export const cancelled = (): Fault => fault('tool_cancelled', 'The request was cancelled.')

export const closedEarly = ({ base }: Endpoint): Fault =>
  fault(
    'model_failed',
    `The server at ${base} closed the connection before its reply was complete. Its own log may say why.`,
  )

const NEVER_CONNECTED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
])
const CUT_OFF: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'UND_ERR_SOCKET',
])
const UNREADABLE = /^(?:HTTP_UNREADABLE|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES|ERR_ASSERTION|Z_|ERR__|ERR_BROTLI)/

/** The failure for what a request, or the body of its answer, threw. */
export function attemptFailureOf(thrown: unknown, endpoint: Endpoint): AttemptFailure {
  if (thrown instanceof ProxyUnreadable) return attemptFailure(fault('config_invalid', thrown.message))
  const { code, words } = causeOf(thrown)
  const shown = code === '' || code.startsWith('UND_ERR') ? hideKey(words, endpoint) : code
  const why = thrown instanceof ProxyFailure ? `${shown}, ${thrown.message}` : shown
  if (NEVER_CONNECTED.has(code)) return attemptFailure(unreachable(endpoint, why), { again: true })
  if (CUT_OFF.has(code)) return attemptFailure(closedEarly(endpoint), { again: true })
  if (UNREADABLE.test(code))
    return attemptFailure(
      fault('model_reply_unreadable', `The server at ${endpoint.base} does not answer as HTTP servers do (${words}).`),
    )
  return attemptFailure(unreachable(endpoint, why))
}

export const unreachable = ({ kind, base, name }: Endpoint, why: string): Fault =>
  fault(
    'model_unreachable',
    `No model server answers at ${base}${why === '' ? '' : ` (${why})`}. ${startHint(kind, name)}`,
    {
      address: base,
    },
  )

type ErrorCause = { readonly code: string; readonly words: string }

/** The deepest reason: it may lie a cause or two down, and a host with several addresses has one for each. */
function causeOf(thrown: unknown): ErrorCause {
  const chain = [thrown, below(thrown), below(below(thrown))].filter(link => link instanceof Error)
  const deepest = chain.at(-1)
  const code = [...inner(deepest), ...chain.toReversed()].map(codeOf).find(found => found !== '') ?? ''
  return { code, words: messageOf(deepest ?? thrown) }
}

const below = (thrown: unknown): unknown => (thrown instanceof Error ? thrown.cause : undefined)
const inner = (thrown: unknown): readonly unknown[] => (thrown instanceof AggregateError ? thrown.errors : [])
function codeOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return ''
  if (thrown.name === 'HTTPParserError') return 'HTTP_UNREADABLE' // undici gives it no code
  return 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : ''
}

/** Something came that no model server of this kind sends. */
export const unreadable = (sample: string, { base }: Endpoint): Fault =>
  fault(
    'model_reply_unreadable',
    `The server at ${base} sent something that is no part of a reply: ${JSON.stringify(sample)}`,
  )
