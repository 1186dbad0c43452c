import type { ToolCall } from '../../core/index.ts'

/** When the time of a call is over. It begins with the first attempt, and a second one gets what is left of it. */
export type Deadlines = { readonly of: (call: ToolCall) => AbortSignal }

export function createDeadlines(timeoutMs: number): Deadlines {
  const begun = new WeakMap<ToolCall, AbortSignal>()
  return {
    of(call) {
      const late = begun.get(call) ?? AbortSignal.timeout(timeoutMs)
      begun.set(call, late)
      return late
    },
  }
}
