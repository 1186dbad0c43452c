import { type Result, fail } from '../../../core/index.ts'

/** The request itself is wrong, at the place that `param` names. */
export const refuseRequest = (param: string, message: string): Extract<Result<never>, { ok: false }> => {
  const refused = fail('usage_invalid', message, { param })
  return refused
}
