import { fault } from '../../core/index.ts'
import type { Next, Ask } from './asks.ts'
import { type TurnAttempt, makeAttempt, reportAttempt } from './attempt.ts'
import { withHandles } from './make-call.ts'
import { orRefusal, systemError } from './stops.ts'
import type { Turn, TurnEnd } from './turn.ts'

type TakeMove = (attempt: TurnAttempt, turn: Turn) => Next | Promise<Next>

/** Asks the model, takes its move, and so on until it has answered or something stops it. */
export async function converse(first: Ask, takeMove: TakeMove, turn: Turn): Promise<TurnEnd> {
  try {
    let next: Next = { ask: first }
    while ('ask' in next) {
      if (!turn.progress.budget.mayAsk()) return orRefusal(spent(turn), turn)
      turn.progress.step += 1
      const attempt = await withHandles(await makeAttempt(next.ask, turn), turn)
      reportAttempt(attempt, turn)
      next = await takeMove(attempt, turn)
    }
    return next.end
  } finally {
    turn.modelStop.release()
  }
}

/** Every budget that ends a turn has a name. */
function spent({ progress: { budget } }: Turn): TurnEnd {
  const { roundTrips } = budget.limits
  return systemError(
    fault('budget_spent', `The model was asked ${roundTrips} times in this turn and came to no answer.`, {
      budget: 'round_trips',
    }),
  )
}
