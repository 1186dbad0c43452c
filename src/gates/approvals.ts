import type { Proposal, Question, Scope, Verdict } from '../core/index.ts'

export type Approval = { readonly id: string; readonly decidedBy: string }

/** A person's answer to exactly this call: given, not expired, not used yet. */
export interface Approvals {
  find(proposal: Proposal, scope: Scope): Approval | undefined | Promise<Approval | undefined>
}

export type Asking = { readonly proposal: Proposal; readonly scope: Scope; readonly question: Question }

/** Gates run again after a person has answered, so whoever asks must also know the answer. */
export async function askUnlessApproved(approvals: Approvals, { proposal, scope, question }: Asking): Promise<Verdict> {
  const approval = await approvals.find(proposal, scope)
  if (approval === undefined) return { kind: 'ask', question }
  return { kind: 'allow', decidedBy: approval.decidedBy, uses: [`approval:${approval.id}`] }
}
