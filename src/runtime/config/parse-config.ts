import { type ReadLayer, layerOf } from './config-layer.ts'
import type { ConfigProblem } from './config-problem.ts'
import type { ConfigShape } from './config-shape.ts'
import { checkTable } from './check-table.ts'
import { lineOf, linesByPath } from './toml-statements.ts'

/** Where a text comes from: it stands in messages, and in the origin of each value. */
export type ConfigSource = { readonly shape: ConfigShape; readonly file: string; readonly as: 'user' | 'workspace' }

export const MAX_CONFIG_BYTES: number = 1024 * 1024
const MAX_LEVELS = 32 // of lists and tables written in one line

/** What is right in a file, what is wrong and what is odd. */
export async function readConfig(text: string, { shape, file, as }: ConfigSource): Promise<ReadLayer> {
  const parsed = await parseToml(text, file)
  if (!parsed.ok) return { layer: new Map(), problems: [parsed.problem], warnings: [] }
  const { values, problems, warnings } = checkTable(shape, parsed.table)
  const lines = problems.length === 0 ? new Map<string, number>() : linesByPath(text)
  return {
    layer: layerOf(values, `${as}:${file}`),
    problems: problems.map(problem => placed(problem, lineOf(lines, problem.key ?? ''), file)),
    warnings: warnings.map(warning => `${file}: ${warning}`),
  }
}

function placed(problem: Omit<ConfigProblem, 'source'>, line: number | undefined, file: string): ConfigProblem {
  return { ...problem, source: file, ...(line !== undefined && { line }) }
}

type ParsedToml =
  | { readonly ok: true; readonly table: object }
  | { readonly ok: false; readonly problem: ConfigProblem }

export async function parseToml(text: string, file: string): Promise<ParsedToml> {
  const refuse = (message: string): ParsedToml => ({
    ok: false,
    problem: { code: 'config_invalid', source: file, message },
  })
  if (Buffer.byteLength(text) > MAX_CONFIG_BYTES) return refuse('larger than 1 MiB; that is no configuration.')
  if (!text.isWellFormed()) return refuse('holds a broken character (half of a surrogate pair).')
  const { parse, TomlError } = await import('smol-toml')
  try {
    return { ok: true, table: parse(text, { maxDepth: MAX_LEVELS, unsafeKeyBehaviour: 'throw' }) }
  } catch (thrown) {
    if (thrown instanceof TomlError) return { ok: false, problem: syntaxProblem(thrown, text, file) }
    return refuse(`cannot be read: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
  }
}

const MAX_SHOWN_LINE = 100

function syntaxProblem(
  { message, line, column }: { message: string; line: number; column: number },
  text: string,
  source: string,
): ConfigProblem {
  const reason = message.replace(/^Invalid TOML document: /, '').split('\n', 1)[0] ?? ''
  const whole = text.split(/\r?\n/)[line - 1] ?? ''
  const from = Math.max(0, column - MAX_SHOWN_LINE / 2)
  const shown = whole.slice(from, from + MAX_SHOWN_LINE).toWellFormed()
  const excerpt = `  ${shown}\n  ${' '.repeat(Math.max(0, column - 1 - from))}^`
  return { code: 'config_invalid', source, line, column, message: `${reason}.`.replace(/\.\.$/, '.'), excerpt }
}
