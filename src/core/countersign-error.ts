import type { FaultCode } from './faults.ts'

/** Thrown while assembling, when the programmer or operator is wrong; never for what a model or the world did. */
export class CountersignError extends Error {
  override readonly name = 'CountersignError'
  readonly code: FaultCode

  constructor(code: FaultCode, message: string) {
    super(message)
    this.code = code
  }
}
