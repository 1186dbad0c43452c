import { type Result, StorageFailure } from '../../core/index.ts'
import type { Fact, FactDraft, PendingFact } from '../fact.ts'
import type { FactStore } from '../fact-store.ts'
import { shapesIn } from '../shapes.ts'
import { type IsSecret, holdsSecret } from '../store/check-draft.ts'
import type { Manners } from '../store/manners.ts'
import { isSameFact } from '../store/same-facts.ts'
import { type Consent, consentTo } from './consent.ts'
import { forgetFacts } from './forget-facts.ts'
import { asksAbout } from './memory-note.ts'
import type { ForgottenFacts, MemoryReport, MemoryTurn } from './memory-turn.ts'
import { type OwnWords, findOwnWords } from './own-words.ts'
import { type MemoryCommand, readConsent, readMemoryCommand, refusesMemory } from './read-command.ts'

export type MemoryParts = { readonly facts: FactStore; readonly consent: Consent; readonly isSecret: IsSecret }

type Report = ForgottenFacts & { stored: Fact[]; confirmed: Fact[]; asked: PendingFact[]; known: Fact[] }
type Candidate = OwnWords & {
  readonly turn: string
  /** The person said "remember"; otherwise a model has pointed at these words. */
  readonly isOwnCommand: boolean
  readonly sensitivity?: string | undefined
}

const MAX_PROPOSALS = 16
const NOT_YOURS = 'these are not words that the user said in this conversation'
const NOT_WANTED = 'the user does not want it remembered'

/**
 * What is kept of a turn, after it. Every fact is in the person's own words; a model can only point at them. Asks no
 * model. A failing store makes the report shorter, and never fails the turn.
 */
export async function rememberTurn(turn: MemoryTurn, parts: MemoryParts): Promise<MemoryReport> {
  const nothing: ForgottenFacts = { forgotten: [], dropped: [], unclear: [], unknown: [], refused: [] }
  const report: Report = { ...nothing, stored: [], confirmed: [], asked: [], known: [] }
  try {
    await heedReply(turn, parts, report)
    const command = readMemoryCommand(turn.userMessage)
    if (command?.verb === 'forget') await forgetFacts(command, turn, { facts: parts.facts, report })
    const candidates = [...commanded(turn, command), ...proposed(turn, command, report)]
    // Most turns hold nothing to keep, so nobody asks how the person wants to be remembered.
    if (candidates.length === 0) return report
    const manners = await parts.facts.manners()
    if (manners.paused) return report
    for (const candidate of candidates) await keep(candidate, { ...parts, turn, report, manners })
  } catch (thrown) {
    if (!(thrown instanceof StorageFailure)) throw thrown
    report.refused.push({ text: '(what was not kept yet)', because: thrown.fault.message })
  }
  const shown = (text: string): string => (holdsSecret(text, parts.isSecret) ? '(a credential)' : text.slice(0, 200))
  return { ...report, refused: report.refused.map(({ text, because }) => ({ text: shown(text), because })) }
}

/** A yes or no counts for the question that stands at the end of the last answer, and for no other open one. */
async function heedReply(turn: MemoryTurn, { facts }: MemoryParts, report: Report): Promise<void> {
  const reply = readConsent(turn.userMessage)
  const last = turn.history.findLast(({ role }) => role !== 'call')
  if (reply === undefined || last?.role !== 'assistant') return
  for (const { id, text, session } of await facts.pending()) {
    if (session !== turn.session || !asksAbout(last.text, text)) continue
    const decided = await facts.decide(id, reply === 'yes' ? 'store' : 'discard', `user:${reply}`)
    if (!decided.ok) report.refused.push({ text, because: decided.error.message })
    else if (decided.value) {
      report.stored.push(decided.value)
      report.confirmed.push(decided.value)
    } else report.refused.push({ text, because: NOT_WANTED })
  }
}

