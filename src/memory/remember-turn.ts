import { type Result, StorageFailure } from '../core/index.ts'
import type { Fact, FactDraft, Pending, Sensitivity } from './fact.ts'
import type { FactBook } from './fact-book.ts'
import type { Manners } from './book/manners.ts'
import { readMessage } from './finding/read-message.ts'
import { KNOWN } from './known.ts'
import { rateSensitivity } from './rating/rate-sensitivity.ts'
import { isOrdinary } from './rating/unplaced.ts'
import { sameText } from './subject.ts'
import { type Consent, type NoticedBy, consentTo } from './turn/consent.ts'
import { type Forgot, heedForgetting } from './turn/heed-forgetting.ts'
import { askedIn, replyIn, speaksOf } from './turn/memory-question.ts'
import { type Pointer, type Said, findSaid, statementsIn } from './turn/user-words.ts'

export type MemoryTurn = {
  readonly session: string
  readonly turn: string
  /** What the person typed, and nothing that was put into it. */
  readonly userMessage: string
  /** What was said and called before this turn, the oldest first. */
  readonly history: readonly {
    readonly role: 'user' | 'assistant' | 'call'
    readonly text: string
    readonly turn?: string
  }[]
  readonly answer: string | null
  /** From the tool that proposes; `span` is what the model claims that the user said. */
  readonly proposals: readonly Pointer[]
  readonly receipts: readonly string[]
}
export type Skipped = { readonly text: string; readonly because: string }
export type MemoryReport = {
  readonly stored: readonly Fact[]
  /** Those of them to which the user has just said yes. */
  readonly confirmed: readonly Fact[]
  readonly asked: readonly Pending[]
  readonly skipped: readonly Skipped[]
  readonly forgot: Pick<Forgot, 'forgotten' | 'dropped' | 'unclear' | 'unknown'>
}
export type MemoryParts = { readonly book: FactBook; readonly consent: Consent }

type Report = {
  readonly stored: Fact[]
  readonly confirmed: Fact[]
  readonly asked: Pending[]
  readonly skipped: Skipped[]
  forgot: Forgot
}
type Work = MemoryParts & {
  readonly turn: MemoryTurn
  readonly report: Report
  /** What the user states in the message of this turn. */
  readonly now: readonly Said[]
}
type Noticed = { readonly said: Said; readonly noticedBy: NoticedBy }

const MAX_PROPOSALS = 16
const NOT_YOURS = 'these are not words that the user said about himself in this conversation'
const unasked = (kind: string): string => `the user does not want to be asked about this kind (${kind})`

/**
 * What is kept of a turn, after it. Everything that becomes a fact is a statement of the user, word for word; what a model says only points
 * at one. Calls no model. A failing store makes the report shorter, never the turn fail.
 */
export async function rememberTurn(turn: MemoryTurn, { book, consent }: MemoryParts): Promise<MemoryReport> {
  const nothing: Forgot = { forgotten: [], dropped: [], unclear: [], unknown: [], failed: [] }
  const report: Report = { stored: [], confirmed: [], asked: [], skipped: [], forgot: nothing }
  const now = statementsIn({ text: turn.userMessage, turn: turn.turn })
  const work: Work = { book, consent, turn, report, now }
  try {
    const answered = await heedReply(work)
    const isKept = await forgetIn(work, answered)
    if (!mayNotice(work)) return report
    const manners = await book.manners()
    if (manners.paused) return report
    for (const noticed of noticedIn(work)) if (isKept(noticed.said)) await keep(noticed, { ...work, manners })
  } catch (thrown) {
    if (!(thrown instanceof StorageFailure)) throw thrown
    report.skipped.push({ text: '(what was not kept yet)', because: thrown.fault.message })
  }
  return report
}

/** An answer counts for what the last message of the assistant asked, and for nothing else that is open. */
async function heedReply({ turn, book, report }: Work): Promise<boolean> {
  const last = turn.history.findLast(({ role }) => role !== 'call')
  const question = last?.role === 'assistant' ? askedIn(last.text) : undefined
  const reply = question === undefined ? undefined : replyIn(readMessage(turn.userMessage).own)
  if (question === undefined || reply === undefined) return false
  const open = (await book.pending()).filter(
    ({ session, text }) => session === turn.session && speaksOf(question, text),
  )
  for (const { id, text } of open) {
    const decided = await book.decide(id, reply === 'yes' ? 'store' : 'discard', `user:${reply}`)
    if (!decided.ok) report.skipped.push({ text, because: decided.error.message })
    else if (decided.value) {
      report.stored.push(decided.value)
      report.confirmed.push(decided.value)
    } else report.skipped.push({ text, because: 'the user said no' })
  }
  return open.length > 0
}

