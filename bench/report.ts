import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

export type Figures = { readonly [name: string]: unknown }
type Cell = string | number

/** The first column to the left, all others to the right. */
export function printTable(head: readonly string[], lines: readonly (readonly Cell[])[]): void {
  const cells = [head, ...lines.map(line => line.map(String))]
  const widths = head.map((_, column) => Math.max(...cells.map(line => line[column]?.length ?? 0)))
  for (const line of cells)
    console.log(
      line
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    )
  console.log()
}

export const percent = (part: number, whole: number): string => (whole === 0 ? '–' : ((100 * part) / whole).toFixed(1))

/** With --save: into results/, under the name of the machine, for the README to cite. */
export function saveFigures(folder: string, figures: Figures): void {
  const machine = `${availableParallelism()} cores, Node ${process.versions.node.split('.')[0]}`
  console.log(machine)
  if (!process.argv.includes('--save')) return
  mkdirSync(join(folder, 'results'), { recursive: true })
  const file = join(folder, 'results', `${machine.toLowerCase().replaceAll(/[ ,]+/g, '-')}.json`)
  writeFileSync(file, `${JSON.stringify({ machine, ...figures }, null, 2)}\n`)
}
