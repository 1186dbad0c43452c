import { CountersignError } from '../core/index.ts'
import { type Parameters, normalKey } from './parameters.ts'
import type { PreparedTool } from './tool-source.ts'

/** For each tool: what models like to call a parameter, and what it is called. */
export type ArgumentAliases = Readonly<Record<string, Readonly<Record<string, string>>>>

/** By normal key. An alias that could not fit its tool is a mistake of the curator, found here and not in a call. */
export function indexArgumentAliases(
  { definition, schema }: PreparedTool,
  aliases: ArgumentAliases,
): ReadonlyMap<string, string> {
  const curated = new Map<string, string>()
  const own = Object.hasOwn(aliases, definition.name) ? aliases[definition.name] : undefined
  for (const [alias, parameter] of Object.entries(own ?? {})) {
    const wrong = findAliasFault(alias, parameter, schema.parameters) ?? findRival(curated, alias, parameter)
    if (wrong !== undefined)
      throw new CountersignError(
        'tool_definition_invalid',
        `Argument alias "${alias}" of "${definition.name}" ${wrong}.`,
      )
    curated.set(normalKey(alias), parameter)
  }
  return curated
}

function findAliasFault(alias: string, parameter: string, { has, byNormalKey }: Parameters): string | undefined {
  if (!has(parameter)) return `leads to "${parameter}", which is not a parameter`
  if (normalKey(alias) === '') return 'is empty'
  const real = has(alias) ? alias : byNormalKey.get(normalKey(alias))
  return real === undefined || real === parameter ? undefined : `would hide the parameter "${real}"`
}

function findRival(curated: ReadonlyMap<string, string>, alias: string, parameter: string): string | undefined {
  const rival = curated.get(normalKey(alias))
  return rival === undefined || rival === parameter ? undefined : `stands for "${rival}" and "${parameter}" at once`
}

export function checkAliasedTools(aliases: ArgumentAliases, isTool: (name: string) => boolean): void {
  const stray = Object.keys(aliases).find(name => !isTool(name))
  if (stray !== undefined)
    throw new CountersignError(
      'tool_definition_invalid',
      `There are argument aliases for "${stray}", which is not a registered tool.`,
    )
}
