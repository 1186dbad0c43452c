import { type Fault, fault, isFaultCode, isJsonObject } from '../../core/index.ts'
import type { TurnAttempt } from './attempt.ts'
import type { Turn } from './turn.ts'

const isFault = (reason: unknown): reason is Fault =>
  isJsonObject(reason) &&
  typeof reason['code'] === 'string' &&
  isFaultCode(reason['code']) &&
  typeof reason['message'] === 'string'

/** The other side failed, or the person stopped it. A reply that was cut short all the same is not taken for whole. */
export function failureOf({ asked }: TurnAttempt, { signal }: Turn): Fault | undefined {
  if (signal.aborted) return isFault(signal.reason) ? signal.reason : fault('tool_cancelled', 'The turn was cancelled.')
  return asked.end.fault
}
