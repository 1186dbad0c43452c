import { type Clock, type JsonObject, type Model, type Result, hashJson, succeed } from '../core/index.ts'
import { type Abilities, fromJson, toJson } from './abilities.ts'
import { type Endpoint, resolveEndpoint } from './endpoint.ts'
import { limitsOf } from './http/connection.ts'
import { type Send, openSend } from './http/send.ts'
import { type ModelSpec, type ServerSpec, parseModelSpec } from './model-spec.ts'
import type { Opening, Product } from './opening.ts'
import type { Environment } from './server-address.ts'
import type { ProviderValues } from './settings.ts'

/** Keeps what probes found out. Neither may reject: what cannot be read is asked again, and what cannot be kept is lost. */
export interface ProbeCache {
  get(key: string): Promise<JsonObject | undefined>
  put(key: string, value: JsonObject, ttlMs: number): Promise<void>
}

export type OpenModelOptions = {
  /** By which requests are sent; over connections of its own unless told. */
  readonly send?: Send
  readonly clock: Clock
  readonly environment: Environment
  /** Without one every opening probes anew. */
  readonly cache?: ProbeCache
  readonly settings: ProviderValues
  /** The text of a script file; how paths are meant is the caller's affair. */
  readonly readScript: (file: string) => Promise<Result<string>>
  /** The built-in one unless told; its code is loaded when it is asked for. */
  readonly openDemo?: () => Model | Promise<Model>
  /** Between 0 and 1; decides how long to wait before another attempt. */
  readonly random?: () => number
  /** Stops the probe; a model that was opened is stopped by the signal of each request. */
  readonly signal: AbortSignal
}

/** Makes a model of the words that name one. Only the code for its own kind of server is loaded. */
export async function openModel(spec: string | ModelSpec, options: OpenModelOptions): Promise<Result<Model>> {
  const parsed = typeof spec === 'string' ? parseModelSpec(spec) : succeed(spec)
  if (!parsed.ok) return parsed
  switch (parsed.value.kind) {
    case 'demo':
      return succeed(await (options.openDemo ?? builtIn)())
    case 'scripted':
      return openScript(parsed.value, options)
    default:
      return openServer(parsed.value, options)
  }
}

const builtIn = async (): Promise<Model> => (await import('./demo/index.ts')).openDemo()

async function openScript(
  { file, id }: Extract<ModelSpec, { kind: 'scripted' }>,
  { readScript }: OpenModelOptions,
): Promise<Result<Model>> {
  const text = await readScript(file)
  if (!text.ok) return text
  const { parseScript, scripted } = await import('./scripted.ts')
  const replies = parseScript(text.value)
  return replies.ok ? succeed(scripted(replies.value, { id })) : replies
}

async function openServer(spec: ServerSpec, options: OpenModelOptions): Promise<Result<Model>> {
  const { settings, environment, clock, signal, random = Math.random } = options
  const endpoint = resolveEndpoint(spec, settings, environment)
  if (!endpoint.ok) return endpoint
  const send = options.send ?? (await openSend(endpoint.value.base))
  const opening: Opening = { connection: { endpoint: endpoint.value, send, clock, limits: limitsOf(settings), random }, settings, signal }
  const product = await loadProduct(spec.kind)
  const store = cacheFor(endpoint.value, options)
  const known = await store.get()
  const abilities = known ? succeed(known) : await product.probe(opening)
  if (!abilities.ok) return abilities
  if (!known) await store.put(abilities.value)
  return succeed(product.create(opening, abilities.value, store.put))
}

async function loadProduct(kind: ServerSpec['kind']): Promise<Product> {
  return kind === 'ollama' ? (await import('./ollama/index.ts')).ollama : (await import('./chat-completions/index.ts')).chatCompletions
}

type AbilityStore = { readonly get: () => Promise<Abilities | undefined>; readonly put: (abilities: Abilities) => Promise<void> }

const CACHE_VERSION = 1
const HOUR_MS = 3_600_000

/** The name in the cache holds no key, and differs for another server, another model and another form of what is kept. */
function cacheFor({ kind, base, name }: Endpoint, { cache, settings }: OpenModelOptions): AbilityStore {
  const key = `model-abilities-${hashJson([CACHE_VERSION, kind, base, name])}`
  return {
    get: async () => fromJson(await cache?.get(key)),
    put: async abilities => cache?.put(key, toJson(abilities), settings.probe_hours * HOUR_MS),
  }
}
