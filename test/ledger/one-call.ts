import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type CallOrigin,
  type Capability,
  type JsonObject,
  type ToolCall,
  isJsonObject,
  newId,
  parseJsonText,
  systemClock,
} from '../../src/core/index.ts'
import { type Entry, readEntries } from '../../src/ledger/index.ts'
import type { CallRuntime, CallResult, CallScope } from '../../src/runtime/call/call-runtime.ts'
import { runCall } from '../../src/runtime/call/run-call.ts'
import { type Runtime, callTool } from '../../src/runtime/index.ts'
import { type CallSignatures, createCallSignatures } from '../../src/session/index.ts'
import { createMemoryLedgerIndex, createMemoryStore } from '../../src/storage/index.ts'
import { type TestOptions, openTestRuntime } from '../open-test-runtime.ts'

/** A runtime that writes its log to real files and keeps everything else in memory. */
export const openQuickRuntime = (options: TestOptions = {}): Promise<Runtime> =>
  openTestRuntime({
    index: createMemoryLedgerIndex(),
    store: createMemoryStore({ clock: options.clock ?? systemClock }),
    ...options,
  })

/** One call as a person or their program makes it. */
export type OneCall = {
  readonly tool: string
  readonly args?: JsonObject
  readonly session?: string
  readonly event?: string
  readonly turn?: string
  readonly memory?: CallSignatures
  readonly agent?: string
  readonly caller?: string
  readonly signal?: AbortSignal
  /** Rights for this turn; that of the tool, unless told otherwise. */
  readonly allow?: readonly Capability[]
}

/** Makes it through the door, in one session unless another is named. */
export function makeCall(runtime: Runtime, { turn, memory, ...made }: OneCall): Promise<CallResult> {
  const found = runtime.catalog.find(made.tool)
  const allow = made.allow ?? (found ? [found.tool.capability] : [])
  const place = { id: turn ?? newId('turn'), memory: memory ?? createCallSignatures() }
  return callTool({ args: {}, session: 's', ...made, allow, turn: place }, runtime)
}

/** What no order says: where in the program the call comes from, and what is to be different on its way. */
export type InnerCall = OneCall & {
  readonly phase?: CallOrigin['phase']
  /** A person's own act, unless told otherwise. */
  readonly ownAct?: boolean
  readonly attempt?: JsonObject
  readonly offered?: CallScope['allowance']['tools']
  /** Instead of one that the catalog makes. */
  readonly call?: ToolCall
  readonly parts?: Partial<CallRuntime>
}

/** Sends one call down the path behind the doors. */
export async function runInnerCall(runtime: Runtime, made: InnerCall): Promise<CallResult> {
  const call = made.call ?? mintCall(runtime, made)
  const scope = scopeOf(runtime, made)
  for (const capability of made.allow ?? [call.tool.capability]) {
    const { principal, session, turn } = scope
    await runtime.broker.issue({
      capability,
      principal,
      session,
      turn,
      decidedBy: 'flag',
      purpose: 'a test',
      confirmsWrites: true,
    })
  }
  const signatures = made.memory ?? createCallSignatures()
  return runCall({ call, scope, signatures, attempt: made.attempt }, { ...runtime.turns, ...made.parts })
}

export function mintCall(
  runtime: Runtime,
  { tool, args = {}, phase = 'Executor', agent = 'main', caller }: InnerCall,
): ToolCall {
  const origin = { phase, agent, ...(caller !== undefined && { caller }) }
  const request = { name: tool, named: args, positional: [], dialect: 'order', fixups: [] }
  const call = runtime.catalog.resolve(request, { profile: 'native', rawSha256: '', origin, coerce: false })
  if (!call.ok) throw new Error(call.error.message)
  return call.value
}

function scopeOf({ catalog, trust }: Runtime, made: InnerCall): CallScope {
  const { session = 's', event = newId('event'), turn = newId('turn'), agent = 'main', ownAct = true } = made
  return {
    principal: 'user:local',
    credential: newId('turn'),
    agent,
    session,
    turn,
    event,
    route: { intent: 'call', needs: [], risk: 'low', confidence: 1, decidedBy: 'caller' },
    allowance: { tools: made.offered ?? catalog.list(), withheld: [], missing: [] },
    conversation: { userMessages: [], mentions: () => false },
    trust,
    ownAct,
    signal: made.signal ?? new AbortController().signal,
  }
}

export const entriesOf = ({ ledgerOptions }: Runtime): readonly Entry[] => [...readEntries(ledgerOptions)]

/** The lines of one of the files that are made from the log. */
export function viewOf({ root }: Runtime, file: string): readonly JsonObject[] {
  const path = join(root, '.control-room', 'audit', file)
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : []
  return lines.map(line => parseJsonText(line)).filter(isJsonObject)
}

export const auditOf = (runtime: Runtime): readonly JsonObject[] => viewOf(runtime, 'audit.jsonl')

/** What a line of the log says of how a call went. */
export function factsOf(entry: Entry | undefined): JsonObject {
  const facts = entry?.body['facts']
  return isJsonObject(facts) ? facts : {}
}
