import { type Clock, type Model, type Result, fail, succeed } from '../../../core/index.ts'
import { type FoundServer, type ServerPlace, firstModelOf } from '../../../runtime/index.ts'
import { type Caller, mayApprove } from '../access/caller.ts'
import type { ChosenModelView, PlaceView, ServerView } from '../shapes.ts'

/** What the server must know about models from whoever starts it. */
export type ModelSource = {
  readonly open: (spec: string, signal: AbortSignal) => Promise<Result<Model>>
  readonly find: (signal: AbortSignal) => Promise<readonly FoundServer[]>
  /** Where `find` looks. */
  readonly places: () => Promise<readonly ServerPlace[]>
  /** What a flag or the configuration names. */
  readonly named: { readonly spec: string; readonly from: 'flag' | 'setting' } | undefined
}

export type FoundServers = { readonly servers: readonly FoundServer[]; readonly at: number }

/** Who answers, and who could. */
export type ModelDirectory = {
  readonly chosen: () => Promise<ChosenModelView>
  /** The model of a turn: the one that it names, or the chosen one. */
  readonly modelFor: (spec: string | undefined, caller: Caller) => Promise<Result<Model>>
  /** May this caller name it? */
  readonly mayName: (spec: string, caller: Caller) => Promise<Result<undefined>>
  /** The chosen one, open. */
  readonly main: () => Promise<Result<Model>>
  readonly choose: (spec: string) => Promise<Result<ChosenModelView>>
  readonly servers: (fresh?: boolean) => Promise<FoundServers>
  readonly places: () => Promise<readonly ServerPlace[]>
}

const FRESH_MS = 10_000
const MAX_OPEN = 16

export function createModelDirectory(source: ModelSource, clock: Clock): ModelDirectory {
  let found: { readonly servers: Promise<readonly FoundServer[]>; readonly at: number } | undefined
  let picked: ChosenModelView | undefined
  const open = new Map<string, Promise<Result<Model>>>()
  const never = new AbortController().signal

  async function servers(fresh = false): Promise<FoundServers> {
    const now = clock.now()
    if (!found || fresh || now - found.at > FRESH_MS) found = { servers: source.find(never), at: now }
    const { at } = found
    return { servers: await found.servers, at }
  }
  /** Looked for once: who answers must not change because another server was started. */
  let first: Promise<ChosenModelView> | undefined
  async function atFirst(): Promise<ChosenModelView> {
    if (source.named) return chosenView(source.named.spec, source.named.from)
    const spec = firstModelOf((await servers()).servers)
    return spec === undefined ? chosenView('demo', 'nothing') : chosenView(spec, 'server')
  }
  const chosen = async (): Promise<ChosenModelView> => picked ?? (await (first ??= atFirst()))

  async function opened(spec: string): Promise<Result<Model>> {
    const known = open.get(spec)
    if (known) return known
    const opening = source.open(spec, never)
    open.set(spec, opening)
    const [oldest] = open.keys()
    if (open.size > MAX_OPEN && oldest !== undefined) open.delete(oldest)
    const model = await opening
    if (!model.ok) open.delete(spec) // its server may be there the next time
    return model
  }

  /** A model's name can be a file or an address anywhere; naming one that nobody offered is for those who may decide. */
  async function mayName(spec: string, caller: Caller): Promise<Result<undefined>> {
    if (mayApprove(caller) || spec === 'demo' || spec === (await chosen()).spec) return succeed(undefined)
    const isFound = (await servers()).servers.some(({ kind, models }) =>
      models.some(({ name }) => `${kind}:${name}` === spec),
    )
    if (isFound) return succeed(undefined)
    return fail(
      'access_denied',
      `This key may use the chosen model and those that were found here, not "${spec.slice(0, 100)}".`,
    )
  }

  return {
    chosen,
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

const DEMO_LABEL = 'Demo model (scripted, offline)'

export const chosenView = (spec: string, from: string): ChosenModelView => ({
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
