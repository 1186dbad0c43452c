import type { Gate } from '../core/index.ts'

/** What is optional is absent when it is switched off; what is not must be there. */
export type GateParts = {
  readonly loopGuard: Gate
  readonly quota: Gate | undefined
  readonly rateLimit: Gate | undefined
  readonly rules: Gate | undefined
  readonly permissionToken: Gate
  readonly planCommit: Gate
  readonly guard: Gate | undefined
  readonly adversarialPolicy: Gate | undefined
  readonly utility: Gate | undefined
  readonly grounding: Gate | undefined
  /** Gates of the program that uses us: they may forbid and ask, and they cannot come before or replace ours. */
  readonly own?: readonly Gate[]
  readonly confirmation: Gate
  readonly idempotency: Gate
  readonly resultCache: Gate | undefined
}

/** The order is code, not configuration: cheap and certain gates first, then models, a person last. */
export function orderGates(parts: GateParts): readonly Gate[] {
  const gates = [
    parts.loopGuard,
    parts.quota,
    parts.rateLimit,
    parts.rules,
    parts.permissionToken,
    parts.planCommit,
    parts.guard,
    parts.adversarialPolicy,
    parts.utility,
    parts.grounding,
    ...(parts.own ?? []),
    parts.confirmation,
    parts.idempotency,
    parts.resultCache,
  ]
  return gates.filter(gate => gate !== undefined)
}
