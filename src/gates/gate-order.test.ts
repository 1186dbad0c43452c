import { describe, expect, test } from 'vitest'
import { FAULTS, type Gate, isQualityFailure, standardValues } from '../core/index.ts'
import { scripted } from '../providers/index.ts'
import { adversarialPolicy, adversarialPolicySection } from './adversarial-policy.ts'
import { confirmation } from './confirmation.ts'
import { movableClock, runGates, sampleProposal, sampleScope, writer } from './conformance.ts'
import { type GateParts, orderGates } from './gate-order.ts'
import { grounding } from './grounding.ts'
import { guardModel, guardSection } from './guard-model.ts'
import { idempotency } from './idempotency.ts'
import { guardrailsSection, loopGuard } from './loop-guard.ts'
import { type GrantAnswer, permissionToken } from './permission-token.ts'
import { planCommit } from './plan-commit.ts'
import { quota } from './quota.ts'
import { rateLimit, rateLimitSection } from './rate-limit.ts'
import { createRateWindow } from './rate-window.ts'
import { createResultCache, resultCache } from './result-cache.ts'
import { createRuleSet } from './rule-set.ts'
import { rules } from './rules.ts'
import { utility, utilitySection } from './utility.ts'

type Options = { readonly grant?: GrantAnswer; readonly denied?: readonly string[] }

/** All gates, all switched on, as the runtime would make them. */
function everyGate({ grant = { id: 'grant_1', decidedBy: 'opened' }, denied = ['rm'] }: Options = {}) {
  const [clock, plans] = [movableClock(), { find: () => undefined }]
  const [guard, judge] = [scripted(['ALLOW', 'ALLOW']), scripted(['ALLOW', 'ALLOW'])]
  const cache = createResultCache({ ttlMs: 1_000, clock })
  const policy = {
    enabled: true,
    rules: [
      { action: 'deny', tools: denied, paths: ['**'] },
      { action: 'ask', tools: ['reboot'] },
    ],
  }
  const policies = ['Never touch the archive.']
  const parts: GateParts = {
    loopGuard: loopGuard(standardValues(guardrailsSection)),
    quota: quota({ max_tool_calls_per_session: 100 }),
    rateLimit: rateLimit(
      { ...standardValues(rateLimitSection), per_session: 50, per_target: 50 },
      { clock, window: createRateWindow(clock, { lengthMs: 60_000, perKey: 50 }) },
    ),
    rules: rules({ ruleSet: createRuleSet({ policy, authorization: policy }) }),
    permissionToken: permissionToken({ findGrant: () => grant }),
    planCommit: planCommit({ plans, currentHash: () => undefined }),
    guard: guardModel({ ...standardValues(guardSection), enabled: true }, { model: guard }),
    adversarialPolicy: adversarialPolicy(
      { ...standardValues(adversarialPolicySection), enabled: true, policies },
      { model: judge },
    ),
    utility: utility({ ...standardValues(utilitySection), enabled: true }, { spent: () => 0 }),
    grounding: grounding(
      { hallucination_detection: true, reasoning_models: ['o3'] },
      { modelOf: () => 'o3', pathExists: () => true },
    ),
    own: [{ name: 'own', check: () => ({ kind: 'allow' }) }],
    confirmation: confirmation({ plans, standing: () => undefined }),
    idempotency: idempotency({ find: () => undefined }),
    resultCache: resultCache(() => cache),
  }
  return { parts, guard, judge }
}
const namesOf = (gates: readonly Gate[]) => gates.map(({ name }) => name)

