import { lazily } from '../core/index.ts'
import type { FactBook } from './fact-book.ts'
import type { MemoryParts, MemoryReport, MemoryTurn } from './remember-turn.ts'
import type { MemoryNote } from './turn/memory-note.ts'

// Loaded with the first answer: the lists of words are long, and no prompt needs them.

const remembering = lazily(() => import('./remember-turn.ts'))
const noting = lazily(() => import('./turn/memory-note.ts'))
const foreseeing = lazily(() => import('./turn/foresee-turn.ts'))

export const rememberTurn = async (turn: MemoryTurn, parts: MemoryParts): Promise<MemoryReport> =>
  (await remembering()).rememberTurn(turn, parts)

export const memoryNote = async (report: MemoryReport, book: FactBook): Promise<MemoryNote> =>
  (await noting()).memoryNote(report, book)

/** What `rememberTurn` will do with a turn, without doing it. */
export const foreseeTurn = async (turn: MemoryTurn, parts: MemoryParts): Promise<MemoryReport> =>
  (await foreseeing()).foreseeTurn(turn, parts)
