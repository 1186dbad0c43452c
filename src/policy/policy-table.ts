import type { Capability } from '../core/index.ts'
import { type Intent, knownIntent } from './intents.ts'
import type { RouterOutput } from './router-output.ts'

/** What an intent may use: names of seed 004, kept as they are there. `*` forbids everything. */
export type PolicyDecision = {
  readonly AllowedTools: readonly string[]
  readonly ForbiddenTools: readonly string[]
  readonly RequiredPermissions: readonly Capability[]
}

type IntentNames = readonly string[]

/** Frozen, because callers get the rows themselves. */
const row = (allowed: IntentNames, forbidden: IntentNames, permissions: readonly Capability[]): PolicyDecision =>
  Object.freeze({
    AllowedTools: Object.freeze([...allowed]),
    ForbiddenTools: Object.freeze([...forbidden]),
    RequiredPermissions: Object.freeze([...permissions]),
  })

const NOTHING = row([], ['*'], [])
const OFF_THE_WEB: IntentNames = ['screen_capture', 'system_execute', 'file_read', 'memory_store_facts']
const OFF_THE_SCREEN: IntentNames = ['web_search', 'system_execute', 'file_read', 'memory_store_facts']
const OFF_THE_FILES: IntentNames = ['web_search', 'screen_capture', 'system_execute', 'memory_store_facts']
const FILE_TOOLS: IntentNames = ['file_read', 'file_list', 'file_search', 'file_write', 'file_edit']
const STORY_TOOLS: IntentNames = [
  'file_locator',
  'file_reader',
  'outline_analyzer',
  'canon_checker',
  'task_router',
  'search_issues',
  'prose_analyzer',
  'consistency_checker',
  'scene_draft_validator',
]

/** The one place where tools stand by name. It is code: nothing changes it while the program runs. */
const TABLE: Readonly<Record<Intent, PolicyDecision>> = Object.freeze({
  chat_only: NOTHING,
  // What is remembered is fetched before the model speaks and written after it has spoken, so neither offers a tool.
  memory_read: NOTHING,
  memory_write: NOTHING,
  lookup_search: row(['web_search'], OFF_THE_WEB, ['BrowserControl']),
  browse_once: row(['browser_navigate'], OFF_THE_WEB, ['BrowserControl']),
  one_shot_discovery: row(['web_search', 'browser_navigate'], OFF_THE_WEB, ['BrowserControl']),
  screen_observe: row(['screen_capture', 'get_active_window'], OFF_THE_SCREEN, ['ScreenRead']),
  file_task: row(['file_read', 'file_list'], OFF_THE_FILES, ['FileAccess']),
  file_edit: row(FILE_TOOLS, OFF_THE_FILES, ['FileAccess', 'FileWrite']),
  story_task: row(STORY_TOOLS, [...OFF_THE_FILES, 'file_write', 'file_edit'], ['FileAccess']),
  system_task: row(['system_execute'], ['web_search', 'screen_capture', 'memory_store_facts'], ['SystemExecute']),
})

/**
 * Offered only where a row names them, whatever their capability: a search is no browsing, a file no fact to remember.
 */
const NAMED_ONLY: ReadonlySet<string> = new Set([
  'web_search',
  'browser_navigate',
  'memory_store_facts',
  'memory_update_fact',
  'MemoryRetrieve',
  'memory_search',
  'memory_save',
  ...STORY_TOOLS.filter(name => name !== 'file_reader'),
])

/** Other names under which a tool of the table may be installed. */
const SAME_TOOL: ReadonlyMap<string, string> = new Map([
  ['web_fetch', 'browser_navigate'],
  ['file_read', 'file_reader'],
  ['file_reader', 'file_read'],
])

/** Wherever a tool is offered, its long results can be read on. */
export const WITH_ANY_TOOL: ReadonlySet<string> = new Set(['read_result'])

export const namedIn = (names: readonly string[], tool: string): boolean =>
  names.includes(tool) || names.includes(SAME_TOOL.get(tool) ?? tool)
export const isNamedOnly = (tool: string): boolean =>
  NAMED_ONLY.has(tool) || NAMED_ONLY.has(SAME_TOOL.get(tool) ?? tool)

/** The same for the same intent, without looking at anything else; an unknown intent gets nothing. */
export const decidePolicy = ({ Intent }: Pick<RouterOutput, 'Intent'>): PolicyDecision => TABLE[knownIntent(Intent)]
