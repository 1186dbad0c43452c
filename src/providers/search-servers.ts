import {
  type Environment,
  type Json,
  type JsonObject,
  fault,
  isJsonList,
  isJsonObject,
  parseJsonText,
  textOf,
} from '../core/index.ts'
import { findModel, isList, modelsIn } from './chat-completions/listed-models.ts'
import { countOf } from './http/count.ts'
import { type SendRequest, isOk, openHttpClient, readBodyText } from './http/http-client.ts'
import { startDeadlines } from './http/deadlines.ts'
import type { ServerKind } from './model-spec.ts'
import { OLLAMA_PORT, ollamaAddress, startHint, trimAddress, unversioned } from './server-address.ts'
import type { ProviderValues } from './settings.ts'

export type FoundModel = { readonly name: string; readonly sizeBytes?: number; readonly contextTokens?: number }
export type FoundServer = {
  readonly kind: Extract<ServerKind, 'ollama' | 'lmstudio' | 'llamacpp'>
  readonly address: string
  readonly models: readonly FoundModel[]
}

export type FindOptions = {
  readonly send?: SendRequest
  readonly environment: Environment
  /** The addresses that the person has set; by default the usual ones. */
  readonly settings?: ServerAddresses
  readonly signal: AbortSignal
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 1_000 // a server on the same machine answers in a few milliseconds

/**
 * Looks where model servers listen, by the person's settings or as usual, all at once. What does not answer like one
 * is left out, and no key is sent.
 * An address of the settings is the one by which a model of that kind is opened, so no other is looked at.
 */
export async function searchServers(options: FindOptions): Promise<readonly FoundServer[]> {
  const { environment, settings } = options
  const proxyPrivateServers = settings?.proxy_private_servers ?? false
  const fetchJson = createFetchJson(
    options.send ?? (await openHttpClient({ environment, proxyPrivateServers })),
    options,
  )
  const found = await Promise.all(
    placesToSearch(options).map(({ kind, address }) => FIND_BY_KIND[kind](address, fetchJson)),
  )
  return found.filter(server => server !== undefined)
}

/** Where a server could listen, whether one does or not. */
export type ServerPlace = Pick<FoundServer, 'kind' | 'address'> & {
  /** The product's name. */
  readonly title: string
  /** The command that starts it. */
  readonly start: string
}

/** In the order in which they are looked at. */
export function placesToSearch({
  environment,
  settings = USUAL,
}: Pick<FindOptions, 'environment' | 'settings'>): readonly ServerPlace[] {
  return [
    ...ollamasOf(settings, environment).map(address => placeOf('ollama', address)),
    placeOf('lmstudio', unversioned(trimAddress(settings.lmstudio_url))),
    placeOf('llamacpp', unversioned(trimAddress(settings.llamacpp_url))),
  ]
}

const TITLES: Readonly<Record<FoundServer['kind'], string>> = {
  ollama: 'Ollama',
  lmstudio: 'LM Studio',
  llamacpp: 'llama.cpp',
}

const placeOf = (kind: FoundServer['kind'], address: string): ServerPlace => ({
  kind,
  address,
  title: TITLES[kind],
  start: startHint(kind, ''),
})

export type ServerAddresses = Pick<ProviderValues, 'ollama_url' | 'lmstudio_url' | 'llamacpp_url'> &
  Partial<Pick<ProviderValues, 'proxy_private_servers'>>

const USUAL: ServerAddresses = {
  ollama_url: '',
  lmstudio_url: 'http://127.0.0.1:1234',
  llamacpp_url: 'http://127.0.0.1:8080',
}

function ollamasOf({ ollama_url: own }: ServerAddresses, environment: Environment): readonly string[] {
  const named = trimAddress(own)
  return named === '' ? [...new Set([ollamaAddress(environment), `http://127.0.0.1:${OLLAMA_PORT}`])] : [named]
}

/** The JSON at an address; undefined for whatever else happens. */
type FetchJson = (url: string) => Promise<Json | undefined>

const MAX_BYTES = 4 * 1_024 * 1_024

function createFetchJson(send: SendRequest, { signal, timeoutMs = TIMEOUT_MS }: FindOptions): FetchJson {
  return async url => {
    const late = fault('model_timeout', `${url} does not answer.`)
    const deadlines = startDeadlines(signal, { milliseconds: timeoutMs, late })
    try {
      const answer = await send({ url }, deadlines.signal)
      return isOk(answer) ? parseJsonText((await readBodyText(answer.body, MAX_BYTES)) ?? '') : undefined
    } catch {
      return undefined
    } finally {
      deadlines.stop()
    }
  }
}

async function findOllama(address: string, fetchJson: FetchJson): Promise<FoundServer | undefined> {
  const tags = await fetchJson(`${address}/api/tags`)
  const list = isJsonObject(tags) ? tags['models'] : undefined
  if (!isJsonList(list)) return undefined
  const models = list.filter(isJsonObject).map(model => ({ name: textOf(model['name']), ...sized(model['size']) }))
  return { kind: 'ollama', address, models: models.filter(({ name }) => name !== '') }
}

async function findLmStudio(address: string, fetchJson: FetchJson): Promise<FoundServer | undefined> {
  const [own, common] = await Promise.all([fetchJson(`${address}/api/v0/models`), fetchJson(`${address}/v1/models`)])
  const list = [own, common].find(isList)
  if (list === undefined) return undefined
  const models = modelsIn(list).map(model => ({
    name: textOf(model['id']),
    ...windowed(model['loaded_context_length'] ?? model['max_context_length']),
  }))
  return { kind: 'lmstudio', address, models }
}

/** Many programs listen on this port, so only what describes itself as llama-server does is one. */
async function findLlamaServer(address: string, fetchJson: FetchJson): Promise<FoundServer | undefined> {
  const [props, list] = await Promise.all([fetchJson(`${address}/props`), fetchJson(`${address}/v1/models`)])
  const settings = isJsonObject(props) ? props['default_generation_settings'] : undefined
  if (!isJsonObject(props) || !isJsonObject(settings)) return undefined
  const listed = modelsIn(list)
  const name = textOf(listed[0]?.['id']) || (textOf(props['model_path']).split(/[/\\]/).at(-1) ?? '')
  const meta = findModel(listed, name)?.['meta']
  const size: JsonObject = isJsonObject(meta) ? meta : {}
  return { kind: 'llamacpp', address, models: [{ name, ...sized(size['size']), ...windowed(settings['n_ctx']) }] }
}

const sized = (size: Json | undefined): { readonly sizeBytes?: number } => {
  const sizeBytes = countOf(size)
  return sizeBytes === undefined ? {} : { sizeBytes }
}
const windowed = (size: Json | undefined): { readonly contextTokens?: number } => {
  const contextTokens = countOf(size)
  return contextTokens === undefined ? {} : { contextTokens }
}

type FindServer = (address: string, fetchJson: FetchJson) => Promise<FoundServer | undefined>
const FIND_BY_KIND: Readonly<Record<FoundServer['kind'], FindServer>> = {
  ollama: findOllama,
  lmstudio: findLmStudio,
  llamacpp: findLlamaServer,
}
