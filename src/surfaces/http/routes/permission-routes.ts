import { type JsonObject, type Result, fail, isJsonObject } from '../../../core/index.ts'
import type { Entry } from '../../../ledger/index.ts'
import { grantView } from '../people/grant-view.ts'
import { pageBack } from '../records/page-back.ts'
import { PAGE, id, object, oneOf, shape, text, whole } from '../request-schema.ts'
import { type Call, type Reply, type Route, json, nothing, numberIn, textIn } from '../route.ts'
import type { ServerParts } from '../server-parts.ts'
import type {
  GrantList,
  PermissionDecision,
  PermissionHistory,
  PermissionHistoryRow,
  PermissionList,
} from '../shapes.ts'

const DECISION = object(
  {
    decision: oneOf('allow', 'deny'),
    for: oneOf('once', 'minutes', 'session', 'always'),
    seconds: whole(60, 86_400),
    rule: text(2_000),
    reason: text(2_000),
  },
  ['decision'],
)

const PERMISSION = shape(
  'PermissionView',
  'id',
  'kind',
  'state',
  'session_id',
  'tool',
  'capability',
  'risk',
  'summary',
  'args',
  'expires_at',
  'choices',
)

/** Questions, answers, and what holds because of them. */
export const permissionRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/permissions',
    scope: 'use',
    summary: 'Questions that wait for a person, the oldest first.',
    query: object({ state: oneOf('pending'), session_id: id() }),
    reply: { schema: shape('PermissionList', 'permissions') },
    async run({ query }, { approvals }) {
      const reply: PermissionList = { permissions: await approvals.list(textIn(query, 'session_id')) }
      return json(reply)
    },
  },
  {
    method: 'GET',
    path: '/api/permissions/history',
    scope: 'use',
    summary: 'What was asked, granted, refused, revoked and used, the newest first.',
    query: object({ ...PAGE, session_id: id() }),
    reply: { schema: shape('PermissionHistory', 'rows', 'next_cursor') },
    run: showHistory,
  },
  {
    method: 'GET',
    path: '/api/permissions/{id}',
    scope: 'use',
    summary: 'One question, with all its arguments.',
    reply: { schema: PERMISSION },
    async run({ params }, { approvals }) {
      const view = await approvals.get(params['id'] ?? '')
      return view
        ? json(view)
        : fail('resource_unknown', 'There is no such question, or it was for a right and is answered.')
    },
  },
  {
    method: 'POST',
    path: '/api/permissions/{id}/decision',
    scope: 'approve',
    summary: 'The answer to a question. "always" needs the rule word for word as it was offered.',
    body: DECISION,
    reply: { schema: shape('PermissionDecided', 'id', 'state', 'decided_by', 'grant') },
    async run({ params, body, caller }, { approvals, workspace }) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema above is this type, and it has just been checked
      const decided = await approvals.decide(params['id'] ?? '', body as unknown as PermissionDecision, caller)
      if (!decided.ok) return decided
      if (decided.value.grant) workspace.publish({ type: 'grants.changed' })
      return json(decided.value)
    },
  },
  {
    method: 'POST',
    path: '/api/permissions/{id}/extend',
    scope: 'approve',
    summary: 'Two minutes more to decide, at most five times.',
    reply: { schema: shape('PermissionExtended', 'id', 'expires_at', 'extensions_left') },
    async run({ params, caller }, { approvals }) {
      const extended = await approvals.extend(params['id'] ?? '', caller)
      return extended.ok ? json(extended.value) : extended
    },
  },
  {
    method: 'POST',
    path: '/api/permissions/{id}/dry-run',
    scope: 'use',
    summary: 'What the call would change if it ran now. Nothing is done.',
    reply: { schema: shape('PermissionDryRun', 'id', 'summary', 'change', 'at') },
    async run({ params }, { approvals }) {
      const outcome = await approvals.dryRun(params['id'] ?? '')
      return outcome.ok ? json(outcome.value) : outcome
    },
  },
  {
    method: 'GET',
    path: '/api/grants',
    scope: 'use',
    summary: 'Grants and rules that hold now.',
    reply: { schema: shape('GrantList', 'grants') },
    async run(_call, { runtime, counts }) {
      counts.catchUp()
      const reply: GrantList = {
        grants: (await runtime.broker.list()).map(grant => grantView(grant, counts.usesOf(grant.id))),
      }
      return json(reply)
    },
  },
  {
    method: 'DELETE',
    path: '/api/grants/{id}',
    scope: 'approve',
    summary: 'Revokes a grant at once.',
    reply: { status: 204 },
    async run({ params }, { runtime, workspace }) {
      const revoked = await runtime.broker.revoke(params['id'] ?? '')
      if (!revoked.ok)
        return revoked.error.code === 'approval_invalid' ? fail('resource_unknown', revoked.error.message) : revoked
      workspace.publish({ type: 'grants.changed' })
      return nothing
    },
  },
]

function showHistory({ query }: Call, { runtime }: ServerParts): Result<Reply> {
  const session = textIn(query, 'session_id')
  const page = pageBack(runtime.ledgerOptions, {
    cursor: textIn(query, 'cursor'),
    limit: numberIn(query, 'limit') ?? 50,
    pick(entry) {
      const row = historyRow(entry)
      return session === undefined || row?.session_id === session ? row : undefined
    },
  })
  if (!page.ok) return page
  const reply: PermissionHistory = page.value
  return json(reply)
}

function historyRow({ seq, at, body }: Entry): PermissionHistoryRow | undefined {
  const { permission } = body
  if (!isJsonObject(permission)) return undefined
  const word = (key: string): string | null => (typeof permission[key] === 'string' ? permission[key] : null)
  const { event: _event, ts: _ts, ...detail }: JsonObject = permission
  return {
    seq,
    at,
    event: word('event') ?? '',
    session_id: word('session_id'),
    tool: word('tool'),
    capability: word('capability'),
    decided_by: word('decided_by'),
    detail,
  }
}
