import { fail, isCapability, isJsonObject, namesOf, type Result, type ToolDefinition } from '../../../core/index.ts'
import { type Grant, requestPermission } from '../../../permissions/index.ts'
import {
  type CallReport,
  callTool,
  createToolCaps,
  deniedBy,
  newSession,
  type People,
  ruleName,
  tryCall,
  tryMessage,
  whyTool,
} from '../../../runtime/index.ts'
import { isSessionId } from '../../../session/index.ts'
import { whyMessage } from '../../cli/turn/why-message.ts'
import { mayApprove } from '../access/caller.ts'
import { changeOf } from '../people/permission-view.ts'
import { id, list, object, oneOf, shape, string } from '../request-schema.ts'
import { type Call, jsonReply, type RouteResult, type ApiRoute, stringIn, get, post } from '../api-route.ts'
import type { ServerParts } from '../server-parts.ts'
import type { CallReply, ToolDryRun, ToolList, ToolView, WhyView } from '../shapes.ts'

const TOOL = shape(
  'ToolView',
  'name',
  'description',
  'risk',
  'capability',
  'source',
  'schema',
  'facts',
  'names',
  'definition_hash',
  'caps',
  'calls',
)

/** Tools. */
export const toolRoutes: readonly ApiRoute[] = [
  get('/api/tools', 'All tools.', {
    reply: shape('ToolList', 'tools'),
    async run(_call, parts) {
      return jsonReply<ToolList>({ tools: await toolViews(parts) })
    },
  }),
  get('/api/tools/{name}', 'One of them.', {
    reply: TOOL,
    async run({ param }, parts) {
      const name = parts.runtime.catalog.find(param('name'))?.tool.name
      const view = (await toolViews(parts)).find(each => each.name === name)
      return view ? jsonReply(view) : unknownTool(param('name'))
    },
  }),
  get('/api/tools/{name}/why', 'Why a tool is offered or withheld, optionally for a message.', {
    query: object({ message: string(10_000), session_id: id() }),
    reply: shape('WhyView', 'tool', 'offered', 'because', 'rules', 'token', 'confirmation', 'trust'),
    run: why,
  }),
  post('/api/tools/{name}/call', "A person's own call through all checks. It waits for approval where needed.", {
    body: object(
      {
        args: { type: 'object' },
        session_id: id(),
        allow: list(id(100), 50),
        approval: oneOf('hold', 'return', 'deny'),
      },
      ['args'],
    ),
    reply: shape('CallReply', 'ok', 'text', 'data', 'receipt', 'fault', 'replayed', 'session'),
    run: makeCall,
  }),
  post(
    '/api/tools/{name}/dry-run',
    'Dry run: what the call would change, and which rule would decide it. Nothing runs, asks or is recorded.',
    {
      // It shows file contents, for which the scope `use` alone would need a grant.
      scope: 'approve',
      body: object({ args: { type: 'object' }, session_id: id() }, ['args']),
      reply: shape('ToolDryRun', 'tool', 'risk', 'summary', 'change', 'rule', 'confirmation', 'at'),
      run: dryRun,
    },
  ),
]

const unknownTool = (name: string | undefined): Result<never> =>
  fail('tool_call_unknown_tool', `Unknown tool "${(name ?? '').slice(0, 100)}".`)

async function toolViews({ runtime, counts }: ServerParts): Promise<readonly ToolView[]> {
  counts.catchUp()
  const grants = await runtime.broker.list()
  const capsOf = createToolCaps(runtime)
  const shown = runtime.catalog.list().filter(({ facts }) => facts.hidden !== true)
  return shown.map(tool => viewOf(tool, grants))

  function viewOf(tool: ToolDefinition, all: readonly Grant[]): ToolView {
    const { name, description, risk, capability, input, facts } = tool
    const hash = runtime.catalog.definitionHash(name) ?? ''
    return {
      name,
      description,
      risk,
      capability,
      source: runtime.ownTools.includes(name) ? 'own' : capability.startsWith('mcp.') ? capability : 'built-in',
      executor: runtime.executorOf(name)?.name ?? '',
      schema: input,
      facts: {
        idempotent: facts.idempotent,
        cacheable: facts.cacheable,
        needs_plan: facts.needsPlan,
        egress: facts.egress,
        accepts_ref: facts.acceptsRef,
      },
      names: namesOf(tool),
      definition_hash: hash,
      changed_since_approved: all.some(({ tool: bound }) => bound?.name === name && bound.definition !== hash),
      caps: capsOf(tool),
      calls: counts.callsOf(name),
    }
  }
}

