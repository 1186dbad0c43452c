import type { OfferedTool } from '../prompt/offered-tool.ts'
import type { PlannedCall } from './planned-call.ts'
import type { Seen } from './seen.ts'
import type { Kit } from './tool-roles.ts'
import type { Wish } from '../understand/wish.ts'

type Use = Extract<Wish, { kind: 'use' }>

/** The tool that takes a command or an address, once. */
export function planUse({ slot, value }: Use, seen: readonly Seen[], kit: Kit): PlannedCall | undefined {
  const tool = seen.length === 0 ? toolFor(slot, kit) : undefined
  return tool && { tool, role: 'other', args: { [slot]: value } }
}

export const toolFor = (slot: Use['slot'], { others }: Kit): OfferedTool | undefined =>
  others.find(({ parameters }) => parameters.some(({ name, required }) => name === slot && required))
