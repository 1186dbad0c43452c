import type { Proposal } from '../../../core/index.ts'
import type { Approval } from '../../../permissions/index.ts'
import type { AskPerson, PersonAnswer } from '../../../runtime/index.ts'
import { askLine, type TypedLine } from '../authority/ask-line.ts'
import { interrupted } from '../interrupt.ts'
import type { Terminal } from '../terminal.ts'
import { type CallCard, choicesFor, helpFor, renderCard } from './call-card.ts'
import { lettersOf } from './choices.ts'
import { dropTypeAhead } from './drop-type-ahead.ts'
import { columnsOf, wrapLines } from './fit-line.ts'
import type { PromptTarget } from './prompt-target.ts'
import { mayStand, saveStandingApproval, type StandingApproval, standingApprovalRule } from './standing-approval.ts'

/** The prompt of a turn for one call: it shows the call and waits for a letter. After Ctrl+C the request stays open. */
export function askCall(target: PromptTarget): AskPerson {
  return async (approval, proposal, signal) => {
    if (signal.aborted || (await dropTypeAhead())) throw breakOff(target)
    const asking: CallPrompt = {
      approval,
      proposal,
      target,
      stop: signal,
      late: lateness(approval, target),
      isOpen: mayStand(proposal, target),
    }
    const card = renderCard(asking)
    target.clear?.()
    for (const line of card.head) target.terminal.problem(line)
    return answerOf(asking, card)
  }
}

type CallPrompt = {
  readonly approval: Approval
  readonly proposal: Proposal
  readonly target: PromptTarget
  readonly stop: AbortSignal
  readonly late: AbortSignal
  /** The answer may also cover later calls. */
  readonly isOpen: boolean
}

const YES = { state: 'approved', decidedBy: 'tty', credential: 'person at the terminal' } as const
const NO = { ...YES, state: 'denied' } as const

function lateness({ ends }: Approval, { runtime }: PromptTarget): AbortSignal {
  const now = runtime?.clock.now() ?? Date.now()
  return AbortSignal.timeout(Math.max(1, ends.at - now))
}

function breakOff({ stop }: PromptTarget): Error {
  stop?.abort()
  return interrupted('Interrupted at the prompt.') // the caller records that there was no answer
}

async function answerOf(asking: CallPrompt, card: CallCard): Promise<PersonAnswer> {
  const { target, stop, late } = asking
  const letters = lettersOf(choicesFor(asking))
  for (;;) {
    const line = await askLine(`May it run? ${letters} `, { stop, late })
    if (line.kind !== 'typed') return ending(line, target)
    const answer = await answerTo(line.text.toLowerCase(), asking, card)
    if (answer !== undefined) return answer
  }
}

function ending({ kind }: Exclude<TypedLine, { kind: 'typed' }>, target: PromptTarget): PersonAnswer {
  if (kind === 'interrupted') throw breakOff(target)
  return kind === 'late' ? 'timeout' : NO
}

/** Undefined: not an answer yet. */
async function answerTo(letter: string, asking: CallPrompt, card: CallCard): Promise<PersonAnswer | undefined> {
  const { target, stop, isOpen } = asking
  if (letter === 'y') return YES
  if (letter === 'n') return NO
  if (letter === 'e') return denyWithReason(asking)
  const further = isOpen ? FURTHER.get(letter) : undefined
  if (further) return allowFurther(further, asking)
  const lines = linesFor(letter, asking, card)
  if (!lines) target.terminal.problem('  Type one of the letters and press Enter; Enter alone approves nothing.')
  else if ((await showPages(lines, target.terminal, stop)) === 'interrupted') throw breakOff(target)
  return undefined
}

/** What a letter shows, for letters that only show something. */
function linesFor(letter: string, asking: CallPrompt, card: CallCard): readonly string[] | undefined {
  if (letter === 'v') return card.all
  if (letter === '?') return helpFor(asking, columnsOf(process.stderr))
  return letter === 'd' ? card.dryRun : undefined
}

// A map, because an object would also have inherited names.
const FURTHER: ReadonlyMap<string, StandingApproval['kind']> = new Map([
  ['t', 'minutes'],
  ['s', 'session'],
  ['w', 'always'],
])

async function denyWithReason({ target, stop, late }: CallPrompt): Promise<PersonAnswer> {
  const line = await askLine('Why not? The model reads this: ', { stop, late })
  if (line.kind === 'interrupted') throw breakOff(target)
  return line.kind === 'typed' && line.text !== '' ? { ...NO, because: line.text } : NO
}

async function allowFurther(kind: StandingApproval['kind'], asking: CallPrompt): Promise<PersonAnswer | undefined> {
  const { approval, proposal, target, stop, late } = asking
  const { name, capability } = proposal.call.tool
  const tool = { name, definition: proposal.definitionHash }
  const standing: StandingApproval = { kind, capability, tool, session: approval.session, purpose: approval.summary }
  if (kind === 'always') {
    target.terminal.problem('  This rule will be saved in your state folder, for this workspace only:')
    for (const line of wrapLines(standingApprovalRule(standing, target), columnsOf(process.stderr) - 5))
      target.terminal.problem(`    ${line}`)
    const line = await askLine('  Type always to save it, or anything else to go back: ', { stop, late })
    if (line.kind === 'interrupted') throw breakOff(target)
    if (line.kind !== 'typed' || line.text.toLowerCase() !== 'always') return undefined
  }
  await saveStandingApproval(standing, target)
  return YES
}

const KEPT_FOR_THE_PROMPT = 2

/** How the pager ended. */
type PagerResult = 'done' | 'interrupted'

/** Shows all lines, one screen at a time. */
async function showPages(lines: readonly string[], terminal: Terminal, stop: AbortSignal): Promise<PagerResult> {
  const size = Math.max(5, (process.stderr.rows || 24) - KEPT_FOR_THE_PROMPT)
  for (let at = 0; at < lines.length; at += size) {
    for (const line of lines.slice(at, at + size)) terminal.problem(line)
    const seen = Math.min(at + size, lines.length)
    if (seen >= lines.length) break
    const answer = await askLine(`  line ${seen} of ${lines.length}; Enter for more, q to go back: `, { stop })
    if (answer.kind === 'interrupted') return 'interrupted'
    if (answer.kind === 'ended' || (answer.kind === 'typed' && answer.text.toLowerCase() === 'q')) break
  }
  return 'done'
}
