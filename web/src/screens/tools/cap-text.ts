import { count, duration, size } from '../../text/format.ts'
import { words } from '../../words.ts'

const MIB = 1024 * 1024

const UNITS: readonly (readonly [RegExp, (limit: number) => string])[] = [
  [/_secs$/, limit => duration(limit * 1000)],
  [/_mib$/, limit => size(limit * MIB)],
  [/_bytes(?:_|$)/, size],
  [/_char(?:acter)?s$/, limit => words.tools.characters(count(limit))],
]

/** A limit with its unit, taken from the setting's name. */
export const capText = (setting: string, limit: number): string =>
  (UNITS.find(([ends]) => ends.test(setting))?.[1] ?? count)(limit)
