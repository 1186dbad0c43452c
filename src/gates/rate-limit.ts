import {
  type Clock,
  type Gate,
  type Proposal,
  type Scope,
  type Section,
  type Setting,
  type ValuesOf,
  type Verdict,
  fault,
  foldName,
  section,
  texts,
  toolIdentity,
  whole,
} from '../core/index.ts'
import type { RateWindow } from './rate-window.ts'

const MOST_CALLS = 10_000 // what a window remembers of one key, at 8 bytes a call

export const rateLimitSection: Section<{
  readonly per_session: Setting<number>
  readonly per_target: Setting<number>
  readonly window_secs: Setting<number>
  readonly capabilities: Setting<readonly string[]>
}> = section('tools.rate_limit', 'How many calls may be made in a short time.', {
  // Not 'lower': 0 is the lowest number and means no limit at all.
  per_session: whole(0, 'Calls of one session within the window. 0 = no limit.', { min: 0, max: MOST_CALLS }),
  per_target: whole(
    0,
    'Calls on one target (a file, a channel, a host) within the window, of all sessions. 0 = no limit.',
    {
      min: 0,
      max: MOST_CALLS,
    },
  ),
  window_secs: whole(60, 'Length of the sliding window.', { min: 1, max: 86_400, workspaceMay: 'raise' }),
  capabilities: texts([], 'Only tools with these rights are counted; empty = all.', { workspaceMay: 'never' }),
})

export type RateLimitValues = ValuesOf<typeof rateLimitSection>

export type RateKeys = { readonly session: string; readonly target: string }

/** The names under which a call is counted. A tool that names no target counts as its own. */
export const rateKeysOf = ({ call, assessment }: Proposal, { session }: Scope): RateKeys => ({
  session: `session ${session}`,
  target:
    assessment.target === undefined
      ? `tool ${toolIdentity(call.tool)}`
      : `target ${call.tool.capability} ${foldName(assessment.target.name)}`,
})

/** Absent when there is no limit. */
export function rateLimit(
  values: RateLimitValues,
  { window, clock }: { readonly window: RateWindow; readonly clock: Clock },
): Gate | undefined {
  const { per_session: perSession, per_target: perTarget, capabilities } = values
  if (perSession === 0 && perTarget === 0) return undefined
  const lengthMs = values.window_secs * 1_000
  const counted = (proposal: Proposal): boolean =>
    capabilities.length === 0 || capabilities.includes(proposal.call.tool.capability)
  return {
    name: 'rate_limit',
    check(proposal, scope) {
      if (!counted(proposal)) return { kind: 'allow' }
      const keys = rateKeysOf(proposal, scope)
      const now = clock.monotonic()
      const limits: readonly Limit[] = [
        { budget: 'per_session', of: 'this session', key: keys.session, most: perSession },
        { budget: 'per_target', of: 'this target', key: keys.target, most: perTarget },
      ]
      const spent = limits.find(({ key, most }) => most > 0 && window.count(key, now - lengthMs) >= most)
      return spent === undefined ? { kind: 'allow' } : tooMany(spent, { lengthMs, freeInMs: freeIn(spent) - now })
    },
  }

  /** When the call that fills the limit leaves the window. */
  function freeIn({ key, most }: Limit): number {
    return (window.nthNewest(key, most) ?? 0) + lengthMs
  }
}

type Limit = { readonly budget: string; readonly of: string; readonly key: string; readonly most: number }

function tooMany(
  { budget, of, most }: Limit,
  { lengthMs, freeInMs }: { readonly lengthMs: number; readonly freeInMs: number },
): Verdict {
  const seconds = Math.max(1, Math.ceil(freeInMs / 1_000))
  return {
    kind: 'deny',
    fault: fault(
      'rate_limited',
      `At most ${most} calls in ${lengthMs / 1_000} s for ${of}. The next one is possible in ${seconds} s.`,
      {
        budget,
        limit: most,
        retry_after_secs: seconds,
      },
    ),
  }
}
