import { type Result, isCapability, succeed } from '../../../core/index.ts'
import type { Grant } from '../../../permissions/index.ts'
import type { Runtime } from '../../../runtime/index.ts'
import type { PermissionDecision } from '../shapes.ts'
import type { ApprovalChoice } from './approval-choices.ts'
import type { HeldQuestion } from './waiting-questions.ts'

type ChosenApproval = {
  readonly choice: ApprovalChoice
  readonly decision: PermissionDecision & { readonly decision: 'allow' }
}

const MAX_PURPOSE = 180

/**
 * The grant that an approval for later calls leaves behind. It is issued before the turn goes on, so that every later
 * list shows it. Undefined for "once": the turn itself allows that call.
 */
export async function issueStandingGrant(
  { view, principal }: HeldQuestion,
  { choice, decision }: ChosenApproval,
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
    // From now on a rule allows the calls, and receipts say so; the purpose names who made it.
    decidedBy: isAlways ? 'rule' : 'console',
    purpose: isAlways ? `${purpose} (decided by console)` : purpose,
    confirmsWrites: view.kind === 'call',
    ...(seconds !== null && { milliseconds: seconds * 1_000 }),
  })
}
