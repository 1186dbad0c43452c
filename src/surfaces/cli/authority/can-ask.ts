import type { Terminal } from '../terminal.ts'

/** Prompts only where a person sees them: standard input and error must both be a terminal. */
export const canAsk = (terminal: Terminal): boolean => terminal.isInteractive && process.stdin.isTTY
