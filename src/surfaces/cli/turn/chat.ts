import { newSession } from '../../../runtime/index.ts'
import { canAsk } from '../authority/ask-line.ts'
import { EXIT, usageFailure } from '../failure.ts'
import { processSurroundings } from '../find-workspace.ts'
import { interruptible } from '../interrupt.ts'
import { asFailure, withRuntime } from '../open-runtime.ts'
import { type Terminal, visible } from '../terminal.ts'
import { terminalEntryPoint, attachRuntime } from './ask.ts'
import { commandNames, isCommand, runCommand } from './chat-commands.ts'
import { type ChatInput, pipedInput, typedInput } from './chat-input.ts'
import type { Chat } from './chat-state.ts'
import { takeTurn } from './chat-turn.ts'
import type { PromptTarget } from './prompt-target.ts'
import { withExample } from './example-folder.ts'
import { columnsOf, wrapLines } from './fit-line.ts'
import { marksFor } from './marks.ts'
import { closeFolder, openFolder } from './open-folder.ts'
import { type TurnFlags, turnOptions } from './turn-flags.ts'

type ChatFlags = TurnFlags & { readonly continue?: boolean }

/** `chat`: message after message, until the person leaves or the input ends. */
export async function chat(given: ChatFlags, terminal: Terminal): Promise<number> {
  const flags = withExample(given, processSurroundings())
  if (flags.continue === true && flags.session !== undefined)
    throw usageFailure('Pass --continue or --session, not both.')
  const order = turnOptions(flags)
  const target: PromptTarget = {
    terminal,
    marks: marksFor(flags, process.env),
    ...(order.profile && { profile: order.profile }),
  }
  return withRuntime(flags, terminalEntryPoint(target, flags), async runtime => {
    attachRuntime(target, runtime)
    const session = await sessionOf(flags, runtime, terminal)
    const opened: Chat = { target, runtime, session, flags, order, receipts: [], undone: new Set() }
    return canAsk(terminal) ? atTerminal(opened) : fromPipe(opened)
  })
}

/** Each shows something different: a repaired call, one that needs a correction, one that asks first. */
const TO_TRY: readonly string[] = [
  'How many scenes mention the lighthouse?',
  'What does SCN-the-harbour-office.md say about the office?',
  'Write a note called notes.md that says: check the tide table.',
]

async function sessionOf(flags: ChatFlags, { sessions }: Chat['runtime'], { err }: Terminal): Promise<string> {
  const latest = flags.continue === true ? await sessions.latest() : undefined
  if (flags.continue === true && !latest) err('There is no earlier session, so this is a new one.')
  if (latest) err(`Continuing "${visible(latest.title)}" (${latest.turns} ${latest.turns === 1 ? 'turn' : 'turns'}).`)
  return latest?.id ?? flags.session ?? newSession()
}

async function atTerminal(opened: Chat): Promise<number> {
  const { runtime, session, target } = opened
  const { terminal } = target
  const folder = await openFolder(session, runtime)
  if (!folder.ok) throw asFailure(folder.error)
  const greeting = `This chat may read ${runtime.root}. /help lists commands, Ctrl+D leaves.`
  const hint = opened.flags.example === true ? ['', ...TO_TRY.map(question => `  ${question}`), ''] : []
  for (const line of [...wrapLines(greeting, columnsOf(process.stderr) - 1), ...hint]) terminal.err(line)
  const history = (await runtime.sessions.load(session)).messages.flatMap(each =>
    each.role === 'user' ? [each.text] : [],
  )
  try {
    return await converse(opened, typedInput({ paint: terminal.paint, history, commands: commandNames }))
  } finally {
    const closed = await closeFolder(folder.value, runtime)
    if (!closed.ok) terminal.problem(visible(`${closed.error.code}: ${closed.error.message}`))
  }
}

/**
 * Ctrl+C stops only the turn; at the prompt it leaves, with the exit code of an interruption if the last turn was
 * stopped.
 */
async function converse(opened: Chat, input: ChatInput): Promise<number> {
  let wasInterrupted = false
  for (;;) {
    const line = await input.next()
    if (line.kind !== 'typed') return line.kind === 'interrupted' && wasInterrupted ? EXIT.interrupted : EXIT.done
    const { text } = line
    const result = await interruptible(async (stop, isLeaving) => {
      const handled = await handleLine(text, opened, stop)
      return isLeaving() ? 'leave' : handled
    })
    if (result === 'leave') return EXIT.done
    if (!isCommand(text.trim())) wasInterrupted = result === EXIT.interrupted
  }
}

/**
 * Messages from a pipe: nobody can answer prompts, so anything not allowed is denied. The last failure is the exit
 * code.
 */
function fromPipe(opened: Chat): Promise<number> {
  return interruptible(async stop => {
    const input = pipedInput(stop.signal)
    let code: number = EXIT.done
    for (;;) {
      const line = await input.next()
      if (line.kind !== 'typed') return code
      const result = await handleLine(line.text, opened, stop)
      if (result === 'leave') return code
      if (result !== EXIT.done) code = result
      if (stop.signal.aborted) return code
    }
  })
}

async function handleLine(text: string, opened: Chat, stop: AbortController): Promise<number | 'leave'> {
  const message = text.trim()
  if (message === '') return EXIT.done
  return isCommand(message) ? runCommand(message, opened, stop) : takeTurn(message, opened, stop)
}
