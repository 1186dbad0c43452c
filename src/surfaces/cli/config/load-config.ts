import { CountersignError, fault } from '../../../core/index.ts'
import {
  configError,
  type Loosening,
  type MergedConfig,
  mergeLayers,
  storedTrust,
  wouldLoosen,
} from '../../../runtime/index.ts'
import { EXIT, Failure } from '../failure.ts'
import { processSurroundings, stateFolder } from '../find-workspace.ts'
import { type ConfigRequest, type ConfigSources, readSources } from './read-sources.ts'

export type LoadedConfig = MergedConfig &
  Pick<ConfigSources, 'workspace' | 'state' | 'trust' | 'trustRecord' | 'warnings'>

/** The configuration in force. Any problem in any source ends with exit code 3, and all problems are reported. */
export async function loadConfig(request: ConfigRequest): Promise<LoadedConfig> {
  const sources = await soundSources(request)
  const { workspace, state, trust, trustRecord, warnings } = sources
  return { ...mergeLayers(sources.shape, sources.layers), workspace, state, trust, trustRecord, warnings }
}

export type TrustView = Pick<ConfigSources, 'workspace' | 'trust' | 'trustRecord'> & {
  readonly loosens: readonly Loosening[]
}

/** What a person needs to see before trusting a workspace: its files, and what they would change. */
export async function viewTrust(request: ConfigRequest): Promise<TrustView> {
  const { shape, layers, workspace, trust, trustRecord } = await soundSources(request)
  return { workspace, trust, trustRecord, loosens: wouldLoosen(shape, layers) }
}

async function soundSources(request: ConfigRequest): Promise<ConfigSources> {
  const sources = await readSources(request)
  if (sources.problems.length > 0) throw toConfigFailure(configError(sources.problems))
  return sources
}

/** Gives an invalid configuration its own exit code. */
export function toConfigFailure(thrown: unknown): unknown {
  return thrown instanceof CountersignError ? new Failure(fault(thrown.code, thrown.message), EXIT.config) : thrown
}

/** Only the state folder knows whether the workspace is trusted. */
export const trustRequest = (): Pick<ConfigRequest, 'storedTrust'> => ({
  storedTrust: workspace => storedTrust(stateFolder(processSurroundings()), workspace),
})
