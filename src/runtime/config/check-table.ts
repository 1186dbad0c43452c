import { type Json, isJsonObject } from '../../core/index.ts'
import type { ConfigProblem } from './config-problem.ts'
import type { ConfigShape, KnownTable } from './config-shape.ts'
import { checkValue } from './check-value.ts'
import { MOVED_KEYS } from './moved-keys.ts'
import { nearestName } from './nearest-name.ts'

type CheckedTable = {
  readonly values: ReadonlyMap<string, Json>
  readonly problems: readonly Omit<ConfigProblem, 'source'>[]
  readonly warnings: readonly string[]
}

const MAX_EXPLAINED = 50 // finding similar names is slow, and nobody fixes more at once
const MAX_SHOWN_KEY = 80

type Findings = {
  values: Map<string, Json>
  problems: Omit<ConfigProblem, 'source'>[]
  warnings: string[]
  readonly shape: ConfigShape
}

/** Walks a parsed file beside the tables that exist. It never goes deeper than they do. */
export function checkTable(shape: ConfigShape, table: object): CheckedTable {
  const findings: Findings = { shape, values: new Map(), problems: [], warnings: [] }
  walk(findings, shape.root, { path: [], table })
  return findings
}

type TablePosition = { readonly path: readonly string[]; readonly table: object }

function walk(findings: Findings, known: KnownTable, { path, table }: TablePosition): void {
  for (const [name, given] of Object.entries(table)) {
    const here = [...path, name]
    const member = known.members.get(name)
    if (member === undefined) findings.problems.push(unknownKey(findings, known, here))
    else if (member.kind === 'key') take(findings, here, given)
    else if (isJsonObject(given) && !(given instanceof Date)) walk(findings, member, { path: here, table: given })
    else
      findings.problems.push({
        code: 'config_invalid',
        key: here.join('.'),
        message: `\`${here.join('.')}\` must be a table.`,
      })
  }
}

function take({ shape, values, problems, warnings }: Findings, path: readonly string[], given: unknown): void {
  const key = path.join('.')
  const known = shape.keys.get(key)
  if (known === undefined) return
  const checked = checkValue(shape, known, given)
  if (!checked.ok) problems.push(...checked.findings.map(finding => ({ ...finding, key })))
  else {
    values.set(key, checked.value)
    if (checked.warning !== undefined) warnings.push(checked.warning)
  }
}

function unknownKey(
  { shape, problems }: Findings,
  { members }: KnownTable,
  path: readonly string[],
): Omit<ConfigProblem, 'source'> {
  const key = path.join('.')
  const shown = key.length > MAX_SHOWN_KEY ? `${key.slice(0, MAX_SHOWN_KEY)}…`.toWellFormed() : key
  const hint = problems.length < MAX_EXPLAINED ? hintFor(shape, members.keys(), path) : ''
  return { code: 'config_invalid', key: shown, message: `unknown key \`${shown}\`${hint}` }
}

function hintFor(shape: ConfigShape, siblings: Iterable<string>, path: readonly string[]): string {
  const name = path.at(-1) ?? ''
  const moved = MOVED_KEYS.find(({ from }) => from.join('.') === path.join('.'))
  if (moved) return `; it is called \`${moved.to.join('.')}\` now. Run countersign config migrate.`
  const near =
    nearestName(name, siblings) ?? sameNameElsewhere(shape, name) ?? nearestName(path.join('.'), shape.keys.keys())
  return near === undefined ? '' : `; did you mean \`${near}\`?`
}

/** The right key in the wrong table, if there is only one of that name. */
function sameNameElsewhere({ keys }: ConfigShape, name: string): string | undefined {
  const found = [...keys.values()].filter(known => known.name === name)
  return found.length === 1 ? found[0]?.key : undefined
}
