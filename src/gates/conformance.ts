import { type ToolSource, createCatalog } from '../catalog/index.ts'
import {
  type Assessment,
  type CallOrigin,
  type Clock,
  FAULTS,
  type Fixup,
  type Gate,
  type JsonObject,
  type Proposal,
  type Receipt,
  type Scope,
  type ToolCall,
  type ToolOutput,
  type Verdict,
  hashJson,
  isQualityFailure,
} from '../core/index.ts'
import { idempotencyKeyOf } from './idempotency.ts'
import { signatureOf } from './loop-guard.ts'

/** What the tests of this room are made of: real calls from a real catalog. */
export const fileReader: ToolSource = {
  name: 'file_reader',
  description: 'Reads a file.',
  input: {
    type: 'object',
    properties: { path: { type: 'string' }, start_line: { type: 'integer' } },
    required: ['path'],
  },
  risk: 'read',
  capability: 'FileAccess',
  facts: { idempotent: true, cacheable: true },
}
export const writer: ToolSource = {
  name: 'file_write',
  description: 'Writes a file.',
  input: { type: 'object', properties: { path: { type: 'string' }, content: { type: 'string' } }, required: ['path'] },
  risk: 'write',
  capability: 'FileWrite',
}
export const committer: ToolSource = {
  name: 'memory.compact_commit',
  description: 'Commits one group of a plan.',
  input: { type: 'object', properties: { plan_id: { type: 'string' }, group_id: { type: 'string' } } },
  risk: 'destroy',
  capability: 'SystemExecute',
  facts: { needsPlan: true },
}

export type TestCallParts = {
  readonly tool?: ToolSource
  readonly args?: JsonObject
  readonly phase?: CallOrigin['phase']
  readonly fixups?: readonly Fixup[]
}

export function sampleCall({
  tool = fileReader,
  args = { path: 'notes.md' },
  phase = 'Executor',
  fixups = [],
}: TestCallParts = {}): ToolCall {
  const open: ToolSource = { ...tool, input: { type: 'object', additionalProperties: true } }
  const context = { profile: 'strict', rawSha256: 'abc', origin: { phase, agent: 'main' }, coerce: false } as const
  const call = createCatalog([open]).resolve(
    { name: tool.name, named: args, positional: [], dialect: 'json', fixups },
    context,
  )
  if (!call.ok) throw new Error(call.error.message)
  return call.value
}

export type ProposalParts = TestCallParts & {
  readonly assessment?: Partial<Assessment>
  readonly event?: string
  readonly call?: ToolCall
}

export function sampleProposal({
  assessment: given,
  event = 'event_1',
  call: made,
  ...parts
}: ProposalParts = {}): Proposal {
  const call = made ?? sampleCall(parts)
  const assessment: Assessment = { risk: call.tool.risk, summary: `calls ${call.tool.name}`, ...given }
  return {
    call,
    assessment,
    definitionHash: hashJson(call.tool.input),
    signature: signatureOf(call, assessment.target?.name),
    idempotencyKey: idempotencyKeyOf(call, event),
  }
}

export const sampleScope = (parts: Partial<Scope> = {}): Scope => ({
  principal: 'user:local',
  credential: 'door_1',
  agent: 'main',
  session: 'sess_1',
  turn: 'turn_1',
  event: 'event_1',
  route: { intent: 'file_task', needs: [], risk: 'low', confidence: 1, decidedBy: 'caller' },
  allowance: { tools: [], withheld: [], missing: [] },
  counters: { sessionCalls: 1, signatures: [] },
  conversation: { userMessages: [], mentions: () => false },
  trust: 'Provisional',
  ownAct: false,
  signal: new AbortController().signal,
  ...parts,
})

export const sampleOutput: ToolOutput = { text: 'done', sources: [] }
export const sampleReceipt: Receipt = {
  receipt_id: 'rcpt_1',
  session_id: 'sess_1',
  conference_id: null,
  task_id: null,
  turn_id: 'turn_1',
  agent_id: 'main',
  tool_id: 'file_reader',
  inputs: {},
  outputs: { text: 'done', truncated: false },
  file_refs: [],
  timestamp: '2026-01-01T00:00:00.000Z',
  seq: 1,
  decided_by: 'tty',
  key_id: 'key_1',
  signature: 'abc',
  signature_alg: 'HMAC-SHA256',
}

/** A clock that stands still until it is moved. */
export function movableClock(): Clock & { move(ms: number): void } {
  let now = 1_000_000
  return { now: () => now, monotonic: () => now, boot: 'test', move: ms => void (now += ms) }
}

/** What run-call does with gates: in order, until one does not allow. */
export async function runGates(
  gates: readonly Gate[],
  proposal: Proposal,
  scope: Scope,
): Promise<{ readonly verdict: Verdict; readonly by: string }> {
  for (const gate of gates) {
    const verdict =
      gate.forModelsOnly === true && scope.ownAct ? ({ kind: 'allow' } as const) : await gate.check(proposal, scope)
    if (verdict.kind !== 'allow') return { verdict, by: gate.name }
  }
  return { verdict: { kind: 'allow' }, by: '' }
}

/** The exam of every gate: it changes none of its input, answers the same twice, and never refuses with "rewrite". */
export async function examineGate(gate: Gate, proposal: Proposal, scope: Scope): Promise<readonly string[]> {
  freezeDeep(proposal)
  freezeDeep({ ...scope, signal: undefined })
  const [first, second] = [await gate.check(proposal, scope), await gate.check(proposal, scope)]
  const findings =
    JSON.stringify(first) === JSON.stringify(second) ? [] : [`${gate.name} answers differently the second time`]
  if (first.kind !== 'deny') return findings
  const { category, then } = FAULTS[first.fault.code]
  return isQualityFailure(category) || then === 'rewrite'
    ? [...findings, `${gate.name} refuses with ${first.fault.code}, which asks the model to try again`]
    : findings
}

function freezeDeep(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  for (const member of Object.values(value)) freezeDeep(member)
}
