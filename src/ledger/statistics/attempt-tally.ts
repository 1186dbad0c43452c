import type { JsonObject } from '../../core/index.ts'
import {
  type AttemptCounts,
  type AttemptEnding,
  type ModelStatistics,
  noAttempts,
  statisticsOf,
} from './attempt-counts.ts'
import { type ReadAttempt, readAttempt } from './read-attempt.ts'

export type AttemptTally = {
  /** One record of the attempt log, in the order of the log. */
  readonly add: (record: JsonObject) => void
  /** Nothing more comes of this turn: what was not put right by now never was. */
  readonly endTurn: (turn: string) => void
  readonly statistics: () => readonly ModelStatistics[]
}

/** A call that is not valid yet; its first reply decides whom it is counted for. */
type OpenCall = { readonly counts: AttemptCounts; readonly failure: string }
type OpenTurn = { reply: number | undefined; call: OpenCall | undefined }

/** Counts calls, not replies: a refused reply and its corrections are one call. Keeps one row for each open turn. */
export function createAttemptTally({ byTool = false }: { readonly byTool?: boolean | undefined } = {}): AttemptTally {
  const rows = new Map<string, AttemptCounts>()
  const turns = new Map<string, OpenTurn>()
  return {
    add(record) {
      const attempt = readAttempt(record)
      if (!attempt) return
      const turn = turns.get(attempt.turn) ?? { reply: undefined, call: undefined }
      turns.set(attempt.turn, turn)
      count(attempt, { counts: rowFor(byTool ? attempt : { ...attempt, tool: undefined }, rows), turn })
    },
    endTurn(id) {
      giveUp(turns.get(id))
      turns.delete(id)
    },
    statistics() {
      for (const turn of turns.values()) giveUp(turn)
      return [...rows.values()].toSorted(byName).map(statisticsOf)
    },
  }
}

type TallyTarget = { readonly counts: AttemptCounts; readonly turn: OpenTurn }

function count(attempt: ReadAttempt, { counts, turn }: TallyTarget): void {
  const isNewReply = turn.reply !== attempt.reply
  turn.reply = attempt.reply
  if (isNewReply) {
    counts.replies += 1
    counts.milliseconds += attempt.milliseconds
  }
  const isCorrection = attempt.purpose === 'repair' || attempt.purpose === 'second_reading'
  if (isCorrection && isNewReply) countRepair(attempt, turn.call?.counts ?? counts)
  switch (attempt.outcome) {
    case 'accepted':
    case 'repaired':
      return accept(attempt, { counts, turn }, isCorrection)
    case 'rejected':
      return reject(attempt, { counts, turn }, isCorrection)
    case 'withdrawn': // the call had to be mended, and asked to say it again the model did not
      return end(turn.call ?? { counts, failure: 'withdrawn' }, turn, 'rejected')
    case 'answer':
      giveUp(turn)
      counts.answers += 1
      return
    case 'final':
      return giveUp(turn)
    case 'empty':
      counts.empty += 1
  }
}

function countRepair({ milliseconds, tokens }: ReadAttempt, counts: AttemptCounts): void {
  counts.repairs += 1
  counts.repairMilliseconds += milliseconds
  if (tokens === undefined) return
  counts.repairTokens += tokens
  counts.repairsWithTokens += 1
}

function accept({ wasFixed }: ReadAttempt, { counts, turn }: TallyTarget, isCorrection: boolean): void {
  if (isCorrection) return end(turn.call ?? { counts, failure: '' }, turn, 'afterRepair')
  giveUp(turn)
  counts.endings[wasFixed ? 'afterFixup' : 'firstTry'] += 1
}

function reject({ purpose, failure }: ReadAttempt, { counts, turn }: TallyTarget, isCorrection: boolean): void {
  if (isCorrection && turn.call) return
  giveUp(turn)
  // Where an answer was asked for, no call was wanted, so none has failed.
  if (purpose !== 'answer') turn.call = { counts, failure }
}

function giveUp(turn: OpenTurn | undefined): void {
  if (turn?.call) end(turn.call, turn, 'rejected')
}

function end({ counts, failure }: OpenCall, turn: OpenTurn, ending: AttemptEnding): void {
  counts.endings[ending] += 1
  if (failure !== '') counts.failures.set(failure, (counts.failures.get(failure) ?? 0) + 1)
  turn.call = undefined
}

type TallyKey = Pick<AttemptCounts, 'model' | 'provider' | 'profile' | 'tool'>

function rowFor({ model, provider, profile, tool }: TallyKey, rows: Map<string, AttemptCounts>): AttemptCounts {
  const key = JSON.stringify([model, provider, profile, tool])
  const known = rows.get(key) ?? noAttempts({ model, provider, profile, tool })
  rows.set(key, known)
  return known
}

const byName = (one: AttemptCounts, other: AttemptCounts): number =>
  compare(one.model, other.model) ||
  compare(one.profile, other.profile) ||
  compare(one.provider, other.provider) ||
  compare(one.tool ?? '', other.tool ?? '')
const compare = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1)
