import { type Result, fail } from '../../../core/index.ts'

/** Refuses an invalid request; `param` names the invalid member. */
export const refuseRequest = (param: string, message: string): Extract<Result<never>, { ok: false }> => {
  const refused = fail('usage_invalid', message, { param })
  return refused
}
