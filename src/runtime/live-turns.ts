import type { Catalog } from '../catalog/index.ts'
import {
  type EventReader,
  type Gate,
  type Result,
  type Scope,
  type Trust,
  fail,
  hashJson,
  messageOf,
  succeed,
} from '../core/index.ts'
import { type Filter, READ_RESULT, outputSection, retrySection, shellSettings } from '../executors/index.ts'
import type { AskPermission } from '../permissions/index.ts'
import { type RateWindowFor, buildGates } from './build-gates.ts'
import { type Permissions, grantDuration } from './build-permissions.ts'
import { type Compress, type ToolPlace, buildTools, pathRulesOf } from './build-tools.ts'
import type { AskPerson, CallRuntime } from './call/call-runtime.ts'
import { type MergedConfig, valuesOf } from './config/index.ts'
import type { Memory } from './open-memory.ts'
import type { OwnTool } from './own-tool.ts'
import type { OpenConversation, Runtime, RuntimeModels, SharedWithTurns, TurnRuntime } from './runtime.ts'
import type { PostHook } from './turn/post-hook.ts'
import { compressByTool } from './turn/compress-session.ts'
import { turnSettingsOf } from './turn/turn-settings.ts'

/** What turns are made of, beside what stays open. */
export type TurnOptions = {
  readonly config: MergedConfig
  readonly trust: Trust
  readonly tools?: readonly OwnTool[]
  /** Made by `workspaceCatalog` from the same tools, where the caller needs it, too. */
  readonly catalog?: Catalog | undefined
  readonly ask?: AskPerson | undefined
  /** Asks for a capability before a model is asked anything. Without it, missing capabilities are denied. */
  readonly askPermission?: AskPermission | undefined
  /** Each gets every event of a turn. */
  readonly eventReaders?: readonly EventReader[]
  /** Run after the memory's own when a turn is over, however it ended. */
  readonly postHooks?: readonly PostHook[]
  readonly models?: RuntimeModels
  readonly gates?: readonly Gate[]
  /** Values that must never be shown or stored, such as keys that the program holds. */
  readonly secrets?: readonly string[]
  /** Shorten what some tools or commands return. Secrets are removed before them, and once more after them. */
  readonly filters?: readonly Filter[]
  /** Gets a line with the counts of all filters after every 50 outputs. */
  readonly filterLog?: (line: string) => void
}

/** What is made anew when the configuration changes. Turns and calls that are under way keep what they began with. */
export type LiveTurns = { turns: TurnRuntime }

/** What stays open while the configuration changes. */
export type RuntimePlace = ToolPlace &
  Omit<Permissions, 'trustStore'> &
  Pick<TurnRuntime, 'clock' | 'ledger' | 'openTurns' | 'readTwice' | 'receiptCache' | 'counter' | 'sessions'> &
  Pick<TurnRuntime, 'turnGate'> & {
    readonly memoryIn: (config: MergedConfig) => Memory | undefined
    readonly rateWindow: RateWindowFor
  }

export async function buildTurns(options: TurnOptions, place: RuntimePlace): Promise<TurnRuntime> {
  const { config, models = {}, ask, askPermission, eventReaders = [], postHooks = [], trust, tools = [] } = options
  const memory = place.memoryIn(config)
  const compress: Compress = async scope => compressByTool(scope, turns)
  const built = { ...place, ...(await buildTools({ ...options, ...place, memory, compress })) }
  const conversationOf = ({ turn }: Scope): OpenConversation | undefined => place.openTurns.get(turn)
  const turns: TurnRuntime = {
    ...built,
    ...buildGates({ ...built, config, models, own: options.gates ?? [], conversationOf }),
    memory,
    models,
    ask,
    askPermission,
    eventReaders,
    postHooks,
    trust,
    limits: limitsOf(config),
    settings: turnSettingsOf(config),
    grantMs: grantDuration(config),
    ownTools: tools.map(({ name }) => name),
  }
  return turns
}

type SharedParts = Pick<Runtime, 'turns' | 'config' | 'sessionHours' | SharedWithTurns>

/** What surfaces read. Each reads the newest. */
export function sharedParts(live: LiveTurns, { inForce, ...place }: RuntimePlace): SharedParts {
  const { approvals, broker, clock, ledger, sessions, vault, workspace } = place
  return {
    approvals,
    broker,
    clock,
    ledger,
    sessions,
    vault,
    workspace,
    get turns() {
      return live.turns
    },
    get config() {
      return inForce.config
    },
    get catalog() {
      return live.turns.catalog
    },
    get executorOf() {
      return live.turns.executorOf
    },
    get filter() {
      return live.turns.filter
    },
    get grantMs() {
      return live.turns.grantMs
    },
    get memory() {
      return live.turns.memory
    },
    get models() {
      return live.turns.models
    },
    get ownTools() {
      return live.turns.ownTools
    },
    get ruleSet() {
      return live.turns.ruleSet
    },
    get trust() {
      return live.turns.trust
    },
    get sessionHours() {
      return live.turns.settings.permissions.session_hours
    },
  }
}

type Reloading = { readonly live: LiveTurns; readonly place: RuntimePlace }

/** A configuration that is wrong, or whose change cannot be recorded, replaces nothing. */
export async function reload(options: TurnOptions, { live, place }: Reloading): Promise<Result<undefined>> {
  const { config } = options
  const { shellPolicies, workspace, inForce, ledger } = place
  try {
    const turns = await buildTurns(options, place)
    const takes = [
      await shellPolicies.prepare(valuesOf(config, shellSettings)),
      workspace.prepareRules(pathRulesOf(config)),
    ]
    const settings_sha256 = hashJson(config.values)
    const told = await ledger.append({ type: 'system', body: () => ({ event: 'config_reloaded', settings_sha256 }) })
    if (!told.ok) return told
    for (const take of takes) take()
    inForce.config = config
    live.turns = turns
    return succeed(undefined)
  } catch (thrown) {
    return fail('config_invalid', messageOf(thrown))
  }
}

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
