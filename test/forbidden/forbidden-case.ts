import type { FaultCode } from '../../src/core/index.ts'
import type { Need, OpenDoor, Order } from './door.ts'
import { SESSION, type World } from './world.ts'

/**
 * What the records hold of a call that was refused: a `refusal` with its receipt; an `outcome` with its receipt, where the tool itself
 * answered with the fault, after an intent if it would have changed something; an `attempt` without a receipt, where it never became a
 * call; or `nothing`, where nothing can be written.
 */
export type Recorded = 'refusal' | 'outcome' | 'intent and outcome' | 'attempt' | 'nothing'

export type Attempt = { readonly at: OpenDoor; readonly order: Order }

export type ForbiddenCase = {
  readonly title: string
  readonly needs: readonly Need[]
  readonly code: FaultCode
  readonly recorded: Recorded
  /** Without its obstacle it is the same call as one of the other cases, which is tried there. */
  readonly sharesCounterpart?: true
  /** Settles everything up to the call itself. With `stands` false the one obstacle is left away, and the same call must run. */
  readonly prepare: (world: World, stands: boolean) => Promise<Attempt>
}

type Facts = Partial<Pick<ForbiddenCase, 'needs' | 'recorded' | 'sharesCounterpart'>> & Pick<ForbiddenCase, 'code'>

export const forbidden = (title: string, facts: Facts, prepare: ForbiddenCase['prepare']): ForbiddenCase => ({
  title,
  needs: [],
  recorded: 'refusal',
  ...facts,
  prepare,
})

/** An order of the session that all cases speak of. */
export const inSession = (order: Order): Order => ({ session: SESSION, ...order })
