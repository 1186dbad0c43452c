import { type JsonObject, type Result, isJsonObject, succeed } from '../../../core/index.ts'
import { type Entry, type LedgerOptions, type LogPlace, readOwnOn } from '../../../ledger/index.ts'
import type { AttemptLabel } from '../shapes.ts'
import { receiptRow } from './receipt-row.ts'

type CallCounts = { readonly done: number; readonly failed: number; readonly refused: number }

/** Counts over the whole log. Each entry is read once, on demand. */
export type LogCounts = {
  readonly callsOf: (tool: string) => CallCounts
  readonly receipts: () => number
  /** How many calls ran under a grant. */
  readonly usesOf: (grant: string) => number
  /** How many calls a rule decided, by its id. */
  readonly hitsOf: (rule: string) => number
  /** Who decided to store a fact, or to reword it; undefined if the log does not say. */
  readonly keptBy: (fact: string) => string | undefined
  readonly labelOf: (attempt: number) => AttemptLabel | undefined
  /** Reads the entries written since the last time. */
  readonly catchUp: () => Result<undefined>
}

export const LABELLED = 'attempt_labelled'
const NONE: CallCounts = { done: 0, failed: 0, refused: 0 }
const MAX_TOOLS = 10_000

export function createLogCounts(options: LedgerOptions): LogCounts {
  let place: LogPlace = { segment: 1, offset: 0 }
  let receipts = 0
  const calls = new Map<string, CallCounts>()
  const labels = new Map<number, AttemptLabel>()
  const uses = new Map<string, number>()
  const hits = new Map<string, number>()
  const keepers = new Map<string, string>()
  function count(entry: Entry): void {
    const row = receiptRow(entry)
    if (row) {
      receipts += 1
      const known = calls.get(row.tool) ?? NONE
      if (known !== NONE || calls.size < MAX_TOOLS)
        calls.set(row.tool, { ...known, [row.outcome]: known[row.outcome] + 1 })
    }
    const { event, attempt_seq: seq, label, permission, audit } = entry.body
    const grant =
      isJsonObject(permission) && permission['event'] === 'PERMISSION_USED' ? permission['grant_id'] : undefined
    const rule = isJsonObject(audit) ? audit['policy_rule_id'] : undefined
    if (typeof rule === 'string') hits.set(rule, (hits.get(rule) ?? 0) + 1)
    if (typeof grant === 'string') uses.set(grant, (uses.get(grant) ?? 0) + 1)
    if (entry.type === 'system') keepOrForget(keepers, entry.body)
    if (entry.type === 'system' && event === LABELLED && typeof seq === 'number' && isLabel(label))
      labels.set(seq, label)
  }
  return {
    callsOf: tool => calls.get(tool) ?? NONE,
    receipts: () => receipts,
    usesOf: grant => uses.get(grant) ?? 0,
    hitsOf: rule => hits.get(rule) ?? 0,
    keptBy: fact => keepers.get(fact),
    labelOf: attempt => labels.get(attempt),
    catchUp() {
      const read = readOwnOn(options, place)
      if (!read.ok) return read
      read.value.entries.forEach(count)
      place = read.value.next
      return succeed(undefined)
    },
  }
}

function keepOrForget(keepers: Map<string, string>, { event, fact_id: fact, decided_by: by }: JsonObject): void {
  if (typeof fact !== 'string' || typeof by !== 'string') return
  if (event === 'MEMORY_STORED' || event === 'MEMORY_EDITED') keepers.set(fact, by)
  if (event === 'MEMORY_FORGOTTEN') keepers.delete(fact)
}

export const isLabel = (value: unknown): value is AttemptLabel => value === 'right' || value === 'wrong'
