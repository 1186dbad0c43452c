import type { Ask } from './asks.ts'
import type { TurnEnd } from './talk.ts'

/** What the loop does next: ask again, or stop. */
export type Next = { readonly ask: Ask } | { readonly end: TurnEnd }
