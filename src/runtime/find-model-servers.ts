import { type FoundServer, type ServerPlace, findServers, providersSection, serverPlaces } from '../providers/index.ts'
import type { Environment } from '../core/index.ts'
import { type MergedConfig, valuesOf } from './config/index.ts'

export { type FoundModel, type FoundServer, type ServerPlace } from '../providers/index.ts'

type ServerSearch = {
  readonly config: MergedConfig
  readonly environment: Environment
  readonly signal: AbortSignal
}

/** The model servers that answer on this machine, or where the configuration says, with the models that they have. */
export const findModelServers = ({ config, ...search }: ServerSearch): Promise<readonly FoundServer[]> =>
  findServers({ ...search, settings: valuesOf(config, providersSection) })

/** Where they are looked for, found or not. */
export const modelServerPlaces = ({
  config,
  environment,
}: Omit<ServerSearch, 'signal'>): Promise<readonly ServerPlace[]> =>
  serverPlaces({ environment, settings: valuesOf(config, providersSection) })

/** What names the first model that was found. One that only embeds cannot answer. */
export function firstModelOf(servers: readonly FoundServer[]): string | undefined {
  const specs = servers.flatMap(({ kind, models }) =>
    models.flatMap(({ name }) => (/embed/i.test(name) ? [] : [`${kind}:${name}`])),
  )
  return specs[0]
}
