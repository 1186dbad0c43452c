import type { Capability } from '../../../core/index.ts'
import type { AccessScope, ApprovalHandling } from '../shapes.ts'

/** The sender of a request. */
export type Caller = {
  readonly who: 'console' | 'key'
  readonly name: string
  readonly scopes: readonly AccessScope[]
  /** In whose name turns run and grants are issued. */
  readonly principal: string
  /** Identifies the token. The token that asks cannot approve. */
  readonly credential: string
  readonly allow: readonly Capability[]
  readonly approval: ApprovalHandling
}

/** The caller in the context of mounted routes; the access check puts it there. */
export function callerIn(context: { readonly get: (key: 'caller') => unknown }): Caller {
  const caller = context.get('caller')
  if (!isCaller(caller)) throw new Error('a mounted route was reached without an access check')
  return caller
}

const isCaller = (value: unknown): value is Caller =>
  typeof value === 'object' && value !== null && 'credential' in value && 'principal' in value

/** The caller of a key, from the credential that its calls carry. */
export const keyNamed = (credential: string): Caller => ({
  who: 'key',
  name: credential.replace(/^key:/, ''),
  scopes: ['use'],
  principal: credential,
  credential,
  allow: [],
  approval: 'hold',
})

/** Keys see files only with FileAccess. */
export const maySeeFiles = ({ who, allow }: Caller): boolean => who !== 'key' || allow.includes('FileAccess')

export const mayApprove = ({ scopes }: Caller): boolean => scopes.includes('approve')
