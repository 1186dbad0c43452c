import { join } from 'node:path'
import {
  type Clock,
  type LedgerIndex,
  type Result,
  type Store,
  fail,
  isJsonObject,
  neverBack,
  succeed,
  systemClock,
} from '../core/index.ts'
import {
  type Disk,
  type LedgerOptions,
  newMacKey,
  newSigningKey,
  openLedger,
  readOwnEntries,
  readSigningKey,
  systemDisk,
} from '../ledger/index.ts'
import { createCallCounter, createEventLog, createSessionStore, createTurnGate } from '../session/index.ts'
import { type Scrubs, openLedgerIndex, openSqliteStore, openStateFolder } from '../storage/index.ts'
import { ignoreControlRoom } from '../workspace/index.ts'
import { rateWindows } from './build-gates.ts'
import { createPermissions, recordPermission } from './build-permissions.ts'
import { openToolPlace } from './build-tools.ts'
import { valuesOf } from './config/index.ts'
import { type LiveTurns, type RuntimePlace, type TurnOptions, buildTurns, reload, sharedParts } from './live-turns.ts'
import { openMemory } from './open-memory.ts'
import type { ReloadedParts, Runtime } from './runtime.ts'
import { serverSection } from './settings.ts'
import { createReceiptCache } from './turn/receipt-cache.ts'
import { removeUnfinished } from './unknown-outcomes.ts'

export type RuntimeOptions = TurnOptions & {
  /** The workspace: an absolute path, links resolved. */
  readonly root: string
  /** The user's state folder. */
  readonly state: string
  readonly clock?: Clock
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
  const { clock = systemClock } = options
  const promptOnly = promptOnlyTool(options)
  if (promptOnly) return promptOnly
  const located = await locateLedger(options)
  if (!located.ok) return located
  const opened = await ignoreControlRoom(options.root, () => openLedger(located.value.ledger))
  if (!opened.ok) {
    located.value.ledger.index.close()
    return opened
  }
  await removeUnfinished({ ledger: located.value.ledger, root: options.root })
  const { own, ledger: ledgerOptions } = located.value
  const ledger = opened.value
  const steady = neverBack(clock, () => ledger.now())
  const { durable, passing } = await openStores(options, own, steady)
  const isPending = (call: string): boolean => ledger.openIntent(call) !== undefined || !hasOutcome(call, ledgerOptions)
  const tools = await openToolPlace({ ...options, own, passing, macKey: ledgerOptions.macKey, isPending })
  const { inForce, workspace } = tools
  const record = recordPermission(ledger)
  const { trustStore, ...rights } = createPermissions({ durable, clock, ledger, inForce, root: options.root, record })
  const { facts, memoryIn, close } = openMemory({ own, clock, ledger, filter: () => live.turns.filter })
  const place: RuntimePlace = {
    ...tools,
    ...rights,
    passing,
    clock,
    ledger,
    memoryIn,
    openTurns: new Map(),
    readTwice: new WeakSet(),
    rateWindow: rateWindows(clock),
    receiptCache: createReceiptCache(ledger),
    counter: createCallCounter(session => ledger.callsOf(session)),
    sessions: createSessionStore({ store: passing, clock, scrub: passing.scrub }),
    turnGate: createTurnGate({ store: passing, clock }),
  }
  const live: LiveTurns = { turns: await buildTurns(options, place) }
  const stores = [durable, passing, { close }]
  const everyMinute = setInterval(() => void ledger.checkpointIfDue(), MINUTE).unref()
  const keepMs = (): number => valuesOf(inForce.config, serverSection).event_days * DAY
  const runtime: Runtime = Object.assign(sharedParts(live, place), {
    root: options.root,
    own,
    ledgerOptions,
    trustStore,
    facts,
    notices: tools.notices,
    events: createEventLog({ store: passing, clock, keepMs }),
    clearSession: (session: string) => {
      live.turns.clearResults(session)
      return place.sessions.clear(session)
    },
    reload: (next: ReloadedParts) => reload({ ...options, catalog: undefined, ...next }, { live, place }),
    close: once(() => closeAll({ ledger, ledgerOptions, workspace, everyMinute, stores })),
  })
  return succeed(runtime)
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

/** An intent is closed by its outcome, and by a person who has looked at what became of it. */
function hasOutcome(call: string, options: LedgerOptions): boolean {
  const entries = readOwnEntries(options)
  if (!entries.ok) return false
  for (const { type, body } of entries.value)
    if (type === 'outcome' && isJsonObject(body['facts']) && body['facts']['call_id'] === call) return true
  return false
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

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
