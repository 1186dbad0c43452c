import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { BlockList, isIP } from 'node:net'
import type { Environment } from '../../core/index.ts'

export type ProxyOptions = {
  /** Names the proxies for servers that are neither on this machine nor in a private network. */
  readonly environment: Environment
  /** The others are reached through the proxies, too. */
  readonly proxyPrivateServers?: boolean
}

/** It is asked for every server whose name does not stand in `noProxy`. */
type Proxy = { readonly address: string; readonly noProxy: string }
type ProxyVariable = 'HTTP_PROXY' | 'HTTPS_PROXY'

/** The proxy for one server, undefined where there is none. Small letters come first; http needs no scheme. */
export async function proxyFor(url: URL, options: ProxyOptions, signal: AbortSignal): Promise<Proxy | undefined> {
  const { environment, proxyPrivateServers = false } = options
  const read = (name: string): string => environment[name.toLowerCase()]?.trim() || environment[name]?.trim() || ''
  const variable: ProxyVariable = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY'
  const value = read(variable)
  if (value === '' || (!proxyPrivateServers && (await isPrivateServer(url, signal)))) return undefined
  const address = value.includes('://') ? value : `http://${value}`
  if (!isProxyAddress(address)) throw new ProxyUnreadable(variable)
  return { address, noProxy: read('NO_PROXY') }
}

function isProxyAddress(address: string): boolean {
  try {
    const { protocol, username, password } = new URL(address)
    decodeURIComponent(username + password) // it is sent decoded
    return protocol === 'http:' || protocol === 'https:'
  } catch {
    return false
  }
}

/** The environment names a proxy that cannot be used. Its value is not shown: it may hold a password. */
export class ProxyUnreadable extends Error {
  constructor(variable: ProxyVariable) {
    super(`The environment's ${variable} is not an http or https address.`)
  }
}

/** No answer came, and the reason may be the proxy. Its address is not named: it may hold a password. */
export class ProxyFailure extends Error {
  constructor(cause: unknown) {
    super('asked with HTTP_PROXY, HTTPS_PROXY and NO_PROXY of the environment', { cause })
  }
}

const PRIVATE_RANGES: readonly (readonly [network: string, prefix: number, family: 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['::', 127, 'ipv6'], // unspecified, and loopback
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
]

const privateAddresses = new BlockList()
for (const [network, prefix, family] of PRIVATE_RANGES) privateAddresses.addSubnet(network, prefix, family)

const isPrivateAddress = (address: string): boolean =>
  privateAddresses.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** No proxy knows such names: those without a dot, and those that are kept for machines nearby. */
const NEARBY_NAME = /^[^.]+$|\.(?:localhost|local|lan|internal|home\.arpa)$/

/**
 * Is the server on this machine or in a private network? A proxy would reach another server at that address.
 * Rejects where the name cannot be looked up just now: the server may be one that a proxy must not hear of.
 */
export async function isPrivateServer({ hostname }: URL, signal: AbortSignal): Promise<boolean> {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return isPrivateAddress(host)
  if (NEARBY_NAME.test(host.replace(/\.$/, ''))) return true
  const addresses = await Promise.race([addressesOf(host), once(signal, 'abort').then(() => [])])
  return addresses.some(isPrivateAddress)
}

/** Empty if there is no such name here: then only the proxy may know it. */
async function addressesOf(host: string): Promise<readonly string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address)
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOTFOUND') return []
    throw new ProxyFailure(thrown)
  }
}
