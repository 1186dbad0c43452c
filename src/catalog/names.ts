import { CountersignError, type FoundTool, type ToolDefinition } from '../core/index.ts'

export type NameIndex = { find(name: string): FoundTool | undefined }

export type ToolAliases = Readonly<Record<string, string>>

const MAX_NAME_LENGTH = 256 // longer is no name, and not worth a copy
// brackets, a number, or tokens of the form in which the model wrote
const LEFT_BEHIND = /(?:\s*\(\s*\)|:\d+|<[|｜].*)$/s
const NAMESPACE_PREFIX = /^(?:(?:functions?|tools?|default_api)(?:\.|::?|\/)|mcp__[a-z\d-]+__)(?=.)/i

/** Case, separators and surrounding space set aside; nothing else is. */
export const normalName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s.-]/g, '_')

/** All maps are made once, so that a lookup costs the same with ten tools and with ten thousand. */
export function indexNames(
  tools: readonly ToolDefinition[],
  aliases: ToolAliases,
): { readonly exact: NameIndex; readonly lenient: NameIndex } {
  const exact = new Map(tools.map(tool => [tool.name, { tool, aliases: [], shortened: false }]))
  const normal = indexNormalNames(tools)
  const curated = indexAliases(aliases, exact, normal)
  const short = indexShortNames(tools)
  return {
    exact: { find: name => exact.get(name) },
    lenient: rememberingStrangers(exact, name => findNormal(name, [normal, curated, short], short)),
  }
}

const MAX_STRANGERS = 1_024

/** Code in a reply names the same unknown functions again and again; to normalise each once is enough. */
function rememberingStrangers(
  exact: ReadonlyMap<string, FoundTool>,
  look: (name: string) => FoundTool | undefined,
): NameIndex {
  const strangers = new Set<string>()
  return {
    find(name) {
      const known = exact.get(name)
      if (known !== undefined) return known
      if (strangers.has(name)) return undefined
      const found = look(name)
      if (found === undefined && strangers.size < MAX_STRANGERS && name.length <= MAX_NAME_LENGTH) strangers.add(name)
      return found
    },
  }
}

type ToolMap = ReadonlyMap<string, ToolDefinition>

function indexNormalNames(tools: readonly ToolDefinition[]): ToolMap {
  const normal = new Map<string, ToolDefinition>()
  for (const tool of tools) {
    const other = normal.get(normalName(tool.name))
    if (other)
      throw duplicate(
        tool.name === other.name
          ? `"${tool.name}" is registered twice.`
          : `"${other.name}" and "${tool.name}" differ only in case or separators.`,
      )
    normal.set(normalName(tool.name), tool)
  }
  return normal
}

function indexAliases(aliases: ToolAliases, exact: ReadonlyMap<string, FoundTool>, normal: ToolMap): ToolMap {
  const curated = new Map<string, ToolDefinition>()
  for (const [alias, target] of Object.entries(aliases)) {
    const tool = exact.get(target)?.tool
    if (!tool)
      throw new CountersignError(
        'tool_definition_invalid',
        `The alias "${alias}" leads to "${target}", which is not a registered tool.`,
      )
    const rival = exact.get(alias)?.tool ?? normal.get(normalName(alias)) ?? curated.get(normalName(alias))
    if (exact.has(alias) || (rival && rival !== tool))
      throw duplicate(`The alias "${alias}" would hide "${rival?.name ?? alias}".`)
    curated.set(normalName(alias), tool)
  }
  return curated
}

const duplicate = (message: string): CountersignError => new CountersignError('tool_duplicate', message)

/** `weather.get_forecast` also answers to `get_forecast`, unless another tool ends the same way. */
function indexShortNames(tools: readonly ToolDefinition[]): ToolMap {
  const short = new Map<string, ToolDefinition>()
  const ambiguous = new Set<string>()
  for (const tool of tools) {
    for (let dot = tool.name.indexOf('.'); dot >= 0; dot = tool.name.indexOf('.', dot + 1)) {
      const ending = normalName(tool.name.slice(dot + 1))
      if (short.has(ending)) ambiguous.add(ending)
      short.set(ending, tool)
    }
  }
  for (const ending of ambiguous) short.delete(ending)
  return short
}

/**
 * Exact spelling was tried before. The maps are asked in order: the name as it stands, then without namespace and
 * leftovers.
 */
function findNormal(name: string, maps: readonly ToolMap[], short: ToolMap): FoundTool | undefined {
  if (name.length > MAX_NAME_LENGTH) return undefined
  const plain = normalName(name)
  const whole = name.trim().replace(LEFT_BEHIND, '')
  const bare = normalName(whole.replace(NAMESPACE_PREFIX, ''))
  for (const spelling of plain === bare ? [plain] : [plain, bare]) {
    for (const map of maps) {
      const tool = map.get(spelling)
      if (tool !== undefined)
        return { tool, aliases: [`${name}→${tool.name}`], shortened: map === short || whole !== name.trim() }
    }
  }
  return undefined
}
