import { CAPABILITIES, type Capability, isCapability, type Profile } from '../../../core/index.ts'
import type { ToolPolicy } from '../../../runtime/index.ts'
import { usageFailure } from '../failure.ts'
import type { PlaceFlags } from '../open-runtime.ts'
import type { MarkFlags } from './marks.ts'

/** Flags of `ask` and `chat`. */
export type TurnFlags = PlaceFlags &
  MarkFlags & {
    readonly model?: string
    readonly profile?: Profile
    readonly session?: string
    readonly allow?: readonly string[]
    readonly debugRouting?: boolean
    readonly requireTool?: boolean
    readonly only?: readonly string[]
    /** False with `--no-tools`. */
    readonly tools?: boolean
    readonly quiet?: boolean
    /** The workspace is a copy of the bundled example. */
    readonly example?: boolean
  }

/** Options of every turn of this command. */
export type TurnOrder = {
  readonly profile?: Profile
  readonly allow: readonly Capability[]
  readonly toolPolicy?: ToolPolicy
}

export function turnOptions(flags: TurnFlags): TurnOrder {
  const { profile, allow = [], requireTool, only = [], tools = true } = flags
  if (!tools && (requireTool === true || only.length > 0))
    throw usageFailure('--no-tools cannot be combined with --require-tool or --only.')
  const offered = tools ? only : []
  const toolPolicy: ToolPolicy = {
    ...((!tools || only.length > 0) && { allowedTools: offered }),
    ...(requireTool === true && { requireTool }),
  }
  return {
    ...(profile && { profile }),
    allow: allow.map(capabilityOf),
    ...(Object.keys(toolPolicy).length > 0 && { toolPolicy }),
  }
}

/** The capability that an `--allow` names. */
export function capabilityOf(name: string): Capability {
  if (isCapability(name)) return name
  throw usageFailure(`--allow: unknown capability "${name}". Capabilities: ${CAPABILITIES.join(', ')}, mcp.<server>.`)
}
