import type { Json, JsonObject } from '../../../core/index.ts'
import type { OfferedTool } from '../prompt/offered-tool.ts'
import type { Fitted, Kit, Role, Slot } from './tool-roles.ts'

/** A call that the model has decided on, before it is written. */
export type PlannedCall = { readonly tool: OfferedTool; readonly role: Role | 'other'; readonly args: JsonObject }

type Values = Readonly<Partial<Record<Slot, Json>>>

/** Undefined when nothing of that kind is offered. What the tool has no place for is left out. */
function callOf(kit: Kit, role: Role, values: Values): PlannedCall | undefined {
  const fitted = kit[role]
  return fitted === undefined ? undefined : { tool: fitted.tool, role, args: argumentsOf(fitted, values) }
}

function argumentsOf({ slots }: Fitted, values: Values): JsonObject {
  const args: Record<string, Json> = {}
  for (const [slot, value] of Object.entries(values)) {
    const name = nameOf(slots, slot)
    if (name !== undefined) args[name] = value
  }
  return args
}

/** A tool may take the folder as its path, or the path as its folder. */
function nameOf(slots: Fitted['slots'], slot: string): string | undefined {
  if (slot === 'folder') return slots.folder ?? slots.path
  if (slot === 'path') return slots.path ?? slots.folder
  return isSlot(slot) ? slots[slot] : undefined
}

const SLOTS: readonly string[] = ['query', 'glob', 'depth', 'start', 'content', 'old', 'fresh', 'all'] satisfies Slot[]
const isSlot = (name: string): name is Slot => SLOTS.includes(name)

export const searchCall = (kit: Kit, query: string): PlannedCall | undefined =>
  callOf(kit, 'search', { query: query.slice(0, 200) })

export const readCall = (kit: Kit, path: string, start?: number): PlannedCall | undefined =>
  callOf(kit, 'read', { path, ...(start !== undefined && { start }) })

export const writeCall = (kit: Kit, path: string, content: string): PlannedCall | undefined =>
  callOf(kit, 'write', { path, content })

export type Replacement = {
  readonly path: string
  readonly old: string
  readonly fresh: string
  readonly everywhere: boolean
}

export const editCall = (kit: Kit, { path, old, fresh, everywhere }: Replacement): PlannedCall | undefined =>
  callOf(kit, 'edit', { path, old, fresh, ...(everywhere && { all: true }) })

/** One folder. */
export const listCall = (kit: Kit, folder?: string): PlannedCall | undefined =>
  callOf(kit, 'list', folder === undefined ? neededFolder(kit) : { folder })

/** All that lies below, if the tool can show that. */
export function listAllCall(kit: Kit, folder?: string): PlannedCall | undefined {
  const deep = kit.list?.slots.glob === undefined ? { depth: 8 } : { glob: '**/*' }
  return callOf(kit, 'list', { ...(folder === undefined ? neededFolder(kit) : { folder }), ...deep })
}

/** Some tools must be told even that the whole workspace is meant. */
function neededFolder(kit: Kit): Values {
  const isNeeded = kit.list?.tool.parameters.some(({ required }) => required) === true
  return isNeeded ? { folder: '.' } : {}
}
