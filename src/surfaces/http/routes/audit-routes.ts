import { join } from 'node:path'
import { type Receipt, type Result, succeed, fail } from '../../../core/index.ts'
import {
  type Entry,
  type LedgerOptions,
  markLookedAt,
  receiptIn,
  readOwnEntries,
  verifyBesideOthers,
} from '../../../ledger/index.ts'
import { type Runtime, unknownOutcomes } from '../../../runtime/index.ts'
import { linkIssue } from '../../../records/index.ts'
import { breakCopy } from '../records/break-copy.ts'
import { CURSOR, id, object, shape, integer } from '../request-schema.ts'
import { type Call, type RouteResult, type ApiRoute, jsonReply, numberIn, stringIn, get, post } from '../api-route.ts'
import type { ServerParts } from '../server-parts.ts'
import type {
  BreakReply,
  LinkIssueReply,
  LookedAtReply,
  SessionReceiptIds,
  SessionReceiptPage,
  UnknownOutcomes,
  VerifyReply,
} from '../shapes.ts'
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
  'unknown',
)

/** Verification of the records, and the endpoints of seed 001. */
export const auditRoutes: readonly ApiRoute[] = [
  post('/api/audit/verify', 'Verifies all records, those of a session, or one receipt.', {
    body: object({ session_id: id(), receipt_id: id() }),
    reply: VERIFIED,
    run: async ({ body }, { runtime }) =>
      jsonReply(
        await verified(runtime.ledgerOptions, runtime, {
          session: stringIn(body, 'session_id'),
          receipt: stringIn(body, 'receipt_id'),
        }),
      ),
  }),
  get('/api/audit/unknown', 'Calls that began and whose end was never recorded, oldest first.', {
    reply: shape('UnknownOutcomes', 'unknown'),
    run: async (_call, { runtime }) => jsonReply<UnknownOutcomes>({ unknown: await unknownIn(runtime) }),
  }),
  post('/api/audit/unknown/{id}/looked-at', 'Says that a person has looked at what such a call did.', {
    scope: 'approve',
    reply: shape('LookedAtReply', 'call_id', 'looked_at', 'seq'),
    async run({ param, caller: { principal } }, { runtime }) {
      const isActing = (call: string): boolean => runtime.ledger.acting.has(call)
      const by = { principal, decidedBy: 'console' } as const
      const marked = await markLookedAt(param('id'), by, { ...runtime.ledgerOptions, isActing })
      if (!marked.ok) return marked
      return jsonReply<LookedAtReply>({ call_id: param('id'), looked_at: true, seq: marked.value.seq })
    },
  }),
  post('/api/audit/break', 'Flips one bit of a receipt in an in-memory copy and verifies that copy.', {
    body: object({ receipt_id: id() }, ['receipt_id']),
    reply: shape('BreakReply', 'receipt_id', 'line', 'byte', 'before', 'after', 'around', 'result'),
    async run({ body }, { runtime }) {
      const receipt = stringIn(body, 'receipt_id') ?? ''
      const broken = breakCopy(runtime.ledgerOptions, receipt)
      if (!broken.ok) return broken
      const { options, line, byte, before, after, around } = broken.value
      return jsonReply<BreakReply>({
        receipt_id: receipt,
        line,
        byte,
        before,
        after,
        around,
        result: await verified(options, runtime, {}),
      })
    },
  }),
  get('/api/audit/sessions/{id}/receipts', "Ids of a session's receipts, oldest first.", {
    reply: shape('SessionReceiptIds', 'session_id', 'receipts'),
    run: (call, { runtime }) =>
      withSession(call, async session => {
        const receipts = sessionReceipts(session, runtime.ledgerOptions)
        if (!receipts.ok) return receipts
        return jsonReply<SessionReceiptIds>({
          session_id: session,
          receipts: receipts.value.map(({ receipt_id }) => receipt_id),
        })
      }),
  }),
  get(
    '/api/audit/sessions/{id}/tool-receipts',
    "A session's receipts as JSON Lines; with a cursor (empty at first) in pages.",
    {
      query: object({ cursor: CURSOR, limit: integer(1, 200) }),
      type: 'application/x-ndjson',
      run: (call, parts) => withSession(call, async session => toolReceipts(session, call, parts)),
    },
  ),
  post('/api/audit/sessions/{id}/link-issue', "Links a session's receipts to an issue.", {
    body: object({ issue_id: id() }, ['issue_id']),
    reply: shape('LinkIssueReply', 'session_id', 'issue_id', 'receipts', 'file'),
    run: (call, parts) =>
      withSession(call, async session => link(session, stringIn(call.body, 'issue_id') ?? '', parts)),
  }),
]

type VerifyScope = { readonly session?: string | undefined; readonly receipt?: string | undefined }

const unknownIn = ({ ledger, ledgerOptions, root, own }: Runtime): Promise<UnknownOutcomes['unknown']> =>
  unknownOutcomes({ ledger: ledgerOptions, root, own, isActing: call => ledger.acting.has(call) })

async function verified(
  options: LedgerOptions,
  runtime: Runtime,
  { session, receipt }: VerifyScope,
): Promise<VerifyReply> {
  const started = options.clock.monotonic()
  const request = { ...(session !== undefined && { session }), ...(receipt !== undefined && { receipt }) }
  const found = await verifyBesideOthers(options, request)
  const words = [
    ...(session === undefined ? [] : ['--session', session]),
    ...(receipt === undefined ? [] : ['--receipt', receipt]),
  ]
  return {
    ...found,
    unknown: await unknownIn(runtime),
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

function toolReceipts(session: string, { query }: Call, { runtime }: ServerParts): RouteResult {
  const receipts = sessionReceipts(session, runtime.ledgerOptions)
  if (!receipts.ok) return receipts
  const cursor = stringIn(query, 'cursor')
  if (cursor === undefined)
    return { ok: true, value: { kind: 'lines', lines: receipts.value.map(receipt => JSON.stringify(receipt)) } }
  if (!/^\d{0,12}$/.test(cursor)) return fail('request_invalid', 'This cursor is not valid here.', { param: 'cursor' })
  const limit = numberIn(query, 'limit') ?? 50
  const rest = receipts.value.filter(({ seq }) => seq > Number(cursor))
  const page = rest.slice(0, limit)
  return jsonReply<SessionReceiptPage>({
    receipts: page,
    next_cursor: rest.length > limit ? String(page.at(-1)?.seq ?? '') : null,
  })
}

function link(session: string, issue: string, { runtime, clock }: ServerParts): RouteResult {
  const receipts = sessionReceipts(session, runtime.ledgerOptions)
  if (!receipts.ok) return receipts
  const ids = receipts.value.map(({ receipt_id }) => receipt_id)
  const audit = join(runtime.root, '.control-room', 'audit')
  const linked = linkIssue(audit, { issue, session, receipts: ids, at: new Date(clock.now()).toISOString() })
  if (!linked.ok) return linked
  return jsonReply<LinkIssueReply>({
    session_id: session,
    issue_id: issue,
    receipts: ids,
    file: join('.control-room', 'audit', linked.value),
  })
}
