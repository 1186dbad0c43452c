import { type Fault, type FaultCode, fault } from './faults.ts'

/** What can fail in an expected way returns this; only bugs and wrong configuration throw. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Fault }

/** What every message says of a full disk, after what could not be written. */
export const DISK_FULL = 'the disk is full; free some space on it, then try again'

const MAX_CAUSES = 5

/** The disk, or what this user may have of it, is used up. */
export function isDiskFull(thrown: unknown): boolean {
  let cause = thrown
  for (let depth = 0; depth < MAX_CAUSES && cause instanceof Error; depth++, cause = cause.cause)
    if ('code' in cause && (cause.code === 'ENOSPC' || cause.code === 'EDQUOT')) return true
  return false
}

/** What foreign code threw, in words. */
export function messageOf(thrown: unknown): string {
  if (isDiskFull(thrown)) return DISK_FULL
  return thrown instanceof Error ? thrown.message : String(thrown)
}
/** For the end of a sentence that has its own full stop. */
export const causeOf = (thrown: unknown): string => messageOf(thrown).replace(/\.$/, '')

export const succeed = <T>(value: T): Result<T> => ({ ok: true, value })

export const fail = (
  code: FaultCode,
  message: string,
  detail?: Fault['detail'],
): { readonly ok: false; readonly error: Fault } => ({
  ok: false,
  error: fault(code, message, detail),
})
