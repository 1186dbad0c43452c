import type { Gate, Proposal, Risk, Scope, Trust, Verdict } from '../core/index.ts'
import { effectOf } from './effect.ts'
import { type Plans, groupNamedIn } from './plan-commit.ts'

type ConfirmationKind = Risk | 'routine' | 'egress'

/** What a level of trust confirms in advance; no level confirms destroying. */
const UNASKED: Readonly<Record<Trust, readonly ConfirmationKind[]>> = {
  Untrusted: [],
  Provisional: ['read'],
  Trusted: ['read', 'routine'],
}

const REASONS: Readonly<Record<ConfirmationKind, string>> = {
  read: 'In this workspace nothing is done unasked.',
  routine: 'It creates something.',
  write: 'It changes something.',
  egress: 'It sends something out.',
  destroy: 'It may destroy something.', // not "destroys": what is only unknown counts as destroying, too
}
const RECOVERED = 'The call was not written as agreed and had to be repaired to be read.'

export type ConfirmationParts = {
  readonly plans: Plans
  /** A confirmation given in advance, by flag or saved rule. It covers what changes something, never what destroys. */
  readonly standing: (proposal: Proposal, scope: Scope) => string | undefined | Promise<string | undefined>
  /** The model wrote the same call a second time, so reading it took no guessing. */
  readonly readTwice?: (proposal: Proposal, scope: Scope) => boolean
}

/**
 * Decides whether a person must be asked about this call. The caller of the gates looks up whether they have answered.
 */
export const confirmation = (parts: ConfirmationParts): Gate => ({
  name: 'confirmation',
  check(proposal, scope) {
    if (proposal.call.origin.phase === 'Autonomous') return { kind: 'allow' }
    const kind = kindOf(proposal)
    return UNASKED[scope.trust].includes(kind)
      ? verdictOn(proposal, scope, { parts })
      : whetherToAsk(proposal, scope, { parts, kind })
  },
})

type ConfirmationOrder = { readonly parts: ConfirmationParts; readonly kind: ConfirmationKind }

async function whetherToAsk(proposal: Proposal, scope: Scope, { parts, kind }: ConfirmationOrder): Promise<Verdict> {
  const decidedBy = await decidedBefore(proposal, scope, parts)
  if (decidedBy === undefined) return verdictOn(proposal, scope, { parts, because: REASONS[kind] })
  const verdict = verdictOn(proposal, scope, { parts })
  return verdict.kind === 'allow' ? { kind: 'allow', decidedBy } : verdict
}

type Doubt = { readonly parts: ConfirmationParts; readonly because?: string }

/** Asks for the reason given, and for those that lie in the call itself. */
function verdictOn(proposal: Proposal, scope: Scope, { parts, because }: Doubt): Verdict {
  const { question, summary } = proposal.assessment
  const reasons = [because, question, isRecovered(proposal, scope, parts) && RECOVERED]
  const open = reasons.filter(reason => typeof reason === 'string')
  return open.length > 0 ? { kind: 'ask', question: { reason: open.join(' '), summary } } : { kind: 'allow' }
}

function kindOf(proposal: Proposal): ConfirmationKind {
  const { call, assessment } = proposal
  if (assessment.risk === 'destroy') return 'destroy'
  if (call.tool.facts.egress && assessment.requested !== true) return 'egress'
  if (assessment.risk === 'read') return 'read'
  return assessment.routine === true ? 'routine' : 'write'
}

/** Answers the question that the risk raises, and no other: a doubt about this very call is for a person. */
async function decidedBefore(
  proposal: Proposal,
  scope: Scope,
  { plans, standing }: ConfirmationParts,
): Promise<string | undefined> {
  if (proposal.assessment.risk !== 'destroy')
    return proposal.assessment.ruled === true ? 'rule' : standing(proposal, scope)
  if (!proposal.call.tool.facts.needsPlan) return undefined
  return (await groupNamedIn(proposal.call, plans, scope))?.group?.confirmedBy
}

/** A model's call that changes something and needed fixups. What a person typed was only converted. */
const isRecovered = (proposal: Proposal, scope: Scope, { readTwice }: ConfirmationParts): boolean =>
  !scope.ownAct &&
  effectOf(proposal) !== 'read' &&
  proposal.call.reading.fixups.length > 0 &&
  readTwice?.(proposal, scope) !== true
