import { FAULTS, type Fault, type FaultCode, isJsonObject, isJsonList } from '../../../core/index.ts'
import type { ErrorBody, ErrorType, FaultExplained } from '../shapes.ts'

/** Fault codes by the HTTP status of their replies. */
export const statusByCode = (codes: Readonly<Record<number, readonly FaultCode[]>>): ReadonlyMap<FaultCode, number> =>
  new Map(Object.entries(codes).flatMap(([status, all]) => all.map(code => [code, Number(status)] as const)))

const STATUS = statusByCode({
  400: ['request_invalid', 'usage_invalid', 'model_spec_invalid', 'tool_call_invalid_args', 'tool_call_invalid_format'],
  401: ['access_required'],
  403: ['access_denied', 'origin_refused', 'permission_denied', 'policy_blocked', 'path_blocked'],
  404: [
    'resource_unknown',
    'receipt_unknown',
    'fact_unknown',
    'file_not_found',
    'tool_call_unknown_tool',
    'model_unknown',
  ],
  408: ['request_timeout', 'approval_timeout'],
  409: [
    'idempotency_conflict',
    'approval_invalid',
    'confirmation_required',
    'turn_busy',
    'undo_refused',
    'fact_refused',
    'file_unsuitable',
    'config_invalid',
    'not_in_this_version',
    'tool_cancelled',
  ],
  413: ['request_too_large'],
  429: ['rate_limited', 'quota_blocked', 'model_busy'],
  502: ['model_unreachable', 'model_failed'],
  504: ['model_timeout'],
  503: ['server_stopping', 'storage_unavailable', 'ledger_unavailable', 'ledger_cut', 'ledger_unknown'],
})

export const statusOf = ({ code }: Fault): number => STATUS.get(code) ?? 500

const TYPES: ReadonlyMap<number, ErrorType> = new Map([
  [401, 'authentication_error'],
  [403, 'permission_error'],
  [404, 'not_found_error'],
  [409, 'conflict_error'],
  [429, 'rate_limit_error'],
])

/** The page of a fault, served by this server: it works offline and matches the version. */
export const docsOf = (code: FaultCode, origin: string): string => `${origin}/docs/faults/${code}`

/** The error object in OpenAI's format, with the fault code and advice. */
export function errorBody(error: Fault, origin: string): ErrorBody {
  const status = statusOf(error)
  const type = TYPES.get(status) ?? (status < 500 ? 'invalid_request_error' : 'api_error')
  const { code, message } = error
  return {
    error: { message, type, param: paramOf(error), code, docs: docsOf(code, origin), advice: FAULTS[code].advice },
  }
}

/** The invalid field, if the fault names one. */
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
