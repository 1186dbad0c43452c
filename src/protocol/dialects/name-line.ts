import { isJsonObject } from '../../core/index.ts'
import type { Piece } from '../scan/piece.ts'
import type { Dialect } from './dialect.ts'
import { looksLikeSchema } from './keys.ts'

const TAIL = 300 // more than any name, lead-in and call id before an object
const SKIP_LINE = /^(?:json|javascript|python|tool_code|(?:action |tool )?(?:input|arguments|args|parameters|params))?\s*:?$/i
const NAME_LINE = /^[-*>\s\d.)]*(?:(?:action|tool|function|call|name|.*\bto)\s*[:=]\s*)?[`*"']*([\w.\\-]+?)[`*"']*(?::\d+)?\s*:?$/i

/** A tool's name alone on its line, then an object with its arguments. */
export const nameLine: Dialect = {
  name: 'name_line',
  readPieces: ({ pieces, at, piece, tools }, value) => {
    if (piece.kind !== 'value' || !isJsonObject(value) || looksLikeSchema(value)) return undefined
    const name = lastNamedLine(textBefore(pieces, at))
    if (name === undefined || tools.find(name) === undefined) return undefined
    return { calls: [{ name, named: value }], through: at }
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

function lastNamedLine(text: string): string | undefined {
  const lines = text.split('\n').map(line => line.trim())
  while (lines.length > 0 && SKIP_LINE.test(lines.at(-1) ?? '')) lines.pop()
  return NAME_LINE.exec(lines.at(-1) ?? '')?.[1]?.replaceAll('\\_', '_')
}
