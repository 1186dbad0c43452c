import { type JsonObject, newId } from '../../../core/index.ts'
import type { Approval, Grant } from '../../../permissions/index.ts'
import { EXIT } from '../failure.ts'
import { type PlaceFlags, asFailure, withRuntime } from '../open-runtime.ts'
import { type Terminal, visibleInLine, resultText } from '../terminal.ts'
import { canAsk } from './ask-line.ts'
import { renderArguments } from './render-arguments.ts'

export async function listGrants(flags: PlaceFlags, terminal: Terminal): Promise<number> {
  const grants = await withRuntime(flags, terminal, ({ broker }) => broker.list())
  if (flags.json === true) terminal.out(JSON.stringify(grants.map(grantJson)))
  else if (grants.length === 0) terminal.err('No active grants.')
  else for (const grant of grants) terminal.out(grantLine(grant, terminal))
  return EXIT.done
}

function grantJson({ id, capability, session, paths, tool, decidedBy, purpose, issuedAt, ends }: Grant): JsonObject {
  const [issued_at, expires_at] = [new Date(issuedAt).toISOString(), ends ? new Date(ends.at).toISOString() : null]
  return {
    id,
    capability,
    tool: tool?.name ?? null,
    session,
    paths: [...paths],
    source: decidedBy,
    purpose,
    issued_at,
    expires_at,
  }
}

function grantLine(
  { id, capability, session, tool, paths, decidedBy, ends, purpose }: Grant,
  { paint }: Terminal,
): string {
  const until = ends ? `until ${new Date(ends.at).toISOString()}` : 'always'
  const only = `${tool ? ` for ${tool.name}` : ''}${paths.length > 0 ? ` on ${paths.join(', ')}` : ''}`
  return [
    paint('bold', id),
    `${capability}${visibleInLine(only)}`,
    session === null ? 'every session' : visibleInLine(session),
    until,
    `by ${decidedBy}`,
    paint('dim', visibleInLine(purpose)),
  ].join('  ')
}

export async function listApprovals(flags: PlaceFlags, terminal: Terminal): Promise<number> {
  const waiting = await withRuntime(flags, terminal, ({ approvals }) => approvals.pending())
  if (flags.json === true) terminal.out(JSON.stringify(waiting.map(approvalJson)))
  else if (waiting.length === 0) terminal.err('Nothing to review.')
  else for (const approval of waiting) terminal.out(approvalText(approval, terminal))
  return EXIT.done
}

function approvalJson({
  id,
  state,
  tool,
  args,
  risk,
  summary,
  reason,
  session,
  decidedBy,
  requestedAt,
  ends,
}: Approval): JsonObject {
  const [requested_at, expires_at] = [requestedAt, ends.at].map(time => new Date(time).toISOString())
  return {
    id,
    state,
    tool,
    args,
    risk,
    summary,
    reason,
    session,
    decided_by: decidedBy,
    requested_at: requested_at ?? '',
    expires_at: expires_at ?? '',
  }
}

function approvalText({ id, tool, summary, reason, args, session, ends }: Approval, { paint }: Terminal): string {
  const head = `${paint('bold', id)}  ${visibleInLine(tool)}: ${visibleInLine(summary)}`
  return [
    head,
    `  ${visibleInLine(reason)}  session ${visibleInLine(session)}, until ${new Date(ends.at).toISOString()}`,
    renderArguments(args, paint),
  ].join('\n')
}

type ApprovalCommand = { readonly id: string; readonly state: 'approve' | 'deny' }

/** The record says how the decision was made: at a terminal (`tty`), or by a command without one (`flag`). */
export async function decideApproval(
  { id, state }: ApprovalCommand,
  flags: PlaceFlags,
  terminal: Terminal,
): Promise<number> {
  const decidedBy = canAsk(terminal) ? 'tty' : 'flag'
  const decision = { state: state === 'approve' ? 'approved' : 'denied', decidedBy, credential: newId('turn') } as const
  const decided = await withRuntime(flags, terminal, ({ approvals }) => approvals.decide(id, decision))
  if (!decided.ok) throw asFailure(decided.error)
  terminal.out(
    resultText(
      flags,
      approvalJson(decided.value),
      state === 'approve'
        ? `Approved. The same call may run once until ${new Date(decided.value.ends.at).toISOString()}.`
        : 'Denied.',
    ),
  )
  return EXIT.done
}

export async function revoke(id: string, flags: PlaceFlags, terminal: Terminal): Promise<number> {
  const revoked = await withRuntime(flags, terminal, ({ broker }) => broker.revoke(id))
  if (!revoked.ok) throw asFailure(revoked.error)
  terminal.out(resultText(flags, grantJson(revoked.value), `Revoked: ${revoked.value.capability}.`))
  return EXIT.done
}
