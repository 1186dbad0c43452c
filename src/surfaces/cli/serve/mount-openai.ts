import type { AskPerson } from '../../../runtime/index.ts'
import { type HttpServerOptions, type ServerParts, callerIn, docsOf, keyNamed } from '../../http/index.ts'
import { type ModelRegistry, clientKeyOf, createModelRegistry, openaiRoutes } from '../../openai/index.ts'

/** `/v1` for OpenAI clients, behind the same access checks as the rest. */
export const mountOpenAi: NonNullable<HttpServerOptions['mounts']> = parts => {
  const routes = openaiRoutes({
    runtime: parts.runtime,
    models: registryFor(parts),
    keyOf(context) {
      const { principal, credential, allow, approval } = callerIn(context)
      return clientKeyOf({ principal, credential, allow, approval })
    },
    ask: askAtConsole(parts),
    docsOf: code => docsOf(code, parts.origin()),
  })
  return [{ path: '/v1', app: routes }]
}

/** Held calls of a key appear in the console's approval queue. */
const askAtConsole =
  ({ approvals }: ServerParts): AskPerson =>
  (approval, proposal, signal) => {
    const caller = keyNamed(approval.askedBy)
    const asker = { session: approval.session, turn: null, model: null, caller: caller.name }
    const { ask } = approvals.peopleFor({ asker, caller, mode: 'hold' })
    return ask ? ask(approval, proposal, signal) : Promise.resolve('timeout')
  }

/** The models that clients can name: those of the server. The chosen model may change while it runs. */
const registryFor = ({ models }: ServerParts): ModelRegistry =>
  createModelRegistry({
    async main() {
      const main = await models.main()
      return main.ok ? main.value : undefined
    },
    open: models.open,
    servers: async () => (await models.servers()).servers,
  })
