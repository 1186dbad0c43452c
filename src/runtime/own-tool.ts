import type { ToolSource } from '../catalog/index.ts'
import type { FunctionTool, ToolFunction } from '../executors/index.ts'

/** A tool of the program that uses us: what the catalog must know, and the function that does it. */
export type OwnTool = ToolSource & {
  /** Left out: the tool can be read in a reply, and nothing runs it. */
  readonly execute?: ToolFunction
  readonly assess?: FunctionTool['assess']
  readonly groupHash?: FunctionTool['groupHash']
}

export const toolSources = (tools: readonly OwnTool[]): readonly ToolSource[] =>
  tools.map(({ execute: _run, assess: _assess, groupHash: _hash, ...source }) => source)
