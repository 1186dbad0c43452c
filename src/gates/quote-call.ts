import { type Proposal, type ToolCall, type Verdict, canonicalJson, fault } from '../core/index.ts'
import { fence } from './fence.ts'
import { hideSecrets } from './hide-secrets.ts'

/** The call as a judge sees it: quoted, and whole or not at all, since what was cut off could be the point. */
export function quoteCall({ tool, args }: ToolCall, maxChars: number): string | undefined {
  const shown = canonicalJson({ tool: tool.name, arguments: hideSecrets(args) })
  return shown.length > maxChars ? undefined : fence(shown)
}

/** Too long for the judge: a person decides instead, or nobody where nobody may be asked. */
export function askInstead({ call, assessment }: Proposal, judge: string): Verdict {
  const reason = `The arguments are too long for ${judge} to see them whole.`
  if (call.origin.phase === 'Autonomous') return { kind: 'deny', fault: fault('policy_blocked', reason) }
  return { kind: 'ask', question: { reason, summary: assessment.summary } }
}
