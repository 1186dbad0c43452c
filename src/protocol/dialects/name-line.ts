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
import { isCallToken } from '../scan/tags.ts'
import { announces } from '../stance.ts'
import { decode } from '../literal/decode.ts'
import type { Dialect, ReadCall } from './dialect.ts'
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
const GLUED = /(?<=[?!:)…。！？])([\w.\\-]+)$|\b\w+\.([\w.\\-]+)$/
const BEHIND_SENTENCE = /[.?!:)…。！？]["'”’)]*\s+([\w\\-]+)$/
const LONGEST_LINE = 200
const EMPHASIS = /[*`]/

/** A tool's name alone on its line, or at the end of one, then an object with its arguments. */
export const nameLine: Dialect = {
  name: 'name_line',
  isSeveral: true,
  readPieces: ({ pieces, at, piece, tools, ended }, value) => {
    const named = piece.kind === 'value' ? argumentsIn(value) : undefined
    if (named === undefined || looksLikeSchema(named)) return undefined
    const text = textBefore(pieces, at)
    const isGlued = pieces[at - 1]?.kind === 'text' && /\S$/.test(text)
    const found = toolBefore(text, tools, isGlued) ?? strangerBefore(pieces, at, { text, tools, ended })
    if (found === undefined) return isGlued && endsInTool(text, tools) ? { calls: [], through: at } : undefined
    const { name, fixups } = found
    const stranger = isGlued ? strangerInFront(pieces, at, tools) : undefined
    const call = { name, named, fixups: named === value ? fixups : [...fixups, 'wrapped_arguments' as const] }
    if (stranger) return { calls: [stranger, call], from: at - 2, through: at, lead: stranger.name.length }
    const from = startOf(pieces, at)
    return { calls: [call], from, through: at, lead: leadIn(pieces[from - 1], found) }
  },
}

/** `g{…}f{…}` where only f is a tool. */
function strangerInFront(pieces: readonly Piece[], at: number, tools: Toolbox): ReadCall | undefined {
  const piece = pieces[at - 2]
  if (piece?.kind !== 'value' || !ONE_NAME.test(pieces[at - 1]?.text ?? '')) return undefined
  const text = textBefore(pieces, at - 2)
  const name = /[\w-]+$/.exec(text)?.[0]
  const named = argumentsIn(decode(piece).value)
  return name === undefined || named === undefined || toolBefore(text, tools, true) ? undefined : { name, named }
}

/** How much of the text before the call is its name, with the marks that lead to it. */
function leadIn(before: Piece | undefined, { written, isAlone }: FoundName): number {
  const text = before?.kind === 'text' ? before.text : ''
  const at = text.lastIndexOf(written)
  if (at < 0) return 0
  return (
    text.length - (isAlone ? text.lastIndexOf('\n', at) + 1 : at - (NAME_MARK.exec(text.slice(0, at))?.[0].length ?? 0))
  )
}

const NAME_MARK = /(?:>>>|\s*\bto=[\w.]*|<[\w:]+[^<>\n]*)$/

/**
 * A name that no tool has, where a format has the names of its tools: skipping it would run what stands behind it as if
 * it were the first.
 */
function strangerBefore(
  pieces: readonly Piece[],
  at: number,
  { text, tools, ended }: { readonly text: string; readonly tools: Toolbox; readonly ended: boolean },
): FoundName | undefined {
  const line = lastOf(linesOf(text))
  const isBehindToken = pieces
    .slice(startOf(pieces, at), at)
    .some(({ kind, name }) => kind === 'tag' && isCallToken(name))
  const isBehindCall =
    ONE_NAME.test(text) &&
    pieces[at - 2]?.kind === 'value' &&
    toolBefore(textBefore(pieces, at - 2), tools, true) !== undefined
  const isAll = at === 1 && pieces.length === 2 && ended && ONE_NAME.test(text)
  const written = (isBehindToken || isBehindCall || isAll ? ALONE.exec(line) : TO_FUNCTION.exec(line))?.[1]
  return written === undefined ? undefined : { name: written, written, isAlone: true, fixups: [] }
}

const ONE_NAME = /^[\w.-]+$/
const TO_FUNCTION = /(?:\bto=functions\.|>>>(?!all$))([\w.-]+)(?: (?:json|code))?$/ // text goes to all

/** `I call bothf{…}`: meant as a call, and where its name begins cannot be said. */
function endsInTool(text: string, tools: Toolbox): boolean {
  const word = /[\w-]+$/.exec(text)?.[0] ?? ''
  return tools.tools.some(({ name }) => word.endsWith(name))
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

const isWord = (text: string): boolean => text.trim() === '' || (ONE_WORD.test(text) && !text.trimEnd().endsWith('.'))

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

type FoundName = {
  readonly name: string
  readonly fixups: readonly Fixup[]
  /** The name as it stands in the text. */
  readonly written: string
  /** Nothing else stands on its line but marks. */
  readonly isAlone: boolean
}

/** The lines before an object that may hold its tool's name, without labels between. */
function linesOf(text: string): readonly string[] {
  const lines = text.split('\n').map(line => (EMPHASIS.test(line) ? line.replaceAll(/[*`]/g, '') : line).trim())
  while (lines.length > 0 && SKIP_LINE.test(lines.at(-1) ?? '')) lines.pop()
  return lines
}

const lastOf = (lines: readonly string[]): string => (lines.at(-1) ?? '').slice(-LONGEST_LINE)

/** `isGlued`: the object stands right behind the last word. */
function toolBefore(text: string, tools: Toolbox, isGlued: boolean): FoundName | undefined {
  const line = lastOf(linesOf(text))
  const alone = ALONE.exec(line)
  const written = (alone ??
    RECIPIENT.exec(line) ??
    ATTRIBUTE.exec(line) ??
    HALF_TAG.exec(line) ??
    inSentence(line))?.[1]
  const name = written?.replaceAll('\\_', '_')
  if (written !== undefined && name !== undefined && tools.find(name) !== undefined)
    return { name, written, isAlone: alone !== null, fixups: [] }
  const glued = isGlued || text.includes('\n') ? gluedName(line) : undefined
  return glued === undefined ? undefined : gluedTool(glued, tools)
}

const inSentence = (line: string): RegExpExecArray | null => {
  const found = IN_SENTENCE.exec(line)
  return found !== null && announces(line) ? found : null
}

const gluedName = (line: string): string | undefined => {
  const found = GLUED.exec(line) ?? BEHIND_SENTENCE.exec(line)
  return found?.[1] ?? found?.[2]
}

/** `… make the call.get_time`: where a family's own token was lost, the name sticks to the sentence before it. */
function gluedTool(text: string, tools: Toolbox): FoundName | undefined {
  for (let written = text; ; written = written.slice(written.indexOf('.') + 1)) {
    const name = written.replaceAll('\\_', '_')
    if (name !== '' && tools.find(name) !== undefined)
      return { name, written, isAlone: false, fixups: ['name_at_sentence_end'] }
    if (!written.includes('.')) return undefined
  }
}
