import { type Proposal, type Scope, type ToolCall, type Verdict, canonicalJson, fault } from '../core/index.ts'
import { type Approvals, askUnlessApproved } from './approvals.ts'
import { fence } from './fence.ts'
import { hideSecrets } from './hide-secrets.ts'

/** The call as a judge sees it: quoted, and whole or not at all, since what was cut off could be the point. */
export function quoteCall({ tool, args }: ToolCall, maxChars: number): string | undefined {
  const shown = canonicalJson({ tool: tool.name, arguments: hideSecrets(args) })
  return shown.length > maxChars ? undefined : fence(shown)
}

export type Unshown = { readonly proposal: Proposal; readonly scope: Scope; readonly judge: string }

/** Too long for the judge: a person decides instead, or nobody where nobody may be asked. */
export async function askInstead(approvals: Approvals, { proposal, scope, judge }: Unshown): Promise<Verdict> {
  const reason = `The arguments are too long for ${judge} to see them whole.`
  if (proposal.call.origin.phase === 'Autonomous') return { kind: 'deny', fault: fault('policy_blocked', reason) }
  return askUnlessApproved(approvals, { proposal, scope, question: { reason, summary: proposal.assessment.summary } })
}
