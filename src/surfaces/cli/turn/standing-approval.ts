import type { Capability, Proposal } from '../../../core/index.ts'
import type { PromptTarget } from './prompt-target.ts'
import { columnsOf, wrapLines } from './fit-line.ts'
import { ruleWords } from './rule-words.ts'

/** A yes to calls of one tool that are still to come, as long as it is what it was when the person said so. */
export type StandingApproval = {
  readonly kind: 'minutes' | 'session' | 'always'
  readonly capability: Capability
  readonly tool: { readonly name: string; readonly definition: string }
  readonly session: string
  readonly purpose: string
}

const HOUR_SECONDS = 3_600
const PRINCIPAL = 'user:local'

/** What deletes is asked about every time, and so is what a rule of the person's own asks about: no grant answers either. */
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

/** As it will be saved, in words. */
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
    // From now on it is a rule that lets calls pass, and the receipts say so; who made it stands in its purpose.
    ...(kind === 'always'
      ? { session: null, decidedBy: 'rule', purpose: `${purpose} (decided by tty)` }
      : { session, decidedBy: 'tty', purpose }),
    tool,
    confirmsWrites: true,
    ...(seconds !== undefined && { milliseconds: seconds * 1_000 }),
  })
  const message = issued.ok
    ? `Saved: ${standingApprovalRule(standing, target)}. Take it back with: countersign permissions revoke ${issued.value.id}`
    : `Only this call is allowed; the rest could not be saved: ${issued.error.message}`
  for (const line of wrapLines(message, columnsOf(process.stderr) - 3)) terminal.problem(`  ${line}`)
}
