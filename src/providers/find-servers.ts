import type { Model, Result } from '../core/index.ts'
import type { FindOptions, FoundServer, ServerPlace } from './search-servers.ts'

// These load their code when they are called: a program that names its model needs none of them.

export const findServers = async (options: FindOptions): Promise<readonly FoundServer[]> =>
  (await import('./search-servers.ts')).searchServers(options)

export const serverPlaces = async (
  options: Pick<FindOptions, 'environment' | 'settings'>,
): Promise<readonly ServerPlace[]> => (await import('./search-servers.ts')).placesToSearch(options)

/** A language model of the AI SDK; see `fromAiSdk`. */
export const openAiSdkModel = async (model: object): Promise<Result<Model>> =>
  (await import('./ai-sdk.ts')).fromAiSdk(model)
