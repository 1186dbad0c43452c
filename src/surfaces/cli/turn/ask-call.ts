import type { Proposal } from '../../../core/index.ts'
import type { Approval } from '../../../permissions/index.ts'
import type { AskPerson, PersonAnswer } from '../../../runtime/index.ts'
import { type Line, askLine } from '../authority/ask-line.ts'
import { interrupted } from '../interrupt.ts'
import { type CallCard, choicesFor, helpFor, renderCard } from './call-card.ts'
import { lettersOf } from './choices.ts'
import type { Desk } from './desk.ts'
import { dropTypeAhead } from './drop-type-ahead.ts'
import { columnsOf, wrapLines } from './fit-line.ts'
import { showPages } from './show-pages.ts'
import { type Standing, maySkipQuestions, saveStanding, standingRule } from './standing.ts'

/** Shows the whole call and waits for a letter; Enter alone approves nothing. Whoever breaks off has not answered: it stays on the list. */
export function askCall(desk: Desk): AskPerson {
  return async (approval, proposal, signal) => {
    if (signal.aborted || (await dropTypeAhead())) throw breakOff(desk)
    const asking: Asking = {
      approval,
      proposal,
      desk,
      stop: signal,
      late: lateness(approval, desk),
      isOpen: maySkipQuestions(proposal, desk),
    }
    const card = renderCard(asking)
    desk.clear?.()
    for (const line of card.head) desk.terminal.problem(line)
    return answerOf(asking, card)
  }
}

type Asking = {
  readonly approval: Approval
  readonly proposal: Proposal
  readonly desk: Desk
  readonly stop: AbortSignal
  readonly late: AbortSignal
  /** May the answer hold for later calls, too? */
  readonly isOpen: boolean
}

const YES = { state: 'approved', decidedBy: 'tty', credential: 'person at the terminal' } as const
const NO = { ...YES, state: 'denied' } as const

function lateness({ ends }: Approval, { runtime }: Desk): AbortSignal {
  const now = runtime?.parts.clock.now() ?? Date.now()
  return AbortSignal.timeout(Math.max(1, ends.at - now))
}

function breakOff({ stop }: Desk): Error {
  stop?.abort()
  return interrupted('Interrupted at the question.') // whoever asked records that there is no answer
}

async function answerOf(asking: Asking, card: CallCard): Promise<PersonAnswer> {
  const { desk, stop, late } = asking
  const letters = lettersOf(choicesFor(asking))
  for (;;) {
    const line = await askLine(`May it run? ${letters} `, { stop, late })
    if (line.kind !== 'typed') return ending(line, desk)
    const answer = await answerTo(line.text.toLowerCase(), asking, card)
    if (answer !== undefined) return answer
  }
}

function ending({ kind }: Exclude<Line, { kind: 'typed' }>, desk: Desk): PersonAnswer {
  if (kind === 'interrupted') throw breakOff(desk)
  return kind === 'late' ? 'timeout' : NO
}

/** Undefined: it was no answer yet. */
async function answerTo(letter: string, asking: Asking, card: CallCard): Promise<PersonAnswer | undefined> {
  const { desk, stop, isOpen } = asking
  if (letter === 'y') return YES
  if (letter === 'n') return NO
  if (letter === 'e') return denyWithReason(asking)
  const further = isOpen ? FURTHER.get(letter) : undefined
  if (further) return allowFurther(further, asking)
  const lines = linesFor(letter, asking, card)
  if (!lines) desk.terminal.problem('  Type one of the letters and press Enter; Enter alone approves nothing.')
  else if ((await showPages(lines, desk.terminal, stop)) === 'interrupted') throw breakOff(desk)
  return undefined
}

/** Letters that only show something. */
function linesFor(letter: string, asking: Asking, card: CallCard): readonly string[] | undefined {
  if (letter === 'v') return card.all
  if (letter === '?') return helpFor(asking, columnsOf(process.stderr))
  return letter === 'd' ? card.dryRun : undefined
}

// A map, because an object would also answer to names that every object has.
const FURTHER: ReadonlyMap<string, Standing['kind']> = new Map([
  ['t', 'minutes'],
  ['s', 'session'],
  ['w', 'always'],
])

async function denyWithReason({ desk, stop, late }: Asking): Promise<PersonAnswer> {
  const line = await askLine('Why not? The model will read this: ', { stop, late })
  if (line.kind === 'interrupted') throw breakOff(desk)
  return line.kind === 'typed' && line.text !== '' ? { ...NO, because: line.text } : NO
}

async function allowFurther(kind: Standing['kind'], asking: Asking): Promise<PersonAnswer | undefined> {
  const { approval, proposal, desk, stop, late } = asking
  const { name, capability } = proposal.call.tool
  const tool = { name, definition: proposal.definitionHash }
  const standing: Standing = { kind, capability, tool, session: approval.session, purpose: approval.summary }
  if (kind === 'always') {
    desk.terminal.problem('  This rule would be saved in your state folder, for this workspace only:')
    for (const line of wrapLines(standingRule(standing, desk), columnsOf(process.stderr) - 5))
      desk.terminal.problem(`    ${line}`)
    const line = await askLine('  Type always to save it, anything else to go back: ', { stop, late })
    if (line.kind === 'interrupted') throw breakOff(desk)
    if (line.kind !== 'typed' || line.text.toLowerCase() !== 'always') return undefined
  }
  await saveStanding(standing, desk)
  return YES
}
