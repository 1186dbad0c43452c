import {
  type Clock,
  type Executor,
  type Fault,
  type Gate,
  type Proposal,
  type Receipt,
  type Scope,
  type ToolCall,
  type ToolOutput,
  type Toolbox,
  type ValuesOf,
  type Workspace,
  fault,
  isFaultCode,
  isJsonObject,
  textOf,
} from '../core/index.ts'
import {
  type EarlierOutcome,
  type RecordingRateWindow,
  type ResultCache,
  type RuleSet,
  adversarialPolicy,
  adversarialPolicySection,
  agentSection,
  authorizationSection,
  confirmation,
  createRateWindow,
  createResultCache,
  createRuleSet,
  grounding,
  guardModel,
  guardSection,
  guardrailsSection,
  idempotency,
  loopGuard,
  meantIn,
  orderGates,
  permissionToken,
  planCommit,
  policySection,
  quota,
  rateKeysOf,
  rateLimit,
  rateLimitSection,
  resultCache,
  resultCacheSection,
  rules,
  toolsSection,
  utility,
  utilitySection,
} from '../gates/index.ts'
import type { OpenLedger } from '../ledger/index.ts'
import type { Broker } from '../permissions/index.ts'
import type { PlanStore } from '../session/index.ts'
import type { Vault } from '../core/index.ts'
import { type MergedConfig, valuesOf } from './config/index.ts'
import type { JudgeModels, OpenConversation } from './runtime.ts'

type GateOptions = {
  readonly config: MergedConfig
  readonly clock: Clock
  readonly ledger: OpenLedger
  readonly broker: Broker
  readonly plans: PlanStore
  readonly vault: Vault
  readonly workspace: Workspace
  readonly catalog: Toolbox
  readonly executorOf: (tool: string) => Executor | undefined
  readonly models: JudgeModels
  readonly own: readonly Gate[]
  readonly conversationOf: (scope: Scope) => OpenConversation | undefined
  readonly readTwice: WeakSet<ToolCall>
  /** Counts calls on, whatever else of the configuration changes. */
  readonly rateWindow: RateWindowFor
}

export type RateWindowFor = (limits: ValuesOf<typeof rateLimitSection>) => RecordingRateWindow

/** The same window for the same limits. */
export function rateWindows(clock: Clock): RateWindowFor {
  const windows = new Map<string, RecordingRateWindow>()
  return ({ per_session: perSession, per_target: perTarget, window_secs: seconds }) => {
    const perKey = Math.max(perSession, perTarget, 1)
    const name = `${perKey} in ${seconds}`
    const window = windows.get(name) ?? createRateWindow(clock, { lengthMs: seconds * 1_000, perKey })
    windows.set(name, window)
    return window
  }
}

export type BuiltGates = {
  readonly gates: readonly Gate[]
  readonly ruleSet: RuleSet
  readonly cacheOf: (scope: Scope) => ResultCache
  /** Forgets the results of a session, whichever agent read them. */
  readonly clearResults: (session: string) => void
}

export function buildGates(options: GateOptions): BuiltGates {
  const { config, clock, broker, ledger, models, workspace, conversationOf } = options
  const limits = valuesOf(config, rateLimitSection)
  const window = options.rateWindow(limits)
  const ruled = { policy: valuesOf(config, policySection), authorization: valuesOf(config, authorizationSection) }
  const ruleSet = createRuleSet(ruled, meantIn(options.catalog))
  const { cacheOf, clearResults } = sessionCaches(config, clock)
  const plans = knownPlans(options)
  const gates = orderGates({
    loopGuard: loopGuard(valuesOf(config, guardrailsSection)),
    quota: quota(valuesOf(config, toolsSection)),
    rateLimit: countingCalls(rateLimit(limits, { window, clock }), window, limits.capabilities),
    rules: rules({ ruleSet }),
    permissionToken: permissionToken(grantsOf(broker)),
    planCommit: planCommit({ plans, currentHash: async call => options.executorOf(call.tool.name)?.groupHash?.(call) }),
    guard: guardModel(valuesOf(config, guardSection), { model: models.guard }),
    adversarialPolicy: adversarialPolicy(valuesOf(config, adversarialPolicySection), {
      model: models.adversarialPolicy,
    }),
    utility: utility(valuesOf(config, utilitySection), { spent: scope => conversationOf(scope)?.spent?.() ?? 0 }),
    grounding: grounding(valuesOf(config, agentSection), {
      modelOf: scope => conversationOf(scope)?.model.id,
      pathExists: path => workspace.look(path).ok,
    }),
    own: options.own,
    confirmation: confirmation({
      plans,
      standing: standingOf(broker),
      readTwice: ({ call }) => options.readTwice.has(call),
    }),
    idempotency: idempotency({ find: key => outcomeOf(key, ledger, options.vault) }),
    resultCache: valuesOf(config, resultCacheSection).enabled ? resultCache(cacheOf) : undefined,
  })
  return { gates, ruleSet, cacheOf, clearResults }
}

