import { type JsonObject, type Result, isJsonList, isJsonObject, succeed } from '../../../core/index.ts'
import type { Entry } from '../../../ledger/index.ts'
import type { Runtime } from '../../../runtime/index.ts'
import { changedText } from '../people/permission-view.ts'
import type { FileChangeView, ReceiptChanges } from '../shapes.ts'
import { factsIn } from './receipt-row.ts'

const MOST_SHOWN = 20
const MOST_BYTES = 1_024 * 1_024

type RecordedChange = {
  readonly path: string
  readonly what: FileChangeView['what']
  readonly before: string | null
  readonly after: string | null
}

/** The file changes of a call as diffs, as far as the old and new bytes are still stored. */
export function receiptChanges(id: string, entry: Entry, runtime: Runtime): ReceiptChanges {
  const { data } = factsIn(entry)
  const result = isJsonObject(data) ? data : {}
  const effects = isJsonObject(result['effects']) ? result['effects'] : {}
  const all = isJsonList(effects['changes']) ? effects['changes'].flatMap(commandChange) : fileChange(result)
  const count = typeof effects['change_count'] === 'number' ? effects['change_count'] : all.length
  return {
    receipt_id: id,
    changes: all.slice(0, MOST_SHOWN).map(changed => showChange(changed, runtime)),
    more: Math.max(0, count - MOST_SHOWN),
    rolled_back: isJsonObject(effects['rolled_back']),
  }
}

const hashOr = (value: unknown): string | null => (typeof value === 'string' ? value : null)

function commandChange(each: unknown): readonly RecordedChange[] {
  if (!isJsonObject(each) || typeof each['path'] !== 'string' || each['kind'] !== 'file') return []
  const what = each['what'] === 'created' || each['what'] === 'deleted' ? each['what'] : 'changed'
  return [{ path: each['path'], what, before: hashOr(each['before']), after: hashOr(each['after']) }]
}

/** The change of a file tool. */
function fileChange({ path, before, after }: JsonObject): readonly RecordedChange[] {
  if (typeof path !== 'string' || typeof after !== 'string' || before === undefined) return []
  return [{ path, what: before === null ? 'created' : 'changed', before: hashOr(before), after }]
}

function showChange({ path, what, before, after }: RecordedChange, runtime: Runtime): FileChangeView {
  const closed = runtime.workspace.refuse(path, 'read')
  if (closed) return { path, what, change: null, says: 'This file may not be read.' }
  const [old, fresh] = [textOf(before, undefined, runtime), textOf(after, path, runtime)]
  if (!old.ok) return { path, what, change: null, says: `Before: ${old.error.message}` }
  if (!fresh.ok) return { path, what, change: null, says: `After: ${fresh.error.message}` }
  return { path, what, change: changedText(path, { before: old.value, after: fresh.value }), says: null }
}

const cannot = (message: string): Result<never> => ({ ok: false, error: { code: 'file_unsuitable', message } })

/** The text from the stored bytes, or from the file while it still has them. */
function textOf(sha256: string | null, path: string | undefined, { vault, workspace }: Runtime): Result<string> {
  if (sha256 === null) return succeed('')
  const kept = vault.fetch(sha256)
  const now = path === undefined || (kept.ok && kept.value) ? undefined : workspace.read(path, { maxBytes: MOST_BYTES })
  const bytes =
    (kept.ok ? kept.value : undefined) ??
    (now?.ok === true && now.value.sha256 === sha256 ? now.value.bytes : undefined)
  if (!bytes) return cannot('these bytes are no longer stored.')
  if (bytes.length > MOST_BYTES) return cannot('the file is too large to show.')
  return bytes.includes(0) ? cannot('the file is not text.') : succeed(Buffer.from(bytes).toString('utf8'))
}
