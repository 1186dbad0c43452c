import {
  type CallContext,
  type CallRequest,
  type FoundTool,
  type Json,
  type Result,
  type ToolCall,
  type ToolDefinition,
  type Toolbox,
  fail,
  hashJson,
  namesOf,
  toolIdentity,
} from '../core/index.ts'
import { type ArgumentAliases, checkAliasedTools, indexArgumentAliases } from './argument-aliases.ts'
import { type ArgumentRules, argumentRules, readArguments } from './arguments.ts'
import { mintCall } from './mint-call.ts'
import { type ToolAliases, indexNames } from './names.ts'
import type { ResultCheck } from './result-check.ts'
import type { ArgumentReview } from './standard-schema.ts'
import { type PreparedTool, type ToolSource, prepareTool } from './tool-source.ts'
import { type ValidatorCache, createValidatorCache } from './validator-cache.ts'

export type CatalogOptions = {
  /** Names that models make up, and the tool that is safely meant: `{ file_viewer: 'file_locator' }`. */
  readonly aliases?: ToolAliases
  readonly argumentAliases?: ArgumentAliases
  /** `false`: names and argument keys must be spelled exactly. */
  readonly useAliases?: boolean
  /** Shared between catalogs that see the same tools again and again. */
  readonly validators?: ValidatorCache
}

/** For tools whose schemas are not ours to tighten. */
type ForeignSchemas = {
  /** Arguments that a schema neither lists nor forbids pass, as JSON Schema says. By default they are refused. */
  readonly takesMore?: boolean
}

export interface Catalog extends Toolbox {
  get(name: string): ToolDefinition | undefined
  list(): readonly ToolDefinition[]
  /** Changes whenever anything that a person approved about the tool changes. */
  definitionHash(name: string): string | undefined
  /**
   * The same catalog with fewer tools; the others are unknown. Calls of the `unlisted` are read, but never shown to a
   * model.
   */
  only(tools: readonly ToolDefinition[], unlisted?: readonly ToolDefinition[]): Toolbox
  /** Was this very call made here? An object that merely looks like a call has passed no check. */
  owns(call: ToolCall): boolean
  /** What is wrong with a result, by the schema that the tool's author gave it; undefined if nothing is. */
  resultProblem(name: string, value: Json | undefined): Promise<string | undefined>
}

type Entry = {
  readonly definition: ToolDefinition
  readonly rules: ArgumentRules
  readonly review: ArgumentReview | undefined
  readonly result: ResultCheck | undefined
}

export function createCatalog(sources: readonly ToolSource[], options: CatalogOptions & ForeignSchemas = {}): Catalog {
  const { aliases = {}, argumentAliases = {}, useAliases = true, validators = createValidatorCache() } = options
  const prepared = sources.map(source => prepareTool(source, validators))
  const tools = Object.freeze(prepared.map(({ definition }) => definition))
  const names = indexNames(tools, aliases)[useAliases ? 'lenient' : 'exact']
  const entries = new Map(prepared.map(tool => [tool.definition.name, entryOf(tool, options)]))
  checkAliasedTools(argumentAliases, name => entries.has(name))
  // definitions do not change, and hashing one costs more than reading a call
  const hashes = new Map<string, string | undefined>()
  const made = new WeakSet<ToolCall>()
  const catalog: Catalog = {
    tools,
    list: () => tools,
    get: name => entries.get(name)?.definition,
    definitionHash(name) {
      if (!hashes.has(name)) hashes.set(name, hashOf(entries.get(name)?.definition))
      return hashes.get(name)
    },
    owns: call => made.has(call),
    resultProblem: async (name, value) => entries.get(name)?.result?.(value),
    find: name => names.find(name),
    resolve: (request, context) =>
      resolveFound(names.find(request.name), request, context) ?? unknownTool(request.name, tools),
    only(offered, unlisted = []) {
      const understood = unlisted.length === 0 ? offered : [...offered, ...unlisted]
      const find = (name: string): FoundTool | undefined => amongThese(names.find(name), understood)
      return {
        tools: offered,
        find,
        resolve(request, context) {
          const found = find(request.name)
          if (!found) return unknownTool(request.name, offered)
          return resolveFound(found, request, context) ?? unknownTool(request.name, tools)
        },
      }
    },
  }
  return catalog

  function resolveFound(
    found: FoundTool | undefined,
    request: CallRequest,
    context: CallContext,
  ): Result<ToolCall> | undefined {
    const entry = found && !(found.shortened && context.profile === 'strict') ? entries.get(found.tool.name) : undefined
    if (!found || !entry) return undefined
    const call = resolveCall({ found, entry }, request, context)
    if (call.ok) made.add(call.value)
    return call
  }
}

type Manners = Pick<CatalogOptions & ForeignSchemas, 'argumentAliases' | 'useAliases' | 'takesMore'>

function entryOf(tool: PreparedTool, { argumentAliases = {}, useAliases = true, takesMore = false }: Manners): Entry {
  const { definition, schema, review, result } = tool
  const aliases = indexArgumentAliases(tool, argumentAliases)
  return { definition, review, result, rules: argumentRules(schema, { aliases, exactOnly: !useAliases, takesMore }) }
}

/** A tool that goes by two names is offered under one of them, and understood under both. */
function amongThese(found: FoundTool | undefined, offered: readonly ToolDefinition[]): FoundTool | undefined {
  if (!found || offered.includes(found.tool)) return found
  const { name } = found.tool
  const twin = offered.find(tool => namesOf(tool).includes(name))
  return twin && { ...found, tool: twin, aliases: [`${name}→${twin.name}`] }
}

function hashOf(tool: ToolDefinition | undefined): string | undefined {
  return tool && hashJson({ ...tool, name: toolIdentity(tool), facts: { ...tool.facts } })
}

type Target = { readonly found: FoundTool; readonly entry: Entry }

function resolveCall({ found, entry }: Target, request: CallRequest, context: CallContext): Result<ToolCall> {
  const read = readArguments(
    request,
    { coerce: context.coerce && context.profile !== 'strict', sound: context.sound === true },
    entry.rules,
  )
  if (!read.ok) return read
  const reviewed = entry.review?.(read.value.args)
  if (reviewed && !reviewed.ok) return reviewed
  return { ok: true, value: mintCall({ found, request, context, read: read.value }) }
}

const MAX_LISTED_TOOLS = 30
const MAX_SHOWN_NAME = 60 // seed 001 shows as much of an unknown name

function unknownTool(name: string, tools: readonly ToolDefinition[]): Result<never> {
  const requested = name.slice(0, MAX_SHOWN_NAME).toWellFormed()
  const names = tools.filter(({ facts }) => facts.hidden !== true).map(tool => tool.name)
  const more = names.length > MAX_LISTED_TOOLS ? `, and ${names.length - MAX_LISTED_TOOLS} more` : ''
  const known =
    names.length === 0 ? 'No tools are offered here' : `Tools: ${names.slice(0, MAX_LISTED_TOOLS).join(', ')}${more}`
  return fail('tool_call_unknown_tool', `No tool ${JSON.stringify(requested)}. ${known}.`, { requested, tools: names })
}
