import { type Category, FAULTS, type Fault, fault, isFaultCode, isJsonObject } from '../../core/index.ts'
import type { TurnAttempt } from './attempt.ts'
import type { StopStatus } from './turn-request.ts'
import type { Turn, TurnEnd } from './turn.ts'

/** The first line names the kind of stop, for programs that look for it. */
function hook(kind: string, { code, message }: Fault, status?: StopStatus): TurnEnd {
  const text = `STOP_HOOK: ${kind}\nReason: ${code} (${message})`
  return { text, stopped: { code, ...(status && { status }), message: text } }
}

/** A reply that broke the protocol and gets no second chance. */
export const rejectedTurn = (failure: Fault): TurnEnd => hook('tool_call_rejected', failure, 'tool_call_rejected')

/** The run cannot go on. */
export const systemError = (failure: Fault): TurnEnd => hook('SYSTEM_ERROR', failure, 'SYSTEM_ERROR')

/** The world failed: the model's server, the disk, or the person stopped it. */
export const failedTurn = (failure: Fault): TurnEnd => hook('error', failure)

const REFUSALS: readonly string[] = ['PolicyBlocked', 'ConfirmationRequired'] satisfies Category[]

/** If calls were refused and nothing else came of the turn, that is what it has to say. */
export function orRefusal(end: TurnEnd, { progress: { made } }: Turn): TurnEnd {
  const refused = made.filter(
    ({ result }) => result.fault !== null && REFUSALS.includes(FAULTS[result.fault.code].category),
  )
  const last = refused.at(-1)?.result.fault
  const gaveNothing = !made.some(({ executed }) => executed)
  if (!last || !gaveNothing || end.stopped?.code === 'tool_cancelled') return end
  return { text: last.message, stopped: { code: last.code, message: last.message } }
}

const isFault = (reason: unknown): reason is Fault =>
  isJsonObject(reason) &&
  typeof reason['code'] === 'string' &&
  isFaultCode(reason['code']) &&
  typeof reason['message'] === 'string'

/** The other side failed, or the person stopped it. A reply that was cut short all the same is not taken for whole. */
export function replyFailure({ asked }: TurnAttempt, { signal }: Turn): Fault | undefined {
  if (signal.aborted) return isFault(signal.reason) ? signal.reason : fault('tool_cancelled', 'The turn was cancelled.')
  return asked.end.fault
}
