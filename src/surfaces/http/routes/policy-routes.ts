import { readFile } from 'node:fs/promises'
import {
  canonicalJson,
  fail,
  hashJson,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  type Result,
  succeed,
} from '../../../core/index.ts'
import { decidePolicy, INTENTS, PREFIXES, requiresTool } from '../../../policy/index.ts'
import {
  checkRules,
  decideTools,
  examineRules,
  MAX_CONFIG_BYTES,
  newSession,
  type Rule,
  ruleId,
  type RuleLines,
  ruleLines,
  ruleName,
  tryMessage,
} from '../../../runtime/index.ts'
import { id, object, shape, string } from '../request-schema.ts'
import { type Call, jsonReply, type RouteResult, type ApiRoute, stringIn, get, post, put } from '../api-route.ts'
import type { ServerParts } from '../server-parts.ts'
import type { SettingsStore } from '../setup/settings-store.ts'
import type { PolicyChecked, PolicySaved, PolicyTested, PolicyView } from '../shapes.ts'

const RULES_BODY = object({ rules: { type: 'array', items: { type: 'object' }, maxItems: 1_000 } }, ['rules'])

/** The policy table and the rules. */
export const policyRoutes: readonly ApiRoute[] = [
  get('/api/policy', 'The policy table, and the rules in the order in which they apply.', {
    reply: shape('PolicyView', 'intents', 'rules', 'trust', 'version', 'saved'),
    run: async (_call, parts) => jsonReply(await policyView(parts)),
  }),
  put(
    '/api/policy',
    'Saves the rules of [tools.policy] if If-Match names their current version. ' +
      'Rules that can never apply are refused.',
    {
      scope: 'approve',
      body: RULES_BODY,
      reply: shape('PolicySaved', 'rules', 'version', 'saved_in', 'needs_restart'),
      run: saveRules,
    },
  ),
  post(
    '/api/policy/check',
    'Checks rules without saving them: why they would be refused, and which tools each applies to.',
    {
      body: RULES_BODY,
      reply: shape('PolicyChecked', 'complaints', 'fits'),
      run({ body }, parts) {
        const { runtime } = parts
        const checked: PolicyChecked = examineRules(configWith(rulesIn(body), parts), runtime.catalog)
        return jsonReply(checked)
      },
    },
  ),
  post('/api/policy/test', 'The intent of a message and the tools it would offer. Nothing runs.', {
    body: object({ message: string(100_000), session_id: id() }, ['message']),
    reply: shape('PolicyTested', 'route', 'decided_by', 'because', 'offered', 'withheld', 'tokens'),
    run: testMessage,
  }),
]

const [ENABLED, RULES] = ['tools.policy.enabled', 'tools.policy.rules']

/** The rules that an editor begins with: those saved last, else those in force. */
async function savedRules(
  settings: SettingsStore,
): Promise<{ readonly version: string; readonly rules: readonly JsonObject[] } | undefined> {
  const view = await settings.view()
  if (!view.ok) return undefined
  const valueOf = (wanted: string): Json => {
    const found = view.value.settings.find(({ key }) => key === wanted)
    return found?.saved ?? found?.value ?? null
  }
  const rules = valueOf(RULES)
  const version = hashJson({ enabled: valueOf(ENABLED), rules }).slice(0, 16)
  return { version, rules: isJsonList(rules) ? rules.filter(isJsonObject) : [] }
}

const rulesIn = (body: JsonObject): readonly JsonObject[] =>
  isJsonList(body['rules']) ? body['rules'].filter(isJsonObject) : []

/** The configuration with these rules. */
const configWith = (
  rules: readonly JsonObject[],
  { runtime: { config } }: Pick<ServerParts, 'runtime'>,
): typeof config => ({
  ...config,
  values: { ...config.values, [ENABLED]: true, [RULES]: rules },
})

async function saveRules({ body, ifMatch }: Call, { runtime, settings }: ServerParts): Promise<RouteResult> {
  const before = await savedRules(settings)
  if (!before) return fail('config_invalid', 'Rules cannot be saved here.')
  if (ifMatch === undefined)
    return fail('request_invalid', 'If-Match is required: the version that was read.', { param: 'If-Match' })
  const changed = fail('config_invalid', 'The rules have changed since. Read them again, then save.')
  if (ifMatch !== before.version) return changed
  const rules = rulesIn(body)
  const [complaint] = checkRules(configWith(rules, { runtime }), runtime.catalog)
  if (complaint !== undefined) return fail('request_invalid', complaint, { param: 'rules' })
  const mayStill = async (): Promise<Result<undefined>> =>
    (await savedRules(settings))?.version === ifMatch ? succeed(undefined) : changed
  const saved = await settings.save(RULES, rules, mayStill)
  if (saved === changed) return changed
  if (!saved.ok) return fail('request_invalid', saved.error.message, { param: 'rules' })
  const switchedOn = await settings.save(ENABLED, true)
  if (!switchedOn.ok) return switchedOn
  const version = (await savedRules(settings))?.version ?? ''
  return jsonReply<PolicySaved>({
    rules,
    version,
    saved_in: saved.value.saved_in,
    needs_restart: saved.value.needs_restart,
  })
}

