import { type Fault, type Result, type Trust, fault, messageOf } from '../../core/index.ts'
import {
  type AskPerson,
  type LedgerPlace,
  type OwnTool,
  type Runtime,
  type RuntimeModels,
  loadOwnTools,
  locateLedger,
  openRuntime,
  storedTrust,
} from '../../runtime/index.ts'
import { type Entry, type LedgerOptions, readOwnEntries } from '../../ledger/index.ts'
import type { AskPermission } from '../../permissions/index.ts'
import { describeRefused } from './config/read-sources.ts'
import { type LoadedConfig, loadConfig, toConfigFailure } from './config/load-config.ts'
import { EXIT, Failure } from './failure.ts'
import { processSurroundings, stateFolder } from './find-workspace.ts'
import { type Terminal, visible } from './terminal.ts'

export type PlaceFlags = { readonly workspace?: string; readonly config?: string; readonly json?: boolean }

/** The exit code that belongs to a fault (contracts §2). */
export function exitCodeFor({ code }: Fault): number {
  if (code === 'confirmation_required') return EXIT.unapproved
  if (code === 'model_unreachable') return EXIT.unreachable
  if (code === 'usage_invalid') return EXIT.usage
  if (code === 'ledger_unverified') return EXIT.unverified
  return code === 'config_invalid' || code === 'not_in_this_version' ? EXIT.config : EXIT.refused
}

export const asFailure = (error: Fault): Failure => new Failure(error, exitCodeFor(error))

export function loadHere(flags: PlaceFlags): Promise<LoadedConfig> {
  const state = stateFolder(processSurroundings())
  return loadConfig({ flags, storedTrust: workspace => storedTrust(state, workspace) })
}

/** Where words go, who may be asked (nobody, unless the verb says otherwise), and which models are needed (none, unless it says so). */
export type EntryPoint = Terminal & {
  readonly ask?: AskPerson | undefined
  readonly askPermission?: AskPermission | undefined
  readonly openModels?: ((config: LoadedConfig) => Promise<RuntimeModels>) | undefined
}

/** Opens the workspace, does the work and writes what is still to be written. */
export async function withRuntime<T>(
  flags: PlaceFlags,
  { ask, askPermission, openModels, ...terminal }: EntryPoint,
  work: (runtime: Runtime) => Promise<T>,
): Promise<T> {
  const config = await loadHere(flags)
  for (const warning of config.warnings) terminal.err(visible(warning))
  for (const refused of config.refused) terminal.err(visible(describeRefused(refused)))
  const { workspace: root, state } = config
  const options = {
    root,
    state,
    config,
    trust: trustOf(config),
    ask,
    askPermission,
    secrets: secretsIn(process.env),
    tools: await ownTools(config),
    ...(openModels && { models: await openModels(config) }),
  }
  const opened = await openRuntime(options)
  if (!opened.ok) throw asFailure(opened.error)
  try {
    return await work(opened.value)
  } finally {
    const closed = await opened.value.close()
    if (!closed.ok) terminal.problem(visible(`${closed.error.code}: ${closed.error.message}`))
  }
}

/** The person's own, from the modules that his config names. */
async function ownTools(config: LoadedConfig): Promise<readonly OwnTool[]> {
  try {
    return await loadOwnTools(config, config.workspace)
  } catch (thrown) {
    throw toConfigFailure(thrown)
  }
}

const SECRET_NAME = /(key|token|secret|passw|credential)/i
const LOOKS_RANDOM = /^(?=.*\d)(?=.*[A-Za-z]).{12,}$/

/** What this process holds of the person's keys must not come out of a tool either, however it is written there. */
export const secretsIn = (environment: NodeJS.ProcessEnv): readonly string[] =>
  Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && SECRET_NAME.test(name) && LOOKS_RANDOM.test(value) ? [value] : [],
  )

const trustOf = ({ trust }: LoadedConfig): Trust => (trust === 'trusted' ? 'Trusted' : 'Provisional')

/** A log, and the workspace that it belongs to. */
export type FoundLedger = LedgerPlace & { readonly root: string }

/** For looking at the log without opening it for writing: it may be broken, and that is what is to be seen. */
export async function withLedger<T>(flags: PlaceFlags, work: (place: FoundLedger) => Promise<T>): Promise<T> {
  const { workspace: root, state } = await loadHere(flags)
  const place = await locateLedger({ root, state })
  if (!place.ok) throw asFailure(place.error)
  try {
    return await work({ ...place.value, root })
  } catch (thrown) {
    throw thrown instanceof Failure
      ? thrown
      : asFailure(fault('ledger_unavailable', `The records cannot be read: ${messageOf(thrown)}.`))
  } finally {
    place.value.ledger.index.close()
    place.value.ledger.disk.close()
  }
}

/** The entries that this machine wrote; a log that is not ours is refused. */
export const ownEntries = (ledger: LedgerOptions): Iterable<Entry> => orThrow(readOwnEntries(ledger))

/** The value, or the verb ends with the fault. */
export function orThrow<T>(result: Result<T>): T {
  if (result.ok) return result.value
  throw asFailure(result.error)
}
