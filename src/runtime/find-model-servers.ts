import { type Environment, type FoundServer, findServers } from '../providers/index.ts'

export { type FoundModel, type FoundServer, demoStumbles } from '../providers/index.ts'

export type ServerSearch = { readonly environment: Environment; readonly signal: AbortSignal }

/** The model servers that answer on this machine, with the models that they have. */
export const findModelServers = (search: ServerSearch): Promise<readonly FoundServer[]> => findServers(search)

/** What names the first model that was found. One that only embeds cannot answer. */
export function firstModelOf(servers: readonly FoundServer[]): string | undefined {
  const specs = servers.flatMap(({ kind, models }) => models.flatMap(({ name }) => (/embed/i.test(name) ? [] : [`${kind}:${name}`])))
  return specs[0]
}
