import { compileGlob, foldName } from '../core/index.ts'
import { toolPattern } from './rule-match.ts'
import { type Rule, TRUST_LEVELS, ruleName } from './rule.ts'

export type RuleWarning = { readonly rule: Rule; readonly shadowedBy: Rule; readonly message: string }

/** Names the rules that can never decide, because an earlier one fits whatever they fit. In doubt it says nothing. */
export function lintRules(rules: readonly Rule[]): readonly RuleWarning[] {
  return rules.flatMap((rule, index) => {
    const shadowedBy = rules.slice(0, index).find(earlier => covers(earlier, rule))
    return shadowedBy === undefined ? [] : [{ rule, shadowedBy, message: messageFor(rule, shadowedBy) }]
  })
}

function messageFor(rule: Rule, by: Rule): string {
  const message = `${ruleName(rule)} can never decide: ${ruleName(by)} fits every call that it fits`
  const lost = rule.action === 'deny' && by.action === 'allow'
  return lost
    ? `${message}, and allows what this one is meant to deny. Move the deny before the allow.`
    : `${message}. Move it up or remove it.`
}

const covers = (earlier: Rule, later: Rule): boolean =>
  later.tools.every(tool => coveredBySome(earlier.tools.map(toolPattern), toolPattern(tool))) &&
  coversPaths(earlier, later) &&
  coversList(earlier.capabilities, later.capabilities) &&
  coversList(earlier.risk, later.risk) &&
  coversList(earlier.phases, later.phases) &&
  coversPatterns(earlier.args, later.args) &&
  trustOf(earlier) <= trustOf(later)

/** A rule that allows wants all paths to fit, any other is content with one, so the first covers none of the others. */
function coversPaths(earlier: Rule, later: Rule): boolean {
  const [wide, narrow] = [earlier.paths, later.paths]
  if (wide === undefined) return true
  if (narrow === undefined || (earlier.action === 'allow' && later.action !== 'allow')) return false
  return narrow.every(path => wide.some(each => foldName(each) === foldName(path)))
}

const coversList = (wide: readonly string[] | undefined, narrow: readonly string[] | undefined): boolean =>
  wide === undefined || (narrow?.every(word => wide.includes(word)) ?? false)

const coversPatterns = (wide: Rule['args'] = {}, narrow: Rule['args'] = {}): boolean =>
  Object.entries(wide).every(([name, pattern]) => Object.hasOwn(narrow, name) && narrow[name] === pattern)

const trustOf = ({ trust = 'Untrusted' }: Rule): number => TRUST_LEVELS.indexOf(trust)

const coveredBySome = (patterns: readonly string[], narrow: string): boolean =>
  patterns.some(wide => coversGlob(wide, narrow))

function coversGlob(wide: string, narrow: string): boolean {
  if (foldName(wide) === foldName(narrow) || wide === '*' || wide === '**') return true
  if (!/[*?{]/.test(narrow)) return compileGlob(wide)(narrow)
  const prefix = /^([^*?{/]+)\*$/.exec(wide)?.[1]
  return prefix !== undefined && !narrow.includes('/') && foldName(narrow).startsWith(foldName(prefix))
}
