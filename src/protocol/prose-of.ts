import type { Toolbox } from '../core/index.ts'
import { isHeader } from './group.ts'
import type { Piece } from './scan/piece.ts'
import { Scanner } from './scan/scanner.ts'
import { isCallTag } from './scan/tags.ts'
import { parametersIn } from './tool-parameters.ts'

const LAST_WORD = /(?:>>>)?([\w-]+)\s*$/
const ONE_WORD = /^\s*[\w.:-]+\s*$/
const LANGUAGE = /^[\w+.-]*[ \t]*(?=\n|$)/ // behind the fence that opens a block
const LEADS_ON: ReadonlySet<Piece['kind']> = new Set(['value', 'call', 'open', 'broken'])
/**
 * `Action:` where a sentence could begin, `functools` or a recipient, right before the tokens, fences and headers of a
 * call. "I make this call:" stays whole.
 */
const LABEL =
  /(?:(?<=(?:^|[\n.!?])[*\s]{0,8})(?:action|call|(?:tool|function)[ _]?calls?)\**\s*:[*\s`]*|\bfunctools|\s*\bto=[\w.:-]+\s*)$/i

export const withoutLabel = (text: string): string => text.replace(LABEL, '')

const TO_ALL = /^\s*>>>all\n/ // the recipient of what is no call
export const withoutRecipient = (text: string): string => text.replace(TO_ALL, '')

/** What a reply says beside the calls that it tries to make: no brackets, tags, fences, and nothing within them. */
export function proseOf(reply: string, tools: Toolbox): string {
  const scanner = new Scanner(parametersIn(tools))
  scanner.write(reply)
  scanner.end()
  const { pieces } = scanner
  let isFenced = false
  let callEnd = -1
  const prose = pieces.map(({ kind, name, text }, at) => {
    if (kind === 'fence') isFenced = !isFenced
    if (kind === 'tag' && at > callEnd && (isCallTag(name) || tools.find(name))) callEnd = endOf(pieces, at)
    if (kind !== 'text' || at < callEnd || isHeader(pieces, at) || isNameBehindTag(pieces, at)) return ''
    const said = isFenced && pieces[at - 1]?.kind === 'fence' ? text.replace(LANGUAGE, '') : text
    const plain = withoutRecipient(withoutLabel(said))
    return plain === said && LEADS_ON.has(pieces[at + 1]?.kind ?? 'text') ? withoutName(said, tools) : plain
  })
  return prose.filter(isSaid).join('').trim()
}

const LONGEST_CALL = 200 // pieces; more would be none

/** Where the tag closes that opens here; -1 if it does not. */
function endOf(pieces: readonly Piece[], at: number): number {
  const end = `/${pieces[at]?.name ?? ''}`
  const length = pieces.slice(at, at + LONGEST_CALL).findIndex(({ kind, name }) => kind === 'tag' && name === end)
  return length < 0 ? -1 : at + length
}

/** A line break between two pieces counts; a comma or a semicolon is only what joined two calls. */
const isSaid = (text: string): boolean => /^\s*$|[\p{L}\p{N}]/u.test(text)

/** Without the name that leads to the arguments: before them, alone on its line, stuck to a sentence, or a tool's. */
function withoutName(text: string, tools: Toolbox): string {
  const [found = '', name = ''] = LAST_WORD.exec(text) ?? []
  const before = text.slice(0, text.length - found.length)
  const leadsOn = /\S$/.test(found) || /(?:^|\n[^\S\n]*|[.!?:)])$/.test(before) || tools.find(name) !== undefined
  return leadsOn ? before : text
}

/** `<tool_call>f<arg_key>…` */
function isNameBehindTag(pieces: readonly Piece[], at: number): boolean {
  const tag = pieces[at - 1]
  return (
    tag?.kind === 'tag' && isCallTag(tag.name) && !tag.name.startsWith('/') && ONE_WORD.test(pieces[at]?.text ?? '')
  )
}
