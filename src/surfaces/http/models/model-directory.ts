import { type Clock, type Model, type Result, fail, succeed } from '../../../core/index.ts'
import { type FoundServer, type ServerPlace, firstModelOf } from '../../../runtime/index.ts'
import { type Caller, mayApprove } from '../access/caller.ts'
import type { ChosenModelView, PlaceView, ServerView } from '../shapes.ts'

/** How the server opens and finds models. */
export type ModelSource = {
  readonly open: (spec: string, signal: AbortSignal) => Promise<Result<Model>>
  readonly find: (signal: AbortSignal) => Promise<readonly FoundServer[]>
  /** The addresses at which `find` looks. */
  readonly places: () => Promise<readonly ServerPlace[]>
  /** The model that a flag names. */
  readonly flag: string | undefined
  /** The one that the configuration names now; empty for none. */
  readonly setting: () => string
  /** Everything that decides how models are opened: when it changes, they are opened anew. */
  readonly settings: () => string
}

type FoundServers = { readonly servers: readonly FoundServer[]; readonly at: number }

/** The models of the server: the chosen one, and those that can be named. */
export type ModelDirectory = {
  readonly chosen: () => Promise<ChosenModelView>
  /** The model of a turn: the named one, or the chosen one. */
  readonly modelFor: (spec: string | undefined, caller: Caller) => Promise<Result<Model>>
  /** Fails if the caller may not name this model. */
  readonly mayName: (spec: string, caller: Caller) => Promise<Result<undefined>>
  readonly open: (spec: string) => Promise<Result<Model>>
  /** The chosen model, open. */
  readonly main: () => Promise<Result<Model>>
  readonly choose: (spec: string) => Promise<Result<ChosenModelView>>
  readonly servers: (fresh?: boolean) => Promise<FoundServers>
  readonly places: () => Promise<readonly ServerPlace[]>
}

const FRESH_MS = 10_000
const MAX_OPEN = 16

type OpenedModels = { readonly open: (spec: string) => Promise<Result<Model>>; readonly forget: () => void }

/** Every model is opened once, until the settings change. */
function createOpenedModels(source: ModelSource): OpenedModels {
  const models = new Map<string, Promise<Result<Model>>>()
  return {
    forget: () => models.clear(),
    async open(spec) {
      const known = models.get(spec)
      if (known) return known
      const opening = source.open(spec, NEVER)
      models.set(spec, opening)
      const [oldest] = models.keys()
      if (models.size > MAX_OPEN && oldest !== undefined) models.delete(oldest)
      const model = await opening
      if (!model.ok) models.delete(spec) // its server may be running the next time
      return model
    },
  }
}

const NEVER = new AbortController().signal

export function createModelDirectory(source: ModelSource, clock: Clock): ModelDirectory {
  let found: { readonly servers: Promise<readonly FoundServer[]>; readonly at: number } | undefined
  let picked: ChosenModelView | undefined
  let known = { settings: source.settings(), setting: source.setting() }
  const models = createOpenedModels(source)

  /** A setting that changes while the server runs stands above the flag, as a choice in the console does. */
  function follow(): void {
    const now = { settings: source.settings(), setting: source.setting() }
    if (now.settings === known.settings) return
    if (now.setting !== known.setting && now.setting !== picked?.spec)
      picked = now.setting === '' ? undefined : chosenView(now.setting, 'setting')
    known = now
    found = undefined
    models.forget()
  }
  async function servers(fresh = false): Promise<FoundServers> {
    follow()
    const now = clock.now()
    if (!found || fresh || now - found.at > FRESH_MS) found = { servers: source.find(NEVER), at: now }
    const { at } = found
    return { servers: await found.servers, at }
  }
  /** Decided once: the model must not change because another server starts. */
  let first: Promise<ChosenModelView> | undefined
  async function atFirst(): Promise<ChosenModelView> {
    const spec = firstModelOf((await servers()).servers)
    return spec === undefined ? chosenView('demo', 'nothing') : chosenView(spec, 'server')
  }
  async function chosen(): Promise<ChosenModelView> {
    follow()
    if (picked) return picked
    if (source.flag !== undefined) return chosenView(source.flag, 'flag')
    return known.setting === '' ? (first ??= atFirst()) : chosenView(known.setting, 'setting')
  }
  async function opened(spec: string): Promise<Result<Model>> {
    follow()
    return models.open(spec)
  }

  const mayName: ModelDirectory['mayName'] = (spec, caller) => mayNameModel(spec, caller, { chosen, servers })

  return {
    chosen,
    open: opened,
    servers,
    mayName,
    places: source.places,
    async modelFor(spec, caller) {
      const wanted = spec ?? (await chosen()).spec
      const may = await mayName(wanted, caller)
      return may.ok ? opened(wanted) : may
    },
    main: async () => opened((await chosen()).spec),
    async choose(spec) {
      const model = await opened(spec)
      if (!model.ok) return model
      picked = chosenView(spec, 'console')
      return succeed(picked)
    },
  }
}

/** A model's name can be a file or any address, so naming an unlisted model needs the scope `approve`. */
async function mayNameModel(
  spec: string,
  caller: Caller,
  { chosen, servers }: Pick<ModelDirectory, 'chosen' | 'servers'>,
): Promise<Result<undefined>> {
  if (mayApprove(caller) || spec === 'demo' || spec === (await chosen()).spec) return succeed(undefined)
  const found = await servers()
  const isFound = found.servers.some(({ kind, models }) => models.some(({ name }) => `${kind}:${name}` === spec))
  if (isFound) return succeed(undefined)
  return fail(
    'access_denied',
    `This key may use the chosen model and the models found here, not "${spec.slice(0, 100)}".`,
  )
}

const DEMO_LABEL = 'Demo model (scripted, offline)'

const chosenView = (spec: string, from: string): ChosenModelView => ({
  spec,
  label: spec === 'demo' ? DEMO_LABEL : spec,
  is_demo: spec === 'demo',
  from,
})

export const BUILT_IN: readonly { readonly spec: string; readonly label: string }[] = [
  { spec: 'demo', label: DEMO_LABEL },
]

export const serverView = ({ kind, address, models }: FoundServer): ServerView => ({
  kind,
  address,
  models: models.map(({ name, sizeBytes, contextTokens }) => ({
    spec: `${kind}:${name}`,
    name,
    size_bytes: sizeBytes ?? null,
    context_tokens: contextTokens ?? null,
    only_embeds: /embed/i.test(name),
  })),
})

export const placeView = (
  { kind, title, address, start }: ServerPlace,
  servers: readonly FoundServer[],
): PlaceView => ({
  title,
  address,
  answers: servers.some(server => server.kind === kind && server.address === address),
  start,
})
