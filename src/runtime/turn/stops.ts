import { type Category, type Fault, FAULTS } from '../../core/index.ts'
import type { StopStatus } from './turn-request.ts'
import type { Turn, TurnEnd } from './turn.ts'

/** The first line says which kind of stop it is; programs look for it. */
function hook(kind: string, { code, message }: Fault, status?: StopStatus): TurnEnd {
  const text = `STOP_HOOK: ${kind}\nReason: ${code} (${message})`
  return { text, stopped: { code, ...(status && { status }), message: text } }
}

/** A reply that broke the protocol and gets no second chance. */
export const rejectedTurn = (fault: Fault): TurnEnd => hook('tool_call_rejected', fault, 'tool_call_rejected')

/** The run cannot go on. */
export const systemError = (fault: Fault): TurnEnd => hook('SYSTEM_ERROR', fault, 'SYSTEM_ERROR')

/** The world failed: the model's server, the disk, or the person stopped it. */
export const failedTurn = (fault: Fault): TurnEnd => hook('error', fault)

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
