import { CAPABILITIES, type Capability, isCapability } from '../../../core/index.ts'
import { usageFailure } from '../failure.ts'

/** What `--allow` names. */
export function capabilityOf(name: string): Capability {
  if (isCapability(name)) return name
  throw usageFailure(`--allow: "${name}" is no capability. Capabilities: ${CAPABILITIES.join(', ')}, mcp.<server>.`)
}
