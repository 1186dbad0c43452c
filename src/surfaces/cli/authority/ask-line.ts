import { createInterface } from 'node:readline'
import type { Terminal } from '../terminal.ts'

/** A typed line, or how the prompt ended without one: Ctrl+D, Ctrl+C, or a timeout. */
export type TypedLine =
  | { readonly kind: 'typed'; readonly text: string }
  | { readonly kind: 'ended' | 'interrupted' | 'late' }

type PromptLimits = {
  /** Aborts on SIGINT. While a line is read, the terminal delivers Ctrl+C as a key instead. */
  readonly stop: AbortSignal
  readonly late?: AbortSignal
}

/** Reads one line from the terminal. */
export function askLine(question: string, { stop, late }: PromptLimits): Promise<TypedLine> {
  return new Promise(resolve => {
    const heard = new AbortController()
    const lines = createInterface({ input: process.stdin, output: process.stderr })
    const settle = (line: TypedLine): void => {
      if (heard.signal.aborted) return // lines.close() emits 'close' as well
      heard.abort()
      if (line.kind !== 'typed') process.stderr.write('\n')
      lines.close()
      resolve(line)
    }
    const when = (signal: AbortSignal | undefined, kind: 'interrupted' | 'late'): void => {
      if (signal?.aborted === true) settle({ kind })
      else signal?.addEventListener('abort', () => settle({ kind }), { signal: heard.signal })
    }
    lines.once('line', text => settle({ kind: 'typed', text: text.trim() }))
    lines.once('SIGINT', () => settle({ kind: 'interrupted' }))
    lines.once('close', () => settle({ kind: 'ended' }))
    lines.setPrompt(question)
    lines.prompt()
    when(stop, 'interrupted')
    when(late, 'late')
  })
}

/** True if a person can see and answer a prompt: standard input and standard error are both terminals. */
export const canAsk = (terminal: Terminal): boolean => terminal.isInteractive && process.stdin.isTTY
