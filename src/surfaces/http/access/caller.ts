import type { Capability } from '../../../core/index.ts'
import type { AccessScope, ApprovalMode } from '../shapes.ts'

/** Who sends a request, once that is known. */
export type Caller = {
  readonly who: 'console' | 'key'
  readonly name: string
  readonly scopes: readonly AccessScope[]
  /** In whose name turns are taken and grants are given. */
  readonly principal: string
  /** Which token this is; whoever asks with it cannot approve with it. */
  readonly credential: string
  readonly allow: readonly Capability[]
  readonly approval: ApprovalMode
}

export const mayApprove = ({ scopes }: Caller): boolean => scopes.includes('approve')
