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

/** How often models write calls that can be run, from the entries of a log in their order; each is looked at once and none is kept. */
export function attemptStatistics(entries: Iterable<Entry>, { since, byTool }: StatisticsRequest = {}): readonly ModelStatistics[] {
  const tally = createAttemptTally({ byTool })
  const from = since === undefined ? '' : new Date(since).toISOString()
  for (const { at, type, body } of entries) {
    if (at < from) continue
    if (isJsonObject(body['attempt'])) tally.add(body['attempt'])
    if (type === 'system' && body['event'] === 'turn') tally.endTurn(textOf(body['turnId']))
  }
  return tally.statistics()
}
