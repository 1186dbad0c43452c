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

/**
 * What a verb brings: its terminal, the prompts it can answer (none by default), and the models it needs (none by
 * default).
 */
export type EntryPoint = Terminal & {
  readonly ask?: AskPerson | undefined
  readonly askPermission?: AskPermission | undefined
  readonly openModels?: ((config: LoadedConfig) => Promise<RuntimeModels>) | undefined
}

/** Opens the workspace, does the work, and closes the workspace again. */
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
  for (const notice of opened.value.notices) terminal.err(visible(notice))
  try {
    return await work(opened.value)
  } finally {
    const closed = await opened.value.close()
    if (!closed.ok) terminal.problem(visible(`${closed.error.code}: ${closed.error.message}`))
  }
}

/** The person's own tools, from the modules that their configuration names. */
export async function ownTools(config: LoadedConfig): Promise<readonly OwnTool[]> {
  try {
    return await loadOwnTools(config, config.workspace)
  } catch (thrown) {
    throw toConfigFailure(thrown)
  }
}

const SECRET_NAME = /(key|token|secret|passw|credential)/i
const LOOKS_RANDOM = /^(?=.*\d)(?=.*[A-Za-z]).{12,}$/

/** Values of environment variables that look like secrets; tool output must not contain them. */
const secretsIn = (environment: NodeJS.ProcessEnv): readonly string[] =>
  Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && SECRET_NAME.test(name) && LOOKS_RANDOM.test(value) ? [value] : [],
  )

export const trustOf = ({ trust }: LoadedConfig): Trust => (trust === 'trusted' ? 'Trusted' : 'Provisional')

/** A log, and the workspace that it belongs to. */
type FoundLedger = LedgerPlace & { readonly root: string }

/** Opens the log for reading only, so that even a damaged log can be examined. */
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

/** The entries of the log; a log that this machine did not write is refused. */
export const ownEntries = (ledger: LedgerOptions): Iterable<Entry> => orThrow(readOwnEntries(ledger))

/** The value; a fault ends the verb. */
export function orThrow<T>(result: Result<T>): T {
  if (result.ok) return result.value
  throw asFailure(result.error)
}
