import { type Interface, createInterface } from 'node:readline'
import type { Paint } from '../terminal.ts'

/** A typed message, or how the input ended. */
type ChatLine = { readonly kind: 'typed'; readonly text: string } | { readonly kind: 'ended' | 'interrupted' }

/** Where messages come from. */
export type ChatInput = { readonly next: () => Promise<ChatLine> }

type TypedOptions = {
  readonly paint: Paint
  /** Earlier messages, the oldest first, for the arrow keys. */
  readonly history: readonly string[]
  /** Words that Tab completes. */
  readonly commands: readonly string[]
}

const PASTE_MS = 25 // faster than typing, so the lines were pasted
const HISTORY = 200

/** Messages typed at a terminal. Between messages nothing listens, so that prompts and Ctrl+C have the keyboard. */
export function typedInput({ paint, history, commands }: TypedOptions): ChatInput {
  const past = history.slice(-HISTORY).map(oneLine)
  const complete = (line: string): [string[], string] => [
    line.startsWith('/') ? commands.filter(each => each.startsWith(line)) : [],
    line,
  ]
  let isLeaving = false
  return {
    async next() {
      if (isLeaving) return { kind: 'ended' }
      process.stderr.write('\n')
      const lines = createInterface({
        input: process.stdin,
        output: process.stderr,
        prompt: `${paint('bold', '>')} `,
        history: past.toReversed(),
        historySize: HISTORY,
        completer: complete,
      })
      const line = await readMessage(lines, () => (isLeaving = true))
      if (line.kind === 'typed' && line.text.trim() !== '') past.push(oneLine(line.text))
      return line
    },
  }
}

const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ')

const TYPED_BEFORE_MS = 100 // input typed earlier is already buffered
const CTRL_D_BEFORE = '\0' // how a terminal delivers it before keys are read

/**
 * Reads one message; pasted lines belong together. Ctrl+D after them, or typed before the prompt, ends the chat
 * afterwards.
 */
function readMessage(lines: Interface, leave: () => void): Promise<ChatLine> {
  return new Promise(resolve => {
    const texts: string[] = []
    let timer: NodeJS.Timeout | undefined
    let isOver = false
    const listening = setTimeout(() => process.stdin.off('keypress', onKey), TYPED_BEFORE_MS)
    const onKey = (_text: unknown, key: { readonly sequence?: string } | undefined): void => {
      if (key?.sequence === CTRL_D_BEFORE && lines.line === '') lines.close()
    }
    const settle = (line: ChatLine): void => {
      if (isOver) return // lines.close() emits 'close' as well
      isOver = true
      clearTimeout(timer)
      clearTimeout(listening)
      process.stdin.off('keypress', onKey)
      if (line.kind !== 'typed') process.stderr.write('\n')
      lines.close()
      resolve(line)
    }
    const look = (): void => {
      // else the last pasted line still waits for Enter
      if (lines.line === '') settle({ kind: 'typed', text: texts.join('\n') })
    }
    lines.on('line', text => {
      texts.push(text)
      clearTimeout(timer)
      timer = setTimeout(look, PASTE_MS)
    })
    lines.once('SIGINT', () => settle({ kind: 'interrupted' }))
    lines.once('close', () => {
      if (!isOver) leave()
      settle(texts.length > 0 ? { kind: 'typed', text: texts.join('\n') } : { kind: 'ended' })
    })
    process.stdin.on('keypress', onKey)
    lines.prompt()
  })
}

/** Messages from a file or another program, one a line. */
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
