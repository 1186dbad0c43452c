import { type JsonObject, isJsonObject, textOf } from '../../core/index.ts'
import type { Entry } from '../entry.ts'
import {
  type ArgumentAliasProposal,
  type Corrections,
  type KnownNames,
  type ToolAliasProposal,
  createCorrections,
} from './corrections.ts'
import { type Example, type Seen, byCount, see, textsIn } from './counted-examples.ts'
import { type FixupProposal, type RepairedValues, createRepairedValues } from './repaired-values.ts'
import { type HabitProposal, type Proposals, createProposals } from './proposals.ts'
import { type ReadAttempt, readAttempt } from './read-attempt.ts'

export type MiningRequest = {
  /** Entries before this time, in milliseconds, do not count. */
  readonly since?: number | undefined
  readonly known: KnownNames
}

type Fixed = { readonly fixup: string; readonly count: number; readonly example: Example }
type Failed = { readonly code: string; readonly count: number; readonly example: Example }
export type ModelHabits = {
  readonly model: string
  readonly fixups: readonly Fixed[]
  readonly first_failures: readonly Failed[]
  /** What fell of its answers when they were held against files and receipts. */
  readonly evidence_failures: readonly Failed[]
}

/** Proposals and counts; nobody but a person applies them. */
export type MinedAttempts = {
  readonly tool_aliases: readonly ToolAliasProposal[]
  readonly argument_aliases: readonly ArgumentAliasProposal[]
  readonly fixups: readonly FixupProposal[]
  readonly proposals: readonly HabitProposal[]
  readonly models: readonly ModelHabits[]
}

/** What the attempts of a log teach. Of each turn only the refused replies of the open call are kept in memory. */
export function mineAttempts(entries: Iterable<Entry>, { since, known }: MiningRequest): MinedAttempts {
  const mine: Mine = {
    turns: new Map(),
    habits: new Map(),
    corrections: createCorrections(),
    values: createRepairedValues(),
    proposals: createProposals(),
  }
  const from = since === undefined ? '' : new Date(since).toISOString()
  for (const { at, type, body } of entries) {
    if (at < from) continue
    if (isJsonObject(body['attempt'])) take(body['attempt'], mine)
    if (type === 'system' && body['event'] === 'turn') mine.turns.delete(textOf(body['turnId']))
  }
  return {
    tool_aliases: mine.corrections.toolAliases(known),
    argument_aliases: mine.corrections.argumentAliases(known),
    fixups: mine.values.proposals(),
    proposals: mine.proposals.list(),
    models: [...mine.habits].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(habitsOf),
  }
}

type Habits = {
  readonly fixups: Map<string, Seen>
  readonly failures: Map<string, Seen>
  readonly evidence: Map<string, Seen>
}
type Mine = {
  /** By turn, the replies of the call that is not valid yet. */
  readonly turns: Map<string, readonly JsonObject[]>
  readonly habits: Map<string, Habits>
  readonly corrections: Corrections
  readonly values: RepairedValues
  readonly proposals: Proposals
}

function take(record: JsonObject, mine: Mine): void {
  const attempt = readAttempt(record)
  if (!attempt) return
  const habits = mine.habits.get(attempt.model) ?? {
    fixups: new Map<string, Seen>(),
    failures: new Map<string, Seen>(),
    evidence: new Map<string, Seen>(),
  }
  mine.habits.set(attempt.model, habits)
  const taken: Taken = { attempt, record, habits }
  if (['accepted', 'repaired', 'rejected'].includes(attempt.outcome))
    for (const fixup of new Set(textsIn(record['fixups']))) count({ source: 'fixup', code: fixup }, taken, mine)
  if (attempt.outcome === 'evidence_failed')
    for (const code of fallenIn(record)) count({ source: 'evidence', code }, taken, mine)
  if (record['prompt_cut'] === true)
    mine.proposals.note(
      { model: attempt.model, profile: attempt.profile, source: 'failure', code: 'prompt_cut' },
      record,
    )
  follow(taken, mine)
}

/** Records of older versions do not say what fell. */
function fallenIn(record: JsonObject): readonly string[] {
  const codes = new Set(textsIn(record['evidence_codes']))
  return codes.size > 0 ? [...codes] : ['evidence_failed']
}

const COUNTED = { fixup: 'fixups', failure: 'failures', evidence: 'evidence' } as const

type Counted = { readonly source: keyof typeof COUNTED; readonly code: string }

function count({ source, code }: Counted, { attempt, record, habits }: Taken, { proposals }: Mine): void {
  see(habits[COUNTED[source]], code, record)
  proposals.note({ model: attempt.model, profile: attempt.profile, source, code }, record)
}

type Taken = { readonly attempt: ReadAttempt; readonly record: JsonObject; readonly habits: Habits }

/** The same rules by which the statistics make one call of a refused reply and its corrections. */
function follow(taken: Taken, mine: Mine): void {
  const { attempt, record } = taken
  const { turns, corrections, values } = mine
  const { turn, outcome, failure, purpose } = attempt
  const open = turns.get(turn)
  const isCorrection = purpose === 'repair' || purpose === 'second_reading'
  switch (outcome) {
    case 'rejected':
      if (open && isCorrection) turns.set(turn, [...open, record])
      else if (purpose === 'answer' || purpose === 'correction') turns.delete(turn)
      else {
        count({ source: 'failure', code: failure }, taken, mine)
        turns.set(turn, [record])
      }
      return
    case 'accepted':
    case 'repaired':
      if (open && isCorrection) for (const each of [corrections, values]) each.settle(open, record)
      turns.delete(turn)
      return
    case 'withdrawn':
      if (!open) count({ source: 'failure', code: 'withdrawn' }, taken, mine)
      turns.delete(turn)
      return
    case 'answer':
    case 'final':
      turns.delete(turn)
  }
}

const habitsOf = ([model, { fixups, failures, evidence }]: readonly [string, Habits]): ModelHabits => ({
  model,
  fixups: [...fixups].map(([fixup, seen]) => ({ fixup, ...seen })).toSorted(byCount),
  first_failures: [...failures].map(([code, seen]) => ({ code, ...seen })).toSorted(byCount),
  evidence_failures: [...evidence].map(([code, seen]) => ({ code, ...seen })).toSorted(byCount),
})
