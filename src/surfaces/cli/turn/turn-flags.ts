import { CAPABILITIES, type Capability, isCapability, type Profile } from '../../../core/index.ts'
import type { ToolPolicy } from '../../../runtime/index.ts'
import { usageFailure } from '../failure.ts'
import type { PlaceFlags } from '../open-runtime.ts'
import type { MarkFlags } from './marks.ts'

/** What `ask` and `chat` both take. */
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

/** How every turn of this command is taken. */
export type TurnOptions = {
  readonly profile?: Profile
  readonly allow: readonly Capability[]
  readonly toolPolicy?: ToolPolicy
}

export function turnOptions(flags: TurnFlags): TurnOptions {
  const { profile, allow = [], requireTool, only = [], tools = true } = flags
  if (!tools && (requireTool === true || only.length > 0))
    throw usageFailure('--no-tools cannot stand beside --require-tool or --only.')
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

/** What `--allow` names. */
export function capabilityOf(name: string): Capability {
  if (isCapability(name)) return name
  throw usageFailure(`--allow: "${name}" is no capability. Capabilities: ${CAPABILITIES.join(', ')}, mcp.<server>.`)
}
