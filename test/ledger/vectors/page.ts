import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const PAGE = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'ledger-format.md'), 'utf8')

/** The blocks of the page that have a name, with their text. */
export const BLOCKS: readonly (readonly [string, string])[] = [...PAGE.matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms)].map(
  ([, label = '', text = '']) => [label, text] as const,
)

/** The first column of the table under a heading: names that are always there, and names that are there sometimes. */
export function fieldsUnder(heading: string): {
  readonly always: readonly string[]
  readonly sometimes: readonly string[]
} {
  const section = PAGE.split(/^#+ /m).find(part => part.startsWith(`${heading}\n`)) ?? ''
  const rows = [...section.matchAll(/^\| `(\w+)` \| (always|sometimes) \|/gm)].map(([, name = '', when = '']) => ({
    name,
    when,
  }))
  const named = (wanted: string): readonly string[] =>
    rows.filter(({ when }) => when === wanted).map(({ name }) => name)
  return { always: named('always'), sometimes: named('sometimes') }
}
