import { join } from 'node:path'
import type { Catalog } from '../catalog/index.ts'
import {
  type Executor,
  type Json,
  type Redeem,
  type Store,
  type Vault,
  type Workspace,
  createPermitOffice,
} from '../core/index.ts'
import {
  type Filter,
  type PolicyHolder,
  READ_RESULT,
  SHELL_TOOLS,
  WEB_FETCH,
  WEB_SEARCH,
  createFileExecutor,
  createFilterPipeline,
  createFunctionExecutor,
  createPolicyHolder,
  createRedactor,
  createResultExecutor,
  createShellExecutor,
  createWebExecutor,
  fileSettings,
  outputSection,
  recoverCommands,
  shellSettings,
  webSettings,
} from '../executors/index.ts'
import { MEMORY_TOOLS, createMemoryExecutor } from '../memory/index.ts'
import {
  COMPRESS_CONTEXT,
  type Handles,
  createCompressExecutor,
  createHandedCalls,
  createHandles,
  createPlanStore,
} from '../session/index.ts'
import { createVault } from '../storage/index.ts'
import { openWorkspace } from '../workspace/index.ts'
import type { CallRuntime, OutputFilter } from './call/call-runtime.ts'
import { type MergedConfig, valuesOf } from './config/index.ts'
import type { Memory } from './open-memory.ts'
import { type OwnTool, hasOwnShell, workspaceCatalog } from './own-tool.ts'
import { contextSection } from './settings.ts'

type ToolParts = {
  readonly root: string
  readonly config: MergedConfig
  readonly tools?: readonly OwnTool[]
  /** Made by `workspaceCatalog` from the same tools, if somebody else needs it, too. */
  readonly catalog?: Catalog
  readonly secrets?: readonly string[]
  readonly filters?: readonly Filter[] | undefined
  readonly filterLog?: ((line: string) => void) | undefined
  readonly macKey: Uint8Array
  readonly passing: Store
  /** Puts the conversation of a session into a few words, if a model may ask for it. */
  readonly compress: Compress
  readonly memory: Memory | undefined
  /** The workspace's own part of the state folder. */
  readonly own: string
  /** The call was begun, and no outcome of it is recorded. */
  readonly isPending: (call: string) => boolean
}
export type Compress = Parameters<typeof createCompressExecutor>[0]['compress']

export type BuiltTools = Pick<
  CallRuntime,
  'catalog' | 'executorOf' | 'permits' | 'handles' | 'handed' | 'plans' | 'filter'
> & {
  readonly workspace: Workspace
  readonly vault: Vault
  readonly executors: readonly Executor[]
  /** What decides about commands; it can be exchanged while the program runs. */
  readonly shellPolicies: PolicyHolder
  /** What a person should hear of commands that were interrupted. */
  readonly notices: readonly string[]
}

export async function buildTools(options: ToolParts): Promise<BuiltTools> {
  const { root, config, tools = [], passing, macKey, secrets = [], filters = [], filterLog } = options
  const settings = valuesOf(config, fileSettings)
  const rules = { denyRead: settings.deny_read, allowRead: settings.allow_read, denyWrite: settings.deny_write }
  const workspace = openWorkspace({ root, rules })
  const vault = createVault(join(root, '.control-room', 'results'))
  const handles = createHandles(passing, vault)
  const permits = createPermitOffice()
  const { context_compression: compression } = valuesOf(config, contextSection)
  const catalog =
    options.catalog ??
    workspaceCatalog(tools, { compression, memory: options.memory !== undefined, search: hasSearch(config) })
  const compressing = catalog.get(COMPRESS_CONTEXT.name)
  const shellPolicies = await createPolicyHolder(valuesOf(config, shellSettings))
  const shell = await openShell(options, { workspace, vault, shellPolicies, redeem: permits.redeem, catalog })
  const executors = [
    createFileExecutor({ workspace, vault, settings, redeem: permits.redeem }),
    ...webExecutors(options, catalog, permits.redeem),
    resultExecutor({ catalog, handles, config, redeem: permits.redeem }),
    createFunctionExecutor(functionTools(tools, catalog), permits.redeem),
    ...memoryExecutors(options, catalog, permits.redeem),
    ...shell.executors,
    ...(compressing
      ? [createCompressExecutor({ redeem: permits.redeem, compress: options.compress, tool: compressing })]
      : []),
  ]
  const byTool = new Map(executors.flatMap(executor => executor.tools.map(({ name }) => [name, executor] as const)))
  const { redact_personal: personal } = valuesOf(config, outputSection)
  const filter = createOutputFilter({ key: macKey, secrets, personal, filters, filterLog, workspace })
  return {
    catalog,
    executorOf: name => byTool.get(name),
    permits,
    handles,
    plans: createPlanStore(passing),
    handed: createHandedCalls(passing),
    filter,
    workspace,
    vault,
    executors,
    shellPolicies,
    notices: shell.notices,
  }
}

