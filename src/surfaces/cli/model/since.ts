import { usageFailure } from '../failure.ts'

const UNITS: ReadonlyMap<string, number> = new Map([
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
  ['w', 7 * 86_400_000],
])
const AGO = /^(\d{1,6})([mhdw])$/
const DATE = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?)?$/
const ZONE = /(Z|[+-]\d{2}:\d{2})$/

/** Reads `7d`, `24h`, a date, or a date with a time; UTC if no zone is given. */
export function readSince(text: string, now: number): number {
  const [, count = '', unit = ''] = AGO.exec(text) ?? []
  const length = UNITS.get(unit)
  if (length !== undefined) return Math.max(0, now - Number(count) * length)
  const written = text.includes('T') && !ZONE.test(text) ? `${text}Z` : text
  const time = DATE.test(text) ? Date.parse(written) : Number.NaN
  if (Number.isFinite(time) && isRealDay(text)) return time
  throw usageFailure(
    `--since: "${text}" is not a time. ` +
      'Write a date (2026-07-01), a date with a time (2026-07-01T09:30Z), or 30m, 24h, 7d, 2w.',
  )
}

/** False for 31 April, which `Date.parse` may read as 1 May. */
function isRealDay(text: string): boolean {
  const day = text.slice(0, 10)
  return new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) === day
}
