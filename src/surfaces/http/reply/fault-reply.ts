import { FAULTS, type Fault, type FaultCode, isJsonObject, isJsonList } from '../../../core/index.ts'
import type { ErrorBody, ErrorType, FaultExplained } from '../shapes.ts'

const STATUS: Readonly<Partial<Record<FaultCode, number>>> = {
  request_invalid: 400,
  usage_invalid: 400,
  model_spec_invalid: 400,
  tool_call_invalid_args: 400,
  tool_call_invalid_format: 400,
  access_required: 401,
  access_denied: 403,
  origin_refused: 403,
  permission_denied: 403,
  policy_blocked: 403,
  path_blocked: 403,
  resource_unknown: 404,
  receipt_unknown: 404,
  fact_unknown: 404,
  file_not_found: 404,
  tool_call_unknown_tool: 404,
  model_unknown: 404,
  request_timeout: 408,
  approval_timeout: 408,
  idempotency_conflict: 409,
  approval_invalid: 409,
  confirmation_required: 409,
  turn_busy: 409,
  undo_refused: 409,
  fact_refused: 409,
  file_unsuitable: 409,
  config_invalid: 409,
  not_in_this_version: 409,
  tool_cancelled: 409,
  request_too_large: 413,
  rate_limited: 429,
  quota_blocked: 429,
  model_busy: 429,
  model_unreachable: 502,
  model_failed: 502,
  model_timeout: 504,
  server_stopping: 503,
  storage_unavailable: 503,
  ledger_unavailable: 503,
  ledger_cut: 503,
  ledger_unknown: 503,
}

export const statusOf = ({ code }: Fault): number => STATUS[code] ?? 500

const TYPES: ReadonlyMap<number, ErrorType> = new Map([
  [401, 'authentication_error'],
  [403, 'permission_error'],
  [404, 'not_found_error'],
  [409, 'conflict_error'],
  [429, 'rate_limit_error'],
])

/** Served by this very server, so that it is there without a network and fits the version. */
export const docsOf = (code: FaultCode, origin: string): string => `${origin}/docs/faults/${code}`

/** The error object that OpenAI's clients know, with our code and what to do. */
export function errorBody(error: Fault, origin: string): ErrorBody {
  const status = statusOf(error)
  const type = TYPES.get(status) ?? (status < 500 ? 'invalid_request_error' : 'api_error')
  const { code, message } = error
  return {
    error: { message, type, param: paramOf(error), code, docs: docsOf(code, origin), advice: FAULTS[code].advice },
  }
}

/** The field that is wrong, where one is. */
function paramOf({ detail }: Fault): string | null {
  const given = detail?.['param']
  if (typeof given === 'string') return given
  const problems = detail?.['problems']
  const first = isJsonList(problems) ? problems[0] : undefined
  return isJsonObject(first) && typeof first['path'] === 'string' && first['path'] !== '' ? first['path'] : null
}

export function explainFault(code: FaultCode, origin: string): FaultExplained {
  const { category, blame, meaning, advice } = FAULTS[code]
  return { code, category, blame, meaning, advice, docs: docsOf(code, origin) }
}
