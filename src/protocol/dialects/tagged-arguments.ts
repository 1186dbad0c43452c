import { type Toolbox, isJsonObject } from '../../core/index.ts'
import { LiteralParser } from '../literal/literal-parser.ts'
import { noteNames } from '../literal/notes.ts'
import type { Piece } from '../scan/piece.ts'
import { isRaw, isShortTag, nameAttribute, startsCall } from '../scan/tags.ts'
import {
  END_OF_REPLY,
  type Dialect,
  type PieceReading,
  type ReadCall,
  type PiecePosition,
  type Waiting,
} from './dialect.ts'
import { parametersOf } from './keys.ts'
import { tagAttributes, isOpening } from './tag-parts.ts'
import { type TaggedTexts, insideLines, mayGoOn, readTaggedTexts } from './tagged-texts.ts'

const ARGUMENT_TAGS = new Set(['arguments', 'parameters', 'params', 'args', 'input', 'tool_input', 'action_input'])
const ABOUT_THE_CALL = new Set(['name', 'id', 'type', 'call_id'])
const NAME_TAGS = new Set(['name', 'tool_name', 'function_name'])
const NAME_WITHIN = 8 // pieces after the start: layout, a name tag and its content, perhaps after those of a server
/**
 * XML-like calls: `<invoke name="f"><parameter name="a">1</parameter></invoke>`, `<function=f><parameter=a>…`,
 * `<arg_key>`.
 */
export const taggedArguments: Dialect = {
  name: 'tagged_arguments',
  isSeveral: true,
  readPieces: spot => (spot.piece.kind === 'tag' && startsCall(spot.piece.name) ? readTagged(spot) : undefined),
}

type Draft = {
  name: string | undefined
  texts: Map<string, string>
  key: string
  object: Pick<ReadCall, 'named' | 'fixups'> | undefined
  sealed: boolean
}

function readTagged(spot: PiecePosition): PieceReading | Waiting | undefined {
  const texts = argumentAttributes(spot.piece)
  if (texts === undefined) return undefined
  const draft: Draft = { name: nameAttribute(spot.piece.text), texts, key: '', object: undefined, sealed: false }
  if (spot.piece.text.endsWith('/>')) return texts.size === 0 ? undefined : finish(draft, spot.at, spot)
  const end = `/${spot.piece.name}`
  for (let at = spot.at + 1; at < spot.pieces.length; at++) {
    const piece = spot.pieces[at]
    if (piece === undefined || piece.kind === 'open' || piece.kind === 'broken') return undefined
    if (piece.kind === 'torn') return { calls: [], through: at }
    if (piece.kind === 'tag' && piece.name === end)
      return isBare(draft) ? finishBehind(draft, at, spot) : finish(draft, at, spot)
    // the next call; it will be asked itself
    if (piece.kind === 'tag' && startsCall(piece.name)) return draft.sealed ? finish(draft, at - 1, spot) : undefined
    const inner = innerArgument(draft, at, spot)
    if (inner === 'open') break
    if (inner !== undefined) {
      at = inner
      continue
    }
    if (draft.object !== undefined && piece.kind === 'text' && piece.text.trim() !== '')
      return finish(draft, at - 1, spot)
    if (!fill(draft, piece, spot.pieces[at - 1]) || (draft.name === undefined && at - spot.at > NAME_WITHIN))
      return undefined
  }
  if (!spot.ended) return { waitsFor: draft.name === undefined ? undefined : end }
  return draft.sealed ? finish(draft, spot.pieces.length - 1, spot) : undefined
}

/** `<tool name="f" city="Bern"/>`: what says nothing about the call itself is an argument. */
function argumentAttributes(tag: Piece): Map<string, string> | undefined {
  const attributes = tagAttributes(tag)
  return attributes && new Map([...attributes].filter(([key]) => !ABOUT_THE_CALL.has(key.toLowerCase())))
}

/**
 * `<parameters><city>Bern</city></parameters>`: the argument's name as the tag. Gives its last piece, or that it is
 * open.
 */
function innerArgument(draft: Draft, at: number, { pieces, tools, ended }: PiecePosition): number | 'open' | undefined {
  const piece = pieces[at]
  if (piece === undefined || !isOpening(piece) || draft.name === undefined || draft.object !== undefined)
    return undefined
  const keys = Object.keys(parametersOf(tools.find(draft.name)?.tool.input))
  const key = isRaw(piece.name) ? undefined : keys.find(one => one.toLowerCase() === piece.name)
  if (key === undefined || draft.texts.has(key)) return undefined
  const content = pieces[at + 1]
  if (content?.kind !== 'raw') return content === undefined && !ended ? 'open' : undefined
  draft.texts.set(key, content.text)
  return at + 2
}

const isBare = ({ texts, object }: Draft): boolean => texts.size === 0 && object === undefined

