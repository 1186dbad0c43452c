import { type Result, FAULTS, type FaultCode, fail, isFaultCode } from '../../../core/index.ts'
import { explainFault } from '../reply/fault-reply.ts'
import { id, object, shape } from '../request-schema.ts'
import { type ApiRoute, jsonReply, nothing, stringIn, get, post } from '../api-route.ts'
import type { Me } from '../shapes.ts'

/** Who is there, and what our words mean. */
export const accessRoutes: readonly ApiRoute[] = [
  post('/api/login', 'Exchanges the code of the printed address for a token; a code works once.', {
    scope: null,
    body: object({ code: id(256) }, ['code']),
    reply: shape('LoginReply', 'token', 'scopes', 'expires_at'),
    run({ body }, { tokens, onLogin }) {
      const reply = tokens.exchange(stringIn(body, 'code') ?? '')
      if (!reply)
        return fail(
          'access_required',
          'This code is not known, or was used already. Take the newest address that the server printed.',
        )
      onLogin()
      return jsonReply(reply)
    },
  }),
  post('/api/logout', 'Forgets the token.', {
    status: 204,
    run({ caller }, { tokens }) {
      tokens.drop(caller)
      return nothing
    },
  }),
  get('/api/me', 'Whose token this is, and what it may do.', {
    reply: shape('Me', 'who', 'name', 'scopes', 'allow', 'approval'),
    run({ caller: { who, name, scopes, allow, approval } }) {
      return jsonReply<Me>({ who, name, scopes, allow, approval })
    },
  }),
  get('/api/faults', 'Every code that an error may carry.', {
    reply: shape('FaultList', 'faults'),
    run: (_call, { origin }) =>
      jsonReply({
        faults: Object.keys(FAULTS)
          .filter(isFaultCode)
          .map(code => explainFault(code, origin())),
      }),
  }),
  get('/api/faults/{code}', 'What a code means and what to do.', {
    reply: shape('FaultExplained', 'code', 'category', 'blame', 'meaning', 'advice', 'docs'),
    run({ param }, { origin }) {
      const code = param('code')
      return isFaultCode(code) ? jsonReply(explainFault(code, origin())) : unknownCode(code)
    },
  }),
  get('/docs/faults/{code}', 'The page that the `docs` of an error names.', {
    scope: null,
    type: 'text/plain',
    run({ param }) {
      const code = param('code')
      return isFaultCode(code) ? faultPage(code) : unknownCode(code)
    },
  }),
]

const unknownCode = (code: string): Result<never> =>
  fail('resource_unknown', `There is no code "${code.slice(0, 60)}".`)

function faultPage(code: FaultCode): ReturnType<ApiRoute['run']> {
  const { category, blame, meaning, advice } = FAULTS[code]
  const text = `${code}\n\n${meaning}\n\nWhat to do: ${advice}\n\nCategory ${category}, counted against the ${blame}. At the command line: countersign explain ${code}\n`
  return { ok: true, value: { kind: 'text', type: 'text/plain; charset=utf-8', text } }
}
