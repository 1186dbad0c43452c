import { join } from 'node:path'
import type { Catalog } from '../catalog/index.ts'
import {
  type Clock,
  type Executor,
  type Gate,
  type JsonObject,
  type LedgerIndex,
  type Redeem,
  type Result,
  type Scope,
  type Store,
  type Trust,
  type Vault,
  type Workspace,
  createPermitOffice,
  succeed,
  systemClock,
} from '../core/index.ts'
import {
  type Filter,
  READ_RESULT,
  createFileExecutor,
  createFunctionExecutor,
  createResultExecutor,
  fileSettings,
  outputSection,
  retrySection,
} from '../executors/index.ts'
import type { RuleBook } from '../gates/index.ts'
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
import {
  type Approvals,
  type Broker,
  type RecordPermission,
  type TrustBook,
  createApprovals,
  createBroker,
  createTrustBook,
  permissionSection,
} from '../permissions/index.ts'
import { type Handles, createCallCounter, createHandles, createPlanBook } from '../session/index.ts'
import { createVault, openLedgerIndex, openSqliteStore, openStateFolder } from '../storage/index.ts'
import { openWorkspace } from '../workspace/index.ts'
import { type BuiltGates, type JudgeModels, buildGates } from './build-gates.ts'
import type { AskPerson, CallParts } from './call/call-parts.ts'
import { type MergedConfig, valuesOf } from './config/index.ts'
import { type OwnTool, workspaceCatalog } from './own-tool.ts'
import { createOutputFilter } from './output-filter.ts'

export type RuntimeOptions = {
  /** The workspace: an absolute path, links resolved. */
  readonly root: string
  /** The user's state folder. */
  readonly state: string
  readonly config: MergedConfig
  readonly trust: Trust
  readonly tools?: readonly OwnTool[]
  /** Made by `workspaceCatalog` from the same tools, if somebody else needs it, too. */
  readonly catalog?: Catalog
  readonly ask?: AskPerson | undefined
  readonly models?: JudgeModels
  readonly gates?: readonly Gate[]
  readonly clock?: Clock
  /** Values that must never be shown or stored, such as keys that the program holds. */
  readonly secrets?: readonly string[]
  /** Shorten what some tools return, before redaction. */
  readonly filters?: readonly Filter[]
  /** Which model a scope's calls come from; for grounding notes. */
  readonly modelOf?: (scope: Scope) => string | undefined
  /** Where the log is written, if not to the workspace's audit folder. */
  readonly disk?: Disk
  readonly index?: LedgerIndex
  /** Where grants, approvals, plans and handles are kept, if not in the state folder. */
  readonly store?: Store
}

export const PERMISSIONS_FILE = 'permissions.db'

/** Everything that a door needs, put together once for one workspace. */
export type Runtime = {
  readonly root: string
  readonly catalog: Catalog
  /** Who runs tools, in the order in which they are asked. */
  readonly executors: readonly string[]
  readonly parts: CallParts
  readonly ledger: OpenLedger
  readonly ledgerOptions: LedgerOptions
  readonly broker: Broker
  readonly approvals: Approvals
  readonly trustBook: TrustBook
  readonly book: RuleBook
  readonly config: MergedConfig
  readonly trust: Trust
  readonly grantMs: (capability: string) => number
  readonly sessionHours: number
  /** Writes what is still only noted. */
  readonly close: () => Promise<Result<undefined>>
}

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
  return succeed({ own, ledger: { disk, index, clock, macKey: macKey.value, signingKey, origin: `countersign/${workspaceId}` } })
}

export type LedgerPlace = { readonly own: string; readonly ledger: LedgerOptions }

export async function openRuntime(options: RuntimeOptions): Promise<Result<Runtime>> {
  const { root, config, clock = systemClock } = options
  const place = await locateLedger(options)
  if (!place.ok) return place
  const opened = await openLedger(place.value.ledger)
  if (!opened.ok) {
    place.value.ledger.index.close()
    return opened
  }
  const ledger = opened.value
  const { own, ledger: ledgerOptions } = place.value
  const durable = options.store ?? (await openSqliteStore({ path: join(own, PERMISSIONS_FILE), clock }))
  const passing = options.store ?? (await openSqliteStore({ path: join(own, 'sessions.db'), clock, durability: 'NORMAL' }))
  const record = recordPermission(ledger)
  const permissions = createPermissions({ durable, clock, ledger, config, root, record })
  const tools = buildTools({ ...options, macKey: ledgerOptions.macKey, passing })
  const gates = gatesOf(options, { ...permissions, ...tools, ledger, clock })
  const { workspace, executors: _executors, ...callable } = tools
  const parts: CallParts = {
    ...callable,
    ...gates,
    ledger,
    approvals: permissions.approvals,
    counter: createCallCounter(session => ledger.callsOf(session)),
    limits: limitsOf(config),
    clock,
    ask: options.ask,
  }
  const { trust } = options
  const everyMinute = setInterval(() => void ledger.checkpointIfDue(), MINUTE).unref()
  return succeed({
    root,
    catalog: tools.catalog,
    executors: tools.executors.map(({ name }) => name),
    parts,
    ledger,
    ledgerOptions,
    ...permissions,
    book: gates.book,
    config,
    trust,
    grantMs: grantDuration(config),
    sessionHours: valuesOf(config, permissionSection).session_hours,
    async close() {
      clearInterval(everyMinute)
      const flushed = await ledger.flush()
      await ledger.checkpointIfDue()
      await ledger.close()
      await Promise.all([durable.close(), passing.close()])
      ledgerOptions.index.close()
      workspace.close()
      return flushed
    },
  })
}

