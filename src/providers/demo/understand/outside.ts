import type { Wish } from './wish.ts'

const COMMAND =
  /^(?:please |can you |could you )?(?:run|execute)\s+(?:(?:the |this )?(?:shell )?command:?\s+[`"']?(?<told>[^`]+?)[`"']?|`(?<quoted>[^`]+)`|(?<plain>(?:ls|cat|wc|git|npm|node|python3|make|grep|find|echo|mkdir|touch|date|pwd|head|tail|sort|du|rm|mv|cp|sed)\b.*))[.?!]?$/i
const ADDRESS = /\bhttps?:\/\/[^\s<>"'`)\]]+[^\s<>"'`)\].,;:!?]/

/** A command to run, or a page to fetch: both lie outside of the files. */
export function outsideWish(message: string): Wish | undefined {
  const { told, quoted, plain } = COMMAND.exec(message.trim().replace(/^\/\w+\s+/, ''))?.groups ?? {}
  const command = told ?? quoted ?? plain
  if (command !== undefined) return { kind: 'use', slot: 'command', value: command.trim() }
  const address = ADDRESS.exec(message)?.[0]
  return address === undefined ? undefined : { kind: 'use', slot: 'url', value: address }
}
