import { type ToolCall, isJsonObject, sha256, toolErrorBlock } from '../../core/index.ts'
import { type CallAnswer, type Move, type Reading, type Rejection, resultSection } from '../../protocol/index.ts'
import { expandRefs } from '../../session/index.ts'
import { type CallResult, rolledBack } from '../call/call-runtime.ts'
import { type CallMoment, runCall } from '../call/run-call.ts'
import { askWhenCalled } from './ask-permissions.ts'
import { type TurnAttempt, attemptRecord } from './attempt.ts'
import { createLineWriter } from './line-writer.ts'
import type { MadeCall, Turn } from './turn.ts'

/** Runs one call down the one path and reports its stages. Answers with what the model reads. */
export async function makeCall(
  call: ToolCall,
  attempt: TurnAttempt,
  turn: Turn,
): Promise<{ made: MadeCall; shown: string }> {
  const { emit, runtime, allowance, request, progress } = turn
  const { budget, signatures, step } = progress
  const { clock } = runtime
  if (budget.isBeyondSoft())
    emit({ type: 'budget.exceeded', budget: 'max_steps', limit: budget.limits.softRunSteps ?? 0 })
  if (allowance.denied?.includes(call.tool) !== true) await askWhenCalled(call, turn)
  let started = clock.monotonic()
  let executed = false
  const watch = (moment: CallMoment): void => {
    if (moment.kind === 'acting') {
      executed = true
      started = clock.monotonic() // a person's time to decide is not the tool's
    }
    reportMoment(moment, call, turn)
  }
  const lines = createLineWriter((stream, text) =>
    emit({ type: 'tool.output.delta', call_id: call.id, tool: call.tool.name, stream, text }),
  )
  const path = request.people ? { ...runtime, ask: request.people.ask } : runtime
  const outcome = attempt.ask.purpose === 'repair' ? 'repaired' : 'accepted'
  const record = attemptRecord(attempt, turn, { outcome, about: { call } })
  const result = await runCall(
    { call, scope: turn, signatures, attempt: record, watch, step, progress: lines.add },
    path,
  )
  lines.end()
  const made = { call, result, executed }
  progress.made.push(made)
  budget.countStep()
  tellEnd(made, clock.monotonic() - started, turn)
  const shown = showResult(made, turn)
  if (budget.bytesLeft() === 0) noteOutputLimit(made, turn)
  emit({ type: 'budget.updated', budget: budget.state() })
  return { made, shown }
}

function reportMoment(moment: CallMoment, call: ToolCall, { emit }: Turn): void {
  const about = { call_id: call.id, tool: call.tool.name }
  if (moment.kind === 'acting') return emit({ type: 'tool.started', ...about, args: call.args })
  const { passage, summary, risk } = moment
  const override =
    passage.kind === 'deny' && passage.fault.code === 'loop_override' ? (passage.fault.detail ?? null) : null
  const by = passage.kind === 'deny' ? passage.gate : passage.decidedBy
  const code = passage.kind === 'deny' ? passage.fault.code : null
  const grant = typeof passage.notes['grant_id'] === 'string' ? passage.notes['grant_id'] : null
  return emit({
    type: 'gate.decided',
    ...about,
    verdict: passage.kind,
    by,
    code,
    risk,
    grant_id: grant,
    summary,
    override,
  })
}

function tellEnd({ call, result, executed }: MadeCall, milliseconds: number, { emit }: Turn): void {
  if (result.handedOver)
    return emit({ type: 'tool.handed_over', call_id: call.id, tool: call.tool.name, args: call.args })
  const { receipt } = result
  const undone = rolledBack(result.data)
  if (undone)
    emit({ type: 'tool.rollback', call_id: call.id, tool: call.tool.name, ...undone, code: result.fault?.code ?? null })
  emit({
    type: result.ok ? 'tool.completed' : 'tool.failed',
    call_id: call.id,
    tool: call.tool.name,
    args: call.args,
    text: result.text,
    data: result.data,
    code: result.fault?.code ?? null,
    replayed: result.replayed,
    duration_ms: Math.round(milliseconds),
    receipt_id: receipt?.receipt_id ?? null,
  })
  if (receipt && !result.replayed && (executed || result.fault))
    emit({
      type: 'receipt.minted',
      receipt_id: receipt.receipt_id,
      tool: call.tool.name,
      decided_by: receipt.decided_by,
    })
}

