import { type Fault, type FaultCode, type Result, type Workspace, fault, messageOf } from '../core/index.ts'

const BY_CODE: Readonly<Record<string, FaultCode>> = {
  ETIMEDOUT: 'tool_timeout',
  ESOCKETTIMEDOUT: 'tool_timeout',
  UND_ERR_HEADERS_TIMEOUT: 'tool_timeout',
  UND_ERR_BODY_TIMEOUT: 'tool_timeout',
  UND_ERR_CONNECT_TIMEOUT: 'tool_network',
  ECONNREFUSED: 'tool_network',
  ECONNRESET: 'tool_network',
  ECONNABORTED: 'tool_network',
  EHOSTUNREACH: 'tool_network',
  ENETUNREACH: 'tool_network',
  ENOTFOUND: 'tool_network',
  EAI_AGAIN: 'tool_network',
  EPIPE: 'tool_network',
  UND_ERR_SOCKET: 'tool_network',
  EACCES: 'policy_blocked',
  EPERM: 'policy_blocked',
  EROFS: 'policy_blocked',
}

/** What foreign code threw, as one of ours. What is not recognised is not tried again. */
export function faultOf(thrown: unknown): Fault {
  const { code, status, name, message } = factsOf(thrown)
  if (name === 'AbortError' || code === 'ABORT_ERR') return fault('tool_cancelled', message)
  if (name === 'TimeoutError') return fault('tool_timeout', message)
  return fault(BY_CODE[code] ?? codeOfStatus(status) ?? 'tool_failed', message)
}

function codeOfStatus(status: number | undefined): FaultCode | undefined {
  if (status === undefined) return undefined
  if (status === 400 || status === 422) return 'tool_call_invalid_args'
  if (status === 401 || status === 403) return 'policy_blocked'
  if (status === 408) return 'tool_timeout'
  if (status === 429) return 'tool_busy'
  return status >= 500 && status <= 599 ? 'tool_server_error' : 'tool_failed'
}

type Facts = {
  readonly code: string
  readonly status: number | undefined
  readonly name: string
  readonly message: string
}
const MAX_CAUSES = 5

/** Fetch hides the system's code in `cause`, HTTP clients keep the status under two names. */
function factsOf(thrown: unknown): Facts {
  const message =
    thrown instanceof Error && thrown.message !== '' ? messageOf(thrown) : 'The tool failed without saying why.'
  const name = thrown instanceof Error ? thrown.name : ''
  const status = numberAt(thrown, 'status') ?? numberAt(thrown, 'statusCode')
  let code = ''
  let cause: unknown = thrown
  for (let depth = 0; depth < MAX_CAUSES && code === '' && cause instanceof Error; depth++) {
    code = textAt(cause, 'code')
    cause = cause.cause
  }
  return { code, status, name, message: message.toWellFormed() }
}

function textAt(value: object, key: string): string {
  const found: unknown = Reflect.get(value, key)
  return typeof found === 'string' ? found : ''
}

function numberAt(value: unknown, key: string): number | undefined {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  return typeof found === 'number' ? found : undefined
}

/**
 * A failure's message may name places on this machine. Results need no such care: their paths come from the workspace.
 */
export function hideAbsolutePaths<T>(workspace: Workspace, result: Result<T>): Result<T> {
  if (result.ok) return result
  const { code, message, detail } = result.error
  return { ok: false, error: fault(code, workspace.relativise(message), detail) }
}
