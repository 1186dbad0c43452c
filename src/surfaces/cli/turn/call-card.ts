import type { Proposal } from '../../../core/index.ts'
import type { Approval } from '../../../permissions/index.ts'
import { renderArguments } from '../authority/render-arguments.ts'
import { sandboxText } from '../command-effects.ts'
import { type Paint, unpainted, visible } from '../terminal.ts'
import { type PromptChoice, renderChoices } from './choices.ts'
import type { PromptTarget } from './prompt-target.ts'
import { type DiffLine, diffLines } from './diff-lines.ts'
import { durationWords, timeLeft } from './duration-words.ts'
import { columnsOf, fitLine, wrapLines } from './fit-line.ts'

type CardParts = {
  readonly approval: Approval
  readonly proposal: Proposal
  readonly target: PromptTarget
  readonly isOpen: boolean
}

/** The approval card of a call: what is shown at once, and the rest. */
export type CallCard = {
  readonly head: readonly string[]
  readonly all: readonly string[]
  /** The changes that the call would make, without running it; undefined if only running it would show them. */
  readonly dryRun: readonly string[] | undefined
}

const RISK_WORDS = { read: 'reads', write: 'changes', destroy: 'deletes' } as const
const MOST_LINES = 12
const AROUND = 14 // lines for title, reason and choices, so that the card fits one screen

export function renderCard(parts: CardParts): CallCard {
  const columns = columnsOf(process.stderr)
  const shown = bodyOf(parts, columns)
  const room = Math.min(MOST_LINES, Math.max(4, (process.stderr.rows || 24) - AROUND))
  const [first, hidden] = [shown.slice(0, room), shown.length - room]
  const all = [
    ...wrapped('All arguments:', columns),
    ...argumentLines(parts, columns),
    ...(hidden > 0 ? ['What would change:', ...shown] : []),
  ]
  return {
    head: [
      ...titleOf(parts, columns),
      ...first,
      ...(hidden > 0 ? [`  (${hidden} more lines: v)`] : []),
      ...reasonsOf(parts, columns),
    ],
    all,
    dryRun: parts.proposal.assessment.change && ['Dry run: what would change. Nothing has run.', ...shown],
  }
}

function titleOf({ approval, proposal, target }: CardParts, columns: number): readonly string[] {
  const { marks, model, runtime, terminal } = target
  const { paint } = terminal
  const left = timeLeft((approval.ends.at - (runtime?.clock.now() ?? approval.requestedAt)) / 1_000)
  const { name } = proposal.call.tool
  const { sandbox } = proposal.assessment
  const who = `${model?.id ?? 'a model'}, session ${approval.session}`
  const question = paint('yellow', `${marks.ask} May this run?`)
  return [
    '',
    `${question} ${paint('bold', visible(name))} ${RISK_WORDS[approval.risk]} something  (expires in ${left})`,
    `  ${paint('dim', fitLine(who, columns - 2))}`,
    ...wrapped(approval.summary, columns),
    ...(sandbox === undefined ? [] : wrapped(sandboxText(sandbox), columns)),
  ]
}

/** The diff of a text change, or the arguments. */
function bodyOf(parts: CardParts, columns: number): readonly string[] {
  const change = parts.proposal.assessment.change?.()
  if (change === undefined) return argumentLines(parts, columns)
  const { paint } = parts.target.terminal
  return diffLines(change).flatMap(line => diffRows(line, columns, paint))
}

const COLOURS = { '+': 'green', '-': 'red', ' ': 'dim' } as const

const diffRows = ({ sign, text }: DiffLine, columns: number, paint: Paint): readonly string[] =>
  wrapLines(text, columns - 5).map((part, index) => `  ${paint(COLOURS[sign], `${index === 0 ? sign : ' '} ${part}`)}`)

const argumentLines = ({ approval }: CardParts, columns: number): readonly string[] =>
  renderArguments(approval.args, unpainted)
    .split('\n')
    .flatMap(line => wrapLines(line, columns - 1))

function reasonsOf(parts: CardParts, columns: number): readonly string[] {
  const { approval, proposal, isOpen } = parts
  const further = `t, s and w let every call of ${proposal.call.tool.name} in this workspace run without asking.`
  return [
    ...wrapped(`Asked because: ${approval.reason}`, columns),
    ...renderChoices(choicesFor(parts), columns),
    ...(isOpen ? wrapped(further, columns) : []),
  ]
}

export function choicesFor({ proposal, target, isOpen }: CardParts): readonly PromptChoice[] {
  const minutes = durationWords((target.runtime?.grantMs(proposal.call.tool.capability) ?? 0) / 1_000)
  const dry = proposal.assessment.change ? [['d', 'dry run: what would change'] as const] : []
  const further = [
    ['t', `for ${minutes}`] as const,
    ['s', 'for this session'] as const,
    ['w', 'always in this workspace...'] as const,
  ]
  return [
    ['y', 'once'],
    ...(isOpen ? further : []),
    ['n', 'deny'],
    ['e', 'deny and tell the model why'],
    ...dry,
    ['v', 'see all arguments'],
    ['?', 'help'],
  ]
}

/** Help: what each letter does. */
export function helpFor(parts: CardParts, columns: number): readonly string[] {
  const { name } = parts.proposal.call.tool
  const sentences = [
    'y runs exactly this call, once. Change one character and it asks again.',
    ...(parts.isOpen
      ? [
          `t, s and w let every call of ${name} in this workspace run without asking: ` +
            "for a while, in this session, or until you revoke it. If the tool's definition changes, it asks again.",
        ]
      : []),
    'n denies it, and the model goes on without it. e also tells the model why.',
    ...(parts.proposal.assessment.change ? ['d shows what it would change without running it.'] : []),
    'v shows every argument in full. Ctrl+C ends the turn; the call then waits under countersign permissions pending.',
  ]
  return sentences.flatMap(sentence => wrapped(sentence, columns))
}

const wrapped = (text: string, columns: number): readonly string[] =>
  wrapLines(text, columns - 3).map(line => `  ${line}`)
