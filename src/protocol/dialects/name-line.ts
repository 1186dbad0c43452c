import { type Toolbox, isJsonObject } from '../../core/index.ts'
import type { Piece } from '../scan/piece.ts'
import type { Dialect } from './dialect.ts'
import { looksLikeSchema } from './keys.ts'

const TAIL = 300 // more than any name, lead-in and call id before an object
const SKIP_LINE = /^(?:json|javascript|python|tool_code|(?:action |tool )?(?:input|arguments|args|parameters|params))?\s*:?$/i
const ALONE = /^[-*>\s\d.)]*(?:(?:action|tool|function|call|name|.*\bto)\s*[:=]\s*)?[`*"']*([\w.\\-]+?)[`*"']*(?::\d+)?\s*:?$/i
const LAST_NAME = /([\w.\\-]+)[`*"']*$/

/** A tool's name alone on its line, or at the end of one, then an object with its arguments. */
export const nameLine: Dialect = {
  name: 'name_line',
  readPieces: ({ pieces, at, piece, tools }, value) => {
    if (piece.kind !== 'value' || !isJsonObject(value) || looksLikeSchema(value)) return undefined
    const name = toolBefore(textBefore(pieces, at), tools)
    if (name === undefined) return undefined
    const isOnlyName = pieces[at - 1]?.text.trim() === name
    return { calls: [{ name, named: value }], through: at, ...(isOnlyName ? { from: at - 1 } : {}) }
  },
}

/** What stands between the previous value and this one, tokens and fences as line breaks. */
function textBefore(pieces: readonly Piece[], at: number): string {
  let text = ''
  for (let index = at - 1; index >= 0 && text.length < TAIL; index--) {
    const piece = pieces[index]
    if (piece === undefined || piece.kind === 'value' || piece.kind === 'call' || piece.kind === 'broken') break
    text = (piece.kind === 'text' ? piece.text.slice(-TAIL) : '\n') + text
  }
  return text
}

function toolBefore(text: string, tools: Toolbox): string | undefined {
  const lines = text.split('\n').map(line => line.trim())
  const endsInBreak = lines.at(-1) === '' || lines.length > 1
  while (lines.length > 0 && SKIP_LINE.test(lines.at(-1) ?? '')) lines.pop()
  const line = lines.at(-1) ?? ''
  const alone = ALONE.exec(line)?.[1]?.replaceAll('\\_', '_')
  if (alone !== undefined && tools.find(alone) !== undefined) return alone
  return endsInBreak ? toolAtEnd(line, tools) : undefined
}

/** `… make the call.get_time`: where a family's own token was lost, the name sticks to the sentence before it. */
function toolAtEnd(line: string, tools: Toolbox): string | undefined {
  let name = LAST_NAME.exec(line)?.[1]?.replaceAll('\\_', '_')
  while (name !== undefined && name !== '') {
    if (tools.find(name) !== undefined) return name
    const dot = name.indexOf('.')
    name = dot < 0 ? undefined : name.slice(dot + 1)
  }
  return undefined
}
