import {
  type Assessment,
  type Counters,
  type EarlierResult,
  FAULTS,
  type Fault,
  type JsonObject,
  type Proposal,
  type Risk,
  type Scope,
  type ToolCall,
  fault,
} from '../../core/index.ts'
import { act, boundResult } from './act.ts'
import type { Draft } from '../../ledger/index.ts'
import type { CallSignatures } from '../../session/index.ts'
import { auditLine } from './audit-line.ts'
import {
  type Attempt,
  type CallRuntime,
  type CallResult,
  type CallScope,
  type Decided,
  refusal,
} from './call-runtime.ts'
import { type Passage, passGates } from './pass-gates.ts'
import { propose } from './propose.ts'
import { exitCodeOf } from './record-call.ts'
import { refuse } from './refuse.ts'

/** The stages of a call that a watcher hears of. */
export type CallMoment =
  | { readonly kind: 'decided'; readonly passage: Passage; readonly summary: string; readonly risk: Risk }
  | { readonly kind: 'acting' }

export type CallToRun = {
  readonly call: ToolCall
  readonly scope: CallScope
  /** The calls of this turn so far; this one is added. */
  readonly signatures: CallSignatures
  readonly attempt?: Attempt | undefined
  readonly watch?: ((moment: CallMoment) => void) | undefined
  readonly step?: Scope['step']
  readonly progress?: Scope['progress']
}

/** Counts only when a gate asks, because counting reads the session's log. */
const countersOf = (signatures: readonly string[], number: () => number): Counters => ({
  signatures,
  get sessionCalls() {
    return number()
  },
})

/** The only way to a tool: exposure, veto, assessment, gates in order, intent, act, outcome, result. */
export async function runCall(toRun: CallToRun, runtime: CallRuntime): Promise<CallResult> {
  const { call, scope, signatures } = toRun
  if (!isExposed(call, scope, runtime)) return unexposed(toRun, runtime)
  const number = runtime.counter.beginUnasked(scope.session)
  try {
    const counters = countersOf(signatures.signatures(), number)
    return await runExposed(toRun, wholeScope(toRun, counters), runtime)
  } finally {
    runtime.counter.end(scope.session)
  }
}

/** With every member, so that the compiler finds the one that is forgotten here. */
type WholeScope = { readonly [Name in keyof Scope]-?: Scope[Name] }

/** Picks the members of a scope: gates and executors may be third-party code and must not see the rest of a turn. */
function wholeScope({ scope, step, progress }: CallToRun, counters: Counters): WholeScope {
  const { principal, credential, agent, session, turn, run, conference, task, event } = scope
  const { route, allowance, conversation, trust, ownAct, signal } = scope
  const who = { principal, credential, agent, session, turn, run, step, conference, task, event }
  const here = { approved: false, signal, progress, whenRecorded: undefined }
  return { ...who, route, allowance, counters, conversation, trust, ownAct, ...here }
}

async function runExposed(
  { call, signatures, attempt, watch }: CallToRun,
  scope: Scope,
  runtime: CallRuntime,
): Promise<CallResult> {
  const proposed = await propose(call, scope, runtime)
  if (!proposed.ok) {
    const unheard = { proposal: unassessed(call), scope, attempt, notes: {}, decidedBy: 'none', uses: [] }
    return refuse(unheard, { gate: 'executor', fault: proposed.error }, runtime)
  }
  const proposal = proposed.value
  signatures.add(proposal.signature)
  const passage = await passGates(proposal, scope, runtime)
  watch?.({ kind: 'decided', passage, summary: proposal.assessment.summary, risk: proposal.assessment.risk })
  const notes = runtime.filter.json(passage.notes)
  switch (passage.kind) {
    case 'deny':
      return refuse({ proposal, scope, attempt, notes, decidedBy: 'none', uses: [] }, passage, runtime)
    case 'replay':
      return replay(
        { proposal, scope, attempt, notes, decidedBy: passage.decidedBy, uses: [] },
        passage.verdict,
        runtime,
      )
    case 'allow':
      watch?.({ kind: 'acting' })
      return whileActing(call.id, runtime, () =>
        act({ proposal, scope, attempt, notes, decidedBy: passage.decidedBy, uses: passage.uses }, runtime),
      )
  }
}

