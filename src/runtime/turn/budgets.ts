import type { BudgetState, Profile } from '../../core/index.ts'
import { REPAIR_BUDGETS } from '../../protocol/index.ts'
import type { TurnRequest } from './turn-request.ts'
import type { TurnSettings } from './turn-settings.ts'

const CONFERENCE_FLOOR = 6 // tool steps: enough to gather what a round needs, whatever the tier

export type TurnLimits = {
  readonly steps: number
  readonly bytesPerStep: number
  readonly bytesPerTurn: number
  readonly repairs: number
  /** Requests to the model, repairs and all: each step may need two, and the answer two more. */
  readonly roundTrips: number
  /** Steps that the run has left; undefined for no limit, or one that only warns. */
  readonly runSteps: number | undefined
  /** The same where the limit only warns. */
  readonly softRunSteps: number | undefined
}

/** The four counters are kept apart, and the tightest that is spent decides. */
export function turnLimits(
  { run, conference, tierSteps }: TurnRequest,
  profile: Profile,
  { turn, repair, run: runs }: TurnSettings,
): TurnLimits {
  const isConference = conference !== undefined
  const tier = tierSteps ?? turn.max_tool_steps
  const steps = isConference ? Math.max(tier, CONFERENCE_FLOOR) : tier
  const repairs = profile === 'strict' ? 0 : Math.min(repair.repair_max_attempts, configurable(profile))
  const { max_steps, max_steps_soft } = runs
  const maxSteps = run === undefined ? undefined : (run.maxSteps ?? max_steps ?? undefined)
  const isSoft = run?.soft ?? max_steps_soft
  const left = maxSteps === undefined ? undefined : Math.max(0, maxSteps - (run?.stepsTaken ?? 0))
  return {
    steps,
    bytesPerStep: isConference ? turn.max_tool_bytes_per_step_conference : turn.max_tool_bytes_per_step,
    bytesPerTurn: isConference ? turn.max_tool_bytes_per_turn_conference : turn.max_tool_bytes_per_turn,
    repairs,
    roundTrips: 2 * steps + 2 + repairs,
    runSteps: isSoft ? undefined : left,
    softRunSteps: isSoft ? left : undefined,
  }
}

/** A profile with a fixed number of its own keeps it as the upper end. */
const configurable = (profile: Profile): number =>
  profile === 'native' ? REPAIR_BUDGETS.native.repairs : Number.POSITIVE_INFINITY

/** What one turn has used up. */
export type Budget = {
  readonly limits: TurnLimits
  readonly countRoundTrip: () => void
  readonly countStep: () => void
  readonly countRepair: () => void
  readonly countBytes: (bytes: number) => void
  readonly stepsLeft: () => number
  readonly bytesLeft: () => number
  readonly mayAsk: () => boolean
  readonly mayRepair: () => boolean
  readonly isRunSpent: () => boolean
  /** This very step goes beyond a limit that only warns. */
  readonly isBeyondSoft: () => boolean
  readonly repairs: () => number
  readonly state: () => BudgetState
}

export function createBudget(limits: TurnLimits): Budget {
  let [roundTrips, steps, repairs, bytes] = [0, 0, 0, 0]
  return {
    limits,
    countRoundTrip: () => void roundTrips++,
    countStep: () => void steps++,
    countRepair: () => void repairs++,
    countBytes: more => void (bytes += more),
    stepsLeft: () => limits.steps - steps,
    bytesLeft: () => Math.max(0, limits.bytesPerTurn - bytes),
    mayAsk: () => roundTrips < limits.roundTrips,
    mayRepair: () => repairs < limits.repairs,
    isRunSpent: () => limits.runSteps !== undefined && steps >= limits.runSteps,
    isBeyondSoft: () => limits.softRunSteps !== undefined && steps === limits.softRunSteps,
    repairs: () => repairs,
    state: () => ({
      steps_used: steps,
      steps_limit: limits.steps,
      bytes_used: bytes,
      bytes_limit: limits.bytesPerTurn,
      repairs_used: repairs,
      repairs_limit: limits.repairs,
      round_trips: roundTrips,
      round_trips_limit: limits.roundTrips,
    }),
  }
}
