import { type Fault, type Trust, fault, messageOf } from '../../core/index.ts'
import { type AskPerson, type LedgerPlace, type Runtime, locateLedger, openRuntime, storedTrust } from '../../runtime/index.ts'
import { type Entry, type LedgerOptions, readOwnEntries } from '../../ledger/index.ts'
import { describeRefused } from './config/print-config.ts'
import { type LoadedConfig, loadConfig } from './config/load-config.ts'
import { EXIT, Failure } from './failure.ts'
import { processSurroundings, stateFolder } from './find-workspace.ts'
import { type Terminal, visible } from './terminal.ts'

export type PlaceFlags = { readonly workspace?: string; readonly config?: string; readonly json?: boolean }

/** The exit code that belongs to a fault (contracts §2). */
export function exitCodeOf({ code }: Fault): number {
  if (code === 'confirmation_required') return EXIT.unapproved
  if (code === 'ledger_unverified') return EXIT.unverified
  return code === 'config_invalid' || code === 'not_in_this_version' ? EXIT.config : EXIT.refused
}

export const failureOf = (error: Fault): Failure => new Failure(error, exitCodeOf(error))

export function loadHere(flags: PlaceFlags): Promise<LoadedConfig> {
  const state = stateFolder(processSurroundings())
  return loadConfig({ flags, storedTrust: workspace => storedTrust(state, workspace) })
}

/** Where words go, and who may be asked: nobody, unless the verb says otherwise. */
export type Door = Terminal & { readonly ask?: AskPerson | undefined }

/** Opens the workspace, does the work and writes what is still to be written. */
export async function withRuntime<T>(flags: PlaceFlags, { ask, ...terminal }: Door, work: (runtime: Runtime) => Promise<T>): Promise<T> {
  const config = await loadHere(flags)
  for (const warning of config.warnings) terminal.err(visible(warning))
  for (const refused of config.refused) terminal.err(visible(describeRefused(refused)))
  const opened = await openRuntime({
    root: config.workspace,
    state: config.state,
    config,
    trust: trustOf(config),
    ask,
    secrets: secretsIn(process.env),
  })
  if (!opened.ok) throw failureOf(opened.error)
  try {
    return await work(opened.value)
  } finally {
    const closed = await opened.value.close()
    if (!closed.ok) terminal.err(visible(`${closed.error.code}: ${closed.error.message}`))
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

/** For looking at the log without opening it for writing: it may be broken, and that is what is to be seen. */
export async function withLedger<T>(flags: PlaceFlags, work: (place: LedgerPlace) => Promise<T>): Promise<T> {
  const { workspace: root, state } = await loadHere(flags)
  const place = await locateLedger({ root, state })
  if (!place.ok) throw failureOf(place.error)
  try {
    return await work(place.value)
  } catch (thrown) {
    throw thrown instanceof Failure ? thrown : failureOf(fault('ledger_unavailable', `The records cannot be read: ${messageOf(thrown)}.`))
  } finally {
    place.value.ledger.index.close()
    place.value.ledger.disk.close()
  }
}

/** The entries that this machine wrote; a log that is not ours is refused. */
export function ownEntries(ledger: LedgerOptions, afterSeq = 0): Iterable<Entry> {
  const entries = readOwnEntries(ledger, afterSeq)
  if (!entries.ok) throw failureOf(entries.error)
  return entries.value
}
