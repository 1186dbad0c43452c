import type { Allowance, Route } from '../../core/index.ts'
import { createNativeNames } from '../../catalog/index.ts'
import { type Next, verbatimAsk } from './asks.ts'
import type { TurnAttempt } from './attempt.ts'
import { createBudget, turnLimits } from './budgets.ts'
import { converse } from './converse.ts'
import { routedTurn, turnOf } from './open-turn.ts'
import { replyFailure, failedTurn } from './stops.ts'
import { createTranscript } from './transcript.ts'
import type { TurnWithModel, Turn, TurnEnd, TurnKind } from './turn.ts'

/** `skipTools`: the message and nothing else, there and back. */
export const plainTurn: TurnKind = {
  isKept: false,
  given: { decidedBy: 'flag', purpose: 'given with the command' },
  take: takePlainTurn,
}

const ROUTE: Route = { intent: 'chat_only', needs: [], risk: 'low', confidence: 1, decidedBy: 'caller' }
const NOTHING: Allowance = { tools: [], withheld: [], missing: [] }

function takePlainTurn(started: TurnWithModel): Promise<TurnEnd> {
  const { request, runtime } = started
  const text = request.message
  const turn = turnOf(routedTurn(started, { text, route: ROUTE, allowance: NOTHING }), {
    profile: 'lenient',
    required: false,
    toolbox: runtime.catalog.only([]),
    names: createNativeNames([]),
    listener: { mayShow: () => true, untilEnd: false },
    budget: createBudget(turnLimits(request, 'lenient', runtime.settings)),
    transcript: createTranscript({ start: [{ role: 'user', content: text }], question: text, alternates: true }),
  })
  return converse(verbatimAsk(turn), takeAsWritten, turn)
}

/** Nothing is read into the reply: whatever was said is the answer. */
function takeAsWritten(attempt: TurnAttempt, turn: Turn): Next {
  const failure = replyFailure(attempt, turn)
  return failure ? { end: failedTurn(failure) } : asWritten(attempt, turn)
}

export function asWritten({ asked }: TurnAttempt, { emit }: Turn): Next {
  const text = asked.reply.content
  emit({ type: 'message.completed', text })
  return { end: { text, stopped: null } }
}
