import type { JsonObject } from 'shapes'
import { words } from '../../words.ts'

/** A rule that forbids this tool by its name, whatever the call is. */
const forbidsAll = ({ action, tools, reason: _reason, ...conditions }: JsonObject, tool: string): boolean =>
  action === 'deny' && Array.isArray(tools) && tools.length === 1 && tools[0] === tool && Object.keys(conditions).length === 0

export const isOff = (rules: readonly JsonObject[], tool: string): boolean => rules.some(rule => forbidsAll(rule, tool))

/** The rules with the tool switched off if it was on, else on. It stands first, because the first rule that fits decides. */
export function switched(rules: readonly JsonObject[], tool: string): readonly JsonObject[] {
  if (isOff(rules, tool)) return rules.filter(rule => !forbidsAll(rule, tool))
  return [{ action: 'deny', tools: [tool], reason: words.tools.offReason }, ...rules]
}
