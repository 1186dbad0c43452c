import { createRequire } from 'node:module'
import type * as re2js from 're2js'
import {
  type CallOrigin,
  type Json,
  type JsonObject,
  type Matches,
  type Risk,
  type ToolDefinition,
  type Trust,
  canonicalJson,
  compileGlob,
  namesOf,
  toolIdentity,
} from '../core/index.ts'
import { type PathCandidate, candidatesOf, compilePaths } from './rule-paths.ts'
import { EVERY_SERVER, type Rule, TRUST_LEVELS, wrongRule } from './rule.ts'

/** What a rule may look at. Without arguments the question is about the tool in general. */
export type RuleSubject = {
  readonly tool: ToolDefinition
  readonly risk: Risk
  readonly phase: CallOrigin['phase']
  readonly trust: Trust
  readonly args?: JsonObject
  readonly target?: string
}

export type CompiledRule = {
  readonly rule: Rule
  readonly matches: (subject: RuleSubject, paths: Paths) => boolean
  /** All but the arguments: who calls what. */
  readonly speaks: (subject: RuleSubject) => boolean
}

/** Found when the first rule asks for them, then kept. */
export type Paths = () => readonly PathCandidate[]

type Condition = CompiledRule['matches']

/** Which tool a name stands for where calls are read, if it stands for one: people call tools as models do. */
export type MeantTool = (name: string) => ToolDefinition | undefined

const nobodyKnows: MeantTool = () => undefined

/** Does it depend on what the call says, and not only on who calls what? */
export const dependsOnArguments = ({ paths, args }: Rule): boolean => paths !== undefined || args !== undefined

/** Prompts show `file-reader` where code says `file_reader`; a rule may say either. */
export const toolPattern = (name: string): string => name.replaceAll('-', '_')

export function compileRule(rule: Rule, meant: MeantTool = nobodyKnows): CompiledRule {
  const who = whoCallsWhat(rule, meant)
  const conditions = [...who, ...whatItSays(rule)]
  return {
    rule,
    matches: (subject, paths) => conditions.every(holds => holds(subject, paths)),
    speaks: subject => who.every(holds => holds(subject, () => [])),
  }
}

export const ruleCovers = (rule: Rule, subject: RuleSubject, meant: MeantTool = nobodyKnows): boolean =>
  compileRule(rule, meant).speaks(subject)

export function pathsOf({ args, target }: RuleSubject): Paths {
  let found: readonly PathCandidate[] | undefined
  return () => (found ??= candidatesOf(args ?? {}, target))
}

function whoCallsWhat(rule: Rule, meant: MeantTool): readonly Condition[] {
  const { capabilities, risk, phases, trust } = rule
  const conditions: Condition[] = [isNamed(rule, meant)]
  if (capabilities)
    conditions.push(
      ({ tool: { capability } }) =>
        capabilities.includes(capability) || (isOfServer(capability) && capabilities.includes(EVERY_SERVER)),
    )
  if (risk) conditions.push(subject => risk.includes(subject.risk))
  if (phases) conditions.push(({ phase }) => phases.includes(phase))
  if (trust) conditions.push(subject => TRUST_LEVELS.indexOf(subject.trust) >= TRUST_LEVELS.indexOf(trust))
  return conditions
}

/** Matches any name or alias of the tool, so that no other name leads past a rule. */
function isNamed(rule: Rule, meant: MeantTool): Condition {
  const globs = rule.tools.map(tool => globOf(rule, toolPattern(tool)))
  const identities = new Set(rule.tools.flatMap(name => meant(name) ?? []).map(toolIdentity))
  return ({ tool }) =>
    identities.has(toolIdentity(tool)) || namesOf(tool).some(name => globs.some(matches => matches(toolPattern(name))))
}

const isOfServer = (capability: string): boolean => capability.startsWith('mcp.')

function whatItSays(rule: Rule): readonly Condition[] {
  const conditions: Condition[] = []
  if (rule.paths) {
    const fits = compilePaths(
      rule.paths.map(path => ({ path, glob: (pattern: string) => globOf(rule, pattern) })),
      rule.action,
    )
    conditions.push((_subject, paths) => fits(paths()))
  }
  for (const [name, source] of Object.entries(rule.args ?? {})) {
    const pattern = patternOf(rule, source)
    conditions.push(({ args = {} }) => Object.hasOwn(args, name) && pattern.test(textOf(args[name])))
  }
  // With no arguments to look at, a prohibition may hold and a permission may not.
  return conditions.map(
    holds => (subject, paths) => (subject.args === undefined ? rule.action !== 'allow' : holds(subject, paths)),
  )
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : canonicalJson(value ?? null))

function globOf(rule: Rule, pattern: string): Matches {
  try {
    return compileGlob(pattern)
  } catch (thrown) {
    throw wrongRule(rule, thrown instanceof Error ? thrown.message : `"${pattern}" is no pattern`)
  }
}

// Loaded when the first pattern is met, so that importing this room stays cheap.
const load: (name: 're2js') => typeof re2js = createRequire(import.meta.url)

/** Linear time whatever the pattern is; what it cannot say (look-around, back-references) is refused. */
function patternOf(rule: Rule, source: string): { test(text: string): boolean } {
  const { RE2JS } = load('re2js')
  try {
    return RE2JS.compile(RE2JS.translateRegExp(source))
  } catch (thrown) {
    throw wrongRule(
      rule,
      `the pattern "${source}" cannot be used (${thrown instanceof Error ? thrown.message : 'unknown reason'})`,
    )
  }
}
