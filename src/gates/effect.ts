import type { Proposal, Risk } from '../core/index.ts'

/** What the call does at worst. Sending something out changes the world, even if nothing here changes. */
export const effectOf = ({ call, assessment }: Pick<Proposal, 'call' | 'assessment'>): Risk =>
  assessment.risk === 'read' && call.tool.facts.egress ? 'write' : assessment.risk
