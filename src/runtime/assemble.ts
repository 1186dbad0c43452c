import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { type Catalog, type CatalogOptions, createOutputCheck } from '../catalog/index.ts'
import {
  CountersignError,
  type EventReader,
  type Gate,
  type JsonObject,
  type Result,
  type Trust,
  lazily,
  succeed,
} from '../core/index.ts'
import type { Filter } from '../executors/index.ts'
import type { AskPermission } from '../permissions/index.ts'
import {
  type ReadObject,
  type ReadRequest,
  Reader,
  type Reading,
  type Reply,
  readObject,
  readReply,
} from '../protocol/index.ts'
import type { CallOrder, CallReport } from './call-tool.ts'
import type { AskPerson } from './call/call-runtime.ts'
import type { Runtime, RuntimeModels } from './runtime.ts'
import { type OwnTool, callableCatalog, ownCatalog, workspaceCatalog } from './own-tool.ts'
import type { ChosenModel } from './open-models.ts'
import type { PostHook } from './turn/post-hook.ts'
import type { Tracer } from './turn/tracer.ts'
import type { TurnReport, TurnRequest } from './turn/turn-request.ts'
import { stateFolder } from './state-place.ts'
import { type KnownOptions, checkCall, checkTurn, refuseUnknown } from './known-options.ts'

// Reading replies needs neither.
const calling = lazily(() => import('./call-tool.ts'))
const turning = lazily(() => import('./turn/run-turn.ts'))

export type AssembleOptions = CatalogOptions & {
  readonly tools: readonly OwnTool[]
  /** The folder whose files the file tools may use, and where the records are kept. Reading replies needs none. */
  readonly workspace?: string
  /** `false`: the tools given here are all there are; those for the files of the workspace stay out. */
  readonly fileTools?: boolean
  /** Where keys and grants are kept; by default in the home folder of the user. */
  readonly state?: string
  /** Configuration by full key: `{ 'tools.retry.max_attempts': 3 }`. Files and environment are not read. */
  readonly settings?: JsonObject
  readonly trust?: Trust
  /** Shows a call to a person. Without it, what must be asked stays on the list of approvals and does not run. */
  readonly ask?: AskPerson
  /** Asks a person for a capability before the model is asked anything. Without it, what was not granted is denied. */
  readonly askPermission?: AskPermission
  /** Who answers: `ollama:qwen3:4b` and the like, a model of ours, or any language model of the AI SDK. */
  readonly model?: ChosenModel
  /** Each gets every event of a turn. */
  readonly eventReaders?: readonly EventReader[]
  /** Run when a turn is over, however it ended, with the whole turn. */
  readonly postHooks?: readonly PostHook[]
  /** A tracer of OpenTelemetry; every turn becomes a trace. */
  readonly tracer?: Tracer
  /** Traces also hold messages, arguments and results, without their secrets. */
  readonly traceContent?: boolean
  readonly models?: RuntimeModels
  /** The program's own checks. They may forbid and ask, and run before a person is asked. */
  readonly gates?: readonly Gate[]
  /** Values that must never be shown or stored. */
  readonly secrets?: readonly string[]
  /** Shorten what some tools or commands return. Secrets are removed before them, and once more after them. */
  readonly filters?: readonly Filter[]
  /** Gets a line with the counts of all filters after every 50 outputs. */
  readonly filterLog?: (line: string) => void
}

/** What `assemble` and `guard` both take. */
export const SHARED_OPTIONS = {
  state: true,
  settings: true,
  trust: true,
  ask: true,
  askPermission: true,
  model: true,
  eventReaders: true,
  postHooks: true,
  tracer: true,
  traceContent: true,
  models: true,
  gates: true,
  secrets: true,
  filters: true,
  filterLog: true,
  aliases: true,
  argumentAliases: true,
  useAliases: true,
  validators: true,
} as const

const OPTIONS: KnownOptions<AssembleOptions> = { ...SHARED_OPTIONS, tools: true, workspace: true, fileTools: true }

export type Assembly = {
  readonly catalog: Catalog
  /** What a whole reply means. */
  readonly read: (reply: Reply, request: ReadRequest) => Reading
  /** Reads a reply while it arrives: write each piece, stop the model when it is `complete`, then call `end`. */
  readonly reader: (request: ReadRequest) => Reader
  /** One call through the whole path: gates, records, receipt. */
  readonly call: (order: CallOrder) => Promise<CallReport>
  /** One message: routed, answered with the tools that it may use, and recorded. */
  readonly turn: (request: TurnRequest) => Promise<TurnReport>
  /** Writes what is still to be written; nothing can be called afterwards. */
  readonly close: () => Promise<Result<undefined>>
}

/** Decodes plans and other objects that are not calls. What does not fit the schema is refused. */
export function decoderFor(schema: JsonObject): (raw: string) => Result<ReadObject> {
  const check = createOutputCheck(schema)
  return raw => {
    const read = readObject(raw)
    const checked = read.ok ? check(read.value.value) : read
    return checked.ok ? read : checked
  }
}