async function policyView({ runtime, settings, counts }: ServerParts): Promise<PolicyView> {
  counts.catchUp()
  const { trust } = runtime
  const saved = await savedRules(settings)
  return {
    intents: INTENTS.map(intent => {
      const { AllowedTools, ForbiddenTools, RequiredPermissions } = decidePolicy({ Intent: intent })
      const prefixes = Object.entries(PREFIXES).flatMap(([word, meant]) => (meant === intent ? [`/${word}`] : []))
      return { intent, allowed: AllowedTools, forbidden: ForbiddenTools, permissions: RequiredPermissions, prefixes }
    }),
    rules: await ruleViews({ runtime, counts }),
    trust,
    version: saved?.version ?? null,
    saved: saved?.rules ?? [],
  }
}

const PLACES = ['tools.policy', 'tools.authorization'] as const

async function ruleViews({ runtime, counts }: Pick<ServerParts, 'runtime' | 'counts'>): Promise<PolicyView['rules']> {
  const { ruleSet, config } = runtime
  const originOf = (place: string): string => config.origins[`${place}.rules`] ?? 'default'
  const found = await Promise.all(
    PLACES.map(async place => [place, await ruleSources(`${place}.rules`, originOf(place))] as const),
  )
  const placesOf = new Map(found)
  return ruleSet.rules.map(rule => {
    const { place, number, action, tools, reason } = rule
    const all = config.values[`${place}.rules`]
    const written = isJsonList(all) ? (all[number - 1] ?? null) : null
    const { source, line } = placesOf.get(place)?.(written) ?? { source: originOf(place), line: null }
    const hits = counts.hitsOf(ruleId(rule))
    return {
      rule: ruleName(rule),
      place,
      number,
      action,
      tools,
      when: conditionsOf(rule),
      reason: reason ?? null,
      source,
      line,
      hits,
    }
  })
}

const conditionsOf = ({ paths, capabilities, risk, phases, args, trust }: Rule): JsonObject => ({
  ...(paths && { paths: [...paths] }),
  ...(capabilities && { capabilities: [...capabilities] }),
  ...(risk && { risk: [...risk] }),
  ...(phases && { phases: [...phases] }),
  ...(args && { args: { ...args } }),
  ...(trust && { trust }),
})

async function testMessage({ body, caller, signal }: Call, { runtime }: ServerParts): Promise<RouteResult> {
  const message = stringIn(body, 'message') ?? ''
  const session = stringIn(body, 'session_id') ?? newSession()
  const { broker } = runtime
  const routed = await tryMessage(message, runtime, signal)
  const { decision, allowance } = decideTools(routed, runtime)
  const needs = [...new Set([...decision.RequiredPermissions, ...allowance.missing])]
  const tokens = await Promise.all(
    needs.map(async capability => {
      const need = { capability, target: undefined, session, turn: '', principal: caller.principal, anyTarget: true }
      const found = await broker.find(need)
      const says =
        found.kind === 'active'
          ? 'a grant is active'
          : found.kind === 'invalid'
            ? found.reason
            : 'not granted; it would ask'
      return { capability, state: found.kind, says }
    }),
  )
  return jsonReply<PolicyTested>({
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
  })
}

/** The source of a rule, and its current line in a file. */
type RuleSource = { readonly source: string; readonly line: number | null }

const FILE = /^(?:user|workspace|saved):(.+)$/
const TOGETHER = ' + ' // joins the origins of lists from several files

/** Finds the lines of rules. The files are read again, since they may have changed; a removed rule has no line. */
async function ruleSources(key: string, origin: string): Promise<(rule: Json) => RuleSource> {
  const sources = origin.split(TOGETHER)
  const places = await Promise.all(
    sources.map(async source => ({ source, lines: await linesIn(FILE.exec(source)?.[1], key) })),
  )
  return rule => {
    const form = canonicalJson(rule)
    const found = places.find(({ lines }) => lines.has(form))
    return { source: found?.source ?? origin, line: found?.lines.get(form) ?? null }
  }
}

async function linesIn(file: string | undefined, key: string): Promise<RuleLines> {
  const content = file === undefined ? '' : await readFile(file, 'utf8').catch(() => '')
  return content.length > MAX_CONFIG_BYTES ? new Map() : ruleLines(content, key)
}
