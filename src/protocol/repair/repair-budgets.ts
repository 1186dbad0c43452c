import { FAULTS, type Fault, type Profile } from '../../core/index.ts'

export type RepairBudget = {
  readonly repairs: number
  /**
   * `reject`: the turn ends. `degrade`: the last text is delivered. `stop`: the run ends. `tell`: the model reads the
   * fault.
   */
  readonly afterRepairs: 'reject' | 'degrade' | 'stop' | 'tell'
}

/** How often a profile asks again, and what comes when that did not help. */
export const REPAIR_BUDGETS: Readonly<Record<Profile, RepairBudget>> = {
  strict: { repairs: 0, afterRepairs: 'reject' },
  lenient: { repairs: 2, afterRepairs: 'degrade' },
  run: { repairs: 2, afterRepairs: 'stop' },
  native: { repairs: 1, afterRepairs: 'tell' },
}

/** A configured maximum replaces the default, but strict never asks twice; what is no whole number allows nothing. */
export function mayRepair(
  profile: Profile,
  attemptsUsed: number,
  configuredMax: number = REPAIR_BUDGETS[profile].repairs,
): boolean {
  return profile !== 'strict' && Number.isInteger(configuredMax) && attemptsUsed < configuredMax
}

/** Only slips of form are worth a rewrite; an echoed or endless reply is not. */
export const isRepairable = (fault: Fault): boolean => FAULTS[fault.code].then === 'rewrite'
