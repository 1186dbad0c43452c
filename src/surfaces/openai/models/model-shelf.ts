import { type Model, type Result, fail, succeed } from '../../../core/index.ts'
import { type FoundServer, type ModelsToOpen, openChosen } from '../../../runtime/index.ts'

export type ListedModel = { readonly id: string; readonly owner: string }

/** The models that clients may name. */
export type ModelShelf = {
  readonly open: (name: string) => Promise<Result<Model>>
  readonly list: () => Promise<readonly ListedModel[]>
}

export type ShelfParts = Pick<ModelsToOpen, 'config' | 'environment' | 'cache'> & {
  /** Who answers unless somebody else is named. */
  readonly main: () => Model | undefined
  /** Further models by what people write for them. Only here, or as the main one, may a model be named by its address. */
  readonly specs?: readonly string[]
  readonly find: () => Promise<readonly FoundServer[]>
  readonly now: () => number
}

const LOCAL = /^(?:ollama|lmstudio|llamacpp|vllm):/
const STANDARD: ReadonlySet<string> = new Set(['default', 'countersign'])
const LOOK_MS = 10_000

export function createModelShelf(parts: ShelfParts): ModelShelf {
  const { main, specs = [], find, now } = parts
  const opened = new Map<string, Promise<Result<Model>>>()
  let looked: { readonly at: number; readonly found: Promise<readonly FoundServer[]> } | undefined
  const foundSpecs = async (): Promise<readonly ListedModel[]> => {
    if (!looked || now() - looked.at > LOOK_MS) looked = { at: now(), found: find() }
    return (await looked.found).flatMap(({ kind, models }) => models.map(({ name }) => ({ id: `${kind}:${name}`, owner: kind })))
  }
  const openSpec = async (spec: string): Promise<Result<Model>> => {
    const opening = opened.get(spec) ?? openChosen(spec, parts)
    opened.set(spec, opening)
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
      const spec = specs.find(each => each === name || bareName(each) === name) ?? (name === 'demo' || LOCAL.test(name) ? name : undefined)
      if (spec !== undefined) return openSpec(spec)
      const found = (await foundSpecs()).find(({ id }) => bareName(id) === name)
      return found ? openSpec(found.id) : unknownModel(name, await list())
    },
  }
}

/** Without who serves it: clients often name a model as its server does. */
const bareName = (id: string): string => (id.includes('#') ? id.slice(id.indexOf('#') + 1) : id.slice(id.indexOf(':') + 1))

const MAX_SHOWN = 10

function unknownModel(name: string, listed: readonly ListedModel[]): Result<never> {
  const shown = listed.slice(0, MAX_SHOWN).map(({ id }) => id)
  const what = JSON.stringify(name.slice(0, 80).toWellFormed())
  return fail('model_unknown', `There is no model ${what} here. There are: ${shown.join(', ')}. GET /v1/models lists them.`, {
    param: 'model',
  })
}
