import type { Talk } from './talk.ts'

/** Is a call read at all? Not where there is nothing to call; but one of a tool that a rule denies must meet that rule. */
export const readsCalls = ({ tools, caller }: Pick<Talk, 'tools' | 'caller'>): boolean =>
  tools.length > 0 || (caller.allowance.denied ?? []).length > 0
