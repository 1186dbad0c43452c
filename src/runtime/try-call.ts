import { type Proposal, type Result, succeed } from '../core/index.ts'
import { type Rule, ruleSubjectOf } from '../gates/index.ts'
import { type Routed, routeMessage } from '../policy/index.ts'
import { type CallOrder, readOrder, scopeOfOrder } from './call-tool.ts'
import { propose } from './call/propose.ts'
import type { Runtime } from './runtime.ts'
import { routeOptions } from './turn/tool-turn.ts'

/** What a call would do, and which of the person's rules would decide it. */
type TriedCall = { readonly proposal: Proposal; readonly rule: Rule | undefined }

/** Reads and assesses an order as if it were to run, and stops before the gates: nothing is asked, used or done. */
export async function tryCall(order: CallOrder, { turns: runtime }: Runtime): Promise<Result<TriedCall>> {
  const scope = scopeOfOrder(order, runtime)
  const call = await readOrder(order, scope, runtime)
  if (!call.ok) return call
  const proposal = await propose(call.value, scope, runtime)
  if (!proposal.ok) return proposal
  return succeed({ proposal: proposal.value, rule: runtime.ruleSet.ruleFor(ruleSubjectOf(proposal.value, scope)) })
}

/** Routes a message as a turn would. Only the router model is asked. */
export const tryMessage = (message: string, { turns }: Runtime, signal: AbortSignal): Promise<Routed> =>
  routeMessage(message, routeOptions(turns, signal))
