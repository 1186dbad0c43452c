import type { OfferedTool, Parameter } from '../prompt/offered-tool.ts'
import { stemsOf } from '../understand/words.ts'

/** What a parameter is for, as far as its name and description tell. */
export type Slot = 'query' | 'path' | 'folder' | 'glob' | 'depth' | 'start' | 'content' | 'old' | 'fresh' | 'all'
export type Role = 'search' | 'read' | 'list' | 'write' | 'edit'

/** A tool that fits a role, and under which name it takes what. */
export type Fitted = { readonly tool: OfferedTool; readonly slots: Readonly<Partial<Record<Slot, string>>> }
export type Kit = { readonly [Name in Role]?: Fitted } & { readonly others: readonly OfferedTool[] }

type RoleRule = {
  readonly needs: readonly Slot[]
  readonly never: readonly Slot[]
  /** Stems that speak for it in the tool's name or description. */
  readonly words: readonly string[]
}

const ROLES: Readonly<Record<Role, RoleRule>> = {
  search: {
    needs: ['query'],
    never: ['content', 'old'],
    words: ['search', 'find', 'grep', 'locate', 'locator', 'look', 'match', 'line'],
  },
  read: {
    needs: ['path'],
    never: ['content', 'old', 'query'],
    words: ['read', 'reader', 'view', 'open', 'show', 'cat', 'line', 'file'],
  },
  list: {
    needs: [],
    never: ['content', 'old', 'query'],
    words: ['list', 'folder', 'directory', 'tree', 'ls', 'browse', 'entry'],
  },
  write: { needs: ['path', 'content'], never: ['old'], words: ['write', 'writer', 'create', 'save', 'whole'] },
  edit: { needs: ['path', 'old', 'fresh'], never: [], words: ['edit', 'editor', 'replace', 'change', 'passage'] },
}

/** Without one of these, a tool with fitting parameters may still do something quite different. */
const TELLING: Readonly<Record<Role, readonly string[]>> = {
  search: ['search', 'find', 'grep', 'locate', 'locator', 'look'],
  read: ['read', 'reader', 'view', 'open', 'show', 'cat'],
  list: ['list', 'ls', 'tree', 'browse'],
  write: ['write', 'writer', 'create', 'save'],
  edit: ['edit', 'editor', 'replace', 'change'],
}

/** These act on something other than the person's files, or undo and remove. */
const ELSEWHERE = [
  'web',
  'internet',
  'online',
  'url',
  'website',
  'memory',
  'fact',
  'issue',
  'message',
  'email',
  'delete',
  'remove',
  'trash',
  'undo',
  'shell',
  'command',
  'handle',
]

/** The tools that are offered, by what they can do. A tool that fits no role stays among the others. */
export function fitTools(tools: readonly OfferedTool[]): Kit {
  const kit: { [Name in Role]?: Fitted } = {}
  const taken = new Set<OfferedTool>()
  for (const role of ['edit', 'write', 'search', 'list', 'read'] as const) {
    const best = bestFor(
      role,
      tools.filter(tool => !taken.has(tool)),
    )
    if (best === undefined) continue
    kit[role] = best
    taken.add(best.tool)
  }
  return { ...kit, others: tools.filter(tool => !taken.has(tool)) }
}

function bestFor(role: Role, tools: readonly OfferedTool[]): Fitted | undefined {
  let best: { readonly fitted: Fitted; readonly score: number } | undefined
  for (const tool of tools) {
    const slots = slotsOf(tool.parameters)
    const score = scoreOf(role, tool, slots)
    if (score > (best?.score ?? 0)) best = { fitted: { tool, slots }, score }
  }
  return best?.fitted
}

/** 0: it does not fit. */
function scoreOf(role: Role, tool: OfferedTool, slots: Fitted['slots']): number {
  const { needs, never, words } = ROLES[role]
  if (needs.some(slot => slots[slot] === undefined) || never.some(slot => slots[slot] !== undefined)) return 0
  const filled = new Set<string | undefined>(
    role === 'list' ? [slots.path, slots.folder] : needs.map(slot => slots[slot]),
  )
  if (tool.parameters.some(({ name, required }) => required && !filled.has(name))) return 0
  const [inName, inAbout] = [stemsOf(splitName(tool.name)), stemsOf(tool.about)]
  if (ELSEWHERE.some(word => inName.includes(word) || inAbout.includes(word))) return 0
  if (!TELLING[role].some(word => inName.includes(word) || inAbout.includes(word))) return 0
  return words.reduce((sum, word) => sum + (inName.includes(word) ? 3 : 0) + (inAbout.includes(word) ? 1 : 0), 1)
}

/** The first parameter of a kind counts, the required ones before the others. */
function slotsOf(parameters: readonly Parameter[]): Fitted['slots'] {
  const slots: Partial<Record<Slot, string>> = {}
  for (const parameter of [
    ...parameters.filter(({ required }) => required),
    ...parameters.filter(({ required }) => !required),
  ]) {
    const slot = slotOf(parameter)
    if (slot !== undefined) slots[slot] ??= parameter.name
  }
  return slots
}

const WHOLE = /^(?:integer|number)/

type SlotRule = readonly [Slot, (type: string) => boolean, RegExp]
const isText = (type: string): boolean => /^(?:string|any)/.test(type)
const isNumber = (type: string): boolean => WHOLE.test(type)
const isFlag = (type: string): boolean => type.startsWith('boolean')

/** By name, in this order; names are split into words before. */
const SLOTS: readonly SlotRule[] = [
  ['old', isText, /^(?:old|before|original|from)(?: |$)|^find$/],
  ['fresh', isText, /^(?:new|after|replacement|replace with|to)(?: |$)/],
  ['glob', isText, /\b(?:glob|include)\b/],
  ['query', isText, /\b(?:query|search|term|terms|keyword|keywords|phrase|needle|criteria|pattern)\b|^q$/],
  ['folder', isText, /\b(?:folder|directory|dir)\b/],
  ['path', isText, /\b(?:path|file|filename|document|doc)\b/],
  ['content', isText, /\b(?:content|contents|body|text)\b/],
  ['depth', isNumber, /\b(?:depth|level|levels)\b/],
  ['start', isNumber, /\bstart line\b|\bline start\b/],
  ['all', isFlag, /\ball\b/],
]

function slotOf({ name, type, about }: Parameter): Slot | undefined {
  const words = splitName(name)
  const slot = SLOTS.find(([, fits, pattern]) => fits(type) && pattern.test(words))?.[0]
  return slot === 'path' && /^folder\b/i.test(about) ? 'folder' : slot
}

/** `startLine`, `start-line` and `start_line` are the same two words. */
const splitName = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_.-]+/g, ' ')
    .toLowerCase()
