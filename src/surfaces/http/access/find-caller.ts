import { type Result, fail, succeed } from '../../../core/index.ts'
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
