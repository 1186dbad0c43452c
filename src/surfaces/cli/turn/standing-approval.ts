import type { Capability, Proposal } from '../../../core/index.ts'
import type { PromptTarget } from './prompt-target.ts'
import { columnsOf, wrapLines } from './fit-line.ts'
import { ruleWords } from './rule-words.ts'

/** An approval for later calls of one tool, as long as its definition does not change. */
export type StandingApproval = {
  readonly kind: 'minutes' | 'session' | 'always'
  readonly capability: Capability
  readonly tool: { readonly name: string; readonly definition: string }
  readonly session: string
  readonly purpose: string
}

const HOUR_SECONDS = 3_600
const PRINCIPAL = 'user:local'

/** True if the call may get a standing approval. Deletions and calls that a rule asks about always ask. */
export function mayStand({ call, assessment }: Proposal, { runtime }: Pick<PromptTarget, 'runtime'>): boolean {
  if (!runtime || assessment.risk === 'destroy' || call.tool.risk === 'destroy') return false
  const { ruleSet, trust } = runtime
  const subject = { tool: call.tool, risk: assessment.risk, phase: call.origin.phase, trust }
  return !ruleSet.rules.some(rule => rule.action === 'ask' && ruleSet.couldMatch(rule, subject))
}

const secondsOf = ({ kind, capability }: StandingApproval, { runtime }: PromptTarget): number | undefined => {
  if (kind === 'always' || !runtime) return undefined
  return kind === 'session' ? runtime.sessionHours * HOUR_SECONDS : runtime.grantMs(capability) / 1_000
}

/** The rule in words, as it will be saved. */
export function standingApprovalRule(standing: StandingApproval, target: PromptTarget): string {
  const { kind, capability, tool } = standing
  return ruleWords({
    capability,
    tool,
    paths: [],
    confirmsWrites: true,
    everywhere: kind === 'always',
    seconds: secondsOf(standing, target),
  })
}

export async function saveStandingApproval(standing: StandingApproval, target: PromptTarget): Promise<void> {
  const { runtime, terminal } = target
  if (!runtime) return
  const { kind, capability, tool, session } = standing
  const seconds = secondsOf(standing, target)
  const purpose = standing.purpose.slice(0, 180)
  const issued = await runtime.broker.issue({
    capability,
    principal: PRINCIPAL,
    // From now on a rule allows the calls, and receipts say so; the purpose names who made it.
    ...(kind === 'always'
      ? { session: null, decidedBy: 'rule', purpose: `${purpose} (decided by tty)` }
      : { session, decidedBy: 'tty', purpose }),
    tool,
    confirmsWrites: true,
    ...(seconds !== undefined && { milliseconds: seconds * 1_000 }),
  })
  const message = issued.ok
    ? `Saved: ${standingApprovalRule(standing, target)}. ` +
      `To revoke it: countersign permissions revoke ${issued.value.id}`
    : `Only this call is allowed; the rule could not be saved: ${issued.error.message}`
  for (const line of wrapLines(message, columnsOf(process.stderr) - 3)) terminal.problem(`  ${line}`)
}
