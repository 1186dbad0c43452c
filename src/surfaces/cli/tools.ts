import type { Catalog } from '../../catalog/index.ts'
import { type Json, type JsonObject, type ToolDefinition, isJsonObject } from '../../core/index.ts'
import { workspaceCatalog } from '../../runtime/index.ts'
import { EXIT, usageFailure } from './failure.ts'
import { type Paint, type Terminal, visible, resultText } from './terminal.ts'
import { readToolFile } from './tool-file.ts'

type ToolFlags = { readonly tools?: string; readonly json?: boolean }

export function listTools(flags: ToolFlags, terminal: Terminal): number {
  const tools = catalogOf(flags)
    .list()
    .filter(({ facts }) => facts.hidden !== true)
  if (flags.json === true) terminal.out(JSON.stringify(tools.map(summary)))
  else for (const tool of tools) terminal.out(line(tool, terminal.paint))
  return EXIT.done
}

export function showTool(name: string, flags: ToolFlags, terminal: Terminal): number {
  const catalog = catalogOf(flags)
  const found = catalog.find(name)
  if (found === undefined)
    throw usageFailure(
      `No tool "${name}". Tools: ${catalog
        .list()
        .map(tool => tool.name)
        .join(', ')}.`,
    )
  terminal.out(resultText(flags, detail(found.tool, catalog), page(found.tool, catalog, terminal.paint)))
  return EXIT.done
}

/** The tools of a file, or those of every workspace. */
const catalogOf = ({ tools }: ToolFlags): Catalog => (tools === undefined ? workspaceCatalog([]) : readToolFile(tools))

const summary = ({ name, description, risk, capability }: ToolDefinition): JsonObject => ({
  name,
  description,
  risk,
  capability,
})

const detail = (tool: ToolDefinition, catalog: Catalog): JsonObject => ({
  ...summary(tool),
  parameters: tool.input,
  facts: { ...tool.facts },
  definition_hash: catalog.definitionHash(tool.name) ?? null,
})

const RISK_WORDS = { read: 'reads', write: 'changes', destroy: 'deletes' } as const
const RISK_COLOURS = { read: 'green', write: 'yellow', destroy: 'red' } as const

function line({ name, risk, description }: ToolDefinition, paint: Paint): string {
  const risks = paint(RISK_COLOURS[risk], RISK_WORDS[risk].padEnd(8))
  return `${paint('bold', visible(name).padEnd(18))} ${risks} ${visible(description)}`
}

function page(tool: ToolDefinition, catalog: Catalog, paint: Paint): string {
  const properties = isJsonObject(tool.input['properties']) ? Object.entries(tool.input['properties']) : []
  const required: Json = tool.input['required'] ?? []
  const rows = properties.map(([name, schema]) => {
    const isRequired = Array.isArray(required) && required.includes(name)
    const type = `${typeOf(schema)}${isRequired ? paint('yellow', ' required') : ''}`
    return `  ${paint('cyan', visible(name).padEnd(18))} ${type} ${paint('dim', describe(schema))}`
  })
  return [
    line(tool, paint),
    '',
    ...(rows.length === 0 ? ['  takes no arguments'] : rows),
    '',
    paint('dim', `definition ${catalog.definitionHash(tool.name)}`),
  ].join('\n')
}

function typeOf(schema: Json): string {
  if (!isJsonObject(schema)) return 'anything'
  if (Array.isArray(schema['enum']))
    return visible(schema['enum'].map((value: Json) => JSON.stringify(value)).join(' | '))
  return typeof schema['type'] === 'string' ? schema['type'] : 'anything'
}

const describe = (schema: Json): string =>
  isJsonObject(schema) && typeof schema['description'] === 'string' ? visible(schema['description']) : ''
