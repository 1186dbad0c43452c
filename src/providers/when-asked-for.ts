import type { Model, Result } from '../core/index.ts'
import type { FindOptions, FoundServer, ServerPlace } from './find-servers.ts'

// Whoever names a model needs none of them.

export const findServers = async (options: FindOptions): Promise<readonly FoundServer[]> =>
  (await import('./find-servers.ts')).findServers(options)

export const serverPlaces = async (
  options: Pick<FindOptions, 'environment' | 'settings'>,
): Promise<readonly ServerPlace[]> => (await import('./find-servers.ts')).serverPlaces(options)

/** A language model of the AI SDK; see `fromAiSdk`. */
export const openAiSdkModel = async (model: object): Promise<Result<Model>> =>
  (await import('./ai-sdk.ts')).fromAiSdk(model)
