export type Confidence = 'Full' | 'Partial' | 'Fallback'

/** Counts since the pipeline was made: `filtered` outputs became shorter, `skipped` ones were not the filter's. */
export type FilterMetrics = {
  readonly name: string
  readonly total: number
  readonly filtered: number
  readonly skipped: number
  readonly charactersIn: number
  readonly charactersOut: number
  readonly full: number
  readonly partial: number
  readonly fallback: number
}

type FilterStage = { readonly before: number; readonly after: number; readonly confidence: Confidence }
export type FilterMetricsRegistry = {
  readonly count: (name: string, stage: FilterStage | 'skipped') => void
  readonly all: () => readonly FilterMetrics[]
}

const COUNTER = { Full: 'full', Partial: 'partial', Fallback: 'fallback' } as const

export function createFilterMetricsRegistry(names: readonly string[]): FilterMetricsRegistry {
  const empty = {
    total: 0,
    filtered: 0,
    skipped: 0,
    charactersIn: 0,
    charactersOut: 0,
    full: 0,
    partial: 0,
    fallback: 0,
  }
  const rows = new Map(names.map(name => [name, { name, ...empty }]))
  return {
    count: (name, stage) => {
      const row = rows.get(name)
      if (row === undefined) return
      row.total++
      if (stage === 'skipped') row.skipped++
      else countStage(row, stage)
    },
    all: () => [...rows.values()].map(row => ({ ...row })),
  }
}

type FilterCounts = { -readonly [Key in keyof FilterMetrics]: FilterMetrics[Key] }

function countStage(row: FilterCounts, { before, after, confidence }: FilterStage): void {
  if (after < before) row.filtered++
  row.charactersIn += before
  row.charactersOut += after
  row[COUNTER[confidence]]++
}

/** One line for people who debug. */
export function describeMetrics(outputs: number, rows: readonly FilterMetrics[]): string {
  const each = rows.map(
    row =>
      `${row.name} ${row.filtered}/${row.total - row.skipped} shorter, ` +
      `${row.charactersIn}→${row.charactersOut} characters`,
  )
  return `filters after ${outputs} outputs: ${each.length === 0 ? 'none' : each.join('; ')}`
}
