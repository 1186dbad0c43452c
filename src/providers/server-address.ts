import type { Environment } from '../core/index.ts'
import type { ServerKind } from './model-spec.ts'

export const OLLAMA_PORT = 11_434
const OLLAMA_DEFAULT = `http://127.0.0.1:${OLLAMA_PORT}`

/** Ollama's address by OLLAMA_HOST. The variable also tells a server where to listen, so 0.0.0.0 means this machine. */
export function ollamaAddress(environment: Environment): string {
  const host = (environment['OLLAMA_HOST'] ?? '').trim().replace(/^["']|["']$/g, '')
  if (host === '') return OLLAMA_DEFAULT
  const hasScheme = /^https?:\/\//i.test(host)
  const written = hasScheme ? host : `http://${/^:\d/.test(host) ? `127.0.0.1${host}` : bracketed(host)}`
  if (!URL.canParse(written)) return OLLAMA_DEFAULT
  const url = new URL(written)
  const name = LISTENS_EVERYWHERE.get(url.hostname) ?? url.hostname
  const port = url.port || (hasScheme || /:(80|443)\/?$/.test(written) ? '' : String(OLLAMA_PORT))
  return trimAddress(`${url.protocol}//${name}${port === '' ? '' : `:${port}`}${url.pathname}`)
}

const LISTENS_EVERYWHERE: ReadonlyMap<string, string> = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['[::]', '[::1]'],
])
/** An IPv6 address without port is written bare. */
const bracketed = (host: string): string => (/^[0-9a-f]*:[0-9a-f:]*:[0-9a-f:.]*$/i.test(host) ? `[${host}]` : host)

export const trimAddress = (address: string): string => address.trim().replace(/\/+$/, '')

/** The chat completions of every product stand under /v1, whether people write it or not. */
export const versioned = (base: string): string => (/\/v\d+$/.test(base) ? base : `${base}/v1`)
/** The server itself, without the version: where a product's own endpoints are. */
export const unversioned = (base: string): string => base.replace(/\/v\d+$/, '')

/** How to start a server that does not answer. */
export function startHint(kind: ServerKind | 'url', name: string): string {
  switch (kind) {
    case 'ollama':
      return 'Start it with: ollama serve'
    case 'lmstudio':
      return 'Start it with: lms server start'
    case 'llamacpp':
      return 'Start it with: llama-server -m MODEL.gguf --port 8080'
    case 'vllm':
      return `Start it with: vllm serve ${name}`
    case 'openai':
      return 'Check the connection to the internet, then run: countersign doctor'
    case 'url':
      return 'Start the server there, then run: countersign doctor'
  }
}

/** How to get a model that the server does not have. */
export function fetchHint(kind: ServerKind | 'url', name: string): string {
  switch (kind) {
    case 'ollama':
      return `Fetch it with: ollama pull ${name}`
    case 'lmstudio':
      return `Fetch it with: lms get ${name}`
    case 'llamacpp':
      return 'Start the server with it: llama-server -m MODEL.gguf'
    case 'vllm':
      return `Start the server with it: vllm serve ${name}`
    case 'openai':
    case 'url':
      return 'Use a name that the server lists.'
  }
}
