import { type JsonObject, type Risk, isJsonObject, textOf } from '../core/index.ts'
import type { DecidedBy, GrantEnd } from './grant.ts'

export type ApprovalState = 'pending' | 'approved' | 'denied'

/** A question to a person about one very call, and what became of it. */
export type Approval = {
  readonly id: string
  /** Hash of everything that the approval holds for. */
  readonly binding: string
  readonly state: ApprovalState
  readonly tool: string
  /** Whole, never cut: it is what the person decides about. */
  readonly args: JsonObject
  readonly risk: Risk
  readonly summary: string
  readonly reason: string
  readonly session: string
  readonly askedBy: string
  readonly decidedBy: DecidedBy | null
  readonly requestedAt: number
  readonly ends: GrantEnd
  /** How often more time was taken. */
  readonly extensions: number
}

export const encodeApproval = ({ ends, ...flat }: Approval): JsonObject => ({ ...flat, ends: { ...ends } })

/** Only ever read from our own state folder. */
export function decodeApproval(value: JsonObject): Approval {
  const ends = isJsonObject(value['ends']) ? value['ends'] : {}
  const words = { state: textOf(value['state']), risk: textOf(value['risk']), decidedBy: value['decidedBy'] ?? null }
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by encodeApproval, from an Approval
    ...(words as Pick<Approval, 'state' | 'risk' | 'decidedBy'>),
    id: textOf(value['id']),
    binding: textOf(value['binding']),
    tool: textOf(value['tool']),
    args: isJsonObject(value['args']) ? value['args'] : {},
    summary: textOf(value['summary']),
    reason: textOf(value['reason']),
    session: textOf(value['session']),
    askedBy: textOf(value['askedBy']),
    requestedAt: Number(value['requestedAt']),
    extensions: Number(value['extensions'] ?? 0),
    ends: { at: Number(ends['at']), boot: textOf(ends['boot']), monotonic: Number(ends['monotonic']) },
  }
}
