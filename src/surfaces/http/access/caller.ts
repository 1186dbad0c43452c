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

/** Who a door that is mounted finds in its context; the server puts him there before any door is reached. */
export function callerIn(context: { readonly get: (key: 'caller') => unknown }): Caller {
  const caller = context.get('caller')
  if (!isCaller(caller)) throw new Error('a door was reached without access')
  return caller
}

const isCaller = (value: unknown): value is Caller =>
  typeof value === 'object' && value !== null && 'credential' in value && 'principal' in value

/** A program, by the credential that its calls carry. */
export const keyNamed = (credential: string): Caller => ({
  who: 'key',
  name: credential.replace(/^key:/, ''),
  scopes: ['use'],
  principal: credential,
  credential,
  allow: [],
  approval: 'hold',
})

/** Programs look at files only if they were given that. */
export const maySeeFiles = ({ who, allow }: Caller): boolean => who !== 'key' || allow.includes('FileAccess')

export const mayApprove = ({ scopes }: Caller): boolean => scopes.includes('approve')