type Opened = Permissions & BuiltTools & { readonly ledger: OpenLedger; readonly clock: Clock }

const gatesOf = ({ config, models = {}, gates: own = [], modelOf = nobody }: RuntimeOptions, opened: Opened): BuiltGates =>
  buildGates({ ...opened, config, models, own, modelOf })

const nobody = (): undefined => undefined

const MINUTE = 60_000

/** What a flag grants for one turn is written with the call that uses it; everything else is on disk before it counts. */
function recordPermission(ledger: OpenLedger): RecordPermission {
  return async event => {
    const draft = {
      type: 'permission' as const,
      body: ({ at }: { readonly at: string }): JsonObject => ({ permission: { ts: at, ...event } }),
    }
    const isOfOneTurn = event['event'] === 'PERMISSION_GRANTED' && typeof event['turn_id'] === 'string'
    if (!isOfOneTurn) return ledger.append(draft)
    ledger.note(draft)
    return succeed(undefined)
  }
}

type PermissionParts = {
  readonly durable: Store
  readonly clock: Clock
  readonly ledger: OpenLedger
  readonly config: MergedConfig
  readonly root: string
  readonly record: RecordPermission
}
type Permissions = { readonly broker: Broker; readonly approvals: Approvals; readonly trustBook: TrustBook }

function createPermissions({ durable: store, clock, ledger, config, root, record }: PermissionParts): Permissions {
  const now = (): number => ledger.now()
  const { approval_secs: seconds } = valuesOf(config, permissionSection)
  const isUsed = (use: string): boolean => ledger.useOf(use) !== undefined
  return {
    broker: createBroker({ store, clock, now, record }),
    approvals: createApprovals({ store, clock, now, record, workspace: root, sandbox: 'none', approvalMs: seconds * 1_000, isUsed }),
    trustBook: createTrustBook(store, now, record),
  }
}

function grantDuration(config: MergedConfig): (capability: string) => number {
  const { grant_secs: usual, capability_secs: own } = valuesOf(config, permissionSection)
  return capability => (own[capability] ?? usual) * 1_000
}

function limitsOf(config: MergedConfig): CallParts['limits'] {
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

type ToolParts = RuntimeOptions & { readonly macKey: Uint8Array; readonly passing: Store }
type BuiltTools = Pick<CallParts, 'catalog' | 'executorOf' | 'permits' | 'handles' | 'plans' | 'filter'> & {
  readonly workspace: Workspace
  readonly vault: Vault
  readonly executors: readonly Executor[]
}

function buildTools(options: ToolParts): BuiltTools {
  const { root, config, tools = [], passing, macKey, secrets = [], filters = [] } = options
  const settings = valuesOf(config, fileSettings)
  const rules = { denyRead: settings.deny_read, allowRead: settings.allow_read, denyWrite: settings.deny_write }
  const workspace = openWorkspace({ root, rules })
  const vault = createVault(join(root, '.control-room', 'results'))
  const handles = createHandles(passing, vault)
  const permits = createPermitOffice()
  const catalog = options.catalog ?? workspaceCatalog(tools)
  const executors = [
    createFileExecutor({ workspace, vault, settings, redeem: permits.redeem }),
    resultExecutor({ catalog, handles, config, redeem: permits.redeem }),
    createFunctionExecutor(functionTools(tools, catalog), permits.redeem),
  ]
  const byTool = new Map(executors.flatMap(executor => executor.tools.map(({ name }) => [name, executor] as const)))
  const filter = createOutputFilter({ key: macKey, secrets, filters, workspace })
  return {
    catalog,
    executorOf: name => byTool.get(name),
    permits,
    handles,
    plans: createPlanBook(passing),
    filter,
    workspace,
    vault,
    executors,
  }
}

type ResultParts = { readonly catalog: Catalog; readonly handles: Handles; readonly config: MergedConfig; readonly redeem: Redeem }

function resultExecutor({ catalog, handles, config, redeem }: ResultParts): Executor {
  const tool = catalog.get(READ_RESULT.name)
  if (!tool) throw new Error('the catalog has lost a tool that was just registered')
  const { max_result_chars: maxChars } = valuesOf(config, outputSection)
  return createResultExecutor({ tool, redeem, maxChars, read: (handle, owner) => handles.read(handle, owner) })
}

function functionTools(tools: readonly OwnTool[], catalog: Catalog): Parameters<typeof createFunctionExecutor>[0] {
  return tools.flatMap(({ name, execute, assess, groupHash }) => {
    const definition = catalog.get(name)
    return definition && execute ? [{ definition, run: execute, assess, groupHash }] : []
  })
}
