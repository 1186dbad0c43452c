import { type Catalog, type ToolSource, createCatalog } from '../../catalog/index.ts'
import { type Json, type JsonObject, type Risk, isJsonList, isJsonObject } from '../../core/index.ts'
import type { AssembleOptions } from '../../runtime/index.ts'
import { inputFailure } from './failure.ts'
import { readJsonFile } from './input.ts'

/**
 * Reads a list of `{name, description, parameters, risk?}`, or the `{type:"function", function:{…}}` form of chat
 * completions.
 */
export function readToolFile(path: string): Catalog {
  const { tools, ...options } = readToolOptions(path)
  return createCatalog(tools, options)
}

/** The tools of a file, with their aliases. */
export function readToolOptions(path: string): AssembleOptions {
  const value = readJsonFile(path)
  return { tools: toolSources(value, path), ...otherNames(value) }
}

/** `aliases: ["file_viewer"]` and `argument_aliases: {"criteria": "search_criteria"}` beside a tool's name. */
function otherNames(value: Json): Pick<AssembleOptions, 'aliases' | 'argumentAliases'> {
  const aliases: Record<string, string> = {}
  const argumentAliases: Record<string, Record<string, string>> = {}
  for (const tool of isJsonList(value) ? value.filter(isJsonObject) : []) {
    const { name, aliases: names = [], argument_aliases: keys = {} } = tool
    if (typeof name !== 'string') continue
    for (const alias of isJsonList(names) ? names : []) if (typeof alias === 'string') aliases[alias] = name
    const entries = Object.entries(isJsonObject(keys) ? keys : {})
    if (entries.length > 0)
      argumentAliases[name] = Object.fromEntries(
        entries.map(([key, parameter]) => [key, typeof parameter === 'string' ? parameter : '']),
      )
  }
  return { aliases, argumentAliases }
}

export function toolSources(value: Json, where: string): readonly ToolSource[] {
  if (!isJsonList(value)) throw inputFailure(`${where}: expected a JSON list of tools.`)
  return value.map((item, index) => toolSource(item, `${where}, tool ${index + 1}`))
}

function toolSource(item: Json, where: string): ToolSource {
  const tool = isJsonObject(item) && isJsonObject(item['function']) ? item['function'] : item
  if (!isJsonObject(tool)) throw inputFailure(`${where}: expected an object with name, description and parameters.`)
  const { name, description, parameters, risk } = tool
  if (typeof name !== 'string') throw inputFailure(`${where}: "name" must be a string.`)
  const named = `${where} ("${name}")`
  return {
    name,
    description: typeof description === 'string' ? description : '',
    input: parameterSchema(parameters, named),
    risk: riskOf(risk, named),
    capability: 'SystemExecute', // a file names no capability, so the strictest one
  }
}

function parameterSchema(parameters: Json | undefined, where: string): JsonObject {
  if (parameters === undefined) return { type: 'object', properties: {} }
  if (!isJsonObject(parameters)) throw inputFailure(`${where}: "parameters" must be a JSON Schema object.`)
  return parameters
}

/** A tool without a risk counts as `write`. */
function riskOf(risk: Json | undefined, where: string): Risk {
  if (risk === undefined) return 'write'
  if (risk === 'read' || risk === 'write' || risk === 'destroy') return risk
  throw inputFailure(`${where}: "risk" must be "read", "write" or "destroy".`)
}
