import type { Model } from '../../../core/index.ts'
import { type AskPerson, type OpenProbeCache, findModelServers } from '../../../runtime/index.ts'
import { type HttpServerOptions, type ServerParts, callerIn, docsOf, keyNamed } from '../../http/index.ts'
import { type ModelRegistry, clientKeyOf, createModelRegistry, openaiRoutes } from '../../openai/index.ts'
import type { LoadedConfig } from '../config/load-config.ts'

/** `/v1` for OpenAI clients, behind the same access as everything else. */
export function mountOpenAi(config: LoadedConfig, cache: OpenProbeCache): NonNullable<HttpServerOptions['mounts']> {
  return parts => {
    const routes = openaiRoutes({
      runtime: parts.runtime,
      models: registryFor(parts, config, cache),
      keyOf(context) {
        const { principal, credential, allow, approval } = callerIn(context)
        return clientKeyOf({ principal, credential, allow, approval })
      },
      ask: askAtConsole(parts),
      docsOf: code => docsOf(code, parts.origin()),
    })
    return [{ path: '/v1', app: routes }]
  }
}

/** What a key's calls are held for is asked where everything else is. */
const askAtConsole =
  ({ approvals }: ServerParts): AskPerson =>
  (approval, proposal, signal) => {
    const caller = keyNamed(approval.askedBy)
    const asker = { session: approval.session, turn: null, model: null, caller: caller.name }
    const { ask } = approvals.peopleFor({ asker, caller, mode: 'hold' })
    return ask ? ask(approval, proposal, signal) : Promise.resolve('timeout')
  }

type FindServers = Parameters<typeof createModelRegistry>[0]['find']

const findBy =
  (config: LoadedConfig): FindServers =>
  () =>
    findModelServers({ config, environment: process.env, signal: new AbortController().signal })

/** The chosen model may change while the server runs, and is opened when somebody first wants it. */
function registryFor({ models, clock }: ServerParts, config: LoadedConfig, cache: OpenProbeCache): ModelRegistry {
  let current: Model | undefined
  const registry = createModelRegistry({
    config,
    environment: process.env,
    cache,
    main: () => current,
    find: findBy(config),
    now: () => clock.now(),
  })
  const withMain = async <T>(work: () => Promise<T>): Promise<T> => {
    const main = await models.main()
    current = main.ok ? main.value : undefined
    return work()
  }
  return { open: name => withMain(() => registry.open(name)), list: () => withMain(() => registry.list()) }
}
