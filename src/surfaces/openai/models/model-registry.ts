import { type Model, type Result, fail, succeed } from '../../../core/index.ts'
import type { FoundServer } from '../../../runtime/index.ts'

export type ListedModel = { readonly id: string; readonly owner: string }

/** The models that clients can name. */
export type ModelRegistry = {
  readonly open: (name: string) => Promise<Result<Model>>
  readonly list: () => Promise<readonly ListedModel[]>
}

export type ModelRegistryOptions = {
  /** The model that answers if the request names none. */
  readonly main: () => Promise<Model | undefined>
  /** More models, by spec. A client can name an address only if these or the main model name its server. */
  readonly specs?: readonly string[]
  /** Opens a model; the caller keeps opened models. */
  readonly open: (spec: string) => Promise<Result<Model>>
  readonly servers: () => Promise<readonly FoundServer[]>
}

const LOCAL = /^(?:ollama|lmstudio|llamacpp|vllm):/
const ELSEWHERE = /^(?:https?|scripted|openai):/i
const STANDARD: ReadonlySet<string> = new Set(['default', 'countersign'])

export function createModelRegistry({ main, specs = [], open, servers }: ModelRegistryOptions): ModelRegistry {
  const found = async (): Promise<readonly ListedModel[]> =>
    (await servers()).flatMap(({ kind, models }) => models.map(({ name }) => ({ id: `${kind}:${name}`, owner: kind })))
  const list = async (): Promise<readonly ListedModel[]> => {
    const first = await main()
    const own = [...(first ? [first.id] : []), ...specs, 'demo'].map(id => ({ id, owner: 'countersign' }))
    const all = [...own, ...(await found())]
    return all.filter(({ id }, index) => all.findIndex(other => other.id === id) === index)
  }
  return {
    list,
    async open(name) {
      const first = await main()
      if (first && (name === first.id || STANDARD.has(name) || bareName(first.id) === name)) return succeed(first)
      const named = specs.find(each => each === name || bareName(each) === name)
      const chosen = [...(first ? [first.id] : []), ...specs]
      if (named !== undefined || name === 'demo' || LOCAL.test(name) || isOnOneOf(name, chosen))
        return open(named ?? name)
      const spec = (await found()).find(({ id }) => bareName(id) === name)?.id ?? otherOn(first?.id ?? '', name)
      return spec === undefined ? unknownModel(name, await list()) : open(spec)
    },
  }
}

/** The name without its provider: clients often use the name that the server uses. */
const bareName = (id: string): string =>
  id.includes('#') ? id.slice(id.indexOf('#') + 1) : id.slice(id.indexOf(':') + 1)

const isAddress = (id: string): boolean => /^https?:/i.test(id) && id.includes('#')
const serverOf = (id: string): string => id.slice(0, id.indexOf('#'))

/** True for another model of a server that the operator has chosen. */
const isOnOneOf = (name: string, chosen: readonly string[]): boolean =>
  isAddress(name) && chosen.some(id => isAddress(id) && serverOf(id) === serverOf(name))

/**
 * An unknown name goes to the main model's server if the operator gave its address: not every server lists its models.
 */
const otherOn = (main: string, name: string): string | undefined =>
  isAddress(main) && !ELSEWHERE.test(name) && name !== '' ? `${serverOf(main)}#${name}` : undefined

const MAX_SHOWN = 10

function unknownModel(name: string, listed: readonly ListedModel[]): Result<never> {
  const shown = listed.slice(0, MAX_SHOWN).map(({ id }) => id)
  const what = JSON.stringify(name.slice(0, 80).toWellFormed())
  return fail(
    'model_unknown',
    `There is no model ${what} here. Models: ${shown.join(', ')}. GET /v1/models lists them all.`,
    {
      param: 'model',
    },
  )
}
