import { fail, type Receipt, type Workspace } from '../../../core/index.ts'
import { receiptIn } from '../../../ledger/index.ts'
import { undoCall } from '../../../runtime/index.ts'
import { maySeeFiles } from '../access/caller.ts'
import { attemptView } from '../records/attempt-view.ts'
import { pageBack } from '../records/page-back.ts'
import { receiptChanges } from '../records/receipt-changes.ts'
import { receiptLinks } from '../records/receipt-links.ts'
import { factsIn, receiptRow } from '../records/receipt-row.ts'
import { id, object, oneOf, PAGE, shape, string } from '../request-schema.ts'
import { type Call, jsonReply, numberIn, type RouteResult, type ApiRoute, stringIn, get, post } from '../api-route.ts'
import type { ServerParts } from '../server-parts.ts'
import type { ReceiptRowPage, ReceiptRow, ReceiptView } from '../shapes.ts'
import { callReply } from './tool-routes.ts'

/** Receipts. */
export const receiptRoutes: readonly ApiRoute[] = [
  get('/api/receipts', 'Receipts, newest first.', {
    query: object({
      ...PAGE,
      session_id: id(),
      turn_id: id(),
      tool: id(),
      agent: id(),
      file: string(500),
      outcome: oneOf('done', 'failed', 'refused'),
    }),
    reply: shape('ReceiptRowPage', 'receipts', 'next_cursor'),
    run: listReceipts,
  }),
  get('/api/receipts/{id}', 'One receipt as signed, with the current state of its files.', {
    reply: shape(
      'ReceiptView',
      'row',
      'receipt',
      'line',
      'facts',
      'files_now',
      'attempt',
      'verify_command',
      'grant',
      'cited_by',
      'issues',
    ),
    run: showReceipt,
  }),
  get('/api/receipts/{id}/changes', 'The file changes of the call, as diffs.', {
    reply: shape('ReceiptChanges', 'receipt_id', 'changes', 'more', 'rolled_back'),
    run: showChanges,
  }),
  post('/api/receipts/{id}/undo', 'Undoes the file change of the call and leaves a new receipt.', {
    scope: 'approve',
    reply: shape('CallReply', 'ok', 'text', 'data', 'receipt', 'fault', 'replayed', 'session'),
    async run({ param, caller }, { runtime }) {
      const credential = caller.credential
      const ask = async (): Promise<{ state: 'approved'; decidedBy: 'console'; credential: string }> => ({
        state: 'approved',
        decidedBy: 'console',
        credential,
      })
      const undone = await undoCall(param('id'), runtime, { ask })
      return undone.ok ? jsonReply(callReply(undone.value)) : undone
    },
  }),
]

function listReceipts({ query }: Call, { runtime }: ServerParts): RouteResult {
  const fits = receiptFilter(query)
  const page = pageBack(runtime.ledgerOptions, {
    cursor: stringIn(query, 'cursor'),
    limit: numberIn(query, 'limit') ?? 50,
    pick(entry) {
      const row = receiptRow(entry)
      return row && fits(row) ? row : undefined
    },
  })
  if (!page.ok) return page
  return jsonReply<ReceiptRowPage>({ receipts: page.value.rows, next_cursor: page.value.next_cursor })
}

function receiptFilter(query: Call['query']): (row: ReceiptRow) => boolean {
  const wanted = {
    session_id: stringIn(query, 'session_id'),
    turn_id: stringIn(query, 'turn_id'),
    tool: stringIn(query, 'tool'),
    agent_id: stringIn(query, 'agent'),
    outcome: stringIn(query, 'outcome'),
  }
  const file = stringIn(query, 'file')?.toLowerCase()
  return row => {
    const isSame =
      row.session_id === (wanted.session_id ?? row.session_id) && row.turn_id === (wanted.turn_id ?? row.turn_id)
    const isAlike = row.tool === (wanted.tool ?? row.tool) && row.agent_id === (wanted.agent_id ?? row.agent_id)
    const isEnded = row.outcome === (wanted.outcome ?? row.outcome)
    return (
      isSame && isAlike && isEnded && (file === undefined || row.files.some(path => path.toLowerCase().includes(file)))
    )
  }
}

function showChanges({ param, caller }: Call, { runtime }: ServerParts): RouteResult {
  if (!maySeeFiles(caller)) return fail('access_denied', 'This key does not have FileAccess.')
  const receiptId = param('id')
  const entry = runtime.ledger.entryOf(receiptId)
  if (!entry || !receiptIn(entry))
    return fail('receipt_unknown', `There is no receipt ${receiptId.slice(0, 100)} here.`)
  return jsonReply(receiptChanges(receiptId, entry, runtime))
}

async function showReceipt({ param }: Call, parts: ServerParts): Promise<RouteResult> {
  const { runtime, counts } = parts
  const receiptId = param('id')
  const entry = runtime.ledger.entryOf(receiptId)
  const [receipt, row] = [receiptIn(entry), entry && receiptRow(entry)]
  if (!entry || !receipt || !row) return fail('receipt_unknown', `There is no receipt ${receiptId.slice(0, 100)} here.`)
  counts.catchUp()
  return jsonReply<ReceiptView>({
    row,
    receipt,
    line: entry.seq,
    facts: factsIn(entry),
    files_now: filesNow(receipt, runtime.workspace),
    attempt: attemptView(entry, counts.labelOf(entry.seq)) ?? null,
    verify_command: `countersign ledger verify --receipt ${receipt.receipt_id}`,
    ...(await receiptLinks(receipt, entry, parts)),
  })
}

const MAX_FILES = 50
const MAX_BYTES = 16 * 1_024 * 1_024

/** The current state of a receipt's files. */
function filesNow({ file_refs: refs }: Receipt, workspace: Workspace): ReceiptView['files_now'] {
  const byPath = new Map(refs.map(({ path, sha256 }) => [path, sha256]))
  return [...byPath].slice(0, MAX_FILES).map(([path, sha256_then]) => {
    const read = workspace.read(path, { maxBytes: MAX_BYTES })
    if (!read.ok)
      return {
        path,
        state: read.error.code === 'file_not_found' ? 'missing' : 'unreadable',
        sha256_then,
        sha256_now: null,
      }
    const { sha256: sha256_now } = read.value
    return { path, state: sha256_now === sha256_then ? 'unchanged' : 'changed', sha256_then, sha256_now }
  })
}