type ShellNeeds = Pick<BuiltTools, 'workspace' | 'vault' | 'shellPolicies' | 'catalog'> & { readonly redeem: Redeem }

type OpenedShell = Pick<BuiltTools, 'executors' | 'notices'>

async function openShell(options: ToolParts, needs: ShellNeeds): Promise<OpenedShell> {
  const { config, tools = [], own, isPending } = options
  const { workspace, vault, shellPolicies: policies, redeem, catalog } = needs
  if (hasOwnShell(tools) || SHELL_TOOLS.every(({ name }) => !catalog.get(name))) return { executors: [], notices: [] }
  const { sandbox: sandboxMode } = valuesOf(config, shellSettings)
  const { allow_read: allowed, deny_read: denied } = valuesOf(config, fileSettings)
  const [someOnly, someClosed] = [allowed.length > 0, denied.length > 0]
  const { max_result_chars: maxResultChars } = valuesOf(config, outputSection)
  const parts = { place: shellPlace(own), workspace, someOnly, someClosed, isPending }
  const notices = await recoverCommands(parts)
  return {
    executors: [createShellExecutor({ ...parts, vault, sandboxMode, policies, redeem, maxResultChars })],
    notices,
  }
}

/** Where copies of files are kept while a command runs. */
export const shellPlace = (own: string): string => join(own, 'changes')

const hasSearch = (config: MergedConfig): boolean => valuesOf(config, webSettings).search_url !== ''

/** A tool of the program that happens to have such a name stays the program's. */
function webExecutors(
  { config, passing, tools: own = [] }: ToolParts,
  catalog: Catalog,
  redeem: Redeem,
): readonly Executor[] {
  const isOwn = (name: string): boolean => own.some(tool => tool.name === name)
  const tools = [WEB_FETCH, WEB_SEARCH].flatMap(({ name }) => (isOwn(name) ? [] : (catalog.get(name) ?? [])))
  return tools.length > 0
    ? [createWebExecutor({ redeem, tools, settings: valuesOf(config, webSettings), store: passing })]
    : []
}

/** A tool of the program that happens to have such a name stays the program's. */
function memoryExecutors(
  { memory, tools: own = [] }: ToolParts,
  catalog: Catalog,
  redeem: Redeem,
): readonly Executor[] {
  const isOwn = (name: string): boolean => own.some(tool => tool.name === name)
  const tools = MEMORY_TOOLS.flatMap(({ name }) => (isOwn(name) ? [] : (catalog.get(name) ?? [])))
  return memory && tools.length > 0 ? [createMemoryExecutor({ redeem, tools, ...memory })] : []
}

type ResultParts = {
  readonly catalog: Catalog
  readonly handles: Handles
  readonly config: MergedConfig
  readonly redeem: Redeem
}

function resultExecutor({ catalog, handles, config, redeem }: ResultParts): Executor {
  const tool = catalog.get(READ_RESULT.name)
  if (!tool) throw new Error('the catalog has lost a tool that was just registered')
  const { max_result_chars: maxChars } = valuesOf(config, outputSection)
  return createResultExecutor({ tool, redeem, maxChars, read: (handle, owner) => handles.read(handle, owner) })
}

function functionTools(tools: readonly OwnTool[], catalog: Catalog): Parameters<typeof createFunctionExecutor>[0] {
  return tools.flatMap(({ name, execute, assess, groupHash }) => {
    const definition = catalog.get(name)
    const resultProblem = (value: Json | undefined): Promise<string | undefined> => catalog.resultProblem(name, value)
    return definition && execute ? [{ definition, run: execute, resultProblem, assess, groupHash }] : []
  })
}

type FilterOptions = {
  /** Digests of redacted values are made with it. */
  readonly key: Uint8Array
  readonly secrets: readonly string[]
  readonly personal: boolean
  readonly filters: readonly Filter[]
  readonly filterLog: ((line: string) => void) | undefined
  readonly workspace: Workspace
}

/** Everything that is shown or written passes here: first the filters for its tool, redaction last. */
function createOutputFilter({ key, secrets, personal, filters, filterLog, workspace }: FilterOptions): OutputFilter {
  const redactor = createRedactor({ key, known: secrets, personal })
  const pipeline = createFilterPipeline(filters, { redactor, log: filterLog })
  return {
    text: (text, tool, line) => pipeline.run(tool, text, line).text,
    message: text => redactor.redactText(workspace.relativise(text)).text,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- redaction keeps the form
    json: <Value extends Json>(value: Value) => redactor.redactJson(value) as Value,
  }
}
