import { join } from 'node:path'
import { type Receipt, type Result, succeed, fail } from '../../../core/index.ts'
import { type Entry, type LedgerOptions, receiptIn, readOwnEntries, verifyBesideOthers } from '../../../ledger/index.ts'
import { linkIssue } from '../../../records/index.ts'
import { breakCopy } from '../records/break-copy.ts'
import { CURSOR, id, object, shape, whole } from '../request-schema.ts'
import { type Call, type Reply, type Route, json, numberIn, textIn } from '../route.ts'
import type { ServerParts } from '../server-parts.ts'
import type { BreakReply, LinkIssueReply, SessionReceiptIds, SessionReceiptPage, VerifyReply } from '../shapes.ts'
import { withSession } from './session-routes.ts'

const VERIFIED = shape(
  'VerifyReply',
  'entries',
  'receipts',
  'verified',
  'uncheckable',
  'failed',
  'checkpoint',
  'at',
  'duration_ms',
  'command',
)

/** Checking the records, and the endpoints that seed 001 names. */
export const auditRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/audit/verify',
    scope: 'use',
    summary: 'Checks the records: all of them, those of a session, or one receipt.',
    body: object({ session_id: id(), receipt_id: id() }),
    reply: { schema: VERIFIED },
    run: async ({ body }, { runtime }) =>
      json(
        await verified(runtime.ledgerOptions, {
          session: textIn(body, 'session_id'),
          receipt: textIn(body, 'receipt_id'),
        }),
      ),
  },
  {
    method: 'POST',
    path: '/api/audit/break',
    scope: 'use',
    summary: 'Checks a copy, in memory, in which one bit of the receipt is turned over.',
    body: object({ receipt_id: id() }, ['receipt_id']),
    reply: { schema: shape('BreakReply', 'receipt_id', 'line', 'byte', 'before', 'after', 'around', 'result') },
    async run({ body }, { runtime }) {
      const receipt = textIn(body, 'receipt_id') ?? ''
      const broken = breakCopy(runtime.ledgerOptions, receipt)
      if (!broken.ok) return broken
      const { options, line, byte, before, after, around } = broken.value
      const reply: BreakReply = {
        receipt_id: receipt,
        line,
        byte,
        before,
        after,
        around,
        result: await verified(options, {}),
      }
      return json(reply)
    },
  },
  {
    method: 'GET',
    path: '/api/audit/sessions/{id}/receipts',
    scope: 'use',
    summary: "Ids of a session's receipts, the oldest first.",
    reply: { schema: shape('SessionReceiptIds', 'session_id', 'receipts') },
    run: (call, { runtime }) =>
      withSession(call, async session => {
        const receipts = sessionReceipts(session, runtime.ledgerOptions)
        if (!receipts.ok) return receipts
        const reply: SessionReceiptIds = {
          session_id: session,
          receipts: receipts.value.map(({ receipt_id }) => receipt_id),
        }
        return json(reply)
      }),
  },
  {
    method: 'GET',
    path: '/api/audit/sessions/{id}/tool-receipts',
    scope: 'use',
    summary: "A session's receipts: the raw file, JSON Lines; with a cursor (empty at first) in pages.",
    query: object({ cursor: CURSOR, limit: whole(1, 200) }),
    reply: { type: 'application/x-ndjson' },
    run: (call, parts) => withSession(call, async session => toolReceipts(session, call, parts)),
  },
  {
    method: 'POST',
    path: '/api/audit/sessions/{id}/link-issue',
    scope: 'use',
    summary: "Links a session's receipts to an issue.",
    body: object({ issue_id: id() }, ['issue_id']),
    reply: { schema: shape('LinkIssueReply', 'session_id', 'issue_id', 'receipts', 'file') },
    run: (call, parts) => withSession(call, async session => link(session, textIn(call.body, 'issue_id') ?? '', parts)),
  },
]

type Narrowed = { readonly session?: string | undefined; readonly receipt?: string | undefined }

async function verified(options: LedgerOptions, { session, receipt }: Narrowed): Promise<VerifyReply> {
  const started = options.clock.monotonic()
  const request = { ...(session !== undefined && { session }), ...(receipt !== undefined && { receipt }) }
  const found = await verifyBesideOthers(options, request)
  const words = [
    ...(session === undefined ? [] : ['--session', session]),
    ...(receipt === undefined ? [] : ['--receipt', receipt]),
  ]
  return {
    ...found,
    at: new Date(options.clock.now()).toISOString(),
    duration_ms: options.clock.monotonic() - started,
    command: ['countersign ledger verify', ...words].join(' '),
  }
}

function sessionReceipts(session: string, options: LedgerOptions): Result<readonly Receipt[]> {
  const entries = readOwnEntries(options)
  return entries.ok ? succeed([...receiptsOf(session, entries.value)]) : entries
}

function* receiptsOf(session: string, entries: Iterable<Entry>): Generator<Receipt> {
  for (const entry of entries) {
    const receipt = receiptIn(entry)
    if (receipt?.session_id === session) yield receipt
  }
}

function toolReceipts(session: string, { query }: Call, { runtime }: ServerParts): Result<Reply> {
  const receipts = sessionReceipts(session, runtime.ledgerOptions)
  if (!receipts.ok) return receipts
  const cursor = textIn(query, 'cursor')
  if (cursor === undefined)
    return { ok: true, value: { kind: 'lines', lines: receipts.value.map(receipt => JSON.stringify(receipt)) } }
  if (!/^\d{0,12}$/.test(cursor)) return fail('request_invalid', 'This cursor was not made here.', { param: 'cursor' })
  const limit = numberIn(query, 'limit') ?? 50
  const rest = receipts.value.filter(({ seq }) => seq > Number(cursor))
  const page = rest.slice(0, limit)
  const reply: SessionReceiptPage = {
    receipts: page,
    next_cursor: rest.length > limit ? String(page.at(-1)?.seq ?? '') : null,
  }
  return json(reply)
}

function link(session: string, issue: string, { runtime, clock }: ServerParts): Result<Reply> {
  const receipts = sessionReceipts(session, runtime.ledgerOptions)
  if (!receipts.ok) return receipts
  const ids = receipts.value.map(({ receipt_id }) => receipt_id)
  const audit = join(runtime.root, '.control-room', 'audit')
  const linked = linkIssue(audit, { issue, session, receipts: ids, at: new Date(clock.now()).toISOString() })
  if (!linked.ok) return linked
  const reply: LinkIssueReply = {
    session_id: session,
    issue_id: issue,
    receipts: ids,
    file: join('.control-room', 'audit', linked.value),
  }
  return json(reply)
}
