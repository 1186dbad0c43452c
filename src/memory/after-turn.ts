import type { FactBook } from './fact-book.ts'
import type { MemoryParts, MemoryReport, MemoryTurn } from './remember-turn.ts'
import type { MemoryNote } from './turn/memory-note.ts'

// Loaded with the first answer: the lists of words are long, and no prompt needs them.

export const rememberTurn = async (turn: MemoryTurn, parts: MemoryParts): Promise<MemoryReport> =>
  (await import('./remember-turn.ts')).rememberTurn(turn, parts)

export const memoryNote = async (report: MemoryReport, book: FactBook): Promise<MemoryNote> =>
  (await import('./turn/memory-note.ts')).memoryNote(report, book)

/** What `rememberTurn` will do with a turn, without doing it. */
export const foreseeTurn = async (turn: MemoryTurn, parts: MemoryParts): Promise<MemoryReport> =>
  (await import('./turn/foresee-turn.ts')).foreseeTurn(turn, parts)
