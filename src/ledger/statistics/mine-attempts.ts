import { type JsonObject, isJsonObject, textOf } from '../../core/index.ts'
import type { Entry } from '../entry.ts'
import { type ArgumentAliasProposal, type Corrections, type KnownNames, type ToolAliasProposal, createCorrections } from './corrections.ts'
import { type Example, type Seen, byCount, see, textsIn } from './counted-examples.ts'
import { type ReadAttempt, readAttempt } from './read-attempt.ts'

export type MiningRequest = {
  /** Entries before this time, in milliseconds, do not count. */
  readonly since?: number | undefined
  readonly known: KnownNames
}

type Fixed = { readonly fixup: string; readonly count: number; readonly example: Example }
type Failed = { readonly code: string; readonly count: number; readonly example: Example }
export type ModelHabits = { readonly model: string; readonly fixups: readonly Fixed[]; readonly first_failures: readonly Failed[] }

/** Proposals and counts; nobody but a person makes an alias of them. */
export type MinedAttempts = {
  readonly tool_aliases: readonly ToolAliasProposal[]
  readonly argument_aliases: readonly ArgumentAliasProposal[]
  readonly models: readonly ModelHabits[]
}

/** What could be learnt from the attempts of a log, in its order; of each turn only what was refused and not yet put right is kept. */
export function mineAttempts(entries: Iterable<Entry>, { since, known }: MiningRequest): MinedAttempts {
  const mine: Mine = { turns: new Map(), habits: new Map(), corrections: createCorrections() }
  const from = since === undefined ? '' : new Date(since).toISOString()
  for (const { at, type, body } of entries) {
    if (at < from) continue
    if (isJsonObject(body['attempt'])) take(body['attempt'], mine)
    if (type === 'system' && body['event'] === 'turn') mine.turns.delete(textOf(body['turnId']))
  }
  return {
    tool_aliases: mine.corrections.toolAliases(known),
    argument_aliases: mine.corrections.argumentAliases(known),
    models: [...mine.habits].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(habitsOf),
  }
}

type Habits = { readonly fixups: Map<string, Seen>; readonly failures: Map<string, Seen> }
type Mine = {
  /** By turn, the replies of the call that is not valid yet. */
  readonly turns: Map<string, readonly JsonObject[]>
  readonly habits: Map<string, Habits>
  readonly corrections: Corrections
}

function take(record: JsonObject, mine: Mine): void {
  const attempt = readAttempt(record)
  if (!attempt) return
  const habits = mine.habits.get(attempt.model) ?? { fixups: new Map<string, Seen>(), failures: new Map<string, Seen>() }
  mine.habits.set(attempt.model, habits)
  if (['accepted', 'repaired', 'rejected'].includes(attempt.outcome))
    for (const fixup of new Set(textsIn(record['fixups']))) see(habits.fixups, fixup, record)
  follow({ attempt, record, habits }, mine)
}

type Taken = { readonly attempt: ReadAttempt; readonly record: JsonObject; readonly habits: Habits }

/** The same rules by which the statistics make one call of a refused reply and its corrections. */
function follow({ attempt, record, habits }: Taken, { turns, corrections }: Mine): void {
  const { turn, outcome, failure, purpose } = attempt
  const open = turns.get(turn)
  const isCorrection = purpose === 'repair' || purpose === 'second_reading'
  switch (outcome) {
    case 'rejected':
      if (open && isCorrection) turns.set(turn, [...open, record])
      else if (purpose === 'answer') turns.delete(turn)
      else {
        see(habits.failures, failure, record)
        turns.set(turn, [record])
      }
      return
    case 'accepted':
    case 'repaired':
      if (open && isCorrection) corrections.settle(open, record)
      turns.delete(turn)
      return
    case 'withdrawn':
      if (!open) see(habits.failures, 'withdrawn', record)
      turns.delete(turn)
      return
    case 'answer':
    case 'final':
      turns.delete(turn)
  }
}

const habitsOf = ([model, { fixups, failures }]: readonly [string, Habits]): ModelHabits => ({
  model,
  fixups: [...fixups].map(([fixup, seen]) => ({ fixup, ...seen })).toSorted(byCount),
  first_failures: [...failures].map(([code, seen]) => ({ code, ...seen })).toSorted(byCount),
})
