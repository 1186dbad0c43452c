import { join } from 'node:path'
import type { Catalog } from '../catalog/index.ts'
import { type Executor, type Json, type Redeem, type Store, type Workspace, createPermitOffice } from '../core/index.ts'
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
import { type RuledWorkspace, openWorkspace } from '../workspace/index.ts'
import type { CallRuntime, OutputFilter } from './call/call-runtime.ts'
import { type MergedConfig, valuesOf } from './config/index.ts'
import type { Memory } from './open-memory.ts'
import { type OwnTool, hasOwnShell, workspaceCatalog } from './own-tool.ts'
import { contextSection } from './settings.ts'

/** What tools stand on. It stays open while the configuration changes. */
export type ToolPlace = Pick<CallRuntime, 'permits' | 'handles' | 'handed' | 'plans' | 'vault'> & {
  readonly workspace: RuledWorkspace
  readonly passing: Store
  readonly macKey: Uint8Array
  /** What decides about commands; it can be exchanged while the program runs. */
  readonly shellPolicies: PolicyHolder
  /** One for all configurations: it puts right at the start what was interrupted, and keeps commands apart. */
  readonly shell: () => Promise<Executor>
  /** What a person should hear of commands that were interrupted; known once the shell is open. */
  readonly notices: readonly string[]
  /** The configuration in force. */
  readonly inForce: { config: MergedConfig }
}

type PlaceOptions = Pick<ToolPlace, 'passing' | 'macKey'> & {
  readonly root: string
  readonly config: MergedConfig
  /** The workspace's own part of the state folder. */
  readonly own: string
  /** The call was begun, and no outcome of it is recorded. */
  readonly isPending: (call: string) => boolean
}

export async function openToolPlace({ root, config, own, isPending, ...kept }: PlaceOptions): Promise<ToolPlace> {
  const inForce = { config }
  const workspace = openWorkspace({ root, rules: pathRulesOf(config) })
  const vault = createVault(join(root, '.control-room', 'results'))
  const permits = createPermitOffice()
  const shellPolicies = await createPolicyHolder(valuesOf(config, shellSettings))
  const notices: string[] = []
  const shellParts = { place: shellPlace(own), workspace, isPending, bounds: () => shellBoundsOf(inForce.config) }
  async function openShell(): Promise<Executor> {
    notices.push(...(await recoverCommands(shellParts)))
    const { sandbox: sandboxMode } = valuesOf(config, shellSettings)
    return createShellExecutor({ ...shellParts, vault, sandboxMode, policies: shellPolicies, redeem: permits.redeem })
  }
  let shell: Promise<Executor> | undefined
  return {
    ...kept,
    workspace,
    vault,
    permits,
    inForce,
    shellPolicies,
    handles: createHandles(kept.passing, vault),
    plans: createPlanStore(kept.passing),
    handed: createHandedCalls(kept.passing),
    notices,
    shell: () => (shell ??= openShell()),
  }
}

export function pathRulesOf(config: MergedConfig): Parameters<RuledWorkspace['prepareRules']>[0] {
  const { deny_read: denyRead, allow_read: allowRead, deny_write: denyWrite } = valuesOf(config, fileSettings)
  return { denyRead, allowRead, denyWrite }
}

function shellBoundsOf(config: MergedConfig): ReturnType<Parameters<typeof createShellExecutor>[0]['bounds']> {
  const { allowRead, denyRead } = pathRulesOf(config)
  const { max_result_chars: maxResultChars } = valuesOf(config, outputSection)
  return { someOnly: allowRead.length > 0, someClosed: denyRead.length > 0, maxResultChars }
}

type ToolParts = ToolPlace & {
  readonly config: MergedConfig
  readonly tools?: readonly OwnTool[]
  /** Made by `workspaceCatalog` from the same tools, if somebody else needs it, too. */
  readonly catalog?: Catalog | undefined
  readonly secrets?: readonly string[]
  readonly filters?: readonly Filter[] | undefined
  readonly filterLog?: ((line: string) => void) | undefined
  /** Puts the conversation of a session into a few words, if a model may ask for it. */
  readonly compress: Compress
  readonly memory: Memory | undefined
}
export type Compress = Parameters<typeof createCompressExecutor>[0]['compress']

export type BuiltTools = Pick<CallRuntime, 'catalog' | 'executorOf' | 'filter'>

export async function buildTools(options: ToolParts): Promise<BuiltTools> {
  const { config, tools = [], macKey, secrets = [], filters = [], filterLog } = options
  const { workspace, vault, handles, permits } = options
  const { context_compression: compression } = valuesOf(config, contextSection)
  const catalog =
    options.catalog ??
    workspaceCatalog(tools, { compression, memory: options.memory !== undefined, search: hasSearch(config) })
  const compressing = catalog.get(COMPRESS_CONTEXT.name)
  const executors = [
    createFileExecutor({ workspace, vault, settings: valuesOf(config, fileSettings), redeem: permits.redeem }),
    ...webExecutors(options, catalog, permits.redeem),
    resultExecutor({ catalog, handles, config, redeem: permits.redeem }),
    createFunctionExecutor(functionTools(tools, catalog), permits.redeem),
    ...memoryExecutors(options, catalog, permits.redeem),
    ...(hasOwnShell(tools) || SHELL_TOOLS.every(({ name }) => !catalog.get(name)) ? [] : [await options.shell()]),
    ...(compressing
      ? [createCompressExecutor({ redeem: permits.redeem, compress: options.compress, tool: compressing })]
      : []),
  ]
  const byTool = new Map(executors.flatMap(executor => executor.tools.map(({ name }) => [name, executor] as const)))
  const { redact_personal: personal } = valuesOf(config, outputSection)
  const filter = createOutputFilter({ key: macKey, secrets, personal, filters, filterLog, workspace })
  return { catalog, executorOf: name => byTool.get(name), filter }
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
