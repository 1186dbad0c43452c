import {
  type Clock,
  type Fault,
  type JsonObject,
  type Proposal,
  type Question,
  type Result,
  type Scope,
  type Store,
  fail,
  fault,
  findWhenChanged,
  hashJson,
  newSecretId,
  succeed,
  toolIdentity,
} from '../core/index.ts'
import { type Approval, type ApprovalState, decodeApproval, encodeApproval } from './approval.ts'
import type { RecordPermission } from './broker.ts'
import { type DecidedBy, endingAfter, hasEnded, millisecondsLeft } from './grant.ts'

export type ApprovalParts = {
  readonly store: Store
  readonly clock: Clock
  readonly now: () => number
  readonly record: RecordPermission
  /** An approval counts in one workspace, under one sandbox profile. */
  readonly workspace: string
  readonly sandbox: string
  readonly approvalMs: number
  /** Has the ledger seen it used? */
  readonly isUsed: (use: string) => boolean
}

type ApprovalDecision = {
  readonly state: 'approved' | 'denied'
  readonly decidedBy: DecidedBy
  /** The door through which it came; it cannot be the one that asked. */
  readonly credential: string
}

export interface Approvals {
  /** Puts the question on the list; the same call asked again is the same question. */
  request(proposal: Proposal, scope: Scope, question: Question): Promise<Result<Approval>>
  decide(id: string, decision: ApprovalDecision): Promise<Result<Approval>>
  /** More time to decide, a few times and recorded. The door that asked cannot take it. */
  extend(id: string, by: Pick<ApprovalDecision, 'decidedBy' | 'credential'>): Promise<Result<Approval>>
  /** An approval of exactly this call that is still good. */
  find(proposal: Proposal, scope: Scope): Promise<Approval | undefined>
  get(id: string): Promise<Approval | undefined>
  /** Resolves when anybody has decided it, through whatever door; undefined when time or the signal was faster. */
  whenDecided(id: string, signal: AbortSignal): Promise<Approval | undefined>
  pending(): Promise<readonly Approval[]>
}

export const approvalUse = (id: string): string => `approval:${id}`
export const isApprovalUse = (use: string): boolean => use.startsWith('approval:')

export const EXTENSION_SECONDS = 120
export const MOST_EXTENSIONS = 5

const DECIDED = { approved: 'APPROVAL_GRANTED', denied: 'APPROVAL_DENIED' } as const

const TABLE = 'approvals'
const BINDINGS = 'approval_bindings'
const LIMIT = 1_000
const MEMORY_MS = 24 * 60 * 60 * 1000

export function createApprovals(parts: ApprovalParts): Approvals {
  const { store, clock, now } = parts
  const isOver = ({ id, ends }: Approval): boolean => hasEnded(ends, now(), clock) || parts.isUsed(approvalUse(id))
  const get = async (id: string): Promise<Approval | undefined> => {
    const stored = await store.get(TABLE, id)
    return stored && decodeApproval(stored.value)
  }
  const bound = async (binding: string): Promise<Approval | undefined> => {
    const id = (await store.get(BINDINGS, binding))?.value['id']
    const approval = typeof id === 'string' ? await get(id) : undefined
    return approval && !isOver(approval) ? approval : undefined
  }
  const undecided = async (id: string, credential: string): Promise<Result<StoredApproval>> => {
    const stored = await store.get(TABLE, id)
    const approval = stored && decodeApproval(stored.value)
    const refused = refuseLate(id, approval, { credential, isOver: approval !== undefined && isOver(approval) })
    return stored && approval && !refused
      ? succeed({ approval, version: stored.version })
      : { ok: false, error: refused ?? unknown(id) }
  }
  const save = saveWith(parts)
  return {
    get,
    whenDecided: (id, signal) => whenDecided(() => get(id), signal, parts),
    async request(proposal, scope, question) {
      const binding = bindingOf(proposal, scope, parts)
      const known = await bound(binding)
      if (known && known.state !== 'denied') return succeed(known)
      return save(approvalOf({ proposal, scope, question, binding }, parts), { event: 'APPROVAL_REQUESTED' }, 'absent')
    },
    async decide(id, { state, decidedBy, credential }) {
      const open = await undecided(id, credential)
      if (!open.ok) return open
      const { approval, version } = open.value
      const ends = endingAfter(parts.approvalMs, now(), clock)
      return save({ ...approval, state, decidedBy, ends }, { event: DECIDED[state] }, version)
    },
    async extend(id, { decidedBy, credential }) {
      const open = await undecided(id, credential)
      if (!open.ok) return open
      const longer = extended(open.value.approval, now(), clock)
      if (!longer.ok) return longer
      const { extensions } = longer.value
      return save(longer.value, { event: 'APPROVAL_EXTENDED', decided_by: decidedBy, extensions }, open.value.version)
    },
    async find(proposal, scope) {
      const approval = await bound(bindingOf(proposal, scope, parts))
      return approval?.state === 'approved' ? approval : undefined
    },
    async pending() {
      const all = (await store.list(TABLE, { limit: LIMIT })).map(({ value }) => decodeApproval(value))
      return all
        .filter(approval => approval.state === 'pending' && !isOver(approval))
        .toSorted((a, b) => a.requestedAt - b.requestedAt)
    },
  }
}