/** "Remember …" points at its own words, and "Remember that" at the message before, which is asked. */
function commanded(
  { turn, userMessage, history }: MemoryTurn,
  command: MemoryCommand | undefined,
): readonly Candidate[] {
  if (command?.verb !== 'remember') return []
  const before = command.what.length > 0 ? undefined : history.findLast(({ role }) => role === 'user')
  const said = before && findOwnWords(before.text, before.text)
  if (said) return [{ ...said, isPlain: false, isOwnCommand: false, turn: before.turn ?? '' }]
  const isPlain = command.isPlain && !refusesMemory(userMessage)
  return command.what.map(text => {
    const start = userMessage.indexOf(text)
    return { text, start, end: start + text.length, turn, isPlain, isOwnCommand: true }
  })
}

function proposed(turn: MemoryTurn, command: MemoryCommand | undefined, report: Report): readonly Candidate[] {
  const isRefused = refusesMemory(turn.userMessage)
  return turn.proposals.slice(0, MAX_PROPOSALS).flatMap(({ text, span = text, sensitivity }): readonly Candidate[] => {
    const now = findOwnWords(span, turn.userMessage)
    const said = now ? { ...now, turn: turn.turn, isRefused } : saidBefore(span, turn)
    if (now && command && now.start < command.end) return []
    if (said && !isRefused && !said.isRefused) return [{ ...said, isOwnCommand: false, sensitivity }]
    report.refused.push({ text, because: said ? NOT_WANTED : NOT_YOURS })
    return []
  })
}

type SaidBefore = OwnWords & { readonly turn: string; readonly isRefused: boolean }

/** What was said earlier may have been forgotten since, so it is never plain, and the person is asked. */
function saidBefore(span: string, { history }: MemoryTurn): SaidBefore | undefined {
  for (const { role, text, turn = '' } of history.toReversed()) {
    const said = role === 'user' ? findOwnWords(span, text) : undefined
    if (said) return { ...said, isPlain: false, turn, isRefused: refusesMemory(text) }
  }
  return undefined
}

type Keeping = MemoryParts & { readonly turn: MemoryTurn; readonly report: Report; readonly manners: Manners }

async function keep(candidate: Candidate, { facts, consent, turn, report, manners }: Keeping): Promise<void> {
  const { text, isOwnCommand, isPlain } = candidate
  const draft = draftOf(candidate, turn)
  const shapes = shapesIn(text)
  const gone = [...report.forgotten.map(fact => fact.text), ...report.dropped]
  if ([...report.stored, ...report.asked].some(each => isSameFact(each.text, text))) return
  if (gone.some(each => isSameFact(each, text))) return void report.refused.push({ text, because: NOT_WANTED })
  const hasShape = shapes.length > 0
  const verdict = consentTo({ isOwnCommand, isPlain, hasShape, sensitivity: draft.sensitivity }, consent)
  const unasked = [...draft.kinds, ...shapes].find(kind => manners.unasked.includes(kind))
  if (verdict === 'ask' && !isOwnCommand && unasked !== undefined)
    return void report.refused.push({
      text,
      because: `the user does not want to be asked about this kind (${unasked})`,
    })
  const known = await facts.known(text)
  if (known) return void report.known.push(known)
  if (verdict === 'ask') take(await facts.propose(draft), report.asked, { text, report })
  else
    take(await facts.store(draft, isOwnCommand ? 'user:remember' : `memory:${consent}`), report.stored, {
      text,
      report,
    })
}

type Outcome = { readonly text: string; readonly report: Report }

function take<T>(result: Result<T>, into: T[], { text, report }: Outcome): void {
  if (result.ok) into.push(result.value)
  else report.refused.push({ text, because: result.error.message })
}

function draftOf({ text, start, end, turn: id, sensitivity }: Candidate, turn: MemoryTurn): FactDraft {
  return {
    text,
    sensitivity: sensitivity === undefined ? 'unrated' : sensitivity === 'low' ? 'low' : 'sensitive',
    kinds: sensitivity === undefined || sensitivity === 'low' ? [] : [sensitivity],
    span: { session: turn.session, turn: id, start, end, text },
    session: turn.session,
    receipt: turn.receipts.at(-1) ?? null,
  }
}
