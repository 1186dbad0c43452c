import type { Model, Result } from '../core/index.ts'
import type { Abilities, SaveAbilities } from './abilities.ts'
import type { ServerConnection } from './http/connection.ts'
import type { ProviderValues } from './settings.ts'

/** What every kind of server is opened with. */
export type ServerContext = {
  readonly connection: ServerConnection
  readonly settings: ProviderValues
  readonly signal: AbortSignal
}

/** One kind of server: how to find out what a model there can do, and how to ask it. */
export interface ServerProduct {
  readonly probe: (context: ServerContext) => Promise<Result<Abilities>>
  /** Without `save` a probe asks. */
  readonly create: (context: ServerContext, abilities: Abilities, save?: SaveAbilities) => Model
}
