import { CountersignError, FAULTS, type Fault, type FaultCode, fault, storageFault } from '../../core/index.ts'

/** Exit codes that scripts rely on (contracts §2). */
export const EXIT = {
  done: 0,
  refused: 1,
  usage: 2,
  config: 3,
  unverified: 4,
  unreachable: 5,
  unapproved: 6,
  interrupted: 130,
} as const

/** Ends a verb with a fault and an exit code. */
export class Failure extends Error {
  readonly fault: Fault
  readonly exitCode: number

  constructor(reason: Fault, exitCode: number) {
    super(reason.message)
    this.fault = reason
    this.exitCode = exitCode
  }
}

export const usageFailure = (message: string): Failure => new Failure(fault('usage_invalid', message), EXIT.usage)
export const configFailure = (message: string): Failure => new Failure(fault('config_invalid', message), EXIT.config)
export const inputFailure = (message: string): Failure => new Failure(fault('input_unreadable', message), EXIT.refused)

/** Turns an expected error into a failure; a bug is rethrown with its stack. */
export function toFailure(thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown
  if (thrown instanceof CountersignError)
    return new Failure(fault(thrown.code, thrown.message), isConfigCode(thrown.code) ? EXIT.config : EXIT.refused)
  const stored = storageFault(thrown)
  if (stored) return new Failure(stored, EXIT.refused)
  throw thrown
}

const isConfigCode = (code: FaultCode): boolean => code === 'config_invalid' || code === 'not_in_this_version'

/** Advice for a person; the table also holds advice for models. */
export const adviceForFault = ({ code }: Fault): string => FAULTS[code].forPeople ?? FAULTS[code].advice
