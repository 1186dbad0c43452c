import { INTENTS, isIntent, powerRank } from './intents.ts'
import { readMessage } from './reading/message.ts'
import { scoreMessage } from './score.ts'

/** The three intents of older callers. */
export type LegacyIntent = 'Casual' | 'WebLookup' | 'Tooling'

/** What each of them was split into. */
export const LEGACY_INTENTS: Readonly<Record<LegacyIntent, readonly string[]>> = {
  Casual: ['chat_only'],
  WebLookup: ['lookup_search'],
  Tooling: ['screen_observe', 'file_task', 'system_task', 'memory_write', 'browse_once'],
}

const CASUAL: ReadonlySet<string> = new Set(['chat_only', 'memory_read'])
const WEB_LOOKUP: ReadonlySet<string> = new Set(['lookup_search', 'one_shot_discovery'])

export const isLegacyIntent = (intent: string): intent is LegacyIntent => Object.hasOwn(LEGACY_INTENTS, intent)

/** For callers that know only three; what is not known counts as the one without tools. */
export function legacyIntent(intent: string): LegacyIntent {
  if (CASUAL.has(intent) || !isIntent(intent)) return 'Casual'
  return WEB_LOOKUP.has(intent) ? 'WebLookup' : 'Tooling'
}

/** `Tooling` is split by what the message says; if it says nothing, by the weakest of its parts. */
export function fromLegacyIntent(legacy: LegacyIntent, text = ''): string {
  const candidates = INTENTS.filter(intent => LEGACY_INTENTS[legacy].includes(intent))
  const scores = scoreMessage(readMessage(text))
  const points = (intent: string): number => scores.get(intent)?.points ?? 0
  return candidates.toSorted((a, b) => points(b) - points(a) || powerRank(a) - powerRank(b))[0] ?? 'chat_only'
}
