import type { JsonObject } from '../../core/index.ts'
import type { Piece } from '../scan/piece.ts'
import { END_OF_REPLY, type Dialect, type PieceReading, type PiecePosition, type Waiting } from './dialect.ts'
import { parametersOf } from './keys.ts'
import { tagAttributes, isOpening } from './tag-parts.ts'
import { insideLines, mayGoOn, readTaggedTexts } from './tagged-texts.ts'

/** `<get_weather><city>Paris</city></get_weather>` or `<get_weather city="Paris"/>`: the tool's name as the tag. */
export const namedTags: Dialect = {
  name: 'named_tags',
  readPieces: spot => (isTool(spot) ? readNamed(spot) : undefined),
}

const isTool = ({ piece, tools }: PiecePosition): boolean =>
  piece.kind === 'tag' &&
  piece.text.startsWith('<') &&
  !piece.name.startsWith('/') &&
  tools.find(piece.name) !== undefined

function readNamed({ pieces, at: start, piece: tag, tools, ended }: PiecePosition): PieceReading | Waiting | undefined {
  const { name } = tag
  const parameters = parametersOf(tools.find(name)?.tool.input)
  const keys = new Map(Object.keys(parameters).map(key => [key.toLowerCase(), key]))
  const texts = fromAttributes(tag, keys)
  if (texts === undefined) return undefined
  if (tag.text.endsWith('/>')) return finish(name, { texts, parameters, through: start })
  for (let at = start + 1; at < pieces.length; at++) {
    const piece = pieces[at]
    if (piece?.kind === 'text' && piece.text.trim() === '') continue
    if (piece?.kind === 'tag' && piece.name === `/${name}`)
      return !ended && mayGoOn(texts, parameters)
        ? { waitsFor: END_OF_REPLY }
        : finish(name, { texts, parameters, through: at })
    const key = piece && isOpening(piece) ? keys.get(piece.name) : undefined
    if (piece === undefined) break
    if (key === undefined || texts.has(key)) return unreadable(pieces, at, { name, ended })
    const content = pieces[at + 1]
    if (content?.kind === 'torn') return { calls: [], through: at + 1 }
    if (content === undefined) break
    if (content.kind !== 'raw') return undefined
    texts.set(key, insideLines(content.text) ?? content.text) // prompts show long values on lines of their own
    at += 2
  }
  return ended ? undefined : { waitsFor: `/${name}` }
}

const MOST_PIECES = 200 // of one call; more would be none

/** It opens and closes as a call does, and holds no arguments: what follows must not run in its place. */
function unreadable(
  pieces: readonly Piece[],
  at: number,
  { name, ended }: { readonly name: string; readonly ended: boolean },
): PieceReading | Waiting | undefined {
  const end = pieces.slice(at, at + MOST_PIECES).findIndex(piece => piece.kind === 'tag' && piece.name === `/${name}`)
  if (end < 0) return ended ? undefined : { waitsFor: `/${name}` }
  return { calls: [], through: at + end }
}

/** Every attribute must be a parameter; any other has no known meaning. */
function fromAttributes(tag: Piece, keys: ReadonlyMap<string, string>): Map<string, string> | undefined {
  const texts = new Map<string, string>()
  for (const [written, text] of tagAttributes(tag) ?? [['', '']]) {
    const key = keys.get(written.toLowerCase())
    if (key === undefined || texts.has(key)) return undefined
    texts.set(key, text)
  }
  return texts
}

type Draft = { readonly texts: ReadonlyMap<string, string>; readonly parameters: JsonObject; readonly through: number }

function finish(name: string, { texts, parameters, through }: Draft): PieceReading | undefined {
  const read = texts.size === 0 ? undefined : readTaggedTexts(texts, parameters)
  return read && { calls: [{ name, ...read }], through }
}
