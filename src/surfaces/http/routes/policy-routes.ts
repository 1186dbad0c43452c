import type { JsonObject, Result } from '../../../core/index.ts'
import { INTENTS, PREFIXES, decidePolicy, requiresTool, routeMessage } from '../../../policy/index.ts'
import { type Runtime, decideTools, newSession } from '../../../runtime/index.ts'
import { id, object, shape, text } from '../request-schema.ts'
import { type Call, type Reply, type Route, json, textIn } from '../route.ts'
import type { ServerParts } from '../server-parts.ts'
import type { PolicyTested, PolicyView } from '../shapes.ts'

/** What may be offered, and why. */
export const policyRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/policy',
    scope: 'use',
    summary: 'The table of intents, and the rules in the order in which they are asked.',
    reply: { schema: shape('PolicyView', 'intents', 'rules', 'trust') },
    run: (_call, { runtime }) => json(policyView(runtime)),
  },
  {
    method: 'POST',
    path: '/api/policy/test',
    scope: 'use',
    summary: 'What a message would be read as, and what it would be offered. Nothing is run.',
    body: object({ message: text(100_000), session_id: id() }, ['message']),
    reply: { schema: shape('PolicyTested', 'route', 'decided_by', 'because', 'offered', 'withheld', 'tokens') },
    run: testMessage,
  },
]

function policyView({ book, config, trust }: Runtime): PolicyView {
  return {
    intents: INTENTS.map(intent => {
      const { AllowedTools, ForbiddenTools, RequiredPermissions } = decidePolicy({ Intent: intent })
      const prefixes = Object.entries(PREFIXES).flatMap(([word, meant]) => (meant === intent ? [`/${word}`] : []))
      return { intent, allowed: AllowedTools, forbidden: ForbiddenTools, permissions: RequiredPermissions, prefixes }
    }),
    rules: book.rules.map(rule => {
      const { place, number, action, tools, reason, paths, capabilities, risk, phases, args, trust: least } = rule
      const when: JsonObject = {
        ...(paths && { paths: [...paths] }),
        ...(capabilities && { capabilities: [...capabilities] }),
        ...(risk && { risk: [...risk] }),
        ...(phases && { phases: [...phases] }),
        ...(args && { args: { ...args } }),
        ...(least && { trust: least }),
      }
      const source = config.origins[`${place}.rules`] ?? 'default'
      return { rule: `rule ${number} of [${place}]`, place, number, action, tools, when, reason: reason ?? null, source }
    }),
    trust,
  }
}

async function testMessage({ body, caller, signal }: Call, { runtime }: ServerParts): Promise<Result<Reply>> {
  const message = textIn(body, 'message') ?? ''
  const session = textIn(body, 'session_id') ?? newSession()
  const { models, routerThreshold: threshold, broker } = runtime
  const routed = await routeMessage(message, { ...(models.router && { model: models.router }), threshold, signal })
  const { decision, allowance } = decideTools(routed, runtime)
  const needs = [...new Set([...decision.RequiredPermissions, ...allowance.missing])]
  const tokens = await Promise.all(
    needs.map(async capability => {
      const need = { capability, target: undefined, session, turn: '', principal: caller.principal, anyTarget: true }
      const found = await broker.find(need)
      const says =
        found.kind === 'active'
          ? `granted by ${found.grant.decidedBy}`
          : found.kind === 'invalid'
            ? found.reason
            : 'no grant holds; it would be asked for'
      return { capability, state: found.kind, says }
    }),
  )
  const tested: PolicyTested = {
    route: { ...routed.output },
    decided_by: routed.route.decidedBy,
    because: routed.because,
    requires_tool: requiresTool(message),
    allowed: decision.AllowedTools,
    forbidden: decision.ForbiddenTools,
    permissions: decision.RequiredPermissions,
    offered: allowance.tools.map(({ name }) => name),
    withheld: allowance.withheld,
    tokens,
  }
  return json(tested)
}
