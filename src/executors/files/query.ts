import { createRequire } from 'node:module'
import type * as re2js from 're2js'
import { type JsonObject, type Result, fail, succeed } from '../../core/index.ts'
import { flagArgument, textArgument } from './argument.ts'

export type Query = {
  /** Where in a line it stands, or -1. */
  readonly find: (line: string) => number
  /** False when no line of the text can hold it, so that most files need not be taken apart. */
  readonly mayStandIn: (text: string) => boolean
}

// Loaded when the first expression is searched for, so that importing this folder stays cheap.
const load: (name: 're2js') => typeof re2js = createRequire(import.meta.url)

const MAX_PROGRAM = 2_000 // steps per character are bounded by it; ordinary expressions have a few dozen

export function readQuery(args: JsonObject): Result<Query> {
  const query = textArgument(args, 'query') ?? ''
  const caseSensitive = flagArgument(args, 'case_sensitive')
  if (/[\r\n]/.test(query))
    return fail('tool_call_invalid_args', '"query" holds a line break. Search for a part of one line.')
  return flagArgument(args, 'regex') ? readExpression(query, caseSensitive) : succeed(readLiteral(query, caseSensitive))
}

function readLiteral(query: string, caseSensitive: boolean): Query {
  if (caseSensitive) return { find: line => line.indexOf(query), mayStandIn: text => text.includes(query) }
  const folded = query.toLowerCase()
  return { find: line => line.toLowerCase().indexOf(folded), mayStandIn: text => text.toLowerCase().includes(folded) }
}

/** RE2 takes linear time, whatever the expression is; it knows no look-around and no references back. */
function readExpression(source: string, caseSensitive: boolean): Result<Query> {
  const { RE2JS } = load('re2js')
  try {
    const expression = RE2JS.compile(RE2JS.translateRegExp(source), caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE)
    if (expression.programSize() > MAX_PROGRAM)
      return fail('tool_call_invalid_args', '"query" is too large an expression. Repeat less.')
    return succeed({
      mayStandIn: () => true,
      find(line) {
        if (!expression.test(line)) return -1
        const matcher = expression.matcher(line)
        return matcher.find() ? matcher.start() : -1
      },
    })
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : 'unreadable'
    return fail(
      'tool_call_invalid_args',
      `"query" is no expression that can be searched for (${reason}). Use plain text or simpler syntax.`,
    )
  }
}
