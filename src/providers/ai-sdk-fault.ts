import { type Fault, type FaultCode, fault } from '../core/index.ts'
import { isRecord } from './ai-sdk-part.ts'

const LONGEST_MESSAGE = 500
const MAX_CAUSES = 5

/** What looks like a key: some servers repeat the key that they refuse. */
const KEYS = /\b[sprk]k[-_][\w*.-]{8,}|\bbearer\s+\S+/gi

/** Fault codes by the names of the packages' errors, since classes differ between versions. */
const BY_NAME: readonly (readonly [RegExp, FaultCode])[] = [
  [/LoadAPIKeyError|GatewayAuthenticationError/, 'model_unauthorized'],
  [/NoSuchModelError|ModelNotFoundError/, 'model_unknown'],
  [/RateLimitError/, 'model_busy'],
  [/^TimeoutError$|HeadersTimeoutError|BodyTimeoutError|ConnectTimeoutError/, 'model_timeout'],
  [
    /UnsupportedFunctionalityError|InvalidPromptError|InvalidArgumentError|LoadSettingError|InvalidRequestError/,
    'model_refused',
  ],
  [
    /TypeValidationError|JSONParseError|InvalidResponseDataError|EmptyResponseBodyError|NoContentGeneratedError/,
    'model_reply_unreadable',
  ],
]

const ADVICE: Readonly<Partial<Record<FaultCode, string>>> = {
  model_unauthorized: 'Give the provider a valid key where it is made.',
  model_busy: 'Wait a little, then try again.',
  model_timeout: 'Try again, or choose a smaller model or a shorter prompt.',
  model_unreachable: 'Check the address and the network.',
  model_unknown: 'Choose a model that this provider has.',
  model_refused: 'Change the setting or the prompt that it names.',
  model_reply_unreadable: 'Check that the provider fits the server, and update its package.',
}

/** What a provider threw or sent as an error, as one of our faults. */
export function providerFault(error: unknown, id: string): Fault {
  const code = codeOf(error)
  const advice = ADVICE[code] ?? 'Try again; if it fails again, look at the log of the provider.'
  return fault(code, `${id} failed: ${wordsOf(error)} ${advice}`)
}

function codeOf(error: unknown): FaultCode {
  for (const cause of causesOf(error)) {
    const byStatus = statusCode(cause)
    if (byStatus !== undefined) return byStatus
    if (hasAnswered(cause)) return 'model_failed'
    const named = BY_NAME.find(([pattern]) => pattern.test(nameOf(cause)))?.[1]
    if (named !== undefined) return named
    if (isUnreachable(cause)) return 'model_unreachable'
  }
  return 'model_failed'
}

/** The error, what lies behind it, and what was tried last. */
function causesOf(error: unknown): readonly unknown[] {
  const causes: unknown[] = []
  for (let next = error; isRecord(next) && causes.length < MAX_CAUSES; next = next['lastError'] ?? next['cause'])
    causes.push(next)
  return causes
}

function statusCode(error: unknown): FaultCode | undefined {
  const status = isRecord(error) ? (error['statusCode'] ?? error['status'] ?? error['code']) : undefined
  if (typeof status !== 'number') return undefined
  if (status === 401 || status === 403) return 'model_unauthorized'
  if (status === 404) return /\bmodel\b/i.test(wordsOf(error)) ? 'model_unknown' : 'model_refused'
  if (status === 408 || status === 504) return 'model_timeout'
  if (status === 429 || status === 503 || status === 529) return 'model_busy'
  if (status >= 400 && status < 500) return 'model_refused'
  return status >= 500 && status < 600 ? 'model_failed' : undefined
}

/** The server answered with 200, so the connection broke afterwards. */
const hasAnswered = (error: unknown): boolean => isRecord(error) && error['statusCode'] === 200

const nameOf = (error: unknown): string => (isRecord(error) && typeof error['name'] === 'string' ? error['name'] : '')

const NETWORK = /^(?:ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_SOCKET)$/

const isUnreachable = (error: unknown): boolean =>
  isRecord(error) && typeof error['code'] === 'string' && NETWORK.test(error['code'])

/** One line, without keys. */
function wordsOf(error: unknown): string {
  const told = isRecord(error) ? error['message'] : error
  const words = typeof told === 'string' && told.trim() !== '' ? told : 'it gave no reason'
  const line = words.slice(0, LONGEST_MESSAGE).toWellFormed().replace(/\s+/g, ' ').replace(KEYS, '[key]').trim()
  return /[.!?]$/.test(line) ? line : `${line}.`
}
