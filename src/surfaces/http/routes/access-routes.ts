import { type Result, FAULTS, type FaultCode, fail, isFaultCode } from '../../../core/index.ts'
import { explainFault } from '../reply/fault-reply.ts'
import { id, object, shape } from '../request-schema.ts'
import { type ApiRoute, jsonReply, nothing, stringIn, get, post } from '../api-route.ts'
import type { Me } from '../shapes.ts'

/** Login, and the meaning of fault codes. */
export const accessRoutes: readonly ApiRoute[] = [
  post('/api/login', 'Exchanges the one-time code of the printed address for a token.', {
    scope: null,
    body: object({ code: id(256) }, ['code']),
    reply: shape('LoginReply', 'token', 'scopes', 'expires_at'),
    run({ body }, { tokens, onLogin }) {
      const reply = tokens.exchange(stringIn(body, 'code') ?? '')
      if (!reply)
        return fail(
          'access_required',
          'This code is unknown or already used. Use the newest address that the server printed.',
        )
      onLogin()
      return jsonReply(reply)
    },
  }),
  post('/api/logout', 'Ends the token.', {
    status: 204,
    run({ caller }, { tokens }) {
      tokens.drop(caller)
      return nothing
    },
  }),
  get('/api/me', 'The owner and the scopes of the token.', {
    reply: shape('Me', 'who', 'name', 'scopes', 'allow', 'approval'),
    run({ caller: { who, name, scopes, allow, approval } }) {
      return jsonReply<Me>({ who, name, scopes, allow, approval })
    },
  }),
  get('/api/faults', 'All fault codes.', {
    reply: shape('FaultList', 'faults'),
    run: (_call, { origin }) =>
      jsonReply({
        faults: Object.keys(FAULTS)
          .filter(isFaultCode)
          .map(code => explainFault(code, origin())),
      }),
  }),
  get('/api/faults/{code}', 'The meaning of a code, and what to do.', {
    reply: shape('FaultExplained', 'code', 'category', 'blame', 'meaning', 'advice', 'docs'),
    run({ param }, { origin }) {
      const code = param('code')
      return isFaultCode(code) ? jsonReply(explainFault(code, origin())) : unknownCode(code)
    },
  }),
  get('/docs/faults/{code}', 'The page that the `docs` member of an error names.', {
    scope: null,
    type: 'text/plain',
    run({ param }) {
      const code = param('code')
      return isFaultCode(code) ? faultPage(code) : unknownCode(code)
    },
  }),
]

const unknownCode = (code: string): Result<never> => fail('resource_unknown', `Unknown code "${code.slice(0, 60)}".`)

function faultPage(code: FaultCode): ReturnType<ApiRoute['run']> {
  const { category, blame, meaning, advice } = FAULTS[code]
  const details = `Category: ${category}. Charged to: ${blame}. On the command line: countersign explain ${code}`
  const text = `${code}\n\n${meaning}\n\nWhat to do: ${advice}\n\n${details}\n`
  return { ok: true, value: { kind: 'text', type: 'text/plain; charset=utf-8', text } }
}
