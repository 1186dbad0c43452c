export { type AdversarialPolicyParts, adversarialPolicy, adversarialPolicySection } from './adversarial-policy.ts'
export { type ConfirmationParts, confirmation } from './confirmation.ts'
export { effectOf } from './effect.ts'
export { extractPaths } from './extract-paths.ts'
export { type GateParts, orderGates } from './gate-order.ts'
export { type GroundingParts, agentSection, grounding } from './grounding.ts'
export { type GuardParts, guardModel, guardSection } from './guard-model.ts'
export { type EarlierOutcome, type Outcomes, idempotency, idempotencyKeyOf } from './idempotency.ts'
export { type RuleWarning, lintRules } from './lint-rules.ts'
export { guardrailsSection, loopGuard, signatureOf } from './loop-guard.ts'
export { meantIn } from './meant-in.ts'
export { type GrantAnswer, type GrantQuery, type Grants, permissionToken } from './permission-token.ts'
export { type KnownGroup, type KnownPlan, type PlanParts, type Plans, planCommit } from './plan-commit.ts'
export { quota, toolsSection } from './quota.ts'
export { type RateKeys, type RateLimitValues, rateKeysOf, rateLimit, rateLimitSection } from './rate-limit.ts'
export { type RateWindow, type RateWindowOptions, type RecordingRateWindow, createRateWindow } from './rate-window.ts'
export {
  type CacheStats,
  type CachedResult,
  type ResultCache,
  type ResultCacheOptions,
  cacheKeyOf,
  createResultCache,
  mayCache,
  rememberResult,
  resultCache,
  resultCacheSection,
} from './result-cache.ts'
export { type RuleSet, type RuleValues, authorizationSection, createRuleSet, policySection } from './rule-set.ts'
export type { RuleSubject } from './rule-match.ts'
export { type Rule, type RuleAction, type RuleTable, ruleId, ruleName } from './rule.ts'
export { type RuleOnTool, type ToolSituation, forbiddingRule } from './rules-on-tool.ts'
export { type RuleParts, rules, ruleSubjectOf } from './rules.ts'
export { type UtilityParts, utility, utilitySection } from './utility.ts'
