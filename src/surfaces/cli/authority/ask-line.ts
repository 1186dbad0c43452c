import { createInterface } from 'node:readline'
import type { Terminal } from '../terminal.ts'

/** What was typed, or how it ended without that: Ctrl+D, Ctrl+C, or the time was over. */
export type TypedLine =
  | { readonly kind: 'typed'; readonly text: string }
  | { readonly kind: 'ended' | 'interrupted' | 'late' }

export type PromptLimits = {
  /** Set off by a Ctrl+C that came as a signal; while a line is read, the terminal hands it over as a key instead. */
  readonly stop: AbortSignal
  readonly late?: AbortSignal
}

/** One line from the terminal. */
export function askLine(question: string, { stop, late }: PromptLimits): Promise<TypedLine> {
  return new Promise(resolve => {
    const heard = new AbortController()
    const lines = createInterface({ input: process.stdin, output: process.stderr })
    const settle = (line: TypedLine): void => {
      if (heard.signal.aborted) return // closing tells of an end, too
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

/** Prompts only where a person sees them: standard input and error must both be a terminal. */
export const canAsk = (terminal: Terminal): boolean => terminal.isInteractive && process.stdin.isTTY
