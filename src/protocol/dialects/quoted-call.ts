import { noteNames } from '../literal/notes.ts'
import { readPythonCalls } from '../literal/python-calls.ts'
import type { Dialect } from './dialect.ts'

/** `["f(path='a.md')"]`: Python calls as strings in a list. */
export const quotedCall: Dialect = {
  name: 'quoted_call',
  readValue: (value, tools) => {
    if (typeof value !== 'string') return undefined
    const calls = readPythonCalls(value)
    if (calls === undefined || !calls.every(call => tools.find(call.name) !== undefined)) return undefined
    return calls.map(({ name, named, positional, notes }) => ({
      name,
      named,
      positional,
      fixups: ['quoted_call', ...noteNames(notes)],
    }))
  },
}
