import type { TurnAttempt } from '../turn/attempt.ts'
import type { MadeCall, Turn } from '../turn/turn.ts'
import type { ClientCall, ClientEnd, RefusedCall } from './client-conversation.ts'

/** All that has become of the request up to now. */
export function endOf(text: string, { asked, ask }: TurnAttempt, { progress: { made, rejected } }: Turn): ClientEnd {
  const repaired = ask.purpose === 'repair'
  return {
    text,
    calls: made.filter(({ result }) => result.handedOver === true).map(each => clientCall(each, repaired)),
    refused: made.flatMap(refusedCall),
    rejected: [...rejected],
    finish: asked.end.finish,
    promptCut: asked.end.promptCut === true,
  }
}

function clientCall({ call }: MadeCall, repaired: boolean): ClientCall {
  const { dialect, fixups, aliases, requested } = call.reading
  return { id: call.id, name: call.tool.name, args: call.args, dialect, fixups, aliases, requested, repaired }
}

const refusedCall = ({ call, result }: MadeCall): readonly RefusedCall[] =>
  result.fault ? [{ tool: call.tool.name, fault: result.fault, receipt: result.receipt?.receipt_id ?? null }] : []
