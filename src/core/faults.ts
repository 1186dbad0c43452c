import { CATEGORIES, type FaultRow } from './categories.ts'
import { ACTING_FAULTS, type ActingFault } from './fault-table/acting.ts'
import { DECIDING_FAULTS, type DecidingFault } from './fault-table/deciding.ts'
import { KEEPING_FAULTS, type KeepingFault } from './fault-table/keeping.ts'
import { READING_FAULTS, type ReadingFault } from './fault-table/reading.ts'
import { RUNNING_FAULTS, type RunningFault } from './fault-table/running.ts'
import { SERVING_FAULTS, type ServingFault } from './fault-table/serving.ts'
import { SETUP_FAULTS, type SetupFault } from './fault-table/setup.ts'
import { TALKING_FAULTS, type TalkingFault } from './fault-table/talking.ts'
import type { JsonObject } from './json.ts'

export type FaultCode =
  | ReadingFault
  | DecidingFault
  | ActingFault
  | RunningFault
  | KeepingFault
  | SetupFault
  | TalkingFault
  | ServingFault

/** The fault table: the only place that defines what a code means and what follows from it. */
export const FAULTS: Readonly<Record<FaultCode, FaultRow>> = {
  ...READING_FAULTS,
  ...DECIDING_FAULTS,
  ...ACTING_FAULTS,
  ...RUNNING_FAULTS,
  ...KEEPING_FAULTS,
  ...SETUP_FAULTS,
  ...TALKING_FAULTS,
  ...SERVING_FAULTS,
}

/** An expected failure, as data. */
export type Fault = { readonly code: FaultCode; readonly message: string; readonly detail?: JsonObject }

export const fault = (code: FaultCode, message: string, detail?: JsonObject): Fault =>
  detail === undefined ? { code, message } : { code, message, detail }

export const isFaultCode = (code: string): code is FaultCode => Object.hasOwn(FAULTS, code)

/** What the model reads instead of a result; the form is that of seed 003. A message cannot add lines of its own. */
export function toolErrorBlock(error: Fault): string {
  const { category, advice } = FAULTS[error.code]
  return [
    '[tool_error]',
    `category: ${category}`,
    `message: ${error.message.replace(/[\r\n\u2028\u2029]+/g, ' ')}`,
    `suggestion: ${advice}`,
    `retryable: ${CATEGORIES[category].retryable}`,
  ].join('\n')
}
