import { fail, isJsonList } from '../../../core/index.ts'
import type { Fact, FactStore, FactDraft, PendingFact, PendingDecision } from '../../../memory/index.ts'
import { PAGE, id, object, oneOf, shape, string } from '../request-schema.ts'
import {
  type Call,
  type RouteResult,
  type ApiRoute,
  jsonReply,
  nothing,
  numberIn,
  stringIn,
  remove,
  get,
  patch,
  post,
  put,
} from '../api-route.ts'
import type { LogCounts } from '../records/log-counts.ts'
import type { ServerParts } from '../server-parts.ts'
import type { FactViewPage, FactView, ProposalDecided, ProposalList, ProposalView } from '../shapes.ts'

const FACT = shape('FactView', 'id', 'text', 'sensitivity', 'kinds', 'said', 'created', 'used', 'contradicts')
const MAX_TEXT = 500

/** Facts remembered about the person. */
export const memoryRoutes: readonly ApiRoute[] = [
  get('/api/memory', 'Remembered facts, newest first, or those that match a search.', {
    query: object({ ...PAGE, q: string(1_000) }),
    reply: shape('FactViewPage', 'facts', 'next_cursor'),
    run: withFacts(listFacts),
  }),
  get('/api/memory/proposals', 'Proposed facts that wait for consent.', {
    reply: shape('ProposalList', 'proposals'),
    run: withFacts(async facts => {
      return jsonReply<ProposalList>({ proposals: (await facts.pending()).map(proposalView) })
    }),
  }),
  get('/api/memory/export', 'All facts, JSON Lines.', {
    type: 'application/x-ndjson',
    run: withFacts(async (facts, _call, { counts }) => ({
      ok: true,
      value: { kind: 'lines', lines: factLines(facts, counts) },
    })),
  }),
  post('/api/memory/proposals/{id}/decision', 'Stores, discards or rewords a proposed fact.', {
    scope: 'approve',
    body: object({ decision: oneOf('store', 'discard', 'edit'), text: string(MAX_TEXT) }, ['decision']),
    reply: shape('ProposalDecided', 'id', 'fact'),
    run: withFacts(decideProposal),
  }),
  get('/api/memory/manners', 'Whether memory is paused, and which kinds of facts never ask.', {
    reply: shape('MemoryManners', 'paused', 'unasked'),
    run: withFacts(async facts => jsonReply(await facts.manners())),
  }),
  put('/api/memory/manners', 'Pauses or resumes memory, and sets the kinds of facts that never ask.', {
    scope: 'approve',
    body: object({ paused: { type: 'boolean' }, unasked: { type: 'array', items: id(64), maxItems: 50 } }),
    reply: shape('MemoryManners', 'paused', 'unasked'),
    run: withFacts(setManners),
  }),
  patch('/api/memory/{id}', 'Rewords a fact.', {
    scope: 'approve',
    body: object({ text: string(MAX_TEXT) }, ['text']),
    reply: FACT,
    run: withFacts(async (facts, { param, body }, { workspace, counts }) => {
      const edited = await facts.edit(param('id'), stringIn(body, 'text') ?? '', BY)
      if (!edited.ok) return edited
      workspace.publish({ type: 'memory.changed' })
      counts.catchUp()
      return jsonReply(factView(edited.value, counts))
    }),
  }),
  remove('/api/memory/{id}', 'Deletes a fact for good.', {
    scope: 'approve',
    status: 204,
    run: withFacts(async (facts, { param }, { workspace }) => {
      const gone = await facts.forget(param('id'), BY)
      if (!gone.ok) return gone
      workspace.publish({ type: 'memory.changed' })
      return nothing
    }),
  }),
]

const BY = 'user:console'

type FactRun = (facts: FactStore, call: Call, parts: ServerParts) => Promise<RouteResult>

function withFacts(run: FactRun): ApiRoute['run'] {
  return async (call, parts) => {
    const { memory } = parts.runtime
    return memory
      ? run(parts.runtime.facts, call, parts)
      : fail('config_invalid', 'Memory is switched off here: [memory] enabled = false.')
  }
}

async function listFacts(store: FactStore, { query }: Call, { counts }: ServerParts): Promise<RouteResult> {
  counts.catchUp()
  const limit = numberIn(query, 'limit') ?? 50
  const wanted = stringIn(query, 'q') ?? ''
  if (wanted.trim() !== '') {
    return jsonReply<FactViewPage>({
      facts: (await store.recall(wanted, { limit })).map(fact => factView(fact, counts)),
      next_cursor: null,
    })
  }
  const after = stringIn(query, 'cursor') ?? ''
  const facts = await store.list({ limit, ...(after !== '' && { after }) })
  return jsonReply<FactViewPage>({
    facts: facts.map(fact => factView(fact, counts)),
    next_cursor: facts.length < limit ? null : (facts.at(-1)?.id ?? null),
  })
}

async function* factLines(facts: FactStore, counts: LogCounts): AsyncGenerator<string> {
  counts.catchUp()
  for await (const fact of facts.export()) yield JSON.stringify(factView(fact, counts))
}

async function decideProposal(
  facts: FactStore,
  { param, body }: Call,
  { workspace, counts }: ServerParts,
): Promise<RouteResult> {
  const words = stringIn(body, 'text')
  const choice = stringIn(body, 'decision')
  if (choice === 'edit' && (words === undefined || words.trim() === ''))
    return fail('request_invalid', '"text" is required for an edit.', { param: 'text' })
  const decision: PendingDecision = choice === 'edit' ? { edit: words ?? '' } : choice === 'store' ? 'store' : 'discard'
  const wish = param('id')
  const decided = await facts.decide(wish, decision, BY)
  if (!decided.ok) return decided
  workspace.publish({ type: 'memory.changed' })
  counts.catchUp()
  return jsonReply<ProposalDecided>({ id: wish, fact: decided.value ? factView(decided.value, counts) : null })
}

async function setManners(facts: FactStore, { body }: Call, { workspace }: ServerParts): Promise<RouteResult> {
  const { paused, unasked } = body
  const kinds = isJsonList(unasked) ? unasked.filter(kind => typeof kind === 'string') : undefined
  const set = await facts.setManners(
    { ...(typeof paused === 'boolean' && { paused }), ...(kinds && { unasked: kinds }) },
    BY,
  )
  if (!set.ok) return set
  workspace.publish({ type: 'memory.changed' })
  return jsonReply(set.value)
}

const draftView = ({
  text: words,
  sensitivity,
  kinds,
  span,
  receipt,
}: FactDraft): Omit<ProposalView, 'id' | 'asked'> => ({
  text: words,
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

const proposalView = (pending: PendingFact): ProposalView => ({
  id: pending.id,
  ...draftView(pending),
  asked: pending.asked,
})
