import type { JsonObject } from '../../../core/index.ts'
import { type Paint, visible } from '../terminal.ts'

export type Counts = { rows: number; recovered: number; correct: number; false_calls: number }

type RowResult = {
  readonly model: string
  readonly expectsCall: boolean
  readonly calls: number
  readonly correct: boolean
  readonly code: string | null
}

/** Counts rows per model, and the first failures of rejected rows. */
export class Tally {
  readonly total: Counts = noRows()
  readonly models: Map<string, Counts> = new Map()
  readonly failures: Map<string, number> = new Map()

  add(row: RowResult): void {
    const model = this.models.get(row.model) ?? noRows()
    this.models.set(row.model, model)
    for (const counts of [this.total, model]) {
      counts.rows++
      if (row.expectsCall && row.calls > 0) counts.recovered++
      if (row.correct) counts.correct++
      if (!row.expectsCall && row.calls > 0) counts.false_calls++
    }
    if (row.code !== null) this.failures.set(row.code, (this.failures.get(row.code) ?? 0) + 1)
  }

  result(): JsonObject {
    return {
      rows: this.total.rows,
      models: Object.fromEntries([...this.models].map(([model, counts]) => [model, { ...counts }])),
      total: { ...this.total },
      first_failures: Object.fromEntries([...this.failures].sort((a, b) => b[1] - a[1])),
    }
  }
}

const noRows = (): Counts => ({ rows: 0, recovered: 0, correct: 0, false_calls: 0 })

const NAME_WIDTH = 44

export function renderTally(tally: Tally, megabytesPerSecond: number, paint: Paint): string {
  const head = paint('dim', columns('model', ['rows', 'recovered', 'correct', 'false calls']))
  const rows = [...tally.models]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([model, counts]) => row(visible(model), counts))
  const failures = [...tally.failures]
    .sort((a, b) => b[1] - a[1])
    .map(([code, count]) => `  ${String(count).padStart(6)}  ${code}`)
  return [
    head,
    ...rows,
    paint('bold', row('total', tally.total)),
    ...(failures.length === 0 ? [] : ['', paint('dim', 'refused, by first failure'), ...failures]),
    '',
    `${megabytesPerSecond} MB/s`,
  ].join('\n')
}

const row = (name: string, { rows, recovered, correct, false_calls: falseCalls }: Counts): string =>
  columns(name.slice(0, NAME_WIDTH - 1), [rows, recovered, share(correct, rows), falseCalls])

const columns = (name: string, cells: readonly (string | number)[]): string =>
  `${name.padEnd(NAME_WIDTH)}${cells.map(cell => String(cell).padStart(13)).join('')}`

const share = (part: number, whole: number): string =>
  `${part} ${whole === 0 ? '' : `${((100 * part) / whole).toFixed(1)}%`}`
