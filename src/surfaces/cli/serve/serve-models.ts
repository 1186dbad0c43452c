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

/** Models as the server asks for them: each is opened when somebody first wants it, so that starting waits for nobody. */
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

/** The models beside the one that answers. A judge without a name of its own is the model that answers, so then that one is opened, too. */
export async function openOthers(config: LoadedConfig, source: ModelSource): Promise<RuntimeModels> {
  const judges = JUDGES.some(
    section => config.values[`${section}.enabled`] === true && config.values[`${section}.provider`] === '',
  )
  const main = judges ? (source.named?.spec ?? 'demo') : ''
  const opened = await openModels({ config, environment: process.env, main })
  if (opened.ok) return opened.value
  throw asFailure(opened.error)
}
