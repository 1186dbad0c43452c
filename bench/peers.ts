import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Makes a value of one piece of JSON-like text, or throws. Some are asynchronous. */
export type Parse = (text: string) => unknown
export type Peer = { readonly name: string; readonly parse: Parse }

type JsonRepair = { jsonrepair: (text: string) => string }
type BestEffort = { parse: Parse; disableErrorLogging: () => void }
type PartialJson = { parse: (text: string, allow: number) => unknown; Allow: { ALL: number } }
type Ai = { parsePartialJson: (text: string) => Promise<{ value: unknown }> }

/** From a package, loaded without its types because it is installed for the benches only, to a function that parses. */
const JSON_PEERS: Readonly<Record<string, (module: unknown) => Parse>> = {
  jsonrepair: module => {
    const { jsonrepair } = module as JsonRepair
    return text => JSON.parse(jsonrepair(text))
  },
  'best-effort-json-parser': module => {
    const { parse, disableErrorLogging } = module as BestEffort
    disableErrorLogging()
    Object.assign(parse, { onExtraToken: () => undefined }) // it would write this to the console as well
    return parse
  },
  'partial-json': module => {
    const { parse, Allow } = module as PartialJson
    return text => parse(text, Allow.ALL)
  },
  ai: module => {
    const { parsePartialJson } = module as Ai
    return async text => (await parsePartialJson(text)).value
  },
}

export const jsonParse: Parse = text => JSON.parse(text)

/** The readers of broken or partial JSON that run here. */
export async function loadJsonPeers(names: readonly string[] = Object.keys(JSON_PEERS)): Promise<readonly Peer[]> {
  const peers: Peer[] = []
  for (const name of names) {
    const module = await loadPeer(name)
    const parse = module === undefined ? undefined : JSON_PEERS[name]?.(module)
    if (parse !== undefined) peers.push({ name: nameOf(name), parse })
  }
  return peers
}

/** Undefined, with a word on the console, when it is not installed or does not run here. */
export async function loadPeer(name: string): Promise<unknown> {
  try {
    return await import(name)
  } catch {
    console.log(`${name}: not available on this machine\n`)
    return undefined
  }
}

/** With its version, and what of it is used if that is not plain. */
export function nameOf(name: string): string {
  const { version }: { version: string } = JSON.parse(
    readFileSync(join(import.meta.dirname, 'node_modules', name, 'package.json'), 'utf8'),
  )
  return `${name} ${version}${name === 'ai' ? ' parsePartialJson' : ''}`
}
