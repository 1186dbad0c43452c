import { fault, type Receipt } from '../../../core/index.ts'
import { type LedgerOptions, findReceipt, receiptIn } from '../../../ledger/index.ts'
import { EXIT } from '../failure.ts'
import { type PlaceFlags, asFailure, ownEntries, withLedger } from '../open-runtime.ts'
import { type Terminal, visible, visibleInLine, resultText } from '../terminal.ts'

type ListFlags = PlaceFlags & { readonly session?: string; readonly limit: number }

/** `receipts list`: the newest receipts, newest last. */
export async function listReceipts(flags: ListFlags, terminal: Terminal): Promise<number> {
  const receipts = await withLedger(flags, async ({ ledger }) =>
    newest(readReceipts(ledger, flags.session), flags.limit),
  )
  if (flags.json === true) terminal.out(JSON.stringify(receipts))
  else if (receipts.length === 0)
    terminal.err('No receipts yet. Every call leaves one. Try: countersign call file_list --allow FileAccess')
  else for (const receipt of receipts) terminal.out(line(receipt, terminal))
  return EXIT.done
}

function* readReceipts(place: LedgerOptions, session?: string): Generator<Receipt> {
  for (const entry of ownEntries(place)) {
    const receipt = receiptIn(entry)
    if (receipt && (session === undefined || receipt.session_id === session)) yield receipt
  }
}

/** The last `limit` items of a sequence of any length. */
function newest<T>(all: Iterable<T>, limit: number): readonly T[] {
  let kept: T[] = []
  for (const each of all) {
    kept.push(each)
    if (kept.length >= 2 * limit) kept = kept.slice(-limit)
  }
  return kept.slice(-limit)
}

function line({ receipt_id, timestamp, tool_id, decided_by, outputs, inputs }: Receipt, { paint }: Terminal): string {
  const failed = outputs.error !== undefined
  const mark = decided_by.startsWith('gate:')
    ? paint('yellow', 'refused')
    : failed
      ? paint('red', 'failed ')
      : paint('green', 'done   ')
  const shown = JSON.stringify(inputs)
  const cut = shown.length > 80 ? `${shown.slice(0, 79)}…` : shown
  return [
    visibleInLine(timestamp),
    mark,
    paint('bold', visibleInLine(tool_id).padEnd(12)),
    visibleInLine(receipt_id),
    paint('dim', visibleInLine(cut)),
  ].join('  ')
}

export async function showReceipt(id: string, flags: PlaceFlags, terminal: Terminal): Promise<number> {
  const receipt = await withLedger(flags, async ({ ledger }) => {
    ownEntries(ledger)
    return findReceipt(ledger, id)
  })
  if (!receipt) throw asFailure(fault('receipt_unknown', `There is no receipt ${id} here.`))
  terminal.out(resultText(flags, receipt, visible(JSON.stringify(receipt, null, 2))))
  return EXIT.done
}
