import { type JsonObject, type Result, fail, isJsonObject, succeed } from '../core/index.ts'
import { UNDO_TOOL } from '../executors/index.ts'
import { type CallReport, callTool } from './call-tool.ts'
import type { Runtime } from './runtime.ts'

/** Takes back what a call did to a file, through the same path and with a receipt of its own. */
export async function undoCall(receiptId: string, runtime: Runtime): Promise<Result<CallReport>> {
  const order = undoOrder(receiptId, runtime)
  if (!order.ok) return order
  const { session, args } = order.value
  return succeed(await callTool({ tool: UNDO_TOOL, args, session, allow: ['FileWrite'], ofRuntime: true }, runtime))
}

type UndoOrder = { readonly session: string; readonly args: JsonObject }

function undoOrder(receiptId: string, { ledger }: Runtime): Result<UndoOrder> {
  const entry = ledger.entryOf(receiptId)
  const receipt = ledger.findReceipt(receiptId)
  if (!entry || !receipt) return fail('receipt_unknown', `There is no receipt ${receiptId} here.`)
  const facts = isJsonObject(entry.body['facts']) ? entry.body['facts'] : {}
  const data = isJsonObject(facts['data']) ? facts['data'] : {}
  const { path, before, after } = data
  const isChange = facts['result'] === 'success' && typeof path === 'string' && typeof after === 'string' && before !== undefined
  if (!isChange) return fail('undo_refused', `${receiptId} is a call of ${receipt.tool_id} that changed no file.`)
  return succeed({ session: receipt.session_id, args: { path, before, after } })
}
