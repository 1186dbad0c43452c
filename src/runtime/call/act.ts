import {
  type Fault,
  type Json,
  type Result,
  type Scope,
  type Settle,
  type ToolOutput,
  fault,
  isJsonObject,
  succeed,
} from '../../core/index.ts'
import { type Bounded, type Ran, boundOutput, failedForSure, runTool } from '../../executors/index.ts'
import { effectOf, rememberResult } from '../../gates/index.ts'
import { receiptIn } from '../../ledger/index.ts'
import { isApprovalUse } from '../../permissions/index.ts'
import { type CallRuntime, type CallResult, type Decided, NO_RESULT, refusal } from './call-runtime.ts'
import { handedCall } from './handed-call.ts'
import { type CallEnd, EXCERPT, callEnd, endDraft, intentDraft } from './record-call.ts'
import { refuse } from './refuse.ts'

/** All gates have said yes: intent on disk, then the act, then the outcome on disk, and only then the result. */
export async function act(decided: Decided, runtime: CallRuntime): Promise<CallResult> {
  const waiting: Settle[] = []
  let result: CallResult | undefined
  let told: readonly string[] = []
  try {
    result = await actAndRecord(decided, runtime, each => void waiting.push(each))
  } finally {
    // Only what is recorded has a receipt.
    const isRecorded = result?.receipt !== undefined && result.receipt !== null
    told = waiting.flatMap(each => each(isRecorded) ?? [])
  }
  if (told.length === 0 || !result.fault) return result
  const message = runtime.filter.message([result.fault.message, ...told].join(' '))
  return { ...result, text: message, fault: { ...result.fault, message } }
}

type WhenRecorded = NonNullable<Scope['whenRecorded']>

async function actAndRecord(decided: Decided, runtime: CallRuntime, whenRecorded: WhenRecorded): Promise<CallResult> {
  const isLater = runtime.executorOf(decided.proposal.call.tool.name)?.later === true
  const intent = await claim(decided, runtime, isLater)
  if (!intent.ok) return refuse(decided, { gate: 'intent', fault: intent.error }, runtime)
  const ran = await run({ ...decided, scope: { ...decided.scope, whenRecorded } }, intent.value !== null, runtime)
  if (isLater && ran.result.ok) return handedOver(decided)
  const shown = ran.result.ok ? await present(ran.result.value, decided, runtime) : ran.result
  const end = endOf({ ran, shown, intent: intent.value }, runtime)
  const kept = intent.value === null ? succeed(null) : keepWhole(end, runtime)
  return kept.ok ? settle(decided, end, runtime) : withheld(kept.error, end)
}

/** The number of the intent, or null where none is needed: what only reads and uses nothing up is one record. */
async function claim(decided: Decided, runtime: CallRuntime, isLater: boolean): Promise<Result<number | null>> {
  const needsNone = !isLater && effectOf(decided.proposal) === 'read' && decided.uses.length === 0
  // After a failed flush even a reading call must first show that it can be recorded.
  if (needsNone && runtime.ledger.trouble() === undefined) {
    const wholeLog = runtime.ledger.check()
    return wholeLog.ok ? succeed(null) : wholeLog
  }
  const writing = runtime.ledger.append(intentDraft(decided, runtime, isLater))
  const [written] = await Promise.all([writing, isLater ? keepMeanwhile(decided, runtime) : undefined])
  if (written.ok) return succeed(written.value.seq)
  const { detail } = written.error
  const taken = typeof detail?.['taken'] === 'string' ? detail['taken'] : ''
  return { ok: false, error: taken === '' ? written.error : alreadyUsed(taken) }
}

/** Stores the handed call while the disk writes the intent: that write takes longest and needs no processor. */
async function keepMeanwhile(decided: Decided, runtime: CallRuntime): Promise<void> {
  const call = handedCall(decided, runtime)
  await new Promise(resolve => setImmediate(resolve))
  await runtime.handed.keep(call)
}

/** The intent is on disk, so the client may be given the call. */
const handedOver = ({ notes }: Decided): CallResult => ({ ...NO_RESULT, ok: true, notes, handedOver: true })

function alreadyUsed(taken: string): Fault {
  if (taken.startsWith('idempotency:'))
    return fault('outcome_unknown', 'The same call is being made by another process right now.')
  if (taken.startsWith('plan:')) return fault('plan_invalid', 'This group of the plan was committed already.')
  return fault('approval_invalid', 'The approval of this call was used already.')
}

/** Resolves after the time, or as soon as the signal aborts. */
const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end)
    function end(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
  })

function run({ proposal, scope: known, uses }: Decided, holdsKey: boolean, runtime: CallRuntime): Promise<Ran> {
  const executor = runtime.executorOf(proposal.call.tool.name)
  if (!executor) throw new Error('a proposal without an executor') // propose() has looked
  const { limits, clock, permits } = runtime
  const scope: Scope = uses.some(isApprovalUse) ? { ...known, approved: true } : known
  return runTool(proposal.call, {
    executor,
    scope,
    mintPermit: permits.mint,
    limits,
    clock,
    holdsKey,
    random: Math.random,
    wait,
  })
}

