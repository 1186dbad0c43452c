import type { JsonObject } from 'shapes'
import { words } from '../../words.ts'

/** All names of one tool, the one that the screen shows first. */
export type Names = readonly [shown: string, ...others: readonly string[]]

/** True for a rule that forbids every call of this tool, by any of its names. */
const forbidsAll = ({ action, tools, reason: _reason, ...conditions }: JsonObject, names: Names): boolean =>
  action === 'deny' &&
  Array.isArray(tools) &&
  tools.length === 1 &&
  names.some(name => name === tools[0]) &&
  Object.keys(conditions).length === 0

export const isOff = (rules: readonly JsonObject[], names: Names): boolean =>
  rules.some(rule => forbidsAll(rule, names))

/** The rules with the tool toggled. Its rule stands first, because the first match decides. */
export function switched(rules: readonly JsonObject[], names: Names): readonly JsonObject[] {
  if (isOff(rules, names)) return rules.filter(rule => !forbidsAll(rule, names))
  return [{ action: 'deny', tools: [names[0]], reason: words.tools.offReason }, ...rules]
}
