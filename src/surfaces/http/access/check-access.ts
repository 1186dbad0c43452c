import { fail, type Fault, fault, type Result, succeed } from '../../../core/index.ts'
import type { AccessScope } from '../shapes.ts'
import type { Caller } from './caller.ts'
import type { Keys } from './keys.ts'
import type { Tokens } from './tokens.ts'

const BEARER = /^Bearer ([\w.~+/-]{1,256}=*)$/i

/** Finds the caller of a request and checks the scope. */
export function findCaller(
  authorization: string | undefined,
  scope: AccessScope,
  { tokens, keys }: { readonly tokens: Tokens; readonly keys: Keys },
): Result<Caller> {
  const [, secret] = BEARER.exec(authorization ?? '') ?? []
  if (secret === undefined) return fail('access_required', 'A token is required: Authorization: Bearer …')
  const caller = secret.startsWith('csk_') ? keys.find(secret) : tokens.find(secret)
  if (!caller)
    return fail(
      'access_required',
      'Unknown token. Tokens end when the server restarts: use the newest address it printed.',
    )
  if (!caller.scopes.includes(scope))
    return fail(
      'access_denied',
      `This needs the scope "${scope}"; the token has ${caller.scopes.join(', ') || 'none'}.`,
    )
  return succeed(caller)
}

type OriginHeaders = {
  readonly host: string | undefined
  readonly origin: string | undefined
  readonly fetchSite: string | undefined
}

const NAMES = ['127.0.0.1', 'localhost']

/**
 * Refuses requests for another host and requests from foreign pages. A page cannot forge these headers, so DNS
 * rebinding and other pages in the same browser are caught.
 */
export function checkOrigin({ host, origin, fetchSite }: OriginHeaders, port: number): Fault | undefined {
  const hosts = NAMES.map(name => `${name}:${port}`)
  if (host === undefined || !hosts.includes(host))
    return refused(`This server is ${hosts[0]}, but the request names another host.`)
  if (origin !== undefined && origin !== `http://${host}`) return refused('The request comes from a foreign page.')
  const isOurs = fetchSite === undefined || fetchSite === 'same-origin' || fetchSite === 'none'
  return isOurs ? undefined : refused('The request comes from a foreign page.')
}

const refused = (message: string): Fault => fault('origin_refused', message)
