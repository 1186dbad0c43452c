import type { Fault } from '../../core/index.ts'
import { receiptIn } from '../../ledger/index.ts'
import { type CallRuntime, type CallResult, type Decided, refusal } from './call-runtime.ts'
import { endDraft } from './record-call.ts'

/** A call that did not run is recorded and receipted like one that did. */
export async function refuse(
  decided: Decided,
  why: { readonly gate: string; readonly fault: Fault },
  runtime: CallRuntime,
): Promise<CallResult> {
  const error = { ...why.fault, message: runtime.filter.message(why.fault.message) }
  const end = {
    result: 'blocked' as const,
    fault: error,
    output: null,
    fullText: error.message,
    attempts: 0,
    milliseconds: 0,
    intent: null,
    certain: true,
    refusedBy: why.gate,
    data: null,
    said: null,
    truncated: false,
  }
  const written = await runtime.ledger.append(endDraft(decided, end, runtime))
  const receipt = written.ok ? (receiptIn(written.value) ?? null) : null
  return refusal(written.ok ? error : written.error, receipt, decided.notes)
}
