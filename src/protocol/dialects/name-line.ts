import {
  type Fixup,
  type Json,
  type JsonObject,
  type Toolbox,
  isJsonList,
  isJsonObject,
  longPattern,
} from '../../core/index.ts'
import type { Piece } from '../scan/piece.ts'
import { announces } from '../stance.ts'
import type { Dialect } from './dialect.ts'
import { looksLikeSchema } from './keys.ts'

const TAIL = 300 // more than any name, lead-in and call id before an object
const SKIP_LINE = longPattern('i')`
    ^✿?(?:(?:commentary )?(?:json|code)|javascript|python|tool_code
    |(?:action |tool )?(?:input|arguments|args|parameters|params))?✿?\s*(?:[:→]|->)?$
  `
const ALONE = longPattern('iu')`
    ^(?:[-*>#@\s\d.)→➜▶►•·]|\p{Extended_Pictographic}|\uFE0F)*
    (?:✿?(?:(?:using|calling|invoking|executing|running) )?(?:action|(?:tool|function)(?: call| name)?|call|name
    |.*\bto)✿?\s*(?:[:=→]|->)[\s*]*|(?:using|calling|invoking|executing|running)\s+(?:the\s+)?)?[\x60*"']*
    ([\w.\\-]+?)[\x60*"']*(?::\d+)?(?:\s+(?:tool|function))?\s*(?::|->|=>|→|\.{3}|…)?$
  `
const IN_SENTENCE = longPattern('i')`
    [\s"']([\w.\\-]+)["']* (?:(?:tool|function) )?with(?: (?:the )?(?:following |these )?(?:arguments|args
    |parameters|params|inputs?))?\s*:?$
  `
// where a family's tokens were taken out, or stick to the text before
const RECIPIENT = /(?:\bto=|>>>)([\w.\\-]+)(?: (?:json|code))?$/
// <function=f{…}, <function(f)>{…}
const HALF_TAG = /<(?:function|tool|invoke|call)\w*\s*[=(:/]\s*["']?([\w.\\-]+)["']?\)?>?$/i
const ATTRIBUTE = longPattern()`
    <[\w:]+\s(?:[^<>]*\s)?name\s*=\s*["']([\w.-]+)["']\s[^<>]*\b(?:arguments|args|parameters|params
    |input)\s*=\s*["']$
  ` // <call name="f" arguments='{…}'/>
const GLUED = /(?<=[?!:)])([\w.\\-]+)$|\b\w+\.([\w.\\-]+)$/
const LONGEST_LINE = 200
const EMPHASIS = /[*`]/

/** A tool's name alone on its line, or at the end of one, then an object with its arguments. */
export const nameLine: Dialect = {
  name: 'name_line',
  readPieces: ({ pieces, at, piece, tools }, value) => {
    const named = piece.kind === 'value' ? argumentsIn(value) : undefined
    if (named === undefined || looksLikeSchema(named)) return undefined
    const found = toolBefore(textBefore(pieces, at), tools)
    return (
      found && {
        calls: [{ ...found, named, fixups: named === value ? found.fixups : [...found.fixups, 'wrapped_arguments'] }],
        from: startOf(pieces, at),
        through: at,
      }
    )
  },
}

/** `f{…}`, or `f[{…}]` as some who learnt to write actions do. */
function argumentsIn(value: Json | undefined): JsonObject | undefined {
  const [only, second] = isJsonList(value) ? value : [value]
  return second === undefined && isJsonObject(only) ? only : undefined
}

const ONE_WORD = /^[\s>]*[\w.:✿-]{1,128}\s*$/

/** Tokens, fences and words on their own before the object belong to the call. */
function startOf(pieces: readonly Piece[], at: number): number {
  let start = at
  for (let index = at - 1; index >= 0; index--) {
    const piece = pieces[index]
    if (
      piece?.kind === 'tag'
        ? piece.name.startsWith('/')
        : piece?.kind !== 'fence' && !(piece?.kind === 'text' && isWord(piece.text))
    )
      break
    if (piece?.kind !== 'fence') start = index
  }
  return start
}

const isWord = (text: string): boolean => text.trim() === '' || ONE_WORD.test(text)

/** What stands between the previous value and this one, tokens and fences as line breaks. */
function textBefore(pieces: readonly Piece[], at: number): string {
  let text = ''
  for (let index = at - 1; index >= 0 && text.length < TAIL; index--) {
    const piece = pieces[index]
    if (piece === undefined || piece.kind === 'value' || piece.kind === 'call' || piece.kind === 'broken') break
    if (piece.name === '[call_id]') text = '' // what follows it is an id
    text = (piece.kind === 'text' ? piece.text.slice(-TAIL) : '\n') + text
  }
  return text
}

type FoundName = { readonly name: string; readonly fixups: readonly Fixup[] }

function toolBefore(text: string, tools: Toolbox): FoundName | undefined {
  const lines = text.split('\n').map(line => (EMPHASIS.test(line) ? line.replaceAll(/[*`]/g, '') : line).trim())
  const endsInBreak = lines.length > 1
  while (lines.length > 0 && SKIP_LINE.test(lines.at(-1) ?? '')) lines.pop()
  const line = (lines.at(-1) ?? '').slice(-LONGEST_LINE)
  const alone = (ALONE.exec(line) ??
    RECIPIENT.exec(line) ??
    ATTRIBUTE.exec(line) ??
    HALF_TAG.exec(line) ??
    inSentence(line))?.[1]?.replaceAll('\\_', '_')
  if (alone !== undefined && tools.find(alone) !== undefined) return { name: alone, fixups: [] }
  const glued = endsInBreak ? gluedName(line)?.replaceAll('\\_', '_') : undefined
  return glued === undefined ? undefined : gluedTool(glued, tools)
}

const inSentence = (line: string): RegExpExecArray | null => {
  const found = IN_SENTENCE.exec(line)
  return found !== null && announces(line) ? found : null
}

const gluedName = (line: string): string | undefined => {
  const found = GLUED.exec(line)
  return found?.[1] ?? found?.[2]
}

/** `… make the call.get_time`: where a family's own token was lost, the name sticks to the sentence before it. */
function gluedTool(text: string, tools: Toolbox): FoundName | undefined {
  for (let name = text; ; name = name.slice(name.indexOf('.') + 1)) {
    if (name !== '' && tools.find(name) !== undefined) return { name, fixups: ['name_at_sentence_end'] }
    if (!name.includes('.')) return undefined
  }
}
