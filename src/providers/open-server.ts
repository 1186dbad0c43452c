import { type Model, type Result, hashJson, succeed } from '../core/index.ts'
import { type Abilities, fromJson, toJson } from './abilities.ts'
import { type Endpoint, resolveEndpoint } from './endpoint.ts'
import { serverLimits } from './http/connection.ts'
import { openHttpClient } from './http/http-client.ts'
import type { ServerSpec } from './model-spec.ts'
import type { OpenModelOptions } from './open-model-options.ts'
import type { ServerContext, ServerProduct } from './server-product.ts'

/** Asks the server what it can do, unless that is known, and makes a model of it. */
export async function openServer(spec: ServerSpec, options: OpenModelOptions): Promise<Result<Model>> {
  const { settings, environment, clock, signal, random = Math.random } = options
  const endpoint = resolveEndpoint(spec, settings, environment)
  if (!endpoint.ok) return endpoint
  const proxyPrivateServers = settings.proxy_private_servers
  const send = options.send ?? (await openHttpClient({ environment, proxyPrivateServers }))
  const context: ServerContext = {
    connection: { endpoint: endpoint.value, send, clock, limits: serverLimits(settings), random },
    settings,
    signal,
  }
  const product = await loadProduct(spec.kind)
  const store = cacheFor(endpoint.value, options)
  const known = await store.get()
  const abilities = known ? succeed(known) : await product.probe(context)
  if (!abilities.ok) return abilities
  if (!known) await store.put(abilities.value)
  return succeed(product.create(context, abilities.value, store.put))
}

async function loadProduct(kind: ServerSpec['kind']): Promise<ServerProduct> {
  return kind === 'ollama'
    ? (await import('./ollama/index.ts')).ollama
    : (await import('./chat-completions/index.ts')).chatCompletions
}

type AbilityStore = {
  readonly get: () => Promise<Abilities | undefined>
  readonly put: (abilities: Abilities) => Promise<void>
}

const CACHE_VERSION = 1
const HOUR_MS = 3_600_000

/** The name in the cache holds no key. It differs for each server, model and version of what is kept. */
function cacheFor({ kind, base, name }: Endpoint, { cache, settings }: OpenModelOptions): AbilityStore {
  const key = `model-abilities-${hashJson([CACHE_VERSION, kind, base, name])}`
  return {
    get: async () => fromJson(await cache?.get(key)),
    put: async abilities => cache?.put(key, toJson(abilities), settings.probe_hours * HOUR_MS),
  }
}
