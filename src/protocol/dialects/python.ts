import type { Toolbox } from '../../core/index.ts'
import { noteNames } from '../literal/notes.ts'
import { readPythonCalls } from '../literal/python-calls.ts'
import type { Dialect } from './dialect.ts'

/** `f(path="a.md")` and `[f(a=1), g(b=2)]`. */
export const python: Dialect = {
  name: 'python',
  readPieces: ({ piece, at, tools }, value) => {
    if (value !== undefined || (piece.kind !== 'call' && piece.kind !== 'value' && piece.kind !== 'broken')) return undefined
    const calls = readPythonCalls(piece.text, piece.kind === 'broken' ? 'stray' : 'balanced')
    return (
      calls && {
        calls: calls.map(({ name, named, positional, notes }) => ({
          name: plainName(name, tools),
          named,
          positional,
          fixups: noteNames(notes),
        })),
        through: at,
      }
    )
  },
}

/** `get_weather.call(…)`, as one family writes after its own token. */
const plainName = (name: string, tools: Toolbox): string =>
  name.endsWith('.call') && tools.find(name) === undefined ? name.slice(0, -'.call'.length) : name
