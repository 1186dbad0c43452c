import { join } from 'node:path'
import type { Catalog } from '../catalog/index.ts'
import {
  type Clock,
  type EventReader,
  type Gate,
  type LedgerIndex,
  type Result,
  type Store,
  type ToolCall,
  type Trust,
  fail,
  hashJson,
  messageOf,
  neverBack,
  succeed,
  systemClock,
} from '../core/index.ts'
import { type Filter, READ_RESULT, outputSection, retrySection, shellSettings } from '../executors/index.ts'
import {
  type Disk,
  type LedgerOptions,
  type OpenLedger,
  newMacKey,
  newSigningKey,
  openLedger,
  readSigningKey,
  systemDisk,
} from '../ledger/index.ts'
import type { AskPermission } from '../permissions/index.ts'
import { createCallCounter, createEventLog, createSessionStore, createTurnGate } from '../session/index.ts'
import { type Scrubs, openLedgerIndex, openSqliteStore, openStateFolder } from '../storage/index.ts'
import { ignoreControlRoom } from '../workspace/index.ts'
import { type BuiltGates, buildGates } from './build-gates.ts'
import { type Permissions, createPermissions, grantDuration, recordPermission } from './build-permissions.ts'
import { type BuiltTools, type Compress, buildTools } from './build-tools.ts'
import type { AskPerson, CallRuntime } from './call/call-runtime.ts'
import { type MergedConfig, valuesOf } from './config/index.ts'
import { openMemory } from './open-memory.ts'
import type { OwnTool } from './own-tool.ts'
import type { OpenConversation, Runtime, RuntimeModels, TurnRuntime } from './runtime.ts'
import { serverSection } from './settings.ts'
import { createReceiptCache } from './turn/receipt-cache.ts'
import type { PostHook } from './turn/post-hook.ts'
import { compressByTool } from './turn/compress-session.ts'
import { turnSettingsOf } from './turn/turn-settings.ts'
import { removeUnfinished } from './unknown-outcomes.ts'

export type RuntimeOptions = {
  /** The workspace: an absolute path, links resolved. */
  readonly root: string
  /** The user's state folder. */
  readonly state: string
  readonly config: MergedConfig
  readonly trust: Trust
  readonly tools?: readonly OwnTool[]
  /** Made by `workspaceCatalog` from the same tools, where the caller needs it, too. */
  readonly catalog?: Catalog
  readonly ask?: AskPerson | undefined
  /** Asks for a capability before a model is asked anything. Without it, missing capabilities are denied. */
  readonly askPermission?: AskPermission | undefined
  /** Each gets every event of a turn. */
  readonly eventReaders?: readonly EventReader[]
  /** Run after the memory's own when a turn is over, however it ended. */
  readonly postHooks?: readonly PostHook[]
  readonly models?: RuntimeModels
  readonly gates?: readonly Gate[]
  readonly clock?: Clock
  /** Values that must never be shown or stored, such as keys that the program holds. */
  readonly secrets?: readonly string[]
  /** Shorten what some tools or commands return. Secrets are removed before them, and once more after them. */
  readonly filters?: readonly Filter[]
  /** Gets a line with the counts of all filters after every 50 outputs. */
  readonly filterLog?: (line: string) => void
  /** Where the log is written, if not to the workspace's audit folder. */
  readonly disk?: Disk
  readonly index?: LedgerIndex
  /** Where grants, approvals, plans and handles are kept, if not in the state folder. */
  readonly store?: Store
}

export const PERMISSIONS_FILE = 'permissions.db'

/** Where the log and its index are, without opening them: enough to verify, or to accept. */
export async function locateLedger(
  options: Pick<RuntimeOptions, 'root' | 'state' | 'clock' | 'disk' | 'index'>,
): Promise<Result<LedgerPlace>> {
  const { root, clock = systemClock } = options
  const folder = openStateFolder({ path: options.state, workspaceRoot: root })
  if (!folder.ok) return folder
  const { own, workspaceId, secret } = folder.value
  const macKey = secret('mac.key', newMacKey)
  if (!macKey.ok) return macKey
  const pem = secret('signing.key', newSigningKey)
  if (!pem.ok) return pem
  const disk = options.disk ?? systemDisk(join(root, '.control-room', 'audit'))
  const index = options.index ?? (await openLedgerIndex({ path: join(own, 'ledger.db') }))
  const signingKey = readSigningKey(pem.value.toString())
  return succeed({
    own,
    ledger: { disk, index, clock, macKey: macKey.value, signingKey, origin: `countersign/${workspaceId}` },
  })
}

export type LedgerPlace = { readonly own: string; readonly ledger: LedgerOptions }

type Stores = { readonly durable: Store; readonly passing: Passing }

