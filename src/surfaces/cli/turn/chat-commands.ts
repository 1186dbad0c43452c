import { CountersignError, StorageFailure } from '../../../core/index.ts'
import { PREFIXES, routeByRules } from '../../../policy/index.ts'
import { compressSession, sessionStatus, tryMessage, undoCall } from '../../../runtime/index.ts'
import { reportCall } from '../call/call.ts'
import { adviceForFault, EXIT, Failure, toFailure } from '../failure.ts'
import { visible } from '../terminal.ts'
import { listTools } from '../tools.ts'
import type { Chat, CommandWords } from './chat-state.ts'
import { modelLabel, openAnother } from './choose-model.ts'
import { columnsOf, wrapLines } from './fit-line.ts'
import { renderStatus } from './render-status.ts'
import { messageWords, whyMessage } from './why-message.ts'

type Command = {
  readonly takes: string
  readonly about: string
  /** Its exit code, or `leave`. */
  readonly run: (words: CommandWords) => Promise<number | 'leave'>
}

const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['/status', { takes: '', about: 'model, context, budgets, grants, trust', run: status }],
  ['/why', { takes: 'TOOL', about: 'why a tool was offered or withheld for your last message', run: whyInChat }],
  ['/tools', { takes: '', about: 'list all tools', run: tools }],
  ['/undo', { takes: '[RECEIPT]', about: 'undo the last file change', run: undoInChat }],
  ['/model', { takes: 'SPEC', about: 'switch to another model', run: changeModel }],
  ['/compact', { takes: '', about: 'summarise the earlier conversation', run: compact }],
  ['/clear', { takes: '', about: 'start with an empty context', run: clear }],
  ['/help', { takes: '', about: 'this list', run: help }],
  ['/quit', { takes: '', about: 'leave', run: async () => 'leave' }],
])

export const commandNames: readonly string[] = [...COMMANDS.keys()]

/** True for a slash command, known or not. A prefix that the router reads, such as /read, is a message. */
export function isCommand(message: string): boolean {
  if (!message.startsWith('/')) return false
  return COMMANDS.has(wordOf(message)) || routeByRules(message).route.decidedBy !== 'prefix'
}

const wordOf = (message: string): string => message.split(/\s/, 1)[0]?.toLowerCase() ?? ''

export async function runCommand(message: string, chat: Chat, stop: AbortController): Promise<number | 'leave'> {
  const word = wordOf(message)
  const command = COMMANDS.get(word)
  const { terminal } = chat.target
  if (!command) {
    terminal.problem(`Unknown command ${visible(word)}.`)
    await help({ rest: '', chat, stop })
    return EXIT.refused
  }
  try {
    return await command.run({ rest: message.slice(word.length).trim(), chat, stop })
  } catch (thrown) {
    if (!(thrown instanceof Failure || thrown instanceof CountersignError || thrown instanceof StorageFailure))
      throw thrown
    const { fault, exitCode } = toFailure(thrown)
    terminal.problem(visible(`${fault.code}: ${fault.message}\n${adviceForFault(fault)}`))
    return exitCode
  }
}

async function help({ chat }: CommandWords): Promise<number> {
  const { out, paint } = chat.target.terminal
  for (const [word, { takes, about }] of COMMANDS) out(`  ${paint('bold', `${word} ${takes}`.padEnd(18))} ${about}`)
  out(
    `  A message may begin with ${Object.keys(PREFIXES)
      .slice(0, 3)
      .map(word => `/${word}`)
      .join(', ')} … to choose what it is about.`,
  )
  out('  Ctrl+C stops a turn, or leaves at the prompt. Arrow keys recall earlier messages.')
  return EXIT.done
}

async function status({ chat }: CommandWords): Promise<number> {
  const { target, runtime, session, order, budget } = chat
  const isShown = await sessionStatus({ session, model: target.model, profile: order.profile }, runtime)
  for (const line of renderStatus(isShown, budget)) target.terminal.out(line)
  return EXIT.done
}

async function tools({ chat }: CommandWords): Promise<number> {
  return listTools({}, chat.target.terminal)
}

