import type { OwnTool } from '../../../src/runtime/index.ts'
import { type TurnEvent, textOf } from '../../../src/core/index.ts'
import { scripted } from '../../../src/providers/index.ts'
import { runTurn } from '../../../src/runtime/index.ts'
import { openBehind, orThrow } from '../../forbidden/doors/open-behind.ts'
import type { Attack } from '../attack.ts'
import type { Decided, PoisonDoor } from '../poison-door.ts'

/** Says what it is told to: the result of any tool that somebody else wrote. */
export const ORACLE: OwnTool = {
  name: 'oracle',
  description: 'Says something.',
  input: { type: 'object', properties: { say: { type: 'string' } }, required: ['say'], additionalProperties: false },
  risk: 'read',
  capability: 'FileAccess',
  execute: args => textOf(args['say']),
}

export const decidedIn = (events: readonly TurnEvent[]): Decided => {
  const router = events.find(event => event.type === 'router.completed')
  const policy = events.find(event => event.type === 'policy.decided')
  return { intent: router?.output['Intent'], allowed: policy?.allowed, permissions: policy?.permissions }
}

/** What the model says, one reply a request. */
export const repliesTo = ({ calls, answer }: Attack): readonly string[] => [
  ...calls.map(({ name, args }) => JSON.stringify({ type: 'tool_call', name, args })),
  answer,
  answer,
]

/** The library: a whole turn, and after each the person says yes to whatever was asked. */
export const turnDoor: PoisonDoor = {
  name: 'runTurn',
  carries: () => true,
  hears: true,
  every: 1,
  async suffer(attacks, { root, state, settings }) {
    const runtime = orThrow(await openBehind({ root, state, settings, tools: [ORACLE] }))
    const session = 'sess_poison'
    const decided: Decided[] = []
    for (const attack of attacks) {
      const events: TurnEvent[] = []
      const model = scripted(repliesTo(attack))
      await runTurn(
        { message: attack.message, session, model, allow: ['FileAccess'], onEvent: event => void events.push(event) },
        runtime,
      )
      decided.push(decidedIn(events))
      await runTurn({ message: 'Yes.', session, model: scripted(['Done.']) }, runtime)
    }
    return decided
  },
}