/** `<tool>f</tool><input>{…}</input>`: the arguments stand behind the name, in a tag of their own. */
function finishBehind(draft: Draft, at: number, spot: PiecePosition): PieceReading | Waiting | undefined {
  const { pieces, ended } = spot
  let next = at + 1
  while (pieces[next]?.kind === 'text' && pieces[next]?.text.trim() === '') next++
  const tag = pieces[next]
  if (tag === undefined && !ended) return { waitsFor: undefined }
  if (tag === undefined || !isOpening(tag) || !ARGUMENT_TAGS.has(tag.name)) return finish(draft, at, spot)
  for (let inside = next + 1; inside < pieces.length; inside++) {
    const piece = pieces[inside]
    if (piece?.kind === 'torn') return { calls: [], through: inside }
    if (piece?.name === `/${tag.name}`) return finish(draft, inside, spot)
    const inner = innerArgument(draft, inside, spot)
    if (inner === 'open') break
    if (typeof inner === 'number') inside = inner
    else if (piece === undefined || startsCall(piece.name) || !fill(draft, piece, pieces[inside - 1])) return undefined
  }
  return ended ? undefined : { waitsFor: `/${tag.name}` }
}

/** Takes one piece into the draft; false when it cannot belong to a call of this form. */
function fill(draft: Draft, piece: Piece, before: Piece | undefined): boolean {
  if (piece.kind === 'raw' && before !== undefined) return fillRaw(draft, piece.text, before)
  if (piece.kind === 'value')
    return (
      draft.name !== undefined && draft.texts.size === 0 && draft.object === undefined && fillObject(draft, piece.text)
    )
  if (piece.kind === 'tag') {
    if (piece.name === '/arguments' || piece.name === '/parameters') draft.sealed = true
    return true
  }
  if (piece.kind !== 'text') return false
  const text = piece.text.trim()
  if (text === '') return true
  if (draft.name !== undefined || !/^[\w.-]+$/.test(text)) return false
  draft.name = text
  return true
}

function fillRaw(draft: Draft, text: string, before: Piece): boolean {
  const attributeName = nameAttribute(before.text)
  if (NAME_TAGS.has(before.name) && attributeName === undefined && draft.name === undefined) draft.name = text.trim()
  else if (before.name === 'arg_key') draft.key = text.trim()
  else if (before.name === 'server_name') return true // where the tool lives says nothing about the call
  else {
    const key = before.name === 'arg_value' ? draft.key : attributeName
    if (key === undefined || key === '' || draft.texts.has(key)) return false
    draft.texts.set(key, text)
  }
  return true
}

function fillObject(draft: Draft, text: string): boolean {
  const parser = new LiteralParser(text)
  const value = parser.readAll()
  if (!isJsonObject(value)) return false
  draft.object = { named: value, fixups: noteNames(parser.notes) }
  draft.sealed = true // it is complete, whatever becomes of the tag
  return true
}

function finish(draft: Draft, through: number, spot: PiecePosition): PieceReading | Waiting | undefined {
  const { name, object, texts } = draft
  if (name === undefined) return undefined
  if (object !== undefined) return { calls: [{ name, ...object }], through }
  const parameters = parametersOf(spot.tools.find(name)?.tool.input)
  if (!spot.ended && through > spot.at && mayGoOn(texts, parameters)) return { waitsFor: END_OF_REPLY }
  const read = readTaggedTexts(standsOnLines(spot) ? withoutLines(texts) : texts, parameters)
  return read && { calls: [{ name, ...read }], through }
}

/**
 * Do the values stand on lines of their own? Templates of `<parameter=k>` write them so, but for those that frame the
 * call with a prefix (`<seed:tool_call>`) or that write no breaks at all; those of `<parameter name="k">`,
 * `<arg_value>` and `<k>` never do.
 */
function standsOnLines({ pieces, at, piece }: PiecePosition): boolean {
  if (!isShortTag(piece.text)) return false
  let frame = at - 1
  while (pieces[frame]?.kind === 'text' && pieces[frame]?.text.trim() === '') frame--
  return pieces[at + 1]?.kind === 'text' && pieces[frame]?.text.includes(':') !== true
}

/** One break on each side belongs to the template, if all values have them; otherwise none does. */
function withoutLines(texts: TaggedTexts): TaggedTexts {
  const inside = new Map<string, string>()
  for (const [key, text] of texts) {
    const inner = insideLines(text)
    if (inner === undefined) return texts
    inside.set(key, inner)
  }
  return inside
}

/** `<function=f>`, `<invoke name="f">`: whatever follows, a call was meant. */
export const namesTool = (tag: Piece, tools: Toolbox): boolean => {
  const name = startsCall(tag.name) ? nameAttribute(tag.text) : undefined
  return name !== undefined && tools.find(name) !== undefined
}
