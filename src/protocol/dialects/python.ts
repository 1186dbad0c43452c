import { type Toolbox, isJsonList, isJsonObject, longPattern } from '../../core/index.ts'
import { DEPENDENT_CALL_LEFT, noteNames } from '../literal/notes.ts'
import { type PythonCall, readPythonCalls } from '../literal/python-calls.ts'
import type { Dialect, ReadCall } from './dialect.ts'
import { parametersOf } from './keys.ts'

/** `f(path="a.md")` and `[f(a=1), g(b=2)]`. */
export const python: Dialect = {
  name: 'python',
  isSeveral: true,
  readPieces: ({ piece, at, tools }, value) => {
    if (value !== undefined || (piece.kind !== 'call' && piece.kind !== 'value' && piece.kind !== 'broken'))
      return undefined
    const written = readPythonCalls(piece.text, piece.kind === 'broken' ? 'stray' : 'balanced') ?? []
    const calls = untilVariable(written, tools)
    if (calls.length === 0) return undefined
    const left = written.slice(calls.length)
    const toCall = ({ name, named, positional, notes }: PythonCall): ReadCall => ({
      name: plainName(name, tools),
      named,
      positional,
      fixups: noteNames(notes),
    })
    return { calls: calls.map(toCall), through: at, ...(left.length > 0 && { left: left.map(toCall) }) }
  },
}

/** What takes a variable cannot run, and nothing that comes after it. */
function untilVariable(calls: readonly PythonCall[], tools: Toolbox): readonly PythonCall[] {
  const first = calls.findIndex(call => takesVariable(call, tools))
  return first < 0 ? calls : calls.slice(0, first).map(call => ({ ...call, notes: call.notes | DEPENDENT_CALL_LEFT }))
}

/** `get_weather.call(…)`, as one family writes after its own token. */
const plainName = (name: string, tools: Toolbox): string =>
  name.endsWith('.call') && tools.find(name) === undefined ? name.slice(0, -'.call'.length) : name

/** Names of variables. Models leave out the quotes of a value, but hardly mean one of these as the value. */
const VARIABLE = longPattern()`
    ^(?:(?:the|new|old|file|email|mail|page|note|full|final|updated|raw|parsed)_)?(?:text|contents?|results?
    |outputs?|response|summary|message|body|data|value|answer|reply|report|draft)$
  `

/** `write(content=text)`: an unknown variable, unless the tool knows the word. */
function takesVariable({ name, named, bare }: PythonCall, tools: Toolbox): boolean {
  return bare.some(key => {
    const value = named[key]
    return (
      typeof value === 'string' &&
      VARIABLE.test(value) &&
      !isAllowed(value, parametersOf(tools.find(name)?.tool.input)[key])
    )
  })
}

function isAllowed(value: string, schema: unknown): boolean {
  const allowed = isJsonObject(schema) ? schema['enum'] : undefined
  return isJsonList(allowed) && allowed.includes(value)
}
