import type { OwnTool } from './own-tool.ts'

/** What a plain tool may say about itself. */
type OwnFacts = {
  readonly [Fact in 'risk' | 'capability' | 'facts' | 'assess' | 'groupHash']?: OwnTool[Fact] | undefined
}

/** A tool of the AI SDK (`inputSchema`, in older versions `parameters`) or a plain one (`input`). */
export type GuardableTool = OwnFacts & {
  readonly description?: string | undefined
  readonly inputSchema?: unknown
  readonly parameters?: unknown
  readonly input?: unknown
  readonly outputSchema?: unknown
  readonly execute?: ((input: never, context: never) => unknown) | undefined
}

/** By name, or in a list of tools that say their names. */
export type GuardableTools =
  | { readonly [name: string]: GuardableTool }
  | readonly (GuardableTool & { readonly name: string })[]

/** The same tools; where one returned a value at once, it now returns a promise of it. */
export type Guarded<Tools> = { [Name in keyof Tools]: GuardedTool<Tools[Name]> }

type GuardedTool<Tool> = Tool extends { readonly execute: (...given: infer Given) => infer Returned }
  ? Promise<Final<Returned>> extends Returned
    ? Tool
    : Omit<Tool, 'execute'> & { readonly execute: (...given: Given) => Promise<Final<Returned>> }
  : Tool

/** Of a stream of values the last one is the result. */
type Final<Returned> = Returned extends AsyncIterable<infer Value> ? Value : Awaited<Returned>

export type NamedTool = { readonly key: string; readonly name: string; readonly tool: GuardableTool }

export function namedTools(tools: GuardableTools): readonly NamedTool[] {
  return Object.entries(tools).map(([key, tool]) => ({ key, tool, name: nameOf(tool) ?? key }))
}

function nameOf(tool: GuardableTool): string | undefined {
  const name: unknown = 'input' in tool && 'name' in tool ? tool.name : undefined
  return typeof name === 'string' ? name : undefined
}
