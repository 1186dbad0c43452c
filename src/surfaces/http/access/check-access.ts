import { fail, type Fault, fault, type Result, succeed } from '../../../core/index.ts'
import type { AccessScope } from '../shapes.ts'
import type { Caller } from './caller.ts'
import type { Keys } from './keys.ts'
import type { Tokens } from './tokens.ts'

const BEARER = /^Bearer ([\w.~+/-]{1,256}=*)$/i

/** Whose request it is, and whether he may. */
export function findCaller(
  authorization: string | undefined,
  scope: AccessScope,
  { tokens, keys }: { readonly tokens: Tokens; readonly keys: Keys },
): Result<Caller> {
  const [, secret] = BEARER.exec(authorization ?? '') ?? []
  if (secret === undefined) return fail('access_required', 'This needs a token: Authorization: Bearer …')
  const caller = secret.startsWith('csk_') ? keys.find(secret) : tokens.find(secret)
  if (!caller)
    return fail(
      'access_required',
      'This token is not known here. After a restart of the server the page must be opened anew.',
    )
  if (!caller.scopes.includes(scope))
    return fail(
      'access_denied',
      `This needs the scope "${scope}", and the token has ${caller.scopes.join(', ') || 'none'}.`,
    )
  return succeed(caller)
}

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
