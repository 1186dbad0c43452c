import { type Interface, createInterface } from 'node:readline'
import type { Paint } from '../terminal.ts'

/** What was typed, or how it ended without that. */
export type ChatLine = { readonly kind: 'typed'; readonly text: string } | { readonly kind: 'ended' | 'interrupted' }

/** Where messages come from. */
export type ChatInput = { readonly next: () => Promise<ChatLine> }

export type TypedOptions = {
  readonly paint: Paint
  /** What was said before, the oldest first: the arrow keys find it. */
  readonly history: readonly string[]
  /** Words that Tab completes. */
  readonly commands: readonly string[]
}

const PASTE_MS = 25 // nobody types two lines within this time
const HISTORY = 200

/** Keys of a person. Between two messages nobody listens, so that questions and Ctrl+C have the keyboard for themselves. */
export function typedInput({ paint, history, commands }: TypedOptions): ChatInput {
  const said = history.slice(-HISTORY).map(oneLine)
  const complete = (line: string): [string[], string] => [line.startsWith('/') ? commands.filter(each => each.startsWith(line)) : [], line]
  return {
    async next() {
      process.stderr.write('\n')
      const lines = createInterface({
        input: process.stdin,
        output: process.stderr,
        prompt: `${paint('bold', '>')} `,
        history: said.toReversed(),
        historySize: HISTORY,
        completer: complete,
      })
      const line = await readMessage(lines)
      if (line.kind === 'typed' && line.text.trim() !== '') said.push(oneLine(line.text))
      return line
    },
  }
}

const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ')

/** Lines that come at once were pasted, and are one message. */
function readMessage(lines: Interface): Promise<ChatLine> {
  return new Promise(resolve => {
    const texts: string[] = []
    let timer: NodeJS.Timeout | undefined
    let isOver = false
    const settle = (line: ChatLine): void => {
      if (isOver) return // closing tells of an end, too
      isOver = true
      clearTimeout(timer)
      if (line.kind !== 'typed') process.stderr.write('\n')
      lines.close()
      resolve(line)
    }
    const look = (): void => {
      if (lines.line === '') settle({ kind: 'typed', text: texts.join('\n') }) // else the end of what was pasted still waits for Enter
    }
    lines.on('line', text => {
      texts.push(text)
      clearTimeout(timer)
      timer = setTimeout(look, PASTE_MS)
    })
    lines.once('SIGINT', () => settle({ kind: 'interrupted' }))
    lines.once('close', () => settle(texts.length > 0 ? { kind: 'typed', text: texts.join('\n') } : { kind: 'ended' }))
    lines.prompt()
  })
}

/** A message a line, from a file or another program. */
export function pipedInput(stop: AbortSignal): ChatInput {
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })
  stop.addEventListener('abort', () => lines.close())
  const each: AsyncIterator<string, undefined> = lines[Symbol.asyncIterator]()
  return {
    async next() {
      const line = await each.next()
      return line.done === true || stop.aborted ? { kind: 'ended' } : { kind: 'typed', text: line.value }
    },
  }
}
