import { type Gate, type Section, type Setting, type ValuesOf, fault, section, whole } from '../core/index.ts'

export const toolsSection: Section<{ readonly max_tool_calls_per_session: Setting<number> }> = section(
  'tools',
  'Limits for all tools together.',
  {
    // Not 'lower': 0 is the lowest number and means no limit at all.
    max_tool_calls_per_session: whole(0, 'How many calls a session may make; retries are free. 0 = no limit.', {
      min: 0,
    }),
  },
)

/** Absent when there is no limit. */
export function quota({ max_tool_calls_per_session: limit }: ValuesOf<typeof toolsSection>): Gate | undefined {
  if (limit === 0) return undefined
  const spent = fault(
    'quota_blocked',
    `All ${limit} tool calls of this session are used up (max_tool_calls_per_session), so this one did not run.`,
    { budget: 'max_tool_calls_per_session', limit },
  )
  return {
    name: 'quota',
    check: (_proposal, { counters }) =>
      counters.sessionCalls <= limit ? { kind: 'allow' } : { kind: 'deny', fault: spent },
  }
}
