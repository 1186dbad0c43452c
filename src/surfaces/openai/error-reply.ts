import { FAULTS, type Fault, type FaultCode, type JsonObject, isFaultCode } from '../../core/index.ts'
import { statusByCode, statusOf } from '../http/reply/fault-reply.ts'

/** Statuses that differ from the API's: a client of chat completions reads them in its own way. */
const STATUS = statusByCode({
  400: ['schema_refused', 'tool_definition_invalid', 'tool_duplicate', 'context_full', 'model_refused'],
  404: ['model_spec_invalid'],
  422: [
    'output_invalid',
    'tool_call_invalid_format',
    'tool_call_invalid_args',
    'tool_call_unknown_tool',
    'tool_call_multiple',
    'tool_call_echoed',
    'tool_call_output_limit',
  ],
  502: ['model_unauthorized', 'model_reply_unreadable', 'model_reply_too_large'],
  503: ['model_busy'],
  499: ['tool_cancelled'],
})

const TYPES: readonly (readonly [number, string])[] = [
  [401, 'authentication_error'],
  [404, 'not_found_error'],
  [429, 'rate_limit_error'],
]

export type OpenAiError = { readonly status: number; readonly body: { readonly error: JsonObject } }

export type DocsOf = (code: FaultCode) => string

export const docsPage: DocsOf = code => `docs/faults/${code}.md`

/** OpenAI's error object with its four members, plus the fault code, its page and advice. */
export function openAiError(error: Fault, docsOf: DocsOf): OpenAiError {
  const { code, message, detail } = error
  const status = STATUS.get(code) ?? statusOf(error)
  const type = TYPES.find(([known]) => known === status)?.[1] ?? (status < 500 ? 'invalid_request_error' : 'api_error')
  const param = typeof detail?.['param'] === 'string' ? detail['param'] : null
  return { status, body: { error: { message, type, param, code, docs: docsOf(code), advice: FAULTS[code].advice } } }
}

const HOOK = /^STOP_HOOK: [^\n]*\nReason: (?:\w+) \(([\s\S]*)\)$/

/** The fault that stopped a turn. */
export function stoppedFault({ code, message }: { readonly code: string; readonly message: string }): Fault {
  const plain = HOOK.exec(message)?.[1] ?? message
  return { code: isFaultCode(code) ? code : 'system_error', message: plain }
}
