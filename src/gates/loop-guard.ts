import {
  CountersignError,
  type Gate,
  type Proposal,
  type Section,
  type Setting,
  type ToolCall,
  type ValuesOf,
  type Verdict,
  fault,
  hashJson,
  section,
  whole,
} from '../core/index.ts'

const MOST_STEPS = 100

export const guardrailsSection: Section<{
  readonly repeat_window: Setting<number>
  readonly loop_repeat_threshold: Setting<number>
  readonly loop_override_max_retries: Setting<number>
}> = section('guardrails', 'When repeating the same action counts as a loop.', {
  repeat_window: whole(3, 'How many steps, this one included, are compared; never fewer than loop_repeat_threshold.', {
    min: 2,
    max: MOST_STEPS,
  }),
  loop_repeat_threshold: whole(3, 'The same action this many times in a row is forbidden instead of run.', {
    min: 2,
    max: MOST_STEPS,
    workspaceMay: 'lower',
  }),
  loop_override_max_retries: whole(1, 'How often it is forbidden before the run is stopped.', {
    min: 0,
    max: MOST_STEPS,
    workspaceMay: 'lower',
  }),
})

/** Equal for equal actions: what kind, which tool, which arguments in whatever order, on what. */
export const signatureOf = ({ tool, args }: Pick<ToolCall, 'tool' | 'args'>, target?: string): string =>
  hashJson(['tool_call', tool.name, hashJson(args), target ?? null])

/** The same action again and again is first forbidden, then ends the run; any other action in between starts the count anew. */
export function loopGuard(values: ValuesOf<typeof guardrailsSection>): Gate {
  const { repeat_window: window, loop_repeat_threshold: threshold, loop_override_max_retries: overrides } = values
  if (window < threshold)
    throw new CountersignError(
      'config_invalid',
      `[guardrails] loop_repeat_threshold is ${threshold}, but only ${window} steps are compared, so no loop would ever be found. Raise repeat_window to ${threshold} or more.`,
    )
  const last = threshold + overrides
  return {
    name: 'loop_guard',
    check(proposal, { counters }) {
      const times = 1 + repeatsAtEnd(counters.signatures, { of: proposal.signature, atMost: last })
      if (times < threshold) return { kind: 'allow' }
      return times < last ? forbid(proposal, times) : stop(proposal, times)
    },
  }
}

function repeatsAtEnd(signatures: readonly string[], { of, atMost }: { readonly of: string; readonly atMost: number }): number {
  let count = 0
  while (count < atMost && signatures[signatures.length - 1 - count] === of) count++
  return count
}

/** Typed, so that a program can act on it; the prompt stays as it is. */
function forbid({ call, signature }: Proposal, times: number): Verdict {
  const reason = `"${call.tool.name}" was called ${times} times in a row with the same arguments.`
  const override = { signature, tool: call.tool.name, forbidden_arguments: call.args, reason }
  return {
    kind: 'deny',
    fault: fault('loop_override', `${reason} It did not run this time and will not run again like this.`, { override }),
  }
}

const stop = ({ call, signature }: Proposal, times: number): Verdict => ({
  kind: 'deny',
  fault: fault(
    'system_error',
    `"${call.tool.name}" was called again with the same arguments after that had been forbidden, ${times} times or more in a row. The run was stopped.`,
    { signature, tool: call.tool.name },
  ),
})
