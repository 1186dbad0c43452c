import { type Catalog, type CatalogOptions, type ToolSource, createCatalog } from '../catalog/index.ts'
import { FILE_ALIASES, FILE_ARGUMENT_ALIASES, FILE_TOOLS, type FunctionTool, READ_RESULT, type ToolFunction } from '../executors/index.ts'

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
export const ownCatalog = (tools: readonly OwnTool[], options: CatalogOptions = {}): Catalog => createCatalog(toolSources(tools), options)

/** Them, and those that every workspace has. */
export function workspaceCatalog(tools: readonly OwnTool[], options: CatalogOptions = {}): Catalog {
  return createCatalog([...FILE_TOOLS, READ_RESULT, ...toolSources(tools)], {
    ...options,
    aliases: { ...FILE_ALIASES, ...options.aliases },
    argumentAliases: { ...FILE_ARGUMENT_ALIASES, ...options.argumentAliases },
  })
}
