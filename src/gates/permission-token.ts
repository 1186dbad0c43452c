import { type Capability, type Gate, fault } from '../core/index.ts'

export type GrantQuery = {
  readonly capability: Capability
  /** What the call acts on, as far as its tool said. */
  readonly target?: string
  readonly session: string
  readonly turn: string
  readonly principal: string
  /** Which tool, and the hash of its definition: a grant may hold for this one only. */
  readonly tool: { readonly name: string; readonly definition: string }
}

export type GrantAnswer =
  | { readonly id: string; readonly decidedBy: string }
  | { readonly missing: true }
  | { readonly invalid: string }

/** Who knows what was granted. */
export interface Grants {
  findGrant(request: GrantQuery): GrantAnswer | Promise<GrantAnswer>
}

/** Nothing runs without a token for its capability, whatever else allows it. */
export const permissionToken = (grants: Grants): Gate => ({
  name: 'permission_token',
  async check({ call, assessment, definitionHash }, { session, turn, principal }) {
    const { capability } = call.tool
    const target = assessment.target && { target: assessment.target.name }
    const tool = { name: call.tool.name, definition: definitionHash }
    const answer = await grants.findGrant({ capability, session, turn, principal, tool, ...target })
    if ('decidedBy' in answer)
      return { kind: 'allow', decidedBy: answer.decidedBy, notes: [{ name: 'grant_id', value: answer.id }] }
    const reason = 'invalid' in answer ? answer.invalid : `no active token for ${capability}.`
    return { kind: 'deny', fault: fault('permission_denied', `Permission denied: ${reason}`, { capability }) }
  },
})
