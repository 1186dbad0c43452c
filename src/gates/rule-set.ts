import {
  CAPABILITIES,
  type JsonObject,
  type Section,
  type Setting,
  type ToolDefinition,
  type ValuesOf,
  section,
  shaped,
  toggle,
} from '../core/index.ts'
import { type MeantTool, type RuleSubject, compileRule, pathsOf, ruleCovers } from './rule-match.ts'
import { EVERY_SERVER, type Rule, readRules } from './rule.ts'
import { type RuleOnTool, type ToolSituation, forbiddingRule, rulesOnTool } from './rules-on-tool.ts'

const LIST: JsonObject = { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1 }
const RULES_SCHEMA: JsonObject = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      action: { enum: ['allow', 'deny', 'ask'] },
      tools: LIST,
      paths: LIST,
      capabilities: { ...LIST, items: { type: 'string', minLength: 1, examples: [...CAPABILITIES, EVERY_SERVER] } },
      risk: { type: 'array', items: { enum: ['read', 'write', 'destroy'] }, minItems: 1 },
      phases: { type: 'array', items: { enum: ['Planner', 'Executor', 'Verifier', 'Autonomous'] }, minItems: 1 },
      args: { type: 'object', additionalProperties: { type: 'string' }, minProperties: 1 },
      trust: { enum: ['Untrusted', 'Provisional', 'Trusted'] },
      reason: { type: 'string' },
    },
    required: ['action', 'tools'],
    additionalProperties: false,
  },
}
const NO_RULES: readonly JsonObject[] = []

type RuleSettings = { readonly enabled: Setting<boolean>; readonly rules: Setting<readonly JsonObject[]> }

/** An untrusted workspace may not touch it: a rule that allows stands before all of [tools.authorization]. */
export const policySection: Section<RuleSettings> = section(
  'tools.policy',
  'Rules for tool calls. The first one that fits decides.',
  {
    enabled: toggle(true, 'Are these rules asked?'),
    rules: shaped({ schema: RULES_SCHEMA, standard: NO_RULES }, 'The rules, in order.'),
  },
)

/** An untrusted workspace may only forbid more here: its rules come after a person's [tools.policy]. */
export const authorizationSection: Section<RuleSettings> = section(
  'tools.authorization',
  'Rules that come after those of [tools.policy].',
  {
    enabled: toggle(false, 'Are these rules asked?', { workspaceMay: 'turn_on' }),
    rules: shaped({ schema: RULES_SCHEMA, standard: NO_RULES }, 'The rules, in order.', { workspaceMay: 'extend' }),
  },
)

export type RuleValues = {
  readonly policy: ValuesOf<typeof policySection>
  readonly authorization: ValuesOf<typeof authorizationSection>
}

export type RuleSet = {
  readonly rules: readonly Rule[]
  /** The rule that decides, if any does. */
  readonly ruleFor: (subject: RuleSubject) => Rule | undefined
  /** Those that may decide calls of this tool, in order. */
  readonly rulesOn: (situation: ToolSituation) => readonly RuleOnTool[]
  /** The rule that denies every call of this tool, if one does. */
  readonly forbids: (situation: ToolSituation) => Rule | undefined
  /** Could it decide some call of this tool, whatever the arguments are? */
  readonly couldMatch: (rule: Rule, subject: Omit<RuleSubject, 'args' | 'target'>) => boolean
}

/** A section that is not enabled is not even read. Throws a CountersignError on a rule that is not sound. */
export function createRuleSet({ policy, authorization }: RuleValues, meant?: MeantTool): RuleSet {
  const rules = [
    ...(policy.enabled ? readRules('tools.policy', policy.rules) : []),
    ...(authorization.enabled ? readRules('tools.authorization', authorization.rules) : []),
  ]
  const compiled = rules.map(rule => compileRule(rule, meant))
  return {
    rules,
    ruleFor(subject) {
      const paths = pathsOf(subject)
      return compiled.find(({ matches }) => matches(subject, paths))?.rule
    },
    rulesOn: situation => rulesOnTool(compiled, situation),
    forbids: rememberTools(situation => forbiddingRule(rulesOnTool(compiled, situation))),
    couldMatch: (rule, subject) => ruleCovers(rule, subject, meant),
  }
}

type Forbids = RuleSet['forbids']

/** Definitions do not change, and a turn asks about all of them. */
function rememberTools(find: Forbids): Forbids {
  const known = new WeakMap<ToolDefinition, Map<string, { readonly rule: Rule | undefined }>>()
  return situation => {
    const { tool, phase, trust } = situation
    const ofTool = known.get(tool) ?? new Map<string, { readonly rule: Rule | undefined }>()
    known.set(tool, ofTool)
    const key = `${phase} ${trust}`
    const found = ofTool.get(key) ?? { rule: find(situation) }
    ofTool.set(key, found)
    return found.rule
  }
}
