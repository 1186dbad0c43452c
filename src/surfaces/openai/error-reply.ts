import { FAULTS, type Fault, type FaultCode, type JsonObject, isFaultCode } from '../../core/index.ts'

const STATUS: Readonly<Partial<Record<FaultCode, number>>> = {
  usage_invalid: 400,
  schema_refused: 400,
  tool_definition_invalid: 400,
  tool_duplicate: 400,
  context_full: 400,
  model_refused: 400,
  model_unknown: 404,
  model_spec_invalid: 404,
  turn_busy: 409,
  permission_denied: 403,
  policy_blocked: 403,
  output_invalid: 422,
  tool_call_invalid_format: 422,
  tool_call_invalid_args: 422,
  tool_call_unknown_tool: 422,
  tool_call_multiple: 422,
  tool_call_echoed: 422,
  tool_call_output_limit: 422,
  model_unreachable: 502,
  model_failed: 502,
  model_unauthorized: 502,
  model_reply_unreadable: 502,
  model_reply_too_large: 502,
  model_busy: 503,
  storage_unavailable: 503,
  ledger_unavailable: 503,
  ledger_cut: 503,
  model_timeout: 504,
  tool_cancelled: 499,
}

const TYPES: readonly (readonly [number, string])[] = [
  [401, 'authentication_error'],
  [404, 'not_found_error'],
  [429, 'rate_limit_error'],
]

export type OpenAiError = { readonly status: number; readonly body: { readonly error: JsonObject } }

export type DocsOf = (code: FaultCode) => string

export const docsPage: DocsOf = code => `docs/faults/${code}.md`

/** The error object of the clients' own world, all four keys, with our code and where to read on. */
export function openAiError(error: Fault, docsOf: DocsOf): OpenAiError {
  const { code, message, detail } = error
  const status = STATUS[code] ?? 500
  const type = TYPES.find(([known]) => known === status)?.[1] ?? (status < 500 ? 'invalid_request_error' : 'api_error')
  const param = typeof detail?.['param'] === 'string' ? detail['param'] : null
  return { status, body: { error: { message, type, param, code, docs: docsOf(code), advice: FAULTS[code].advice } } }
}

const HOOK = /^STOP_HOOK: [^\n]*\nReason: (?:\w+) \(([\s\S]*)\)$/

/** A turn that was stopped, as the fault that stopped it. */
export function stoppedFault({ code, message }: { readonly code: string; readonly message: string }): Fault {
  const plain = HOOK.exec(message)?.[1] ?? message
  return { code: isFaultCode(code) ? code : 'system_error', message: plain }
}