async function changeModel({ rest, chat, stop }: CommandWords): Promise<number> {
  const { target } = chat
  if (rest === '' || !target.config) {
    target.terminal.problem(
      `Current model: ${modelLabel(target.model?.id ?? 'none')}. To switch: /model ollama:qwen3:4b`,
    )
    return EXIT.usage
  }
  target.model = await openAnother(rest, target.config, stop.signal)
  target.terminal.err(`Switched to ${modelLabel(target.model.id)}.`)
  return EXIT.done
}

async function compact({ chat, stop }: CommandWords): Promise<number> {
  const { target, runtime, session } = chat
  const done = await compressSession({ runtime, session, model: target.model, signal: stop.signal }, 'Manual')
  if (!done.ok) {
    target.terminal.problem(visible(`${done.error.code}: ${done.error.message}`))
    return EXIT.refused
  }
  const { before, after, replaced } = done.value
  const isShown =
    replaced === 0
      ? 'Nothing to summarise yet: the last turn always stays complete.'
      : `Summarised ${replaced} messages (Manual): about ${before} tokens before, ${after} now.`
  target.terminal.out(isShown)
  return EXIT.done
}

async function clear({ chat }: CommandWords): Promise<number> {
  const { target, runtime, session } = chat
  const done = await runtime.clearSession(session)
  if (done.ok)
    target.terminal.out('Context cleared: the model no longer sees the earlier messages. The records keep them.')
  else target.terminal.problem(visible(`${done.error.code}: ${done.error.message}`))
  return done.ok ? EXIT.done : EXIT.refused
}

/** `/undo`: the named receipt, or the newest of this session that changed a file and was not undone yet. */
async function undoInChat({ rest, chat }: CommandWords): Promise<number> {
  const { terminal } = chat.target
  for (const receipt of rest === '' ? await candidates(chat) : [rest]) {
    const undone = await undoCall(receipt, chat.runtime)
    const changedNothing = !undone.ok && undone.error.code === 'undo_refused'
    if (changedNothing && rest === '') continue
    if (!undone.ok) {
      terminal.problem(visible(`${undone.error.code}: ${undone.error.message}`))
      return EXIT.refused
    }
    if (undone.value.ok) chat.undone.add(receipt)
    return reportCall(undone.value, {}, terminal)
  }
  terminal.problem('Nothing to undo: no call of this session has changed a file.')
  return EXIT.refused
}

/** Receipts to try, the newest first: those of this chat, then those of the stored conversation. */
async function candidates({ runtime, session, receipts, undone }: Chat): Promise<readonly string[]> {
  const { messages } = await runtime.sessions.load(session)
  const remembered = messages.flatMap(each =>
    each.role === 'call' && each.ok && each.receipt !== undefined ? [each.receipt] : [],
  )
  const all = new Set([...receipts.toReversed(), ...remembered.toReversed()])
  return [...all].filter(receipt => !undone.has(receipt))
}

/** `/why`: for the message after it, else for the last one. */
async function whyInChat({ rest, chat, stop }: CommandWords): Promise<number> {
  const { target, runtime, lastMessage } = chat
  const { terminal } = target
  const [name = '', ...words] = rest.split(/\s+/)
  const message = words.length > 0 ? words.join(' ') : lastMessage
  const found = runtime.catalog.find(name)
  if (!found) {
    terminal.problem(
      name === ''
        ? 'Which tool? /why TOOL, such as /why file_read.'
        : `There is no tool ${visible(name)}; /tools lists them.`,
    )
    return EXIT.usage
  }
  if (message === undefined) {
    terminal.problem('Send a message first, or use /why TOOL MESSAGE.')
    return EXIT.usage
  }
  const routed = await tryMessage(message, runtime, stop.signal)
  const isShown = messageWords(found.tool.name, whyMessage(found.tool.name, routed, runtime))
  for (const line of process.stdout.isTTY ? wrapLines(isShown, columnsOf(process.stdout) - 1) : [visible(isShown)])
    terminal.out(line)
  return EXIT.done
}