describe('the order of gates', () => {
  test('[GATE-09] it is fixed in code', () => {
    const { parts } = everyGate()
    expect(namesOf(orderGates(parts))).toEqual([
      'loop_guard',
      'quota',
      'rate_limit',
      'rules',
      'permission_token',
      'plan_commit',
      'guard',
      'adversarial_policy',
      'utility',
      'grounding',
      'own',
      'confirmation',
      'idempotency',
      'result_cache',
    ])
    const turned = Object.fromEntries(Object.entries(parts).toReversed()) as GateParts
    expect(orderGates(turned)).toEqual(orderGates(parts))
  })

  test('what is switched off is absent', () => {
    const { parts } = everyGate()
    const off = {
      quota: undefined,
      rateLimit: undefined,
      rules: undefined,
      guard: undefined,
      adversarialPolicy: undefined,
    }
    const none = { ...parts, ...off, own: [], utility: undefined, grounding: undefined, resultCache: undefined }
    expect(namesOf(orderGates(none))).toEqual([
      'loop_guard',
      'permission_token',
      'plan_commit',
      'confirmation',
      'idempotency',
    ])
  })

  test('[GATE-09] what a rule forbids or no token allows, no model is asked about', async () => {
    const forbidden = everyGate({ denied: ['file_*'] })
    const proposal = sampleProposal({ tool: writer })
    expect(await runGates(orderGates(forbidden.parts), proposal, sampleScope())).toMatchObject({
      by: 'rules',
      verdict: { kind: 'deny' },
    })
    const without = everyGate({ grant: { missing: true } })
    expect(await runGates(orderGates(without.parts), proposal, sampleScope())).toMatchObject({
      by: 'permission_token',
    })
    expect([forbidden, without].flatMap(({ guard, judge }) => [...guard.requests, ...judge.requests])).toEqual([])
  })

  test('a person is asked only after every other gate has let the call pass', async () => {
    const { parts, guard, judge } = everyGate()
    const proposal = sampleProposal({ tool: writer })
    expect(await runGates(orderGates(parts), proposal, sampleScope())).toMatchObject({
      by: 'confirmation',
      verdict: { kind: 'ask' },
    })
    expect([guard.requests.length, judge.requests.length]).toEqual([1, 1])
  })

  test("a person's own act passes the judges of models unseen, and nothing else", async () => {
    const { parts, guard, judge } = everyGate()
    const own = await runGates(orderGates(parts), sampleProposal({ tool: writer }), sampleScope({ ownAct: true }))
    expect(own.by).toBe('confirmation')
    expect([...guard.requests, ...judge.requests]).toEqual([])
    expect(namesOf(orderGates(parts).filter(gate => gate.forModelsOnly === true))).toEqual([
      'guard',
      'adversarial_policy',
      'utility',
      'grounding',
    ])
  })

  test('[GATE-15] an autonomous call asks nobody, and rules, tokens and policies still hold', async () => {
    const proposal = sampleProposal({ tool: writer, phase: 'Autonomous' })
    const through = async (options: Options) =>
      (await runGates(orderGates(everyGate(options).parts), proposal, sampleScope())).by
    expect(await through({})).toBe('')
    expect(await through({ denied: ['*'] })).toBe('rules')
    expect(await through({ grant: { missing: true } })).toBe('permission_token')
  })
})

test('[GATE-26] no refusal of a gate is a slip that the model should think over', () => {
  const codes = [
    'policy_blocked',
    'permission_denied',
    'quota_blocked',
    'rate_limited',
    'loop_override',
    'system_error',
    'plan_invalid',
  ] as const
  for (const code of [...codes, 'utility_below_threshold', 'outcome_unknown'] as const) {
    expect(isQualityFailure(FAULTS[code].category)).toBe(false)
    expect(FAULTS[code].then).not.toBe('rewrite')
  }
})

test('all gates without a model take less than 30 µs for one reading call', async () => {
  const { parts } = everyGate()
  const gates = orderGates({ ...parts, guard: undefined, adversarialPolicy: undefined })
  const [proposal, scope] = [sampleProposal(), sampleScope()]
  let best = Number.POSITIVE_INFINITY
  for (let batch = 0; batch < 20; batch++) {
    const started = performance.now()
    for (let i = 0; i < 500; i++) await runGates(gates, proposal, scope)
    best = Math.min(best, ((performance.now() - started) * 1_000) / 500)
  }
  expect(best).toBeLessThan(30)
})
