import type { Route } from '../core/index.ts'

/** What a message needs beyond an answer; the names of `RouterOutput`, and one that it lacks: writing files. */
export type RouterNeed =
  | 'Web'
  | 'BrowserAutomation'
  | 'Search'
  | 'MemoryRead'
  | 'MemoryWrite'
  | 'FileAccess'
  | 'FileWrite'
  | 'ScreenRead'
  | 'SystemExecute'

export type IntentRow = {
  /** For the model that refines a classification, and for people. */
  readonly about: string
  readonly needs: readonly RouterNeed[]
  readonly risk: Route['risk']
}

export type Intent =
  | 'chat_only'
  | 'memory_read'
  | 'memory_write'
  | 'lookup_search'
  | 'browse_once'
  | 'one_shot_discovery'
  | 'story_task'
  | 'file_task'
  | 'screen_observe'
  | 'file_edit'
  | 'system_task'

/** From the weakest to the most powerful: of two that fit equally well, the one that stands first is taken. */
export const INTENT_ROWS: Readonly<Record<Intent, IntentRow>> = {
  chat_only: {
    about: 'talk, opinions, explanations, how-to questions, general knowledge, writing or translating in the answer',
    needs: [],
    risk: 'low',
  },
  memory_read: {
    about: "a question about the user's own life, preferences, lists or earlier words",
    needs: ['MemoryRead'],
    risk: 'low',
  },
  memory_write: {
    about: 'the user asks to remember, forget, rename or always do something',
    needs: ['MemoryWrite'],
    risk: 'low',
  },
  lookup_search: {
    about: 'one look on the web: weather, traffic, news, prices, reviews, opening hours',
    needs: ['Web', 'Search'],
    risk: 'low',
  },
  browse_once: { about: 'open and read one page that is named', needs: ['Web', 'BrowserAutomation'], risk: 'low' },
  one_shot_discovery: {
    about: 'research: several searches and pages, comparing sources, facts that lead to other facts',
    needs: ['Web', 'Search', 'BrowserAutomation'],
    risk: 'low',
  },
  story_task: {
    about: "questions about the user's manuscript: outline, scenes, canon, continuity, prose",
    needs: ['FileAccess'],
    risk: 'low',
  },
  file_task: { about: 'read, list, search or review files without changing them', needs: ['FileAccess'], risk: 'low' },
  screen_observe: { about: "look at the user's screen or active window", needs: ['ScreenRead'], risk: 'medium' },
  file_edit: { about: 'create, change, move or delete files', needs: ['FileAccess', 'FileWrite'], risk: 'medium' },
  system_task: {
    about: 'run a command or program, install, build, test, use git',
    needs: ['SystemExecute'],
    risk: 'high',
  },
}

export const INTENTS: readonly string[] = Object.keys(INTENT_ROWS)

export const isIntent = (name: string): name is Intent => Object.hasOwn(INTENT_ROWS, name)

/** An unknown intent is the weakest one. */
export const knownIntent = (name: string): Intent => (isIntent(name) ? name : 'chat_only')

/** Does the one need anything that the other does not? */
export function isMorePowerful(one: string, other: string): boolean {
  const has = new Set<RouterNeed>(INTENT_ROWS[knownIntent(other)].needs)
  return INTENT_ROWS[knownIntent(one)].needs.some(need => !has.has(need))
}

const RANKS: ReadonlyMap<string, number> = new Map(INTENTS.map((intent, rank) => [intent, rank]))
export const powerRank = (intent: string): number => RANKS.get(intent) ?? 0
