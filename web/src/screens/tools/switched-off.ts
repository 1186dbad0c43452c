import type { JsonObject } from 'shapes'
import { words } from '../../words.ts'

/** All names of one tool, the one that the screen shows first. */
export type Names = readonly [shown: string, ...others: readonly string[]]

/** A rule that forbids this tool by one of its names, whatever the call is. */
const forbidsAll = ({ action, tools, reason: _reason, ...conditions }: JsonObject, names: Names): boolean =>
  action === 'deny' &&
  Array.isArray(tools) &&
  tools.length === 1 &&
  names.some(name => name === tools[0]) &&
  Object.keys(conditions).length === 0

export const isOff = (rules: readonly JsonObject[], names: Names): boolean =>
  rules.some(rule => forbidsAll(rule, names))

/** The rules with the tool switched off if it was on, else on. It stands first, because the first rule that fits decides. */
export function switched(rules: readonly JsonObject[], names: Names): readonly JsonObject[] {
  if (isOff(rules, names)) return rules.filter(rule => !forbidsAll(rule, names))
  return [{ action: 'deny', tools: [names[0]], reason: words.tools.offReason }, ...rules]
}
