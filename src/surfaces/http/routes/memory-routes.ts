import { type Result, fail, isJsonList } from '../../../core/index.ts'
import type { Fact, FactBook, FactDraft, Pending, WishDecision } from '../../../memory/index.ts'
import { PAGE, id, object, oneOf, shape, text } from '../request-schema.ts'
import { type Call, type Reply, type Route, json, nothing, numberIn, textIn } from '../route.ts'
import type { LogCounts } from '../records/log-counts.ts'
import type { ServerParts } from '../server-parts.ts'
import type { FactPage, FactView, ProposalDecided, ProposalList, ProposalView } from '../shapes.ts'

const FACT = shape('FactView', 'id', 'text', 'sensitivity', 'kinds', 'said', 'created', 'used', 'contradicts')
const MAX_TEXT = 500

/** What the person has said about himself. */
export const memoryRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/memory',
    scope: 'use',
    summary: 'What is remembered, the newest first, or found by words.',
    query: object({ ...PAGE, q: text(1_000) }),
    reply: { schema: shape('FactPage', 'facts', 'next_cursor') },
    run: withBook(listFacts),
  },
  {
    method: 'GET',
    path: '/api/memory/proposals',
    scope: 'use',
    summary: 'What waits for consent.',
    reply: { schema: shape('ProposalList', 'proposals') },
    run: withBook(async book => {
      const reply: ProposalList = { proposals: (await book.pending()).map(proposalView) }
      return json(reply)
    }),
  },
  {
    method: 'GET',
    path: '/api/memory/export',
    scope: 'use',
    summary: 'All facts, JSON Lines.',
    reply: { type: 'application/x-ndjson' },
    run: withBook(async (book, _call, { counts }) => ({
      ok: true,
      value: { kind: 'lines', lines: factLines(book, counts) },
    })),
  },
  {
    method: 'POST',
    path: '/api/memory/proposals/{id}/decision',
    scope: 'approve',
    summary: 'Store it, discard it, or store it in other words.',
    body: object({ decision: oneOf('store', 'discard', 'edit'), text: text(MAX_TEXT) }, ['decision']),
    reply: { schema: shape('ProposalDecided', 'id', 'fact') },
    run: withBook(decideProposal),
  },
  {
    method: 'GET',
    path: '/api/memory/manners',
    scope: 'use',
    summary: 'Whether the memory is paused, and which kinds are never asked about.',
    reply: { schema: shape('MemoryManners', 'paused', 'unasked') },
    run: withBook(async book => json(await book.manners())),
  },
  {
    method: 'PUT',
    path: '/api/memory/manners',
    scope: 'approve',
    summary: 'Pauses the memory or goes on with it; says which kinds are never asked about.',
    body: object({ paused: { type: 'boolean' }, unasked: { type: 'array', items: id(64), maxItems: 50 } }),
    reply: { schema: shape('MemoryManners', 'paused', 'unasked') },
    run: withBook(setManners),
  },
  {
    method: 'PATCH',
    path: '/api/memory/{id}',
    scope: 'approve',
    summary: 'Other words for a fact.',
    body: object({ text: text(MAX_TEXT) }, ['text']),
    reply: { schema: FACT },
    run: withBook(async (book, { params, body }, { workspace, counts }) => {
      const edited = await book.edit(params['id'] ?? '', textIn(body, 'text') ?? '', BY)
      if (!edited.ok) return edited
      workspace.publish({ type: 'memory.changed' })
      counts.catchUp()
      return json(factView(edited.value, counts))
    }),
  },
  {
    method: 'DELETE',
    path: '/api/memory/{id}',
    scope: 'approve',
    summary: 'Forgets a fact for good.',
    reply: { status: 204 },
    run: withBook(async (book, { params }, { workspace }) => {
      const gone = await book.forget(params['id'] ?? '', BY)
      if (!gone.ok) return gone
      workspace.publish({ type: 'memory.changed' })
      return nothing
    }),
  },
]

const BY = 'user:console'

type BookRun = (book: FactBook, call: Call, parts: ServerParts) => Promise<Result<Reply>>

function withBook(run: BookRun): Route['run'] {
  return async (call, parts) => {
    const { memory } = parts.runtime
    return memory
      ? run(parts.runtime.facts, call, parts)
      : fail('config_invalid', 'The memory is switched off here: [memory] enabled = false.')
  }
}

async function listFacts(book: FactBook, { query }: Call, { counts }: ServerParts): Promise<Result<Reply>> {
  counts.catchUp()
  const limit = numberIn(query, 'limit') ?? 50
  const wanted = textIn(query, 'q') ?? ''
  if (wanted.trim() !== '') {
    const hits: FactPage = {
      facts: (await book.recall(wanted, { limit })).map(fact => factView(fact, counts)),
      next_cursor: null,
    }
    return json(hits)
  }
  const after = textIn(query, 'cursor') ?? ''
  const facts = await book.list({ limit, ...(after !== '' && { after }) })
  const page: FactPage = {
    facts: facts.map(fact => factView(fact, counts)),
    next_cursor: facts.length < limit ? null : (facts.at(-1)?.id ?? null),
  }
  return json(page)
}

async function* factLines(book: FactBook, counts: LogCounts): AsyncGenerator<string> {
  counts.catchUp()
  for await (const fact of book.export()) yield JSON.stringify(factView(fact, counts))
}

async function decideProposal(
  book: FactBook,
  { params, body }: Call,
  { workspace, counts }: ServerParts,
): Promise<Result<Reply>> {
  const words = textIn(body, 'text')
  const said = textIn(body, 'decision')
  if (said === 'edit' && (words === undefined || words.trim() === ''))
    return fail('request_invalid', 'Say in which words.', { param: 'text' })
  const decision: WishDecision = said === 'edit' ? { edit: words ?? '' } : said === 'store' ? 'store' : 'discard'
  const { id: wish = '' } = params
  const decided = await book.decide(wish, decision, BY)
  if (!decided.ok) return decided
  workspace.publish({ type: 'memory.changed' })
  counts.catchUp()
  const reply: ProposalDecided = { id: wish, fact: decided.value ? factView(decided.value, counts) : null }
  return json(reply)
}

async function setManners(book: FactBook, { body }: Call, { workspace }: ServerParts): Promise<Result<Reply>> {
  const { paused, unasked } = body
  const kinds = isJsonList(unasked) ? unasked.filter(kind => typeof kind === 'string') : undefined
  const set = await book.setManners(
    { ...(typeof paused === 'boolean' && { paused }), ...(kinds && { unasked: kinds }) },
    BY,
  )
  if (!set.ok) return set
  workspace.publish({ type: 'memory.changed' })
  return json(set.value)
}

const draftView = ({
  text: words,
  subject,
  sensitivity,
  kinds,
  span,
  receipt,
}: FactDraft): Omit<ProposalView, 'id' | 'asked'> => ({
  text: words,
  subject: subject ?? null,
  sensitivity,
  kinds,
  said: { text: span.text, session_id: span.session, turn_id: span.turn },
  receipt_id: receipt,
})

const factView = (fact: Fact, counts: LogCounts): FactView => ({
  id: fact.id,
  ...draftView(fact),
  created: fact.created,
  used: fact.used,
  last_used: fact.lastUsed,
  contradicts: fact.contradicts,
  kept_by: counts.keptBy(fact.id) ?? null,
})

const proposalView = (pending: Pending): ProposalView => ({
  id: pending.id,
  ...draftView(pending),
  asked: pending.asked,
})
