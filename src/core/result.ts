import { type Fault, type FaultCode, fault } from './faults.ts'

/** What can fail in an expected way returns this; only bugs and wrong configuration throw. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Fault }

/** What foreign code threw, in words. */
export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))
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
