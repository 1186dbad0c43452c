import {
  type AskPermission,
  type PermissionAnswer,
  type PermissionQuestion,
  describeQuestion,
} from '../../../permissions/index.ts'
import { askLine } from '../authority/ask-line.ts'
import { visible, visibleInLine } from '../terminal.ts'
import { type PromptChoice, lettersOf, renderChoices } from './choices.ts'
import type { PromptTarget } from './prompt-target.ts'
import { dropTypeAhead } from './drop-type-ahead.ts'
import { columnsOf } from './fit-line.ts'

// A map, because an object would also have inherited names.
const ANSWERS: ReadonlyMap<string, PermissionAnswer> = new Map([
  ['y', { kind: 'turn', decidedBy: 'tty' }],
  ['c', { kind: 'turn', decidedBy: 'tty', confirmsWrites: true }],
  ['t', { kind: 'once', decidedBy: 'tty' }],
  ['s', { kind: 'session', decidedBy: 'tty' }],
  ['w', { kind: 'always', decidedBy: 'tty' }],
  ['n', { kind: 'deny', decidedBy: 'tty' }],
])

/** Asks the person at the terminal to grant a capability. */
export const askCapability =
  (target: PromptTarget): AskPermission =>
  (question, signal) =>
    askUntilAnswered(question, target, signal)

const DENIED: PermissionAnswer = { kind: 'deny', decidedBy: 'tty' }

async function askUntilAnswered(
  question: PermissionQuestion,
  target: PromptTarget,
  signal: AbortSignal,
): Promise<PermissionAnswer> {
  const { terminal } = target
  if (signal.aborted) return DENIED
  target.clear?.()
  if (await dropTypeAhead()) return breakOff(target)
  const choices = choicesFor(question, target)
  showQuestion(question, target, choices)
  for (;;) {
    const line = await askLine(`Allow ${question.capability}? ${lettersOf(choices)} `, { stop: signal })
    if (line.kind === 'interrupted') return breakOff(target)
    if (line.kind !== 'typed') return DENIED
    const letter = line.text.toLowerCase()
    const answer = choices.some(([offered]) => offered === letter) ? ANSWERS.get(letter) : undefined
    if (answer?.kind === 'always') {
      const isSure = await confirmAlways(question, target, signal)
      if (isSure === undefined) return breakOff(target)
      if (isSure) return answer
    } else if (answer) return answer
    else terminal.problem('  Type one of the letters and press Enter; Enter alone allows nothing.')
  }
}

/** Ctrl+C: nothing is granted, and the turn ends. */
function breakOff({ stop }: PromptTarget): PermissionAnswer {
  stop?.abort()
  return DENIED
}

/** A change asks again when its call is known, unless the person chooses here that changes need not ask. */
function choicesFor(
  question: PermissionQuestion,
  { runtime, noun = 'message' }: PromptTarget,
): readonly PromptChoice[] {
  const { duration } = describeQuestion(question)
  const risk = runtime?.catalog.find(question.tool)?.tool.risk
  return [
    ['y', `allow once, for this ${noun}`],
    ...(risk === 'write' ? [['c', 'the same, and changes need not ask'] as const] : []),
    ['t', `allow for ${duration}`],
    ['s', 'allow for this session'],
    ...(risk === 'destroy' ? [] : [['w', 'always in this workspace...'] as const]),
    ['n', 'deny'],
  ]
}

function showQuestion(
  question: PermissionQuestion,
  { terminal, marks, model }: PromptTarget,
  choices: readonly PromptChoice[],
): void {
  const { paint, problem } = terminal
  const { capability, why, duration, scope } = describeQuestion(question)
  const who = model ? `  (${visibleInLine(model.id)})` : ''
  problem('')
  problem(`${paint('yellow', `${marks.ask} Permission needed:`)} ${paint('bold', visibleInLine(capability))}${who}`)
  problem(`  why       ${visibleInLine(why)}`)
  problem(`  how long  ${duration}, if you choose t`)
  problem(`  on what   ${visibleInLine(scope)}`)
  for (const line of renderChoices(choices, columnsOf(process.stderr))) problem(line)
}

/** Shows the exact rule before it is saved. Undefined after Ctrl+C. */
async function confirmAlways(
  { capability }: PermissionQuestion,
  { terminal }: PromptTarget,
  stop: AbortSignal,
): Promise<boolean | undefined> {
  terminal.problem('  This rule will be saved in your state folder, for this workspace only:')
  terminal.problem(`    allow ${visible(capability)} in every session until revoked; changes still ask`)
  const line = await askLine('  Type always to save it, or anything else to go back: ', { stop })
  if (line.kind === 'interrupted') return undefined
  return line.kind === 'typed' && line.text.toLowerCase() === 'always'
}
