import type { Json, JsonObject, Section, Setting } from '../../../core/index.ts'
import { configShape, type KnownTable, type MergedConfig, tomlDecimal, tomlValue } from '../../../runtime/index.ts'
import { EXIT } from '../failure.ts'
import { type Terminal, visible } from '../terminal.ts'
import { type ConfigFlags, type ConfigRequest, describeRefused } from './read-sources.ts'
import { loadConfig } from './load-config.ts'

type PrintFlags = ConfigFlags & { readonly json?: boolean; readonly showOrigin?: boolean }

/** `config print`: every key with its value in force, as a valid configuration file. */
export async function printConfig(
  flags: PrintFlags,
  terminal: Terminal,
  request: Omit<ConfigRequest, 'flags'> = {},
): Promise<number> {
  const config = await loadConfig({ ...request, flags })
  for (const warning of config.warnings) terminal.err(visible(warning))
  for (const refused of config.refused) terminal.err(visible(describeRefused(refused)))
  terminal.out(flags.json === true ? renderJson(config, flags) : renderToml(config, flags))
  return EXIT.done
}

function renderJson({ values, origins }: MergedConfig, { showOrigin = false }: PrintFlags): string {
  const shown = showOrigin
    ? Object.fromEntries(
        Object.entries(values).map(([key, value]) => [key, { value, origin: origins[key] ?? 'default' }]),
      )
    : nested(configShape().root, values)
  return JSON.stringify(shown, null, 2)
}

/** The values as nested tables. */
function nested({ members }: KnownTable, values: MergedConfig['values']): JsonObject {
  return Object.fromEntries(
    [...members].map(([name, member]): [string, Json] => [
      name,
      member.kind === 'key' ? (values[member.key] ?? null) : nested(member, values),
    ]),
  )
}

function renderToml(config: MergedConfig, { showOrigin = false }: PrintFlags): string {
  return configShape()
    .sections.map(section => renderSection(section, config, showOrigin))
    .join('\n\n')
}

function renderSection(
  { name, about, settings }: Section,
  { values, origins }: MergedConfig,
  showOrigin: boolean,
): string {
  const lines = Object.entries(settings).flatMap(([key, setting]) => {
    const line = renderLine(key, setting, values[`${name}.${key}`] ?? null)
    if (showOrigin) return [`${line}  # from ${visible(origins[`${name}.${key}`] ?? 'default')}`]
    return [`# ${setting.about}${setting.notYet ? ' (not in this version)' : ''}`, line]
  })
  return [`# ${about}`, `[${name}]`, ...lines].join('\n')
}

/** TOML has no null, so an unset key becomes a comment. */
function renderLine(key: string, { schema }: Setting, value: Json): string {
  if (value === null) return `# ${key} is not set`
  return `${key} = ${typeof value === 'number' && schema['type'] === 'number' ? tomlDecimal(value) : tomlValue(value)}`
}

/** `config schema`: the JSON Schema of the file, for editors and other programs. */
export function printSchema(_flags: object, terminal: Terminal): number {
  terminal.out(JSON.stringify(configShape().schema, null, 2))
  return EXIT.done
}
