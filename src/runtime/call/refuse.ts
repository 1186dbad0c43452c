import type { Fault } from '../../core/index.ts'
import { receiptIn } from '../../ledger/index.ts'
import { type CallRuntime, type CallResult, type Decided, refusal } from './call-runtime.ts'
import { callEnd, endDraft } from './record-call.ts'

/** A call that did not run is recorded and receipted like one that did. */
export async function refuse(
  decided: Decided,
  why: { readonly gate: string; readonly fault: Fault },
  runtime: CallRuntime,
): Promise<CallResult> {
  const error = { ...why.fault, message: runtime.filter.message(why.fault.message) }
  const end = callEnd({
    result: 'blocked',
    fault: error,
    fullText: error.message,
    certain: true,
    refusedBy: why.gate,
  })
  const written = await runtime.ledger.append(endDraft(decided, end, runtime))
  const receipt = written.ok ? (receiptIn(written.value) ?? null) : null
  return refusal(written.ok ? error : written.error, receipt, decided.notes)
}
