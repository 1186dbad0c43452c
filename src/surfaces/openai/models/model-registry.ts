import { type Model, type Result, fail, succeed } from '../../../core/index.ts'
import { type FoundServer, type ModelsToOpen, openChosen } from '../../../runtime/index.ts'

export type ListedModel = { readonly id: string; readonly owner: string }

/** The models that clients may name. */
export type ModelRegistry = {
  readonly open: (name: string) => Promise<Result<Model>>
  readonly list: () => Promise<readonly ListedModel[]>
}

export type ModelRegistryOptions = Pick<ModelsToOpen, 'config' | 'environment' | 'cache'> & {
  /** Who answers unless somebody else is named. */
  readonly main: () => Model | undefined
  /** Further models by what people write for them. Only servers that are named here, or by the main model, may be named by their address. */
  readonly specs?: readonly string[]
  readonly find: () => Promise<readonly FoundServer[]>
  readonly now: () => number
}

const LOCAL = /^(?:ollama|lmstudio|llamacpp|vllm):/
const ELSEWHERE = /^(?:https?|scripted|openai):/i
const STANDARD: ReadonlySet<string> = new Set(['default', 'countersign'])
const LOOK_MS = 10_000
const MAX_OPENED = 64

export function createModelRegistry(parts: ModelRegistryOptions): ModelRegistry {
  const { main, specs = [], find, now } = parts
  const opened = new Map<string, Promise<Result<Model>>>()
  let looked: { readonly at: number; readonly found: Promise<readonly FoundServer[]> } | undefined
  const foundSpecs = async (): Promise<readonly ListedModel[]> => {
    if (!looked || now() - looked.at > LOOK_MS) looked = { at: now(), found: find() }
    return (await looked.found).flatMap(({ kind, models }) =>
      models.map(({ name }) => ({ id: `${kind}:${name}`, owner: kind })),
    )
  }
  const openSpec = async (spec: string): Promise<Result<Model>> => {
    const opening = opened.get(spec) ?? openChosen(spec, parts)
    opened.delete(spec)
    opened.set(spec, opening)
    const [oldest] = opened.keys()
    if (opened.size > MAX_OPENED && oldest !== undefined) opened.delete(oldest)
    const model = await opening
    if (!model.ok) opened.delete(spec) // it may be there the next time
    return model
  }
  const list = async (): Promise<readonly ListedModel[]> => {
    const own = [main()?.id, ...specs, 'demo'].flatMap(id => (id === undefined ? [] : [{ id, owner: 'countersign' }]))
    const all = [...own, ...(await foundSpecs())]
    return all.filter(({ id }, index) => all.findIndex(other => other.id === id) === index)
  }
  return {
    list,
    async open(name) {
      const first = main()
      if (first && (name === first.id || STANDARD.has(name) || bareName(first.id) === name)) return succeed(first)
      const named = specs.find(each => each === name || bareName(each) === name)
      const chosen = [...(first ? [first.id] : []), ...specs]
      if (named !== undefined || name === 'demo' || LOCAL.test(name) || isOnOneOf(name, chosen))
        return openSpec(named ?? name)
      const found = (await foundSpecs()).find(({ id }) => bareName(id) === name)
      const there = found?.id ?? otherOn(first?.id ?? '', name)
      return there === undefined ? unknownModel(name, await list()) : openSpec(there)
    },
  }
}

/** Without who serves it: clients often name a model as its server does. */
const bareName = (id: string): string =>
  id.includes('#') ? id.slice(id.indexOf('#') + 1) : id.slice(id.indexOf(':') + 1)

const isAddress = (id: string): boolean => /^https?:/i.test(id) && id.includes('#')
const serverOf = (id: string): string => id.slice(0, id.indexOf('#'))

/** Another model of a server that the operator has chosen. */
const isOnOneOf = (name: string, chosen: readonly string[]): boolean =>
  isAddress(name) && chosen.some(id => isAddress(id) && serverOf(id) === serverOf(name))

/** A name that nobody knows is the main model's server to judge, if the operator gave its address: not every such server lists its models. */
const otherOn = (main: string, name: string): string | undefined =>
  isAddress(main) && !ELSEWHERE.test(name) && name !== '' ? `${serverOf(main)}#${name}` : undefined

const MAX_SHOWN = 10

function unknownModel(name: string, listed: readonly ListedModel[]): Result<never> {
  const shown = listed.slice(0, MAX_SHOWN).map(({ id }) => id)
  const what = JSON.stringify(name.slice(0, 80).toWellFormed())
  return fail(
    'model_unknown',
    `There is no model ${what} here. There are: ${shown.join(', ')}. GET /v1/models lists them.`,
    {
      param: 'model',
    },
  )
}