type ShownOutput = { readonly output: ToolOutput; readonly fullText: string; readonly truncated: boolean }

/** Filtered first, so that nothing secret is kept; then cut to its bounds, with the rest under a handle. */
async function present(
  raw: ToolOutput,
  { proposal, scope }: Decided,
  runtime: CallRuntime,
): Promise<Result<ShownOutput>> {
  const { filter } = runtime
  const { tool, args } = proposal.call
  const line = args[tool.facts.commandLine ?? '']
  const text = filter.text(raw.text, tool.name, typeof line === 'string' ? line : undefined)
  const data = raw.data === undefined ? {} : { data: filter.json(raw.data) }
  const clean = { ...raw, ...data, text }
  const planned = raw.plan ? await planData(clean, { proposal, scope }, runtime) : {}
  const bounded = await boundResult({ ...clean, ...planned }, scope, runtime)
  return bounded.ok ? succeed({ fullText: text, ...bounded.value }) : bounded
}

/** Cut to what may be shown, with the whole under a handle of this session. */
export function boundResult(
  output: ToolOutput,
  scope: Scope,
  { handles, limits }: CallRuntime,
): Promise<Result<Bounded>> {
  const { maxResultChars: maxChars, resultReader: reader } = limits
  // A result that was cut before keeps the handle under which it lies.
  const { handle, cut } = isJsonObject(output.data) ? output.data : {}
  const known = cut === true && typeof handle === 'string' ? succeed(handle) : undefined
  return boundOutput(output, { maxChars, reader, keep: async whole => known ?? handles.keep(whole, scope) })
}

type Proposed = Pick<Decided, 'proposal' | 'scope'>

/** A plan gets its id here; no executor and no model can choose one. */
async function planData(
  raw: ToolOutput,
  { proposal, scope }: Proposed,
  { plans, filter }: CallRuntime,
): Promise<Pick<ToolOutput, 'data'>> {
  const groups = raw.plan ?? []
  const plan = await plans.keep({ session: scope.session, tool: proposal.call.tool.name, groups })
  const listed = groups.map(({ id, summary }) => ({ group_id: id, summary: filter.text(summary, '') }))
  return { data: { ...(isJsonObject(raw.data) && raw.data), plan_id: plan.id, groups: listed } }
}

type Ending = { readonly ran: Ran; readonly shown: Result<ShownOutput>; readonly intent: number | null }

function endOf({ ran, shown, intent }: Ending, { filter }: CallRuntime): CallEnd {
  const { attempts, milliseconds, result } = ran
  const said = (result.ok ? result.value.data : result.error.detail) ?? null
  const how = { attempts, milliseconds, intent, said }
  if (shown.ok) {
    const data = intent === null ? null : (shown.value.output.data ?? null)
    return callEnd({ ...how, ...shown.value, result: 'success', data })
  }
  const error = { ...shown.error, message: filter.message(shown.error.message) }
  const certain = !result.ok && failedForSure(result)
  const data = filter.json(detailOf(error))
  return callEnd({ ...how, result: 'error', fault: error, fullText: error.message, certain, data })
}

const detailOf = ({ detail }: Fault): Json | null => (isJsonObject(detail) ? detail : null)

/** A call that must not happen twice can be answered twice: what the receipt only quotes is kept whole. */
function keepWhole({ fullText }: CallEnd, { vault }: CallRuntime): Result<unknown> {
  return fullText.length > EXCERPT ? vault.keep(Buffer.from(fullText)) : succeed(null)
}

async function settle(decided: Decided, end: CallEnd, runtime: CallRuntime): Promise<CallResult> {
  const written = await runtime.ledger.append(endDraft(decided, end, runtime))
  if (!written.ok) return withheld(written.error, end)
  const receipt = receiptIn(written.value) ?? null
  // It may have changed something before it failed.
  if (end.fault && effectOf(decided.proposal) !== 'read') runtime.cacheOf(decided.scope).invalidate()
  if (end.output && receipt)
    rememberResult(runtime.cacheOf(decided.scope), decided.proposal, { receipt, output: end.output })
  const { output, fault: error } = end
  const text = output?.text ?? error?.message ?? ''
  const failed = decided.proposal.call.tool.facts.endsWithCode === true ? end.data : null
  const { notes } = decided
  return { ...NO_RESULT, ok: error === null, text, data: output?.data ?? failed, receipt, fault: error, notes }
}

/** A result that could not be recorded is not shown. */
function withheld(error: Fault, { intent }: CallEnd): CallResult {
  const what = intent === null ? error.message : `${error.message} The call may have acted; its result is withheld.`
  return refusal({ ...error, message: what })
}
