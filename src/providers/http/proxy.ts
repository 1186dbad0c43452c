import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { BlockList, isIP } from 'node:net'
import type { Environment } from '../../core/index.ts'

/** The proxies of the environment, as other programs read it; small letters come first. */
export type ProxySettings = { readonly httpProxy: string; readonly httpsProxy: string; readonly noProxy: string }

/** Undefined where no proxy is set. */
export function proxySettings(environment: Environment): ProxySettings | undefined {
  const read = (name: string): string => environment[name.toLowerCase()] || environment[name] || ''
  const settings = { httpProxy: read('HTTP_PROXY'), httpsProxy: read('HTTPS_PROXY'), noProxy: read('NO_PROXY') }
  return settings.httpProxy + settings.httpsProxy === '' ? undefined : settings
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

/** Is the server on this machine or in a private network? A proxy would reach another server at that address. */
export async function isPrivateServer({ hostname }: URL, signal: AbortSignal): Promise<boolean> {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return isPrivateAddress(host)
  if (/(?:^|\.)localhost\.?$/.test(host)) return true
  const addresses = await Promise.race([addressesOf(host), once(signal, 'abort').then(() => [])])
  return addresses.some(isPrivateAddress)
}

/** Empty if the name cannot be resolved here: then only the proxy may know it. */
async function addressesOf(host: string): Promise<readonly string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address)
  } catch {
    return []
  }
}
