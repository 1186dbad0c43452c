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

/** Did the call certainly not happen? Otherwise nobody may repeat it by himself. */
export const failedForSure = (result: Result<ToolOutput>): boolean =>
  !result.ok && FAULTS[result.error.code].mayHaveActed !== true

async function attempt(
  call: ToolCall,
  { executor, scope, mintPermit }: RunParts,
  timeoutMs: number,
): Promise<Result<ToolOutput>> {
  if (scope.signal.aborted) return fail('tool_cancelled', 'The call was cancelled before it ran.')
  if (call.tool.facts.keepsTime === true)
    return checked(await settle(() => executor.execute(call, mintPermit(call), scope)))
  const watch = new Watch(scope.signal, timeoutMs, call.tool.name)
  // Made only for a tool that asks for it, because a signal costs more than many a tool.
  const inner: Scope = {
    ...scope,
    get signal() {
      return watch.signal
    },
  }
  try {
    const result = await watch.firstOf(settle(() => executor.execute(call, mintPermit(call), inner)))
    return checked(result)
  } finally {
    watch.stop()
  }
}

const checked = (result: Result<ToolOutput>): Result<ToolOutput> => (result.ok ? checkOutput(result.value) : result)

const FIRST_TURNS = 8 // a function that does not wait for anything has answered by then
const A_TURN = Promise.resolve()

/** Ends an attempt when its time is over or somebody cancels it. A tool that ignores the signal is not waited for: its late result is dropped. */
class Watch {
  readonly #outer: AbortSignal
  readonly #timeoutMs: number
  readonly #tool: string
  #inner: AbortController | undefined
  #timer: NodeJS.Timeout | undefined
  #give: ((result: Result<ToolOutput>) => void) | undefined

  constructor(outer: AbortSignal, timeoutMs: number, tool: string) {
    this.#outer = outer
    this.#timeoutMs = timeoutMs
    this.#tool = tool
  }

  get signal(): AbortSignal {
    this.#inner ??= new AbortController()
    return this.#inner.signal
  }

  /** The tool's own answer, or why it is not waited for. The clock is set for what did not answer at once. */
  async firstOf(running: Promise<Result<ToolOutput>>): Promise<Result<ToolOutput>> {
    const answered: { result?: Result<ToolOutput> } = {}
    void running.then(result => (answered.result = result))
    for (let turn = 0; turn < FIRST_TURNS && answered.result === undefined; turn++) await A_TURN
    return answered.result ?? Promise.race([running, this.#ended()])
  }

  stop(): void {
    clearTimeout(this.#timer)
    if (this.#give) this.#outer.removeEventListener('abort', this.#cancel)
  }

  #ended(): Promise<Result<ToolOutput>> {
    const seconds = Math.max(1, Math.round(this.#timeoutMs / 1_000))
    const late = (): void => this.#end(fail('tool_timeout', `${this.#tool} did not finish in ${seconds} s.`))
    return new Promise(resolve => {
      this.#give = resolve
      this.#timer = setTimeout(late, this.#timeoutMs)
      this.#outer.addEventListener('abort', this.#cancel)
      if (this.#outer.aborted) this.#cancel()
    })
  }

  readonly #cancel = (): void => this.#end(fail('tool_cancelled', 'The call was cancelled.'))

  #end(result: Result<ToolOutput>): void {
    this.#inner ??= new AbortController() // whoever asks for the signal later must find it aborted
    this.#inner.abort()
    this.#give?.(result)
  }
}

async function settle(run: () => Promise<Result<ToolOutput>>): Promise<Result<ToolOutput>> {
  try {
    return await run()
  } catch (thrown) {
    return { ok: false, error: faultOf(thrown) }
  }
}
