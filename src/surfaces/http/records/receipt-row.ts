import { type JsonObject, type Receipt, isJsonObject, textOf } from '../../../core/index.ts'
import { type Entry, receiptIn } from '../../../ledger/index.ts'
import type { ReceiptOutcome, ReceiptRow } from '../shapes.ts'

export function receiptRow(entry: Entry): ReceiptRow | undefined {
  const receipt = receiptIn(entry)
  if (!receipt) return undefined
  const facts = factsIn(entry)
  const { outputs, file_refs: refs } = receipt
  return {
    receipt_id: receipt.receipt_id,
    seq: receipt.seq,
    at: receipt.timestamp,
    session_id: receipt.session_id,
    turn_id: receipt.turn_id,
    agent_id: receipt.agent_id,
    tool: receipt.tool_id,
    outcome: outcomeOf(receipt),
    code: outputs.error ? textOf(outputs.error['code']) : null,
    risk: typeof facts['risk'] === 'string' ? facts['risk'] : null,
    decided_by: receipt.decided_by,
    inputs: receipt.inputs,
    bytes: outputs.truncated ? outputs.full_size : Buffer.byteLength(outputs.text),
    files: [...new Set(refs.map(({ path }) => path))],
    undoable: isUndoable(facts),
  }
}

export function factsIn({ body }: Entry): JsonObject {
  return isJsonObject(body['facts']) ? body['facts'] : {}
}

function outcomeOf({ decided_by, outputs }: Receipt): ReceiptOutcome {
  if (decided_by.startsWith('gate:')) return 'refused'
  return outputs.error === undefined ? 'done' : 'failed'
}

/** True if the call changed a file whose old and new bytes are stored, or a command recorded all its changes. */
function isUndoable({ result, data }: JsonObject): boolean {
  if (!isJsonObject(data)) return false
  if (isJsonObject(data['effects']) && typeof data['effects']['undo'] === 'string') return true
  if (result !== 'success') return false
  return typeof data['path'] === 'string' && typeof data['after'] === 'string' && data['before'] !== undefined
}
