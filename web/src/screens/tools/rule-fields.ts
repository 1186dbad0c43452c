import type { Json, JsonObject } from 'shapes'

/** The fields in file order. Unknown fields stay at the end; the server reports them. */
const ORDER = ['action', 'tools', 'paths', 'capabilities', 'risk', 'phases', 'args', 'trust', 'reason'] as const

export type RuleField = (typeof ORDER)[number]
export type ArgumentPattern = readonly [name: string, pattern: string]

/** The rule with one field changed, in order; undefined removes the field. */
export function withField(rule: JsonObject, field: RuleField, value: Json | undefined): JsonObject {
  const { [field]: _before, ...others } = rule
  const changed: JsonObject = value === undefined ? others : { ...others, [field]: value }
  const known = ORDER.flatMap(key => (changed[key] === undefined ? [] : [[key, changed[key]] as const]))
  const strays = Object.entries(changed).filter(([key]) => !ORDER.some(one => one === key))
  return Object.fromEntries([...known, ...strays])
}

/** An empty condition is removed and applies to all; only `tools` stays, because a rule must name tools. */
export const withWords = (rule: JsonObject, field: RuleField, words: readonly string[]): JsonObject =>
  withField(rule, field, words.length === 0 && field !== 'tools' ? undefined : [...words])

export const withPatterns = (rule: JsonObject, patterns: readonly ArgumentPattern[]): JsonObject =>
  withField(rule, 'args', patterns.length === 0 ? undefined : Object.fromEntries(patterns))

export function wordsIn(rule: JsonObject, field: RuleField): readonly string[] {
  const value = rule[field]
  return Array.isArray(value) ? value.filter(isText) : []
}

export const textIn = (rule: JsonObject, field: RuleField): string => {
  const value = rule[field]
  return isText(value) ? value : ''
}

export function patternsIn(rule: JsonObject): readonly ArgumentPattern[] {
  const { args } = rule
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return []
  return Object.entries(args).flatMap(([name, pattern]) => (isText(pattern) ? [[name, pattern] as const] : []))
}

const isText = (value: Json | undefined): value is string => typeof value === 'string'
