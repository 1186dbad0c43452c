import {
  type Clock,
  type Executor,
  FAULTS,
  type Permit,
  type Result,
  type Scope,
  type ToolCall,
  type ToolOutput,
  fail,
  withinTime,
} from '../core/index.ts'
import { faultOf } from './fault-of.ts'
import { checkOutput } from './check-output.ts'

export type RunLimits = {
  readonly timeoutMs: number
  readonly maxAttempts: number
  readonly baseMs: number
  readonly maxMs: number
  readonly budgetMs: number
}

export type RunParts = {
  readonly executor: Executor
  readonly scope: Scope
  /** A permit is good for one attempt, so every attempt gets its own. */
  readonly mintPermit: (call: ToolCall) => Permit
  readonly limits: RunLimits
  readonly clock: Clock
  /** An idempotency key is claimed for this call, so that trying it again cannot collide with another process. */
  readonly holdsKey: boolean
  /** Between 0 and 1. */
  readonly random: () => number
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

export type Ran = { readonly result: Result<ToolOutput>; readonly attempts: number; readonly milliseconds: number }

/** Runs a call within its time, and again if the trouble may pass and trying again can do no harm. */
export async function runTool(call: ToolCall, parts: RunParts): Promise<Ran> {
  const { limits, clock, scope, random, wait } = parts
  const started = clock.monotonic()
  const left = (): number => limits.budgetMs - (clock.monotonic() - started)
  for (let attempts = 1; ; attempts++) {
    const result = await attempt(call, parts, Math.min(limits.timeoutMs, Math.max(1, left())))
    const pause = random() * Math.min(limits.maxMs, limits.baseMs * 2 ** (attempts - 1))
    const again =
      attempts < limits.maxAttempts && mayRetry(result, call, parts) && pause < left() && !scope.signal.aborted
    if (!again) return { result, attempts, milliseconds: clock.monotonic() - started }
    await wait(pause, scope.signal)
  }
}

/** A timeout says nothing about what happened, so only a tool that may be repeated is tried again after it. */
function mayRetry(result: Result<ToolOutput>, { tool }: ToolCall, { holdsKey }: RunParts): boolean {
  if (result.ok || FAULTS[result.error.code].then !== 'retry') return false
  if (tool.facts.idempotent) return true
  return holdsKey && FAULTS[result.error.code].category === 'RateLimited'
}

/** Did the call certainly not happen? Otherwise it must not be repeated without asking. */
export const failedForSure = (result: Result<ToolOutput>): boolean =>
  !result.ok && FAULTS[result.error.code].mayHaveActed !== true

async function attempt(
  call: ToolCall,
  { executor, scope, mintPermit }: RunParts,
  timeoutMs: number,
): Promise<Result<ToolOutput>> {
  if (scope.signal.aborted) return fail('tool_cancelled', 'The call was cancelled before it ran.')
  const execute = (inside: Scope): Promise<Result<ToolOutput>> =>
    settle(() => executor.execute(call, mintPermit(call), inside))
  const seconds = Math.max(1, Math.round(timeoutMs / 1_000))
  const ended = (why: 'late' | 'cancelled'): Result<ToolOutput> =>
    why === 'late'
      ? fail('tool_timeout', `${call.tool.name} did not finish in ${seconds} s.`)
      : fail('tool_cancelled', 'The call was cancelled.')
  const result = await (call.tool.facts.keepsTime === true
    ? execute(scope)
    : withinTime(signal => execute({ ...scope, signal }), { signal: scope.signal, timeoutMs, ended }))
  return result.ok ? checkOutput(result.value) : result
}

async function settle(run: () => Promise<Result<ToolOutput>>): Promise<Result<ToolOutput>> {
  try {
    return await run()
  } catch (thrown) {
    return { ok: false, error: faultOf(thrown) }
  }
}
