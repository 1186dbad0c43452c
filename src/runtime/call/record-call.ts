import {
  type Assessment,
  type CallReading,
  FAULTS,
  type Fault,
  type Json,
  type JsonObject,
  type Proposal,
  type Receipt,
  type ReceiptOutputs,
  type Scope,
  type ToolCall,
  type ToolDefinition,
  type ToolFacts,
  type ToolOutput,
  isJsonObject,
  newSecretId,
  sha256,
} from '../../core/index.ts'
import { type Draft, type EntryStamp, signReceipt } from '../../ledger/index.ts'
import { auditLine } from './audit-line.ts'
import { type CallRuntime, type Decided, rolledBack } from './call-runtime.ts'

/** As much of a call as its record needs: it may have been made long ago, by a process that is gone. */
export type RecordedCall = Pick<Decided, 'attempt' | 'notes' | 'decidedBy'> & {
  readonly proposal: Pick<Proposal, 'definitionHash' | 'idempotencyKey'> & {
    readonly assessment: Pick<Assessment, 'risk' | 'target'>
    readonly call: Pick<ToolCall, 'id' | 'args' | 'origin'> & {
      readonly reading: Omit<CallReading, 'fixups' | 'rawSha256'> & { readonly fixups: readonly string[] }
      readonly tool: Pick<ToolDefinition, 'name' | 'capability'> & Coded
    }
  }
  readonly scope: Pick<Scope, 'session' | 'turn' | 'agent' | 'event' | 'trust' | 'run' | 'step' | 'conference' | 'task'>
}

/** Whether its calls end with an exit code; unknown for tools of others. */
type Coded = { readonly facts?: Pick<ToolFacts, 'endsWithCode'> }

export type CallEnd = {
  readonly result: 'success' | 'error' | 'blocked'
  readonly fault: Fault | null
  readonly output: ToolOutput | null
  /** The whole filtered text, before it was cut to its bounds. */
  readonly fullText: string
  readonly attempts: number
  readonly milliseconds: number
  readonly intent: number | null
  /** It certainly did not happen, so its key may be used again. */
  readonly certain: boolean
  readonly refusedBy: string | null
  readonly data: Json | null
  /** What the tool itself said, before anything was cut. */
  readonly said: Json | null
  readonly truncated: boolean
}

/** Members left out are those of a call that did not run. */
export const callEnd = (end: Pick<CallEnd, 'result' | 'fullText'> & Partial<CallEnd>): CallEnd => ({
  fault: null,
  output: null,
  attempts: 0,
  milliseconds: 0,
  intent: null,
  certain: false,
  refusedBy: null,
  data: null,
  said: null,
  truncated: false,
  ...end,
})

/**
 * Characters of an output in its receipt (seed 001). A longer one is quoted, and kept whole if it may be needed again.
 */
export const EXCERPT = 2_000

/** One call that has come to its end: the receipt, the audit line and, if a model made it, the attempt. */
export function endDraft(decided: RecordedCall, end: CallEnd, runtime: CallRuntime): Draft {
  const receiptId = newSecretId('rcpt')
  const type = end.result === 'blocked' ? 'refusal' : 'outcome'
  const body = (place: EntryStamp): JsonObject => {
    const receipt = receiptOf({ decided, end, place, receiptId }, runtime)
    const told: JsonObject = receipt
    const attempt = decided.attempt && {
      ...runtime.filter.json(decided.attempt),
      ...attemptFacts(receipt, decided, end),
    }
    return {
      ...(attempt && { attempt }),
      audit: endLine(receipt, decided, end),
      facts: factsOf(decided, end, runtime),
      ...permissionUse(decided, end, place),
      receipt: told,
    }
  }
  return { type, body }
}

/** The use of a grant is recorded like its issue and its end. */
function permissionUse({ notes, proposal, scope }: RecordedCall, { result }: CallEnd, { at }: EntryStamp): JsonObject {
  const { grant_id } = notes
  if (grant_id === undefined || result === 'blocked') return {}
  const { id, tool } = proposal.call
  const told = {
    call_id: id,
    capability: tool.capability,
    event: 'PERMISSION_USED',
    grant_id,
    session_id: scope.session,
    ts: at,
  }
  return { permission: told }
}

type Signing = {
  readonly decided: RecordedCall
  readonly end: CallEnd
  readonly place: EntryStamp
  readonly receiptId: string
}

function receiptOf({ decided, end, place, receiptId }: Signing, { ledger, filter }: CallRuntime): Receipt {
  const { scope, proposal } = decided
  const unsigned = {
    agent_id: scope.agent,
    conference_id: scope.conference ?? null,
    decided_by: end.refusedBy === null ? decided.decidedBy : `gate:${end.refusedBy}`,
    file_refs: (end.output?.sources ?? []).map(({ path, lines, sha256: hash }) => ({
      end_line: lines?.[1] ?? null,
      path: filter.message(path),
      sha256: hash,
      start_line: lines?.[0] ?? null,
    })),
    inputs: filter.json(proposal.call.args),
    key_id: ledger.receiptKey.id,
    outputs: outputsOf(end),
    receipt_id: receiptId,
    seq: place.seq,
    session_id: scope.session,
    task_id: scope.task ?? null,
    timestamp: place.at,
    tool_id: proposal.call.tool.name,
    turn_id: scope.turn,
  }
  return signReceipt(unsigned, ledger.receiptKey.mac)
}