/** A call that this process is still making is not one whose end is unknown. */
async function whileActing<T>(id: string, { ledger }: CallRuntime, work: () => Promise<T>): Promise<T> {
  ledger.acting.add(id)
  try {
    return await work()
  } finally {
    ledger.acting.delete(id)
  }
}

/** Is this tool on offer, or denied by a rule that must refuse it? Only calls that our own catalog made count. */
function isExposed(
  call: ToolCall,
  { allowance: { tools, denied = [] } }: CallScope,
  { catalog }: CallRuntime,
): boolean {
  return catalog.owns(call) && (tools.includes(call.tool) || denied.includes(call.tool))
}

/** A call of a tool that is not on offer reaches no gate: an attempt is recorded, and a line for the auditor. */
async function unexposed({ call, scope, attempt }: CallToRun, { ledger, filter }: CallRuntime): Promise<CallResult> {
  const error = fault('tool_call_unknown_tool', `No tool "${call.tool.name}" is offered here.`)
  const inputs: JsonObject = filter.json(call.args)
  const about = { session_id: scope.session, tool: call.tool.name, result: 'blocked' as const }
  const audited = {
    ...about,
    trust: scope.trust,
    call: inputs,
    call_id: call.id,
    error_category: 'ToolNotFound',
    caller_id: call.origin.caller ?? null,
    exit_code: exitCodeOf(call, null),
    phase: call.origin.phase,
  }
  const written = await ledger.append({
    type: 'attempt',
    body: ({ at }) => ({
      attempt: { ...(attempt && filter.json(attempt)), ...about, gate: 'exposure', ts: at },
      audit: auditLine({ ...audited, ts: at }),
    }),
  })
  return refusal(written.ok ? error : written.error)
}

/** What can be said of a call that its executor refused to look at. */
function unassessed(call: ToolCall): Proposal {
  const assessment: Assessment = { risk: call.tool.risk, summary: `calls ${call.tool.name}` }
  return { call, assessment, definitionHash: '', signature: '', idempotencyKey: '' }
}

async function replay(decided: Decided, earlier: EarlierResult, runtime: CallRuntime): Promise<CallResult> {
  const written = await runtime.ledger.append(replayDraft(decided, earlier, runtime))
  if (!written.ok) return refusal(written.error)
  const { receipt } = earlier
  if ('fault' in earlier) return { ...refusal(givenAgain(earlier.fault), receipt, decided.notes), replayed: true }
  const bounded = await boundResult(earlier.output, decided.scope, runtime)
  if (!bounded.ok) return refusal(bounded.error)
  const { text, data = null } = bounded.value.output
  return { ok: true, text, data, receipt, fault: null, replayed: true, notes: decided.notes }
}

const givenAgain = (first: Fault): Fault => ({
  ...first,
  message: `${first.message} This is the first answer given again: the same call did not run a second time.`,
})

/** A stored result was given out again: one line, and the receipt of the first time counts. */
function replayDraft(
  { proposal, scope, notes, decidedBy, attempt }: Decided,
  earlier: EarlierResult,
  { filter }: CallRuntime,
): Draft {
  const { call } = proposal
  const { receipt } = earlier
  const said = ('fault' in earlier ? earlier.fault.detail : earlier.output.data) ?? null
  const about = {
    session_id: scope.session,
    tool: call.tool.name,
    result: 'replayed',
    receipt_id: receipt.receipt_id,
  } as const
  const audited = {
    ...about,
    trust: scope.trust,
    call: filter.json(call.args),
    approved_by: decidedBy,
    call_id: call.id,
    caller_id: call.origin.caller ?? null,
    error_category: 'fault' in earlier ? FAULTS[earlier.fault.code].category : null,
    exit_code: exitCodeOf(call, said),
    phase: call.origin.phase,
  }
  const told = attempt && {
    ...filter.json(attempt),
    ...about,
    gate: 'replayed',
    idempotency_key: proposal.idempotencyKey,
  }
  return {
    type: 'replay',
    body: ({ at }) => ({
      audit: auditLine({ ...audited, ts: at }, notes),
      facts: { of: receipt.receipt_id, event_id: scope.event },
      ...(told && { attempt: { ...told, ts: at } }),
    }),
  }
}