async function why({ param, query, signal }: Call, { runtime }: ServerParts): Promise<RouteResult> {
  const session = stringIn(query, 'session_id') ?? newSession()
  const explained = await whyTool(param('name'), session, runtime)
  if (!explained.ok) return explained
  const message = stringIn(query, 'message')
  if (message === undefined || message.trim() === '') return jsonReply(explained.value)
  const routed = await tryMessage(message, runtime, signal)
  const reason = whyMessage(explained.value.tool, routed, runtime)
  return jsonReply<WhyView>({
    ...explained.value,
    offered: explained.value.offered && reason.offered,
    because: explained.value.offered
      ? `${reason.intent} ${reason.offered ? 'offers' : 'does not offer'} it`
      : explained.value.because,
    message: reason,
  })
}

async function makeCall(call: Call, parts: ServerParts): Promise<RouteResult> {
  const { param, body, caller, idempotencyKey, signal } = call
  const session = stringIn(body, 'session_id') ?? newSession()
  if (!isSessionId(session))
    return fail('request_invalid', 'A session id must not contain control characters.', { param: 'session_id' })
  const given = Array.isArray(body['allow']) ? body['allow'] : []
  if (given.length > 0 && !mayApprove(caller))
    return fail('access_denied', '"allow" grants capabilities, which needs the scope "approve".')
  const allow = [...new Set([...caller.allow, ...given.filter(isCapability)])]
  const mode = MODES.find(each => each === body['approval']) ?? caller.approval
  const asker = { session, turn: null, model: null, caller: caller.who === 'key' ? caller.name : null }
  const people = parts.approvals.peopleFor({ asker, caller, mode })
  const order = {
    tool: param('name'),
    args: isJsonObject(body['args']) ? body['args'] : {},
    session,
    allow,
    principal: caller.principal,
    ...(caller.who === 'key' && { credential: caller.credential }),
    ...(idempotencyKey !== undefined && { event: `http/${caller.name}/${idempotencyKey}`.slice(0, 200) }),
    signal,
    people,
  }
  await askFirst(order, people, parts)
  return jsonReply(callReply(await callTool(order, parts.runtime)))
}

async function dryRun({ param, body, caller, signal }: Call, { runtime }: ServerParts): Promise<RouteResult> {
  const session = stringIn(body, 'session_id') ?? newSession()
  const tool = param('name')
  const args = isJsonObject(body['args']) ? body['args'] : {}
  const tried = await tryCall({ tool, args, session, principal: caller.principal, signal }, runtime)
  const explained = await whyTool(tool, session, runtime)
  if (!tried.ok) return tried
  if (!explained.ok) return explained
  const { proposal, rule } = tried.value
  const { risk, summary } = proposal.assessment
  return jsonReply<ToolDryRun>({
    tool: proposal.call.tool.name,
    risk,
    summary,
    change: changeOf(proposal.assessment),
    rule: rule ? { rule: ruleName(rule), action: rule.action, reason: rule.reason ?? null } : null,
    confirmation: explained.value.confirmation,
    at: new Date(runtime.ledger.now()).toISOString(),
  })
}

const MODES = ['hold', 'return', 'deny'] as const

type ToolCallOrder = Parameters<typeof callTool>[0] & {
  readonly session: string
  readonly principal: string
  readonly signal: AbortSignal
}

/** Asks for a missing capability before the call, as on the command line. Without someone to ask, the gate denies. */
async function askFirst(
  { tool: named, session, principal, allow = [], signal }: ToolCallOrder,
  { askPermission: ask }: People,
  { runtime }: ServerParts,
): Promise<void> {
  const tool = runtime.catalog.find(named)?.tool
  if (!tool || !ask || allow.includes(tool.capability) || deniedBy(tool, { allow }, runtime)) return
  const { name, capability } = tool
  const bound = { name, definition: runtime.catalog.definitionHash(name) ?? '' }
  const found = await runtime.broker.find({
    capability,
    target: undefined,
    session,
    turn: '',
    principal,
    tool: bound,
    anyTarget: true,
  })
  if (found.kind === 'active') return
  const question = {
    capability,
    tool: name,
    intent: 'your own call',
    seconds: runtime.grantMs(capability) / 1_000,
    scope: [],
  }
  await requestPermission(
    { question, session, principal, sessionMs: runtime.sessionHours * HOUR, ask, signal },
    runtime.broker,
  )
}

const HOUR = 3_600_000

export const callReply = ({ ok, text: output, data, receipt, fault, replayed, session }: CallReport): CallReply => ({
  ok,
  text: output,
  data,
  receipt,
  fault,
  replayed,
  session,
})
