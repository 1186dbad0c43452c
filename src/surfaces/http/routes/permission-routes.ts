import { type JsonObject, fail, isJsonObject } from '../../../core/index.ts'
import type { Entry } from '../../../ledger/index.ts'
import { grantView } from '../people/grant-view.ts'
import { pageBack } from '../records/page-back.ts'
import { PAGE, id, object, oneOf, shape, string, integer } from '../request-schema.ts'
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
  post,
  resultReply,
} from '../api-route.ts'
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
    seconds: integer(60, 86_400),
    rule: string(2_000),
    reason: string(2_000),
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

/** Approval requests, decisions and grants. */
export const permissionRoutes: readonly ApiRoute[] = [
  get('/api/permissions', 'Approval requests that wait, oldest first.', {
    query: object({ state: oneOf('pending'), session_id: id() }),
    reply: shape('PermissionList', 'permissions'),
    async run({ query }, { approvals }) {
      return jsonReply<PermissionList>({ permissions: await approvals.list(stringIn(query, 'session_id')) })
    },
  }),
  get('/api/permissions/history', 'Requests, decisions, grants and their use, newest first.', {
    query: object({ ...PAGE, session_id: id() }),
    reply: shape('PermissionHistory', 'rows', 'next_cursor'),
    run: showHistory,
  }),
  get('/api/permissions/{id}', 'One approval request, with all arguments.', {
    reply: PERMISSION,
    async run({ param }, { approvals }) {
      const view = await approvals.get(param('id'))
      return view
        ? jsonReply(view)
        : fail('resource_unknown', 'There is no such approval request, or it was for a capability and is answered.')
    },
  }),
  post(
    '/api/permissions/{id}/decision',
    'Approves or denies a request. "always" needs the offered rule, word for word.',
    {
      scope: 'approve',
      body: DECISION,
      reply: shape('PermissionDecided', 'id', 'state', 'decided_by', 'grant'),
      async run({ param, body, caller }, { approvals, workspace }) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema check above makes it this type
        const decided = await approvals.decide(param('id'), body as unknown as PermissionDecision, caller)
        if (!decided.ok) return decided
        if (decided.value.grant) workspace.publish({ type: 'grants.changed' })
        return jsonReply(decided.value)
      },
    },
  ),
  post('/api/permissions/{id}/extend', 'Two more minutes to decide, at most five times.', {
    scope: 'approve',
    reply: shape('PermissionExtended', 'id', 'expires_at', 'extensions_left'),
    async run({ param, caller }, { approvals }) {
      const extended = await approvals.extend(param('id'), caller)
      return resultReply(extended)
    },
  }),
  post('/api/permissions/{id}/dry-run', 'Dry run: what the call would change now. Nothing runs.', {
    reply: shape('PermissionDryRun', 'id', 'summary', 'change', 'at'),
    async run({ param }, { approvals }) {
      const outcome = await approvals.dryRun(param('id'))
      return resultReply(outcome)
    },
  }),
  get('/api/grants', 'Active grants and rules.', {
    reply: shape('GrantList', 'grants'),
    async run(_call, { runtime, counts }) {
      counts.catchUp()
      return jsonReply<GrantList>({
        grants: (await runtime.broker.list()).map(grant => grantView(grant, counts.usesOf(grant.id))),
      })
    },
  }),
  remove('/api/grants/{id}', 'Revokes a grant at once.', {
    scope: 'approve',
    status: 204,
    async run({ param }, { runtime, workspace }) {
      const revoked = await runtime.broker.revoke(param('id'))
      if (!revoked.ok)
        return revoked.error.code === 'approval_invalid' ? fail('resource_unknown', revoked.error.message) : revoked
      workspace.publish({ type: 'grants.changed' })
      return nothing
    },
  }),
]

function showHistory({ query }: Call, { runtime }: ServerParts): RouteResult {
  const session = stringIn(query, 'session_id')
  const page = pageBack(runtime.ledgerOptions, {
    cursor: stringIn(query, 'cursor'),
    limit: numberIn(query, 'limit') ?? 50,
    pick(entry) {
      const row = historyRow(entry)
      return session === undefined || row?.session_id === session ? row : undefined
    },
  })
  if (!page.ok) return page
  const reply: PermissionHistory = page.value
  return jsonReply(reply)
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
