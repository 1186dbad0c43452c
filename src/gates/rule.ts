import {
  CAPABILITIES,
  CountersignError,
  type Json,
  type JsonObject,
  type Risk,
  type Trust,
  hashJson,
  isJsonList,
  isJsonObject,
} from '../core/index.ts'

export type RuleAction = 'allow' | 'deny' | 'ask'
export type RuleTable = 'tools.policy' | 'tools.authorization'

/** All that is given must hold. What is left out holds for every call. */
export type Rule = {
  readonly place: RuleTable
  /** Counted from 1, as the rules stand in the file. */
  readonly number: number
  readonly action: RuleAction
  readonly tools: readonly string[]
  readonly paths: readonly string[] | undefined
  readonly capabilities: readonly string[] | undefined
  readonly risk: readonly string[] | undefined
  readonly phases: readonly string[] | undefined
  readonly args: Readonly<Record<string, string>> | undefined
  /** The least trust at which it holds. */
  readonly trust: Trust | undefined
  readonly reason: string | undefined
}

type RulePosition = Pick<Rule, 'place' | 'number'>
type ListKey = 'tools' | 'paths' | 'capabilities' | 'risk' | 'phases'
type Vocabulary = { readonly fits: (word: string) => boolean; readonly known: string }

export const EVERY_SERVER = 'mcp.*'
export const TRUST_LEVELS: readonly Trust[] = ['Untrusted', 'Provisional', 'Trusted']
const ACTIONS: readonly RuleAction[] = ['allow', 'deny', 'ask']
const RISKS: readonly string[] = ['read', 'write', 'destroy'] satisfies Risk[]
const PHASES: readonly string[] = ['Planner', 'Executor', 'Verifier', 'Autonomous']

const KEYS: readonly string[] = [
  'action',
  'tools',
  'paths',
  'capabilities',
  'risk',
  'phases',
  'args',
  'trust',
  'reason',
]
const oneOf = (words: readonly string[]): Vocabulary => ({
  fits: word => words.includes(word),
  known: words.join(', '),
})
const VOCABULARY: Readonly<Partial<Record<ListKey, Vocabulary>>> = {
  capabilities: {
    fits: word => CAPABILITIES.includes(word) || word === EVERY_SERVER || /^mcp\.[^*]+$/.test(word),
    known: `${CAPABILITIES.join(', ')}, mcp.<server> and ${EVERY_SERVER}`,
  },
  risk: oneOf(RISKS),
  phases: oneOf(PHASES),
}
const MAX_RULES = 1_000 // the lint compares each with each

export const ruleName = ({ place, number }: RulePosition): string => `rule ${number} of [${place}]`

/** The same for the same rule wherever it stands; its reason is only words. */
export const ruleId = ({ action, tools, paths, capabilities, risk, phases, args, trust }: Rule): string =>
  `rule_${hashJson({
    action,
    tools,
    paths: paths ?? null,
    capabilities: capabilities ?? null,
    risk: risk ?? null,
    phases: phases ?? null,
    args: args ?? null,
    trust: trust ?? null,
  }).slice(0, 12)}`

export const wrongRule = (at: RulePosition, what: string): CountersignError =>
  new CountersignError('config_invalid', `In ${ruleName(at)}: ${what}.`)

/** Throws on the first unsound rule: a misread condition would make a rule wider than it was meant. */
export function readRules(place: RuleTable, rules: readonly Json[]): readonly Rule[] {
  if (rules.length > MAX_RULES)
    throw new CountersignError('config_invalid', `[${place}] has ${rules.length} rules; at most ${MAX_RULES} are read.`)
  return rules.map((rule, index) => readRule(rule, { place, number: index + 1 }))
}

function readRule(rule: Json, at: RulePosition): Rule {
  if (!isJsonObject(rule)) throw wrongRule(at, 'it is not a table')
  const stray = Object.keys(rule).find(key => !KEYS.includes(key))
  if (stray !== undefined) throw wrongRule(at, `"${stray}" is no part of a rule; known are ${KEYS.join(', ')}`)
  const action = readWord(ACTIONS, rule['action'])
  if (action === undefined) throw wrongRule(at, `"action" must be one of ${ACTIONS.join(', ')}`)
  const list = (key: ListKey): readonly string[] | undefined =>
    rule[key] === undefined ? undefined : readList(rule[key], key, at)
  const tools = list('tools')
  if (tools === undefined) throw wrongRule(at, 'it names no tools; "*" stands for all')
  return {
    ...at,
    action,
    tools,
    paths: list('paths'),
    capabilities: list('capabilities'),
    risk: list('risk'),
    phases: list('phases'),
    args: rule['args'] === undefined ? undefined : readPatterns(rule['args'], at),
    ...readTrustAndReason(rule, at),
  }
}

function readList(value: Json, key: ListKey, at: RulePosition): readonly string[] {
  if (!isJsonList(value) || value.length === 0 || !value.every(isText))
    throw wrongRule(at, `"${key}" must be a list of at least one text`)
  const words = VOCABULARY[key]
  const unknown = words && value.find(word => !words.fits(word))
  if (unknown !== undefined) throw wrongRule(at, `"${key}" names "${unknown}"; known are ${words?.known}`)
  return value
}

function readPatterns(args: Json, at: RulePosition): Readonly<Record<string, string>> {
  const entries = isJsonObject(args) ? Object.entries(args) : []
  const patterns = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  if (patterns.length === 0 || patterns.length < entries.length)
    throw wrongRule(at, '"args" must be a table of argument = "pattern"')
  return Object.fromEntries(patterns)
}

function readTrustAndReason(rule: JsonObject, at: RulePosition): Pick<Rule, 'trust' | 'reason'> {
  const { trust: level, reason } = rule
  const trust = readWord(TRUST_LEVELS, level)
  if (level !== undefined && trust === undefined)
    throw wrongRule(at, `"trust" must be one of ${TRUST_LEVELS.join(', ')}`)
  if (reason !== undefined && typeof reason !== 'string') throw wrongRule(at, '"reason" must be a text')
  return { trust, reason }
}

const readWord = <Word extends string>(words: readonly Word[], value: Json | undefined): Word | undefined =>
  words.find(word => word === value)
const isText = (value: Json): value is string => typeof value === 'string' && value.trim() !== ''
