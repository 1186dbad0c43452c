import { type Model, type Result, textOf } from '../../../core/index.ts'
import {
  type OpenProbeCache,
  type RuntimeModels,
  findModelServers,
  modelServerPlaces,
  openChosen,
  openModels,
} from '../../../runtime/index.ts'
import type { ModelSource } from '../../http/index.ts'
import type { LoadedConfig } from '../config/load-config.ts'
import { asFailure } from '../open-runtime.ts'

/** The models of the server. Each opens on first use, so that starting the server waits for none. */
export function serveModels(
  live: { readonly config: LoadedConfig },
  cache: OpenProbeCache,
  flag: string | undefined,
): ModelSource {
  const { env: environment } = process
  return {
    open: (spec, signal): Promise<Result<Model>> =>
      openChosen(spec, { config: live.config, environment, signal, cache }),
    find: signal => findModelServers({ config: live.config, environment, signal }),
    places: () => modelServerPlaces({ config: live.config, environment }),
    flag,
    setting: () => modelNamedIn(live.config),
    settings: () => modelSettingsIn(live.config),
  }
}

const modelNamedIn = ({ values }: LoadedConfig): string => textOf(values['providers.model'])

const JUDGES = ['tools.guard', 'tools.adversarial_policy']
const NAMED_ELSEWHERE = new Set([
  ...JUDGES.flatMap(section => [`${section}.enabled`, `${section}.provider`]),
  'router.model',
  'agent.compress_provider',
  'tools.retry.parameter_reformat_provider',
])

/** Everything that decides which models are opened, and how. */
export const modelSettingsIn = ({ values }: LoadedConfig): string =>
  JSON.stringify(Object.entries(values).filter(([key]) => key.startsWith('providers.') || NAMED_ELSEWHERE.has(key)))

/**
 * Opens the models beside the one that answers. A judge without a model of its own uses the one that answers, so that
 * opens too.
 */
export async function openOthers(config: LoadedConfig, flag: string | undefined): Promise<RuntimeModels> {
  const judges = JUDGES.some(
    section => config.values[`${section}.enabled`] === true && config.values[`${section}.provider`] === '',
  )
  const main = judges ? flag || modelNamedIn(config) || 'demo' : ''
  const opened = await openModels({ config, environment: process.env, main })
  if (opened.ok) return opened.value
  throw asFailure(opened.error)
}
