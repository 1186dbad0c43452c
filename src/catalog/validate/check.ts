import type { Json } from '../../core/index.ts'
import type { RefResolver } from '../schema/refs.ts'
import { type Path, type Problem, mismatch } from './problem.ts'

/** One pass over one value; with `problems` it explains, without it only answers, and fast. */
export type ValidationRun = {
  refSteps: number
  problems: Problem[] | undefined
  readonly path: (string | number)[]
}

export type Check = (value: Json, run: ValidationRun) => boolean

/** Turns schemas of one document into checks, each once. */
export type Planner = { readonly root: Json; readonly resolve: RefResolver; checkOf(schema: Json): Check }

const MAX_PROBLEMS = 10
const MAX_REF_STEPS = 50_000 // a recursive schema with overlapping branches could otherwise take exponential time

export const answeringRun = (): ValidationRun => ({ refSteps: 0, problems: undefined, path: [] })

export const explainingRun = (): ValidationRun & { problems: Problem[] } => ({ refSteps: 0, problems: [], path: [] })

export const acceptAll: Check = () => true

/** The schema `false`: nothing may stand here. */
export const refuseAll: Check = (value, run) => {
  if (run.problems) report(run, { ...mismatch(run.path, value, 'left out'), suggestion: 'Leave it out.' })
  return false
}

/** Always false, so that a check can end in it; the words are only made when someone wants to read them. */
export function reject(run: ValidationRun, value: Json, expected: string): false {
  if (run.problems) report(run, mismatch(run.path, value, expected))
  return false
}

export function report(run: ValidationRun, problem: Problem): void {
  if (run.problems && run.problems.length < MAX_PROBLEMS) run.problems.push(problem)
}

/** A value that exceeds the budget is refused even under a `not`: see `exhausted`. */
export const spendRef = (run: ValidationRun): boolean => ++run.refSteps <= MAX_REF_STEPS

export const exhausted = (run: ValidationRun): boolean => run.refSteps > MAX_REF_STEPS

/** A branch that fails is no problem by itself. */
export function answerOnly(check: Check, value: Json, run: ValidationRun): boolean {
  const { problems } = run
  run.problems = undefined
  const accepted = check(value, run)
  run.problems = problems
  return accepted
}

export const pathTo = (run: ValidationRun, key: string): Path => [...run.path, key]

/** All must hold; the first that does not is the one worth telling. */
export function every(checks: readonly Check[]): Check {
  const [first = acceptAll, second, ...rest] = checks
  if (!second) return first
  if (rest.length === 0) return (value, run) => first(value, run) && second(value, run)
  return (value, run) => {
    for (const check of checks) if (!check(value, run)) return false
    return true
  }
}