/** Counts a call in the moment it passes, once each, so that calls made at the same time see each other. */
function countingCalls(
  gate: Gate | undefined,
  window: RecordingRateWindow,
  limited: readonly string[],
): Gate | undefined {
  if (!gate) return undefined
  const counted = new WeakSet<Proposal>()
  return {
    ...gate,
    check(proposal, scope) {
      const isLimited = limited.length === 0 || limited.includes(proposal.call.tool.capability)
      if (!isLimited || counted.has(proposal)) return { kind: 'allow' }
      const verdict = gate.check(proposal, scope)
      if (verdict instanceof Promise || verdict.kind !== 'allow') return verdict
      counted.add(proposal)
      const keys = rateKeysOf(proposal, scope)
      window.record(keys.session)
      window.record(keys.target)
      return verdict
    },
  }
}

const MAX_CACHES = 256

const cacheName = (session: string, agent = ''): string => `${JSON.stringify(session)} ${agent}`

/** One cache for each session and agent, in memory; the oldest goes when there are too many. */
function sessionCaches(config: MergedConfig, clock: Clock): Pick<BuiltGates, 'cacheOf' | 'clearResults'> {
  const { enabled, ttl_secs: seconds } = valuesOf(config, resultCacheSection)
  const caches = new Map<string, ResultCache>()
  return {
    cacheOf({ session, agent }) {
      const key = cacheName(session, agent)
      const cache = caches.get(key) ?? createResultCache({ enabled, ttlMs: seconds * 1_000, clock })
      caches.set(key, cache)
      const [oldest] = caches.keys()
      if (caches.size > MAX_CACHES && oldest !== undefined) caches.delete(oldest)
      return cache
    },
    clearResults(session) {
      for (const [key, cache] of caches) if (key.startsWith(cacheName(session))) cache.clear()
    },
  }
}

type Grants = Parameters<typeof permissionToken>[0]

const grantsOf = (broker: Broker): Grants => ({
  async findGrant({ capability, target, session, turn, principal, tool }) {
    const found = await broker.find({ capability, target, session, turn, principal, tool })
    if (found.kind === 'active') return { id: found.grant.id, decidedBy: found.grant.decidedBy }
    return found.kind === 'missing' ? { missing: true } : { invalid: `${found.reason}.` }
  },
})

type Standing = Parameters<typeof confirmation>[0]['standing']

/** A flag or a saved rule that says beforehand: writing is all right. */
const standingOf =
  (broker: Broker): Standing =>
  async ({ call, assessment, definitionHash }, { session, turn, principal }) => {
    const { name, capability } = call.tool
    const tool = { name, definition: definitionHash }
    const found = await broker.find({ capability, target: assessment.target?.name, session, turn, principal, tool })
    return found.kind === 'active' && found.grant.confirmsWrites ? found.grant.decidedBy : undefined
  }

type KnownPlans = Parameters<typeof planCommit>[0]['plans']

/** A group that an intent has used up is committed, whatever came of it. */
const knownPlans = ({ plans, ledger }: GateOptions): KnownPlans => ({
  async find(planId, session) {
    const plan = await plans.find(planId, session)
    if (!plan) return undefined
    const groups = plan.groups.map(group => {
      const used = ledger.useOf(`plan:${planId}/${group.id}`)
      return used ? { ...group, committedAs: textOf(used['idempotency_key']) } : group
    })
    return { id: plan.id, groups }
  },
})

/** What came of the call that claimed this key, with its whole output. */
export function outcomeOf(key: string, ledger: OpenLedger, vault: Vault): EarlierOutcome | undefined {
  const state = ledger.keyState(key)
  if (state === undefined || state.kind === 'unknown') return state
  const { receipt } = state
  const output = storedOutput(receipt.receipt_id, ledger, vault)
  if (state.kind === 'failed') return { kind: 'ended', receipt, fault: storedFault(receipt, output) }
  return output ? { kind: 'ended', receipt, output } : { kind: 'lost', receipt: receipt.receipt_id }
}

/** With the words of the first time, as far as they are still there. */
function storedFault({ outputs }: Receipt, output: ToolOutput | undefined): Fault {
  const code = textOf(outputs.error?.['code'])
  const message = output?.text ?? (outputs.truncated ? outputs.excerpt : outputs.text)
  const detail = isJsonObject(output?.data) ? output.data : undefined
  return fault(isFaultCode(code) ? code : 'tool_failed', message, detail)
}

function storedOutput(id: string, ledger: OpenLedger, vault: Vault): ToolOutput | undefined {
  const entry = ledger.entryOf(id)
  const receipt = ledger.findReceipt(id)
  if (!entry || !receipt) return undefined
  const facts = isJsonObject(entry.body['facts']) ? entry.body['facts'] : {}
  const { data = null } = facts
  const { outputs } = receipt
  const text = outputs.truncated ? wholeText(outputs.sha256, vault) : outputs.text
  return text === undefined ? undefined : { text, sources: [], ...(data !== null && { data }) }
}

function wholeText(hash: string, vault: Vault): string | undefined {
  const bytes = vault.fetch(hash)
  return bytes.ok && bytes.value ? Buffer.from(bytes.value).toString() : undefined
}
