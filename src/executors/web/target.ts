import { type Result, fail, succeed } from '../../core/index.ts'
import { isAddress, whyNotPublic } from './address.ts'
import { type HostPattern, type HostPort, bareHost, matchesHost } from './host-pattern.ts'

/** What may be fetched, as far as the words of a URL can say. */
export type WebRules = {
  readonly ports: readonly number[]
  /** The person's own hosts, which may lie in a private network. */
  readonly allow: readonly HostPattern[]
  readonly deny: readonly HostPattern[]
}

/** A URL that may be tried; who answers under its name is checked when it is connected. */
export type WebTarget = HostPort & {
  readonly url: URL
  /** The person has named this host, so it may be one of a private network. */
  readonly own: boolean
}

const MAX_URL = 4_096
const MAX_NAME = 253
const LOCAL_NAMES = /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home|corp|private|home\.arpa)$/

/** All refusals that need no look-up of a name, in whatever form the address is written. */
export function readTarget(written: string, rules: WebRules): Result<WebTarget> {
  const url = readUrl(written)
  if (!url.ok) return url
  const host = bareHost(url.value.hostname)
  const place = { host, port: Number(url.value.port || (url.value.protocol === 'https:' ? 443 : 80)) }
  const denied = rules.deny.some(pattern => matchesHost(pattern, place))
  if (denied) return blocked(`${host} is closed by deny_hosts in [web].`)
  const own = rules.allow.some(pattern => matchesHost(pattern, place))
  const because = own ? undefined : whyNotFetched(place, rules)
  return because === undefined ? succeed({ ...place, url: url.value, own }) : blocked(because)
}

const blocked = (message: string): Result<never> => fail('web_blocked', message)

function readUrl(written: string): Result<URL> {
  if (written.length > MAX_URL) return blocked(`The URL has more than ${MAX_URL} characters.`)
  // A reader of URLs drops some of these silently and turns others round, and two readers rarely agree.
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  if (/[\u0000-\u0020\u007f-\u009f\\]/.test(written))
    return blocked('The URL holds a space, a control character or a backslash.')
  if (!URL.canParse(written)) return blocked('It is no URL. Write it whole, such as https://example.org/page.')
  const url = new URL(written)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return blocked(`Only http and https are fetched, not ${url.protocol}`)
  if (/^[a-z]+:\/*[^/?#]*@/i.test(written))
    return blocked('The URL holds a user name. Leave out what stands before the @.')
  url.hash = ''
  return succeed(url)
}

function whyNotFetched({ host, port }: HostPort, { ports }: WebRules): string | undefined {
  if (!ports.includes(port)) return `Port ${port} is not fetched from; ports in [web] says which are.`
  if (isAddress(host)) return addressWords(host)
  if (host.length > MAX_NAME || host.split('.').some(label => label === '' || label.length > 63))
    return `"${host}" is no name of a host.`
  if (!host.includes('.')) return `"${host}" is a name of the local network.`
  return LOCAL_NAMES.test(host) ? `"${host}" is a name of this machine or of the local network.` : undefined
}

function addressWords(address: string): string | undefined {
  const because = whyNotPublic(address)
  return because === undefined ? undefined : `${address} is ${because}.`
}