/** The hash is that of the whole, not of the excerpt. */
function outputsOf({ fullText, fault }: CallEnd): ReceiptOutputs {
  const error = fault ? { error: { code: fault.code, category: FAULTS[fault.code].category } } : {}
  if (fullText.length <= EXCERPT) return { text: fullText, truncated: false, ...error }
  const excerpt = fullText.slice(0, EXCERPT).toWellFormed()
  return { excerpt, sha256: sha256(fullText), full_size: Buffer.byteLength(fullText), truncated: true, ...error }
}

function endLine(receipt: Receipt, { scope, proposal, notes, decidedBy }: RecordedCall, end: CallEnd): JsonObject {
  const { origin, id, tool } = proposal.call
  const line = {
    ts: receipt.timestamp,
    session_id: scope.session,
    tool: tool.name,
    result: rolledBack(end.said) ? ('rollback' as const) : end.result,
    trust: scope.trust,
    call: receipt.inputs,
    error_category: end.fault ? FAULTS[end.fault.code].category : null,
    approved_by: end.result === 'blocked' ? null : decidedBy,
    call_id: id,
    caller_id: origin.caller ?? null,
    exit_code: exitCodeOf(proposal.call, end.said),
    phase: origin.phase,
    receipt_id: receipt.receipt_id,
    truncated: end.truncated,
  }
  return auditLine(line, notes)
}

const NOT_RUN = 126 // what a shell says of a program that may not be executed

/**
 * Only tools that run commands report an exit code, in their data. A call that did not finish gets that of a refusal.
 */
export function exitCodeOf({ tool }: { readonly tool: Coded }, said: Json | null): number | null {
  if (tool.facts?.endsWithCode !== true) return null
  const code = isJsonObject(said) ? said['exit_code'] : undefined
  return typeof code === 'number' ? code : NOT_RUN
}

function factsOf({ proposal, scope }: RecordedCall, end: CallEnd, { filter }: CallRuntime): JsonObject {
  const { call, assessment, definitionHash, idempotencyKey } = proposal
  const { profile, dialect, fixups, aliases, requested } = call.reading
  return {
    attempts: end.attempts,
    call_id: call.id,
    certain: end.certain,
    data: end.data,
    definition_hash: definitionHash,
    duration_ms: Math.round(end.milliseconds),
    event_id: scope.event,
    idempotency_key: end.intent === null ? null : idempotencyKey,
    intent: end.intent,
    reading: { aliases: [...aliases], dialect, fixups: [...fixups], profile, requested },
    result: end.result,
    risk: assessment.risk,
    run_id: scope.run ?? null,
    step_id: scope.step ?? null,
    target: assessment.target ? filter.message(assessment.target.name) : null,
  }
}

/** What the model wrote, how it was read, what the gates said and what came of it, in one record. */
const attemptFacts = (receipt: Receipt, { proposal, scope }: RecordedCall, end: CallEnd): JsonObject => ({
  gate: end.refusedBy ?? 'allowed',
  idempotency_key: proposal.idempotencyKey,
  receipt_id: receipt.receipt_id,
  result: end.result,
  session_id: scope.session,
  tool: proposal.call.tool.name,
  tool_result: receipt.outputs,
  ts: receipt.timestamp,
})

/** The line of the log that says: this is about to happen. It takes everything that can be used once. */
export function intentDraft(
  { proposal, scope, decidedBy, uses, attempt }: Decided,
  { filter }: CallRuntime,
  isLater = false,
): Draft {
  const { call, assessment, definitionHash, idempotencyKey } = proposal
  const target = assessment.target
    ? { name: filter.message(assessment.target.name), sha256: assessment.target.sha256 ?? null }
    : null
  const inputs: JsonObject = filter.json(call.args)
  const who = {
    session_id: scope.session,
    turn_id: scope.turn,
    agent_id: scope.agent,
    principal: scope.principal,
    event_id: scope.event,
  }
  const what = {
    call_id: call.id,
    tool_id: call.tool.name,
    capability: call.tool.capability,
    inputs,
    risk: assessment.risk,
    summary: filter.message(assessment.summary),
    target,
  }
  const why = {
    decided_by: decidedBy,
    definition_hash: definitionHash,
    idempotency_key: idempotencyKey,
    uses: [...uses],
  }
  // The client may never report back, so what the model wrote is recorded now and not with the outcome.
  const told = isLater && attempt ? handedLine({ proposal, scope, attempt: filter.json(attempt) }) : undefined
  const body = ({ at }: EntryStamp): JsonObject => ({
    ...who,
    ...what,
    ...why,
    ...(told && { attempt: { ...told, ts: at } }),
  })
  return { type: 'intent', uses, body }
}

type Handed = Pick<Decided, 'proposal' | 'scope' | 'attempt'>
const handedLine = ({ proposal, scope, attempt }: Handed): JsonObject => ({
  ...attempt,
  session_id: scope.session,
  tool: proposal.call.tool.name,
  gate: 'allowed',
  idempotency_key: proposal.idempotencyKey,
  result: 'handed_over',
  call_id: proposal.call.id,
})
