import {
  type Gate,
  type PlanGroup,
  type Proposal,
  type Scope,
  type ToolCall,
  type Verdict,
  fault,
} from '../core/index.ts'

export type KnownGroup = PlanGroup & {
  /** How a person said yes to this group, if one did. */
  readonly confirmedBy?: string
  /** It was committed, by the call with this idempotency key. */
  readonly committedAs?: string
}

export type KnownPlan = { readonly id: string; readonly groups: readonly KnownGroup[] }

/** The plans of a session; another session's plan is unknown. */
export interface Plans {
  find(planId: string, session: string): KnownPlan | undefined | Promise<KnownPlan | undefined>
}

export type PlanParts = {
  readonly plans: Plans
  /** The hash of the named group as it is now; undefined when it is gone. */
  readonly currentHash: (call: ToolCall) => string | undefined | Promise<string | undefined>
}

export type NamedGroup = { readonly planId: string; readonly groupId: string; readonly group?: KnownGroup }

/** The group that a call wants to commit, if it names one. */
export async function groupNamedIn(
  { args }: ToolCall,
  plans: Plans,
  { session }: Scope,
): Promise<NamedGroup | undefined> {
  const { plan_id: planId, group_id: groupId } = args
  if (typeof planId !== 'string' || typeof groupId !== 'string') return undefined
  const group = (await plans.find(planId, session))?.groups.find(({ id }) => id === groupId)
  return { planId, groupId, ...(group && { group }) }
}

/** What a tool can only do after a plan is done at most once, and only as long as everything is as it was planned. */
export const planCommit = ({ plans, currentHash }: PlanParts): Gate => ({
  name: 'plan_commit',
  check: (proposal, scope) =>
    proposal.call.tool.facts.needsPlan ? asPlanned(proposal, scope, { plans, currentHash }) : { kind: 'allow' },
})

async function asPlanned(
  { call, idempotencyKey }: Proposal,
  scope: Scope,
  { plans, currentHash }: PlanParts,
): Promise<Verdict> {
  const named = await groupNamedIn(call, plans, scope)
  if (named === undefined)
    return refuse(`"${call.tool.name}" needs the plan_id and group_id of a plan that was made before.`)
  const { planId, groupId, group } = named
  if (group === undefined) return refuse(`This session has no plan "${planId}" with a group "${groupId}".`)
  const uses = [`plan:${planId}/${groupId}`]
  // The same event again: idempotency has the stored result, and the used group keeps it from running twice.
  if (group.committedAs === idempotencyKey) return { kind: 'allow', uses }
  if (group.committedAs !== undefined) return refuse(`Group "${groupId}" of plan "${planId}" was committed already.`)
  if ((await currentHash(call)) !== group.hash)
    return refuse(`Group "${groupId}" has changed since plan "${planId}" was made.`)
  return { kind: 'allow', uses }
}

const refuse = (what: string): Verdict => ({
  kind: 'deny',
  fault: fault('plan_invalid', `${what} Nothing was changed; re-plan first.`),
})
