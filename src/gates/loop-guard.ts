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
  toolIdentity,
  limit,
  whole,
} from '../core/index.ts'

const MOST_STEPS = 64 // a turn remembers no more of its calls, so a wider window would never be full

export const guardrailsSection: Section<{
  readonly repeat_window: Setting<number>
  readonly loop_repeat_threshold: Setting<number>
  readonly loop_override_max_retries: Setting<number>
}> = section('guardrails', 'When repeating the same action counts as a loop.', {
  repeat_window: whole(
    3,
    'Among how many steps, this one included, repeats are counted; never fewer than loop_repeat_threshold.',
    {
      min: 2,
      max: MOST_STEPS,
    },
  ),
  loop_repeat_threshold: limit(3, 'The same action this many times within the window is forbidden instead of run.', {
    min: 2,
    max: MOST_STEPS,
  }),
  loop_override_max_retries: limit(1, 'How often it is forbidden before the run is stopped.', {
    min: 0,
    max: MOST_STEPS,
  }),
})

/** Equal for equal actions: what kind, which tool, which arguments in whatever order, on what. */
export const signatureOf = ({ tool, args }: Pick<ToolCall, 'tool' | 'args'>, target?: string): string =>
  hashJson(['tool_call', toolIdentity(tool), hashJson(args), target ?? null])

type LoopGuardValues = ValuesOf<typeof guardrailsSection>

/** A repeated action is first forbidden, then ends the run. Once it may run again, the count starts anew. */
export function loopGuard(values: LoopGuardValues): Gate {
  const { repeat_window: window, loop_repeat_threshold: threshold, loop_override_max_retries: overrides } = values
  if (window < threshold)
    throw new CountersignError(
      'config_invalid',
      `[guardrails] loop_repeat_threshold is ${threshold}, but only ${window} steps are compared, ` +
        `so no loop would ever be found. Raise repeat_window to ${threshold} or more.`,
    )
  const farthest = window * (overrides + 1)
  return {
    name: 'loop_guard',
    check(proposal, { counters }) {
      const steps = [...counters.signatures.slice(-farthest), proposal.signature]
      const repeats = repeatsOf(steps, steps.length - 1, window)
      if (repeats.length < threshold) return { kind: 'allow' }
      return forbiddenBefore(steps, values) < overrides ? forbid(proposal, inWords(repeats, window)) : stop(proposal)
    },
  }
}

/** The steps of the window with the same action as this one, itself first. */
function repeatsOf(steps: readonly string[], at: number, window: number): readonly number[] {
  const repeats: number[] = []
  for (let step = at; step >= 0 && step > at - window; step--) if (steps[step] === steps[at]) repeats.push(step)
  return repeats
}

/** How often the action was forbidden since it last ran. What was decided then follows from the steps alone. */
function forbiddenBefore(steps: readonly string[], values: LoopGuardValues): number {
  const { repeat_window: window, loop_repeat_threshold: threshold, loop_override_max_retries: overrides } = values
  let count = 0
  for (let at = steps.length - 1; count < overrides; count++) {
    const [, previous] = repeatsOf(steps, at, window)
    if (previous === undefined || repeatsOf(steps, previous, window).length < threshold) break
    at = previous
  }
  return count
}

function inWords(repeats: readonly number[], window: number): string {
  const isRow = (repeats[0] ?? 0) - (repeats.at(-1) ?? 0) === repeats.length - 1
  return isRow ? `${repeats.length} times in a row` : `${repeats.length} times within ${window} calls`
}

/** Typed, so that a program can act on it; the prompt stays as it is. */
function forbid({ call, signature }: Proposal, howOften: string): Verdict {
  const reason = `"${call.tool.name}" was called ${howOften} with the same arguments.`
  const override = { signature, tool: call.tool.name, forbidden_arguments: call.args, reason }
  return {
    kind: 'deny',
    fault: fault('loop_override', `${reason} It did not run this time and will not run again like this.`, { override }),
  }
}

const stop = ({ call, signature }: Proposal): Verdict => ({
  kind: 'deny',
  fault: fault(
    'system_error',
    `"${call.tool.name}" was called again with the same arguments after that had been forbidden. The run was stopped.`,
    { signature, tool: call.tool.name },
  ),
})