/**
 * Puts the rooms together. Throws a CountersignError for a wrong tool or setting, before a model or tool is touched.
 */
export function assemble(options: AssembleOptions): Assembly {
  refuseUnknown('assemble', { given: options, known: OPTIONS, code: 'config_invalid' })
  const catalog = catalogOf(options)
  let opening: Promise<Runtime> | undefined
  let isClosed = false
  const underWay = createUnderWay()
  const runtime = async (): Promise<Runtime> => {
    if (isClosed) throw new CountersignError('usage_invalid', 'This assembly is closed.')
    const attempt = (opening ??= openFor(options, catalog))
    try {
      return await attempt
    } catch (thrown) {
      opening = undefined // what was in the way may be gone the next time
      throw thrown
    }
  }
  return {
    catalog,
    read: (reply, request) => readReply(reply, request, catalog),
    reader: request => new Reader(request, catalog),
    call: async order => underWay.add((await calling()).callTool(checkCall(order), await runtime())),
    turn: async request => underWay.add((await turning()).runTurn(checkTurn(request), await runtime())),
    async close() {
      const opened = isClosed ? undefined : opening
      isClosed = true
      await underWay.settled()
      return opened ? (await opened).close() : succeed(undefined)
    },
  }
}

type UnderWay = { readonly add: <T>(work: Promise<T>) => Promise<T>; readonly settled: () => Promise<unknown> }

/** What has begun is let to its end before the files are closed. */
function createUnderWay(): UnderWay {
  const open = new Set<Promise<unknown>>()
  return {
    async add(work) {
      open.add(work)
      try {
        return await work
      } finally {
        open.delete(work)
      }
    },
    settled: () => Promise.allSettled(open),
  }
}

function catalogOf(options: AssembleOptions): Catalog {
  const { tools, aliases, argumentAliases, useAliases, validators } = options
  const names = {
    ...(aliases && { aliases }),
    ...(argumentAliases && { argumentAliases }),
    ...(useAliases !== undefined && { useAliases }),
    ...(validators && { validators }),
  }
  if (options.settings?.['tools.modules'] !== undefined)
    throw new CountersignError(
      'config_invalid',
      'tools.modules is read by the command line only. Import the modules and hand in their tools.',
    )
  if (options.workspace === undefined) return ownCatalog(tools, names)
  if (options.fileTools === false) return callableCatalog(tools, names)
  const isOn = (key: string): boolean => options.settings?.[key] === true
  const search = typeof options.settings?.['web.search_url'] === 'string' && options.settings['web.search_url'] !== ''
  return workspaceCatalog(tools, {
    ...names,
    compression: isOn('agent.context_compression'),
    memory: isOn('memory.enabled'),
    search,
  })
}

/** A program's users have not asked for a memory until the program does. */
const NOT_UNASKED = { 'memory.enabled': false } as const

async function openFor(
  { workspace, state, settings = {}, trust = 'Provisional', model, models = {}, ...rest }: AssembleOptions,
  catalog: Catalog,
): Promise<Runtime> {
  if (workspace === undefined)
    throw new CountersignError('config_invalid', 'To call tools, say in which folder: assemble({ workspace }).')
  // Programs that only read replies load none of this.
  const [configs, { openRuntime }, { openModels }] = await Promise.all([
    import('./config/index.ts'),
    import('./open-runtime.ts'),
    import('./open-models.ts'),
  ])
  const shape = configs.configShape()
  const given = configs.flatLayer(shape, { ...NOT_UNASKED, ...settings }, { source: 'assemble', origin: 'flag' })
  configs.refuseProblems(given.problems)
  const config = configs.mergeLayers(shape, { flags: given.layer, trusted: false })
  const place = state ?? stateFolder({ cwd: process.cwd(), home: homedir(), environment: process.env })
  const chosen = await openModels({ config, environment: process.env, main: model, given: models })
  if (!chosen.ok) throw new CountersignError(chosen.error.code, chosen.error.message)
  const eventReaders = await readersOf(rest)
  const root = realpathSync(workspace)
  const opened = await openRuntime({
    ...rest,
    eventReaders,
    root,
    state: place,
    config,
    trust,
    catalog,
    models: chosen.value,
  })
  if (!opened.ok) throw new CountersignError(opened.error.code, opened.error.message)
  return opened.value
}

/** Without a tracer, telemetry is not loaded. */
async function readersOf({
  eventReaders = [],
  tracer,
  traceContent = false,
}: ReaderOptions): Promise<readonly EventReader[]> {
  if (!tracer) return eventReaders
  const { telemetry } = await import('./turn/telemetry.ts')
  return [...eventReaders, telemetry(tracer, { content: traceContent })]
}

type ReaderOptions = Pick<AssembleOptions, 'eventReaders' | 'tracer' | 'traceContent'>