export async function openRuntime(options: RuntimeOptions): Promise<Result<Runtime>> {
  const { root, config, clock = systemClock } = options
  const promptOnly = promptOnlyTool(options)
  if (promptOnly) return promptOnly
  const place = await locateLedger(options)
  if (!place.ok) return place
  const opened = await ignoreControlRoom(root, () => openLedger(place.value.ledger))
  if (!opened.ok) {
    place.value.ledger.index.close()
    return opened
  }
  await removeUnfinished({ ledger: place.value.ledger, root })
  const ledger = opened.value
  const { own, ledger: ledgerOptions } = place.value
  const steady = neverBack(clock, () => ledger.now())
  const { durable, passing } = await openStores(options, own, steady)
  const permissions = createPermissions({ durable, clock, ledger, config, root, record: recordPermission(ledger) })
  const { memory, facts, close: closeMemory } = openMemory({ own, config, clock, ledger, filter: () => tools.filter })
  const { macKey } = ledgerOptions
  const compress: Compress = async scope => compressByTool(scope, turns)
  const isPending = (call: string): boolean => ledger.openIntent(call) !== undefined
  const tools = await buildTools({ ...options, own, macKey, passing, memory, compress, isPending })
  const { executors: _executors, shellPolicies, notices, ...callable } = tools
  const { trustStore, ...rights } = permissions
  const seen = { openTurns: new Map<string, OpenConversation>(), readTwice: new WeakSet<ToolCall>() }
  const turns: TurnRuntime = {
    ...turnParts(options, { passing, clock }),
    ...callable,
    ...gatesOf(options, { ...permissions, ...tools, ...seen, ledger, clock }),
    ...rights,
    ...seen,
    ledger,
    memory,
    receiptCache: createReceiptCache(ledger),
    counter: createCallCounter(session => ledger.callsOf(session)),
  }
  const stores = [durable, passing, { close: closeMemory }]
  const everyMinute = setInterval(() => void ledger.checkpointIfDue(), MINUTE).unref()
  return succeed({
    ...turns,
    turns,
    root,
    config,
    ledgerOptions,
    trustStore,
    facts,
    notices,
    events: createEventLog({ store: passing, clock, keepMs: valuesOf(config, serverSection).event_days * DAY }),
    sessionHours: turns.settings.permissions.session_hours,
    reloadShell: next => swapShell(next, shellPolicies, ledger),
    close: once(() => closeAll({ ledger, ledgerOptions, workspace: tools.workspace, everyMinute, stores })),
  })
}

async function openStores({ store }: RuntimeOptions, own: string, clock: Clock): Promise<Stores> {
  if (store) return { durable: store, passing: store }
  return {
    durable: await openSqliteStore({ path: join(own, PERMISSIONS_FILE), clock }),
    passing: await openSqliteStore({ path: join(own, 'sessions.db'), clock, durability: 'NORMAL' }),
  }
}

/** Closing twice gives the same answer and closes nothing twice. */
function once<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let done: Promise<Value> | undefined
  return () => (done ??= work())
}

/** A configuration that is wrong, or whose change cannot be recorded, replaces nothing. */
async function swapShell(
  next: MergedConfig,
  policies: BuiltTools['shellPolicies'],
  ledger: OpenLedger,
): Promise<Result<undefined>> {
  const settings = valuesOf(next, shellSettings)
  try {
    const take = await policies.prepare(settings)
    const settings_sha256 = hashJson(settings)
    const told = await ledger.append({ type: 'system', body: () => ({ event: 'shell_reloaded', settings_sha256 }) })
    if (told.ok) take()
    return told.ok ? succeed(undefined) : told
  } catch (thrown) {
    return fail('config_invalid', messageOf(thrown))
  }
}

type OpenFiles = Pick<Runtime, 'ledger' | 'ledgerOptions' | 'workspace'> & {
  readonly everyMinute: NodeJS.Timeout
  readonly stores: readonly { close(): Promise<void> }[]
}

async function closeAll({
  everyMinute,
  ledger,
  stores,
  ledgerOptions,
  workspace,
}: OpenFiles): Promise<Result<undefined>> {
  clearInterval(everyMinute)
  const flushed = await ledger.flush()
  await ledger.checkpointIfDue()
  await ledger.close()
  await Promise.all(stores.map(store => store.close()))
  ledgerOptions.index.close()
  workspace.close()
  return flushed
}

/** A model is never shown a tool that nothing runs. */
function promptOnlyTool({ tools = [], models }: RuntimeOptions): Result<never> | undefined {
  const idle = models?.main && tools.find(({ execute }) => execute === undefined)
  return (
    idle &&
    fail(
      'tool_definition_invalid',
      `The tool "${idle.name}" has no execute function. Only tools that really run are offered.`,
    )
  )
}

type Passing = Store & Partial<Scrubs>

function turnParts(
  options: RuntimeOptions,
  { passing: store, clock }: { readonly passing: Passing; readonly clock: Clock },
): Omit<TurnRuntime, keyof BuiltTools | keyof BuiltGates | keyof Permissions | LaterParts> {
  const { models = {}, ask, askPermission, eventReaders = [], postHooks = [], config, trust, tools = [] } = options
  return {
    models,
    ask,
    askPermission,
    eventReaders,
    postHooks,
    trust,
    clock,
    limits: limitsOf(config),
    settings: turnSettingsOf(config),
    grantMs: grantDuration(config),
    sessions: createSessionStore({ store, clock, scrub: store.scrub }),
    turnGate: createTurnGate({ store, clock }),
    ownTools: tools.map(({ name }) => name),
  }
}

type LaterParts = 'ledger' | 'memory' | 'receiptCache' | 'counter' | 'openTurns' | 'readTwice'

type OpenedParts = Permissions & BuiltTools & Pick<TurnRuntime, 'ledger' | 'clock' | 'openTurns' | 'readTwice'>

const gatesOf = ({ config, models = {}, gates: own = [] }: RuntimeOptions, opened: OpenedParts): BuiltGates =>
  buildGates({ ...opened, config, models, own, conversationOf: ({ turn }) => opened.openTurns.get(turn) })

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

function limitsOf(config: MergedConfig): CallRuntime['limits'] {
  const retry = valuesOf(config, retrySection)
  const { timeout_secs: timeout, max_result_chars: maxResultChars } = valuesOf(config, outputSection)
  return {
    timeoutMs: timeout * 1_000,
    maxAttempts: retry.max_attempts,
    baseMs: retry.base_ms,
    maxMs: retry.max_ms,
    budgetMs: retry.budget_secs * 1_000,
    maxResultChars,
    resultReader: READ_RESULT.name,
  }
}
