import { type Json, type JsonObject, type Result, fail, isJsonObject, succeed } from '../core/index.ts'
import { SHELL_UNDO_TOOL, UNDO_TOOL } from '../executors/index.ts'
import { type CallReport, callTool } from './call-tool.ts'
import type { People } from './call/call-runtime.ts'
import type { Runtime } from './runtime.ts'

/** Takes back what a call did to a file, through the same path and with a receipt of its own. */
export async function undoCall(receiptId: string, runtime: Runtime, people?: People): Promise<Result<CallReport>> {
  const order = undoOrder(receiptId, runtime)
  if (!order.ok) return order
  const { session, args, tool } = order.value
  return succeed(await callTool({ tool, args, session, allow: ['FileWrite'], ofRuntime: true, people }, runtime))
}

/** A file by its hash; null where there was none. */
const isState = (value: Json | undefined): value is string | null => typeof value === 'string' || value === null

type UndoOrder = { readonly tool: string; readonly session: string; readonly args: JsonObject }

function undoOrder(receiptId: string, { ledger }: Runtime): Result<UndoOrder> {
  const entry = ledger.entryOf(receiptId)
  const receipt = ledger.findReceipt(receiptId)
  if (!entry || !receipt) return fail('receipt_unknown', `There is no receipt ${receiptId} here.`)
  const facts = isJsonObject(entry.body['facts']) ? entry.body['facts'] : {}
  const data = isJsonObject(facts['data']) ? facts['data'] : {}
  const { path, before, after, effects } = data
  const session = receipt.session_id
  // A command keeps a record of all that it changed, also if it ended with an error.
  const record = isJsonObject(effects) ? effects['undo'] : undefined
  if (typeof record === 'string') return succeed({ tool: SHELL_UNDO_TOOL, session, args: { record } })
  const isChange =
    facts['result'] === 'success' && typeof path === 'string' && isState(before) && isState(after) && before !== after
  if (!isChange) return fail('undo_refused', `${receiptId} is a call of ${receipt.tool_id} that changed no file.`)
  return succeed({ tool: UNDO_TOOL, session, args: { path, before, after } })
}
