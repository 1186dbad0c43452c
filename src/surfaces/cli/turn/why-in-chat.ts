import { routeMessage } from '../../../policy/index.ts'
import { EXIT } from '../failure.ts'
import { visible } from '../terminal.ts'
import type { CommandWords } from './chat-state.ts'
import { columnsOf, wrapLines } from './fit-line.ts'
import { messageWords, whyMessage } from './why-message.ts'

/** For the message that follows, else for the last one. */
export async function whyInChat({ rest, chat, stop }: CommandWords): Promise<number> {
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
    terminal.problem('For which message? Write one first, or /why TOOL MESSAGE.')
    return EXIT.usage
  }
  const { router } = runtime.models
  const routed = await routeMessage(message, {
    ...(router && { model: router }),
    threshold: runtime.routerThreshold,
    signal: stop.signal,
  })
  const told = messageWords(found.tool.name, whyMessage(found.tool.name, routed, runtime))
  for (const line of process.stdout.isTTY ? wrapLines(told, columnsOf(process.stdout) - 1) : [visible(told)])
    terminal.out(line)
  return EXIT.done
}
