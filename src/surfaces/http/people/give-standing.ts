import { type Result, isCapability, succeed } from '../../../core/index.ts'
import type { Grant } from '../../../permissions/index.ts'
import type { Runtime } from '../../../runtime/index.ts'
import type { PermissionDecision } from '../shapes.ts'
import type { StandingChoice } from './standing-rule.ts'
import type { Held } from './waiting-room.ts'

export type Chosen = {
  readonly choice: StandingChoice
  readonly decision: PermissionDecision & { readonly decision: 'allow' }
}

const MAX_PURPOSE = 180

/**
 * The grant that a yes leaves behind, before the turn goes on, so that every list that is read from then on has it; undefined where none is
 * wanted: what is allowed once is given by the path itself.
 */
export async function giveStanding(
  { view, principal }: Held,
  { choice, decision }: Chosen,
  runtime: Runtime,
): Promise<Result<Grant | undefined>> {
  const own = decision.for === 'minutes' && 'seconds' in decision ? decision.seconds : undefined
  if (choice.for === 'once' || !isCapability(view.capability)) return succeed(undefined)
  const isAlways = choice.for === 'always'
  const seconds = own ?? choice.seconds
  const purpose = view.summary.slice(0, MAX_PURPOSE).toWellFormed()
  const tool =
    view.kind === 'call' && view.definition_hash !== null
      ? { name: view.tool, definition: view.definition_hash }
      : undefined
  return runtime.broker.issue({
    capability: view.capability,
    principal,
    session: isAlways ? null : view.session_id,
    paths: choice.paths,
    ...(tool && { tool }),
    // From now on it is a rule that lets calls pass, and the receipts say so; who made it stands in its purpose.
    decidedBy: isAlways ? 'rule' : 'console',
    purpose: isAlways ? `${purpose} (decided by console)` : purpose,
    confirmsWrites: view.kind === 'call',
    ...(seconds !== null && { milliseconds: seconds * 1_000 }),
  })
}
