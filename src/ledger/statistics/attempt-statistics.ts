import { isJsonObject, textOf } from '../../core/index.ts'
import type { Entry } from '../entry.ts'
import type { ModelStatistics } from './attempt-counts.ts'
import { createAttemptTally } from './attempt-tally.ts'

export type StatisticsRequest = {
  /** Entries before this time, in milliseconds, do not count. */
  readonly since?: number | undefined
  /** A row for each tool; a call is counted for the tool that its first reply names, and answers for none. */
  readonly byTool?: boolean | undefined
}

/** The statistics of one day, in UTC. */
export type DayStatistics = ModelStatistics & { readonly day: string }

/** How often models write calls that can be run, from the entries of a log in order; no entry is kept. */
export function attemptStatistics(
  entries: Iterable<Entry>,
  { since, byTool }: StatisticsRequest = {},
): readonly ModelStatistics[] {
  const tally = createAttemptTally({ byTool })
  const from = since === undefined ? '' : new Date(since).toISOString()
  for (const { at, type, body } of entries) {
    if (at < from) continue
    if (isJsonObject(body['attempt'])) tally.add(body['attempt'])
    if (type === 'system' && body['event'] === 'turn') tally.endTurn(textOf(body['turnId']))
  }
  return tally.statistics()
}

/** The same day by day, the oldest first; a turn that lasts over midnight is counted on both sides. */
export function statisticsByDay(
  entries: Iterable<Entry>,
  { since, byTool }: StatisticsRequest = {},
): readonly DayStatistics[] {
  const days: DayStatistics[] = []
  for (const [day, part] of partsByDay(entries))
    days.push(...attemptStatistics(part, { since, byTool }).map(row => ({ ...row, day })))
  return days
}

/** Only what holds attempts is kept of a day, and only until the next begins. */
function* partsByDay(entries: Iterable<Entry>): Generator<readonly [string, readonly Entry[]]> {
  let [day, part]: [string, Entry[]] = ['', []]
  for (const entry of entries) {
    const date = entry.at.slice(0, 10)
    if (date !== day && part.length > 0) yield [day, part]
    if (date !== day) [day, part] = [date, []]
    if (isJsonObject(entry.body['attempt']) || entry.type === 'system') part.push(entry)
  }
  if (part.length > 0) yield [day, part]
}
