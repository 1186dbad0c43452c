import type { Fault, JsonObject } from '../../../core/index.ts'
import { fault } from '../../../core/index.ts'
import type { TurnReport } from '../../../runtime/index.ts'
import { EXIT, adviceFor } from '../failure.ts'
import { exitCodeOf } from '../open-runtime.ts'
import { type Terminal, visible } from '../terminal.ts'

/** What programs read of a turn (contracts §2). */
export const turnJson = ({ text, stopped, receipts, evidence, usage, session, turn }: TurnReport): JsonObject => ({
  text,
  stopped: stopped && { ...stopped },
  receipts: [...receipts],
  evidence,
  usage: { ...usage },
  session,
  turn,
})

/** A turn that never began. */
export const unstarted = ({ code, message }: Fault, session: string): TurnReport => ({
  text: message,
  stopped: { code, message },
  receipts: [],
  evidence: null,
  usage: { inputTokens: 0, outputTokens: 0, requests: 0 },
  session,
  turn: '',
})

export function turnExitCode({ stopped }: TurnReport, isInterrupted: boolean): number {
  if (isInterrupted && stopped?.code === 'tool_cancelled') return EXIT.interrupted
  return stopped === null ? EXIT.done : exitCodeOf(stopped)
}

const HOOK = /^STOP_HOOK: [^\n]*\nReason: [a-z_]+ \(([\s\S]*)\)$/

/** Why there is no answer, for people. */
export function tellStop({ stopped }: TurnReport, terminal: Terminal): void {
  if (stopped === null) return
  const reason = HOOK.exec(stopped.message)?.[1] ?? stopped.message
  terminal.problem(`${terminal.paint('red', stopped.code)}: ${visible(reason)}`)
  terminal.err(adviceForPerson(fault(stopped.code, reason)))
}

/** The table's advice speaks to a model; a person at the command line can do more. */
function adviceForPerson(reason: Fault): string {
  const capability = /^Permission denied: no active token for (\S+?)\.?$/.exec(reason.message)?.[1]
  if (capability !== undefined) return `Grant it for this command with --allow ${visible(capability)}, or ask at a terminal.`
  return reason.code === 'confirmation_required' ? 'The approval holds for exactly this call, once.' : adviceFor(reason)
}
