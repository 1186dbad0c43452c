import { noteNames } from '../literal/notes.ts'
import { readPythonCalls } from '../literal/python-calls.ts'
import type { Dialect } from './dialect.ts'

/** `f(path="a.md")` and `[f(a=1), g(b=2)]`. */
export const python: Dialect = {
  name: 'python',
  readPieces: ({ piece, at }, value) => {
    if (value !== undefined || (piece.kind !== 'call' && piece.kind !== 'value' && piece.kind !== 'broken')) return undefined
    const calls = readPythonCalls(piece.text, piece.kind === 'broken' ? 'stray' : 'balanced')
    return (
      calls && {
        calls: calls.map(({ name, named, positional, notes }) => ({ name, named, positional, fixups: noteNames(notes) })),
        through: at,
      }
    )
  },
}
