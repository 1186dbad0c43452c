import { realpathSync } from 'node:fs'
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CountersignError, isJsonObject, messageOf } from '../core/index.ts'
import { type MergedConfig, valuesOf } from './config/index.ts'
import { type OwnTool, workspaceCatalog } from './own-tool.ts'
import { ownToolsSection } from './settings.ts'

/** Loads the modules of `[tools] modules`. Throws a CountersignError that names the wrong module and the reason. */
export async function loadOwnTools(config: MergedConfig, root: string): Promise<readonly OwnTool[]> {
  const loaded: OwnTool[] = []
  for (const named of valuesOf(config, ownToolsSection).modules) {
    const path = findModule(named, { base: folderOf(config.origins[KEY]), root })
    const tools = toolsIn(await importModule(path), path)
    checkTogether([...loaded, ...tools], path)
    loaded.push(...tools)
  }
  return loaded
}

const KEY = 'tools.modules'

/** The folder of the file in which the person wrote it; a variable or a flag stands in none. */
function folderOf(origin: string | undefined): string | undefined {
  const file = /^user:(?<file>.+)$/s.exec(origin ?? '')?.groups?.['file']
  return file === undefined ? undefined : dirname(file)
}

type ModuleBase = { readonly base: string | undefined; readonly root: string }

function findModule(named: string, { base, root }: ModuleBase): string {
  if (base === undefined && !isAbsolute(named)) throw wrong(named, 'outside a config file the path must be absolute.')
  const path = realPath(resolve(base ?? '', named))
  // A tool that writes files could otherwise write the next tool.
  if (isWithin(root, path))
    throw wrong(path, 'it lies in the workspace, where tools may write. Keep it somewhere else.')
  return path
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch (thrown) {
    throw wrong(path, `it cannot be found (${messageOf(thrown)}). Correct the path in [tools] modules.`)
  }
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(realpathSync(folder), path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

async function importModule(path: string): Promise<object> {
  try {
    const module: unknown = await import(pathToFileURL(path).href)
    return typeof module === 'object' && module !== null ? module : {}
  } catch (thrown) {
    throw wrong(path, `it cannot be loaded: ${messageOf(thrown)}`)
  }
}

function toolsIn(module: object, path: string): readonly OwnTool[] {
  const tools: unknown = Reflect.get(module, 'tools') ?? Reflect.get(module, 'default')
  if (!Array.isArray(tools)) throw wrong(path, 'it must export a list of tools, as "tools" or by default.')
  const stray = tools.findIndex(tool => !isOwnTool(tool))
  if (stray >= 0)
    throw wrong(path, `number ${stray + 1} in its list is no tool: it needs name, input, risk, capability and execute.`)
  return tools.filter(isOwnTool)
}

/** Whether what it says is right is for the catalog to judge. */
const isOwnTool = (tool: unknown): tool is OwnTool =>
  isJsonObject(tool) && typeof tool['name'] === 'string' && typeof Reflect.get(tool, 'execute') === 'function'

/** Checks names, schemas and risks here, where the wrong module can still be named. */
function checkTogether(tools: readonly OwnTool[], path: string): void {
  try {
    workspaceCatalog(tools, { compression: true })
  } catch (thrown) {
    throw thrown instanceof CountersignError ? wrong(path, thrown.message, thrown.code) : thrown
  }
}

const wrong = (path: string, because: string, code: CountersignError['code'] = 'config_invalid'): CountersignError =>
  new CountersignError(code, `${path}: ${because}`)
