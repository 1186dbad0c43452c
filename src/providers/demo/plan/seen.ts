import type { PlannedCall } from './planned-call.ts'
import type { Found } from '../prompt/read-result.ts'

/** A result, and the call that it answers; none if somebody else has made it. */
export type Seen = { readonly call: PlannedCall | undefined; readonly found: Found }

const isEmpty = ({ call, found }: Seen): boolean =>
  call?.role === 'search' && found.hits.length + found.paths.length === 0

/** Calls that failed or found nothing. */
export const failures = (seen: readonly Seen[]): number =>
  seen.filter(each => each.found.failure !== undefined || isEmpty(each)).length

export const hasHits = (seen: readonly Seen[]): boolean =>
  seen.some(
    ({ found }) => found.failure === undefined && found.hits.length + found.paths.length + found.lines.length > 0,
  )

/** The words that were searched for, in their order. */
export const searched = (seen: readonly Seen[]): readonly string[] =>
  seen.flatMap(({ call }) =>
    call?.role === 'search' ? Object.values(call.args).filter(value => typeof value === 'string') : [],
  )

/** Which file a reading was of. */
export function pathOf({ call }: Seen): string | undefined {
  const path =
    call?.role === 'read' || call?.role === 'edit' || call?.role === 'write' ? Object.values(call.args)[0] : undefined
  return typeof path === 'string' ? path : undefined
}
