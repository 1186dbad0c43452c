import type { Model, Result } from '../../../core/index.ts'
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
export function serveModels(config: LoadedConfig, cache: OpenProbeCache, flag: string | undefined): ModelSource {
  const setting = config.values['providers.model']
  const named =
    typeof setting === 'string' && setting !== '' ? ({ spec: setting, from: 'setting' } as const) : undefined
  return {
    open: (spec, signal): Promise<Result<Model>> =>
      openChosen(spec, { config, environment: process.env, signal, cache }),
    find: signal => findModelServers({ config, environment: process.env, signal }),
    places: () => modelServerPlaces({ config, environment: process.env }),
    named: flag === undefined ? named : { spec: flag, from: 'flag' },
  }
}

const JUDGES = ['tools.guard', 'tools.adversarial_policy']

/**
 * Opens the models beside the one that answers. A judge without a model of its own uses the one that answers, so that
 * opens too.
 */
export async function openOthers(config: LoadedConfig, source: ModelSource): Promise<RuntimeModels> {
  const judges = JUDGES.some(
    section => config.values[`${section}.enabled`] === true && config.values[`${section}.provider`] === '',
  )
  const main = judges ? (source.named?.spec ?? 'demo') : ''
  const opened = await openModels({ config, environment: process.env, main })
  if (opened.ok) return opened.value
  throw asFailure(opened.error)
}
