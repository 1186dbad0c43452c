import type { Clock, Environment, JsonObject, Result } from '../core/index.ts'
import type { SendRequest } from './http/http-client.ts'
import type { ProviderValues } from './settings.ts'

/** Keeps what probes found out. Neither may reject: what cannot be read or kept is asked again. */
export interface ProbeCache {
  get(key: string): Promise<JsonObject | undefined>
  put(key: string, value: JsonObject, ttlMs: number): Promise<void>
}

export type OpenModelOptions = {
  /** Sends the requests; by default over connections of its own. */
  readonly send?: SendRequest
  readonly clock: Clock
  readonly environment: Environment
  /** Without one the server is asked each time a model is opened. */
  readonly cache?: ProbeCache
  readonly settings: ProviderValues
  /** Reads a script file; the caller decides how its path is resolved. */
  readonly readScript: (file: string) => Promise<Result<string>>
  /** Between 0 and 1; decides how long to wait before another attempt. */
  readonly random?: () => number
  /** Stops the probe; a model that was opened is stopped by the signal of each request. */
  readonly signal: AbortSignal
}
