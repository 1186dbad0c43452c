import { type Share, shareOf } from './wilson.ts'

export type AttemptEnding = 'firstTry' | 'afterFixup' | 'afterRepair' | 'rejected'

/** What one model did under one profile, while it is being counted. */
export type AttemptCounts = {
  readonly model: string
  readonly provider: string
  readonly profile: string
  /** Undefined where all tools are counted together. */
  readonly tool: string | undefined
  readonly endings: Record<AttemptEnding, number>
  readonly failures: Map<string, number>
  answers: number
  empty: number
  repairs: number
  replies: number
  milliseconds: number
  repairMilliseconds: number
  repairTokens: number
  /** Corrections of which the server said how many tokens they took. */
  repairsWithTokens: number
}

export const noAttempts = (who: Pick<AttemptCounts, 'model' | 'provider' | 'profile' | 'tool'>): AttemptCounts => ({
  model: who.model,
  provider: who.provider,
  profile: who.profile,
  tool: who.tool,
  endings: { firstTry: 0, afterFixup: 0, afterRepair: 0, rejected: 0 },
  failures: new Map(),
  answers: 0,
  empty: 0,
  repairs: 0,
  replies: 0,
  milliseconds: 0,
  repairMilliseconds: 0,
  repairTokens: 0,
  repairsWithTokens: 0,
})

/** The same for people and programs. `attempts` are calls, each with its corrections; an answer in prose is none. */
export type ModelStatistics = {
  readonly model: string
  readonly provider: string
  readonly profile: string
  /** Only where the numbers are split by tool. */
  readonly tool?: string
  readonly attempts: number
  readonly first_try: Share
  readonly after_fixup: Share
  readonly after_repair: Share
  readonly rejected: Share
  readonly first_failures: { readonly [code: string]: number }
  readonly mean_repairs: number | null
  /** Of one reply, whatever it was. */
  readonly mean_ms: number | null
  /** Of one correction. */
  readonly repair_ms: number | null
  /** Read and written for one correction; null where no server said so. */
  readonly repair_tokens: number | null
  readonly answers: number
  readonly empty: number
  /** So few that the shares say little. */
  readonly too_few: boolean
}

export const FEW = 30 // below it an interval is wider than a third of the scale

export function statisticsOf(counts: AttemptCounts): ModelStatistics {
  const { model, provider, profile, tool, endings, failures, answers, empty } = counts
  const attempts = endings.firstTry + endings.afterFixup + endings.afterRepair + endings.rejected
  return {
    model,
    provider,
    profile,
    ...(tool !== undefined && { tool }),
    attempts,
    first_try: shareOf(endings.firstTry, attempts),
    after_fixup: shareOf(endings.afterFixup, attempts),
    after_repair: shareOf(endings.afterRepair, attempts),
    rejected: shareOf(endings.rejected, attempts),
    first_failures: Object.fromEntries(
      [...failures].toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1)),
    ),
    mean_repairs: meanOf(counts.repairs, attempts, 1_000),
    mean_ms: meanOf(counts.milliseconds, counts.replies, 1),
    repair_ms: meanOf(counts.repairMilliseconds, counts.repairs, 1),
    repair_tokens: meanOf(counts.repairTokens, counts.repairsWithTokens, 1),
    answers,
    empty,
    too_few: attempts < FEW,
  }
}

const meanOf = (sum: number, count: number, precision: number): number | null =>
  count === 0 ? null : Math.round((sum / count) * precision) / precision
