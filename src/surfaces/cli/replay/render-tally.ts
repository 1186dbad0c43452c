import { type Paint, visible } from '../terminal.ts'
import type { Counts, Tally } from './tally.ts'

const NAME_WIDTH = 44

export function renderTally(tally: Tally, megabytesPerSecond: number, paint: Paint): string {
  const head = paint(
    'dim',
    `${'model'.padEnd(NAME_WIDTH)}${['rows', 'recovered', 'correct', 'false calls'].map(title => title.padStart(13)).join('')}`,
  )
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
  `${name.slice(0, NAME_WIDTH - 1).padEnd(NAME_WIDTH)}${[rows, recovered, share(correct, rows), falseCalls].map(cell => String(cell).padStart(13)).join('')}`

const share = (part: number, whole: number): string =>
  `${part} ${whole === 0 ? '' : `${((100 * part) / whole).toFixed(1)}%`}`