/** As much as this step and this turn may show, with the receipt to cite; what is left out is said. */
function showResult({ call, result }: MadeCall, { progress: { budget, shown } }: Turn): string {
  const whole = wholeText(result)
  const room = Math.min(budget.limits.bytesPerStep, budget.bytesLeft())
  const text = cutBytes(whole, room)
  budget.countBytes(Buffer.byteLength(text))
  shown.push(text)
  const handle =
    isJsonObject(result.data) && typeof result.data['handle'] === 'string' ? result.data['handle'] : undefined
  return resultSection({
    tool: call.tool.name,
    text,
    sha256: sha256(whole),
    totalBytes: Buffer.byteLength(whole),
    receipt: result.receipt?.receipt_id,
    handle,
  }).text
}

/** The turn has shown all that it may; from here on only an answer is asked for. */
function noteOutputLimit({ call }: MadeCall, { runtime, turn, session, progress, model, profile }: Turn): void {
  const detail = `The ${progress.budget.limits.bytesPerTurn} bytes of results that a turn shows are used up.`
  const about = { turn_id: turn, session_id: session, model: model.id, provider: model.provider, profile }
  runtime.ledger.note({
    type: 'attempt',
    body: ({ at }) => ({
      attempt: {
        ts: at,
        ...about,
        tool: call.tool.name,
        first_failure: 'tool_call_output_limit',
        detail,
        gate: null,
        result: 'cut',
        outcome: 'cut',
      },
    }),
  })
}

function wholeText({ text, fault, ok }: CallResult): string {
  if (ok || !fault) return text
  const constraint = fault.code === 'loop_override' && fault.detail ? `\n${JSON.stringify(fault.detail)}` : ''
  return `${toolErrorBlock(fault)}${constraint}`
}

/** Never through the middle of a character. */
export function cutBytes(text: string, limit: number): string {
  if (text.length <= limit / MOST_BYTES) return text
  const bytes = Buffer.from(text)
  if (bytes.length <= limit) return text
  let end = limit
  while (end > 0 && isContinuation(bytes[end])) end -= 1
  return bytes.toString('utf8', 0, end)
}

const MOST_BYTES = 3 // of a code unit in UTF-8
const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

/** A handle in the place of a value fits no schema: its bytes are put there, and the call is read again. */
export async function withHandles(attempt: TurnAttempt, turn: Turn): Promise<TurnAttempt> {
  const { move } = attempt.reading
  if (move.kind !== 'rejected' || move.rejection.layer !== 'args') return attempt
  return { ...attempt, reading: await withBytes(attempt, move.rejection, turn) }
}

async function withBytes(attempt: TurnAttempt, rejection: Rejection, turn: Turn): Promise<Reading> {
  const { runtime, toolbox, agent } = turn
  const { reading, ask, raw } = attempt
  const [request, second] = reading.requests
  if (!request || second) return reading
  if (!Object.values(request.named).some(value => isJsonObject(value) && '$ref' in value)) return reading
  const tool = toolbox.find(request.name)?.tool
  if (!tool) return reading
  const expanded = await expandRefs(request, { tool, owner: turn, handles: runtime.handles })
  const { profile, origin = { phase: 'Executor', agent } } = ask.read
  const context = { profile, rawSha256: sha256(raw), origin, coerce: profile !== 'strict' }
  const call = expanded.ok ? toolbox.resolve(expanded.value, context) : expanded
  const move: Move = call.ok
    ? { kind: 'calls', calls: [call.value] }
    : { kind: 'rejected', rejection: { ...rejection, fault: call.error } }
  const answers = reading.answers.map(({ id, requested, args }): CallAnswer => ({
    id,
    requested,
    args,
    ...(call.ok ? { call: call.value } : { rejection: { ...rejection, fault: call.error } }),
  }))
  return { ...reading, move, answers }
}
