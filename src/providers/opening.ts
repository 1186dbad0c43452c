import type { Model, Result } from '../core/index.ts'
import type { Abilities, Remember } from './abilities.ts'
import type { ServerConnection } from './http/connection.ts'
import type { ProviderValues } from './settings.ts'

/** What every kind of server is opened with. */
export type Opening = {
  readonly connection: ServerConnection
  readonly settings: ProviderValues
  readonly signal: AbortSignal
}

/** One kind of server: how to find out what a model there can do, and how to ask it. */
export interface Product {
  readonly probe: (opening: Opening) => Promise<Result<Abilities>>
  /** Without `remember` it is a probe that asks. */
  readonly create: (opening: Opening, abilities: Abilities, remember?: Remember) => Model
}
