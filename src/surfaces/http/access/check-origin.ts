import { type Fault, fault } from '../../../core/index.ts'

export type OriginHeaders = {
  readonly host: string | undefined
  readonly origin: string | undefined
  readonly fetchSite: string | undefined
}

const NAMES = ['127.0.0.1', 'localhost']

/**
 * Whether this request was meant for us, and comes from our own page or from no page. A name that somebody points at this machine, or
 * another page in the same browser, differs in one of the three; a browser lets no page choose them.
 */
export function checkOrigin({ host, origin, fetchSite }: OriginHeaders, port: number): Fault | undefined {
  const hosts = NAMES.map(name => `${name}:${port}`)
  if (host === undefined || !hosts.includes(host))
    return refused(`This server is ${hosts[0]}, and the request asks for another one.`)
  if (origin !== undefined && origin !== `http://${host}`)
    return refused('The request comes from a page of somebody else.')
  const isOurs = fetchSite === undefined || fetchSite === 'same-origin' || fetchSite === 'none'
  return isOurs ? undefined : refused('The request comes from a page of somebody else.')
}

const refused = (message: string): Fault => fault('origin_refused', message)
