import { FAULTS, type FaultCode, fail, isFaultCode } from '../../../core/index.ts'
import { explainFault } from '../reply/fault-reply.ts'
import { id, object, shape } from '../request-schema.ts'
import { type Route, json, nothing, textIn } from '../route.ts'
import type { Me } from '../shapes.ts'

/** Who is there, and what our words mean. */
export const accessRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/login',
    scope: null,
    summary: 'Exchanges the code of the printed address for a token; a code works once.',
    body: object({ code: id(256) }, ['code']),
    reply: { schema: shape('LoginReply', 'token', 'scopes', 'expires_at') },
    run({ body }, { tokens, onLogin }) {
      const reply = tokens.exchange(textIn(body, 'code') ?? '')
      if (!reply)
        return fail(
          'access_required',
          'This code is not known, or was used already. Take the newest address that the server printed.',
        )
      onLogin()
      return json(reply)
    },
  },
  {
    method: 'POST',
    path: '/api/logout',
    scope: 'use',
    summary: 'Forgets the token.',
    reply: { status: 204 },
    run({ caller }, { tokens }) {
      tokens.drop(caller)
      return nothing
    },
  },
  {
    method: 'GET',
    path: '/api/me',
    scope: 'use',
    summary: 'Whose token this is, and what it may do.',
    reply: { schema: shape('Me', 'who', 'name', 'scopes', 'allow', 'approval') },
    run({ caller: { who, name, scopes, allow, approval } }) {
      const me: Me = { who, name, scopes, allow, approval }
      return json(me)
    },
  },
  {
    method: 'GET',
    path: '/api/faults',
    scope: 'use',
    summary: 'Every code that an error may carry.',
    reply: { schema: shape('FaultList', 'faults') },
    run: (_call, { origin }) =>
      json({
        faults: Object.keys(FAULTS)
          .filter(isFaultCode)
          .map(code => explainFault(code, origin())),
      }),
  },
  {
    method: 'GET',
    path: '/api/faults/{code}',
    scope: 'use',
    summary: 'What a code means and what to do.',
    reply: { schema: shape('FaultExplained', 'code', 'category', 'blame', 'meaning', 'advice', 'docs') },
    run: ({ params: { code = '' } }, { origin }) =>
      isFaultCode(code)
        ? json(explainFault(code, origin()))
        : fail('resource_unknown', `There is no code "${code.slice(0, 60)}".`),
  },
  {
    method: 'GET',
    path: '/docs/faults/{code}',
    scope: null,
    summary: 'The page that the `docs` of an error names.',
    reply: { type: 'text/plain' },
    run: ({ params: { code = '' } }) =>
      isFaultCode(code) ? faultPage(code) : fail('resource_unknown', `There is no code "${code.slice(0, 60)}".`),
  },
]

function faultPage(code: FaultCode): ReturnType<Route['run']> {
  const { category, blame, meaning, advice } = FAULTS[code]
  const text = `${code}\n\n${meaning}\n\nWhat to do: ${advice}\n\nCategory ${category}, counted against the ${blame}. At the command line: countersign explain ${code}\n`
  return { ok: true, value: { kind: 'text', type: 'text/plain; charset=utf-8', text } }
}
