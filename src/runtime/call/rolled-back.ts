import { isJsonObject } from '../../core/index.ts'
import type { CallResult } from './call-runtime.ts'

/** How much a tool has taken back of what it did to files, if it has; it says so in its data. */
export function rolledBack({
  data,
}: Pick<CallResult, 'data'>): { readonly restored: number; readonly removed: number } | undefined {
  const effects = isJsonObject(data) ? data['effects'] : undefined
  const undone = isJsonObject(effects) ? effects['rolled_back'] : undefined
  return isJsonObject(undone)
    ? { restored: Number(undone['restored'] ?? 0), removed: Number(undone['removed'] ?? 0) }
    : undefined
}