async function whenDecided(
  get: () => Promise<Approval | undefined>,
  signal: AbortSignal,
  { store, clock, now }: ApprovalParts,
): Promise<Approval | undefined> {
  let left = 0
  const look = async (): Promise<{ readonly decided: Approval | undefined } | undefined> => {
    const approval = await get()
    if (approval?.state !== 'pending') return { decided: approval }
    if (hasEnded(approval.ends, now(), clock)) return { decided: undefined }
    left = millisecondsLeft(approval.ends, now(), clock)
    return undefined
  }
  return (await findWhenChanged(store, { look, signal, atLatestMs: () => left }))?.decided
}

type Save = (approval: Approval, about: JsonObject, expect: number | 'absent') => Promise<Result<Approval>>

/** Of two that decide at the same time the second is refused. What cannot be recorded is not approved. */
function saveWith(parts: ApprovalParts): Save {
  const { store, record } = parts
  return async (approval, about, expect) => {
    const ttlMs = parts.approvalMs * 2 + MEMORY_MS
    const isFirst = await store.swap(TABLE, approval.id, { expect, next: encodeApproval(approval), ttlMs })
    if (!isFirst) return fail('approval_invalid', `${approval.id} was decided already.`)
    await store.swap(BINDINGS, approval.binding, { expect: 'any', next: { id: approval.id }, ttlMs })
    const told = await record({ ...tell(approval), ...about })
    if (told.ok) return succeed(approval)
    const denied = encodeApproval({ ...approval, state: 'denied' })
    await store.swap(TABLE, approval.id, { expect: 'any', next: denied, ttlMs })
    return told
  }
}

type StoredApproval = { readonly approval: Approval; readonly version: number }

const unknown = (id: string): Fault => fault('approval_invalid', `There is no approval ${id}.`)

/** What was decided, is over, or is asked by this very door cannot be decided or prolonged. */
function refuseLate(
  id: string,
  approval: Approval | undefined,
  { credential, isOver }: { readonly credential: string; readonly isOver: boolean },
): Fault | undefined {
  if (!approval) return unknown(id)
  if (approval.state !== 'pending') return fault('approval_invalid', `${id} was ${approval.state} already.`)
  if (isOver) return fault('approval_invalid', `${id} has expired; the call must be made again.`)
  return credential === approval.askedBy
    ? fault('approval_invalid', 'The credential that asks cannot approve. Approve in the console or with another key.')
    : undefined
}

function extended(approval: Approval, now: number, clock: Clock): Result<Approval> {
  const { id, ends, extensions } = approval
  if (extensions >= MOST_EXTENSIONS)
    return fail('approval_invalid', `${id} was already extended ${MOST_EXTENSIONS} times.`)
  const left = ends.at - now + EXTENSION_SECONDS * 1_000
  return succeed({ ...approval, extensions: extensions + 1, ends: endingAfter(left, now, clock) })
}

/** Whatever of this differs, it is another call and must be asked anew. */
function bindingOf(
  { call, definitionHash, assessment }: Proposal,
  scope: Scope,
  { workspace, sandbox }: ApprovalParts,
): string {
  const target = assessment.target ? { name: assessment.target.name, sha256: assessment.target.sha256 ?? null } : null
  const { session, principal } = scope
  return hashJson({
    session,
    principal,
    workspace,
    sandbox,
    target,
    tool: toolIdentity(call.tool),
    definition: definitionHash,
    args: call.args,
  })
}

type ApprovalCheck = {
  readonly proposal: Proposal
  readonly scope: Scope
  readonly question: Question
  readonly binding: string
}

function approvalOf(
  { proposal, scope, question, binding }: ApprovalCheck,
  { now, clock, approvalMs }: ApprovalParts,
): Approval {
  const { call, assessment } = proposal
  const state: ApprovalState = 'pending'
  return {
    id: newSecretId('appr'),
    binding,
    state,
    tool: call.tool.name,
    args: call.args,
    risk: assessment.risk,
    summary: question.summary,
    reason: question.reason,
    session: scope.session,
    askedBy: scope.credential,
    decidedBy: null,
    requestedAt: now(),
    ends: endingAfter(approvalMs, now(), clock),
    extensions: 0,
  }
}

const tell = ({ id, state, tool, session, summary, decidedBy, binding, ends }: Approval): JsonObject => ({
  approval_id: id,
  state,
  tool,
  session_id: session,
  summary,
  decided_by: decidedBy,
  binding,
  expires_at: new Date(ends.at).toISOString(),
})