/** Tells which of the user's statements may still be kept. */
async function forgetIn({ turn, book, report, now }: Work, answered: boolean): Promise<(said: Said) => boolean> {
  const stated = now.filter(({ isFact }) => isFact)
  const before = turn.history.findLast(({ role }) => role === 'user')?.turn
  const about = { session: turn.session, message: turn.userMessage, before, stated, answered }
  const { forgot, isKept } = await heedForgetting(about, book)
  report.forgot = forgot
  report.skipped.push(...forgot.failed)
  const unwanted = new Set([...forgot.forgotten.map(({ text }) => text), ...forgot.dropped].map(sameText))
  return said => (said.turn === turn.turn ? isKept(said.span[0]) : true) && !unwanted.has(sameText(said.text))
}

/** Most turns hold nothing to keep, so nobody asks how the person wants to be remembered. */
const mayNotice = ({ turn, now }: Work): boolean =>
  turn.proposals.length > 0 ||
  now.some(({ isFact }) => isFact) ||
  (turn.answer !== null && askedIn(turn.answer) !== undefined)

function noticedIn({ turn, report, now }: Work): readonly Noticed[] {
  const byRules = now.filter(({ isFact }) => isFact).map((said): Noticed => ({ said, noticedBy: 'rules' }))
  const asked = turn.answer === null ? undefined : askedIn(turn.answer)
  if (turn.proposals.length === 0 && asked === undefined) return byRules
  const before = turn.history.filter(({ role }) => role === 'user').toReversed()
  const all = [...now, ...before.flatMap(({ text, turn: id = '' }) => statementsIn({ text, turn: id }))]
  const pointed = (pointer: Pointer, noticedBy: NoticedBy): readonly Noticed[] => {
    const said = findSaid(pointer, all)
    if (!said) report.skipped.push({ text: shown(pointer.text), because: NOT_YOURS })
    // What the rules have seen by themselves needs nobody to point at it, and a "remember" of earlier was heeded then.
    if (!said || (said.isFact && now.includes(said))) return []
    // What was said earlier was weighed then, and may have been forgotten since: it is asked.
    return [{ said: { ...said, explicit: false }, noticedBy: said.turn === turn.turn ? noticedBy : 'question' }]
  }
  return [
    ...byRules,
    ...turn.proposals.slice(0, MAX_PROPOSALS).flatMap(proposal => pointed(proposal, 'model')),
    ...(asked === undefined ? [] : pointed({ text: asked }, 'question')),
  ]
}

async function keep({ said, noticedBy }: Noticed, work: Work & { readonly manners: Manners }): Promise<void> {
  const { book, consent, report, manners } = work
  const { text, explicit } = said
  const { sensitivity, kinds: rated } = rateSensitivity(text)
  const verdict = consentTo({ sensitivity, explicit, noticedBy, isOrdinary: isOrdinary(text, rated) }, consent)
  if (isReported(text, report)) return
  if (verdict === 'refuse')
    return void report.skipped.push({ text: shown(text), because: 'passwords, keys and codes are never kept' })
  const unwanted = [...rated, ...said.kinds].find(kind => manners.unasked.includes(kind))
  if (verdict === 'ask' && !explicit && unwanted !== undefined)
    return void report.skipped.push({ text, because: unasked(unwanted) })
  if ((await book.known(text)) !== undefined) return void report.skipped.push({ text, because: KNOWN })
  const draft = draftOf(said, sensitivity, work.turn)
  if (verdict === 'ask') take(await book.propose(draft), report.asked, { text, report })
  else take(await book.store(draft, explicit ? 'user:remember' : `memory:${consent}`), report.stored, { text, report })
}

const isReported = (text: string, { stored, asked }: Report): boolean =>
  [...stored, ...asked].some(each => each.span.text === text)

type Outcome = { readonly text: string; readonly report: Report }

function take<T>(result: Result<T>, into: T[], { text, report }: Outcome): void {
  if (result.ok) into.push(result.value)
  else report.skipped.push({ text: shown(text), because: result.error.message })
}

/** What looks like a secret is not even repeated in a report. */
const shown = (text: string): string =>
  rateSensitivity(text).sensitivity === 'secret' ? '(a credential)' : text.slice(0, 200).toWellFormed()

function draftOf(
  { text, kinds, turn: id, span: [start, end] }: Said,
  sensitivity: Sensitivity,
  turn: MemoryTurn,
): FactDraft {
  return {
    text,
    sensitivity,
    kinds,
    span: { session: turn.session, turn: id, start, end, text },
    session: turn.session,
    receipt: turn.receipts.at(-1) ?? null,
  }
}
