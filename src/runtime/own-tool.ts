import { type Catalog, type CatalogOptions, type ToolSource, createCatalog } from '../catalog/index.ts'
import {
  FILE_ALIASES,
  FILE_ARGUMENT_ALIASES,
  FILE_TOOLS,
  type FunctionTool,
  READ_RESULT,
  SEARCH_ALIASES,
  SHELL_ALIASES,
  SHELL_ARGUMENT_ALIASES,
  SHELL_TOOLS,
  type ToolFunction,
  WEB_ALIASES,
  WEB_ARGUMENT_ALIASES,
  WEB_FETCH,
  WEB_SEARCH,
} from '../executors/index.ts'
import { MEMORY_TOOLS } from '../memory/index.ts'
import { COMPRESS_CONTEXT } from '../session/index.ts'

/** A tool of the program that uses us: what the catalog must know, and the function that does it. */
export type OwnTool = ToolSource & {
  /** Left out: the tool can be read in a reply, and nothing runs it. */
  readonly execute?: ToolFunction
  readonly assess?: FunctionTool['assess']
  readonly groupHash?: FunctionTool['groupHash']
}

const toolSources = (tools: readonly OwnTool[]): readonly ToolSource[] =>
  tools.map(({ execute: _run, assess: _assess, groupHash: _hash, ...source }) => source)

/** The program's own tools alone. */
export const ownCatalog = (tools: readonly OwnTool[], options: CatalogOptions = {}): Catalog =>
  createCatalog(toolSources(tools), options)

/** The same, and the one that reads on in a result that was cut. */
export const callableCatalog = (tools: readonly OwnTool[], options: CatalogOptions = {}): Catalog =>
  createCatalog([READ_RESULT, ...toolSources(tools)], options)

type WorkspaceCatalogOptions = CatalogOptions & {
  /** `[agent] context_compression` is on. */
  readonly compression?: boolean
  /** `[memory] enabled` is on. */
  readonly memory?: boolean
  /** `[web] search_url` names an engine. */
  readonly search?: boolean
}

/** A program that brings a shell of its own keeps it, and gets none of ours beside it. */
export const hasOwnShell = (tools: readonly OwnTool[]): boolean =>
  tools.some(({ name }) => SHELL_TOOLS.some(ours => ours.name === name))

/** Them, and those that every workspace has. */
export function workspaceCatalog(
  tools: readonly OwnTool[],
  { compression = false, memory = false, search = false, ...options }: WorkspaceCatalogOptions = {},
): Catalog {
  const session = [...(compression ? [COMPRESS_CONTEXT] : []), ...(memory ? MEMORY_TOOLS : [])]
  const shell = hasOwnShell(tools) ? [] : SHELL_TOOLS
  const given = new Set(tools.map(({ name }) => name))
  // A tool of the program that has such a name stays the program's, under every name.
  const web = given.has(WEB_FETCH.name) ? [] : [WEB_FETCH]
  const engine = search && !given.has(WEB_SEARCH.name) ? [WEB_SEARCH] : []
  const meant = {
    ...(shell.length > 0 && SHELL_ALIASES),
    ...(web.length > 0 && WEB_ALIASES),
    ...(engine.length > 0 && SEARCH_ALIASES),
  }
  const words = Object.entries(meant).filter(([alias]) => !given.has(alias))
  return createCatalog([...FILE_TOOLS, READ_RESULT, ...web, ...engine, ...shell, ...session, ...toolSources(tools)], {
    ...options,
    aliases: { ...FILE_ALIASES, ...Object.fromEntries(words), ...options.aliases },
    argumentAliases: {
      ...FILE_ARGUMENT_ALIASES,
      ...(shell.length > 0 && SHELL_ARGUMENT_ALIASES),
      ...Object.fromEntries([...web, ...engine].map(({ name }) => [name, WEB_ARGUMENT_ALIASES[name] ?? {}])),
      ...options.argumentAliases,
    },
  })
}
