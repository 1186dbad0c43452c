import type { Piece } from '../scan/piece.ts'
import type { Dialect, PieceReading, Spot, Waiting } from './dialect.ts'
import { parametersOf } from './keys.ts'
import { typedArguments } from './typed-arguments.ts'

/** `<get_weather><city>Paris</city></get_weather>`: the tool and each of its arguments as a tag. */
export const namedTags: Dialect = {
  name: 'named_tags',
  readPieces: spot => (isStart(spot.piece) && spot.tools.find(spot.piece.name) !== undefined ? readNamed(spot) : undefined),
}

const isStart = ({ kind, name, text }: Piece): boolean =>
  kind === 'tag' && text.startsWith('<') && !name.startsWith('/') && !text.endsWith('/>')

function readNamed({ pieces, at: start, piece: { name }, tools, ended }: Spot): PieceReading | Waiting | undefined {
  const parameters = parametersOf(tools.find(name)?.tool.input)
  const keys = new Map(Object.keys(parameters).map(key => [key.toLowerCase(), key]))
  const texts = new Map<string, string>()
  for (let at = start + 1; at < pieces.length; at++) {
    const piece = pieces[at]
    if (piece?.kind === 'text' && piece.text.trim() === '') continue
    if (piece?.kind === 'tag' && piece.name === `/${name}`) return finish(name, { texts, parameters, through: at })
    const key = piece && isStart(piece) ? keys.get(piece.name) : undefined
    if (piece === undefined || key === undefined || texts.has(key)) return undefined
    const end = endOf(pieces, at + 1, `/${piece.name}`)
    if (end === undefined) break
    texts.set(key, textOf(pieces.slice(at + 1, end)))
    at = end
  }
  return ended ? undefined : { waitsFor: `/${name}` }
}

type Draft = { readonly texts: ReadonlyMap<string, string>; readonly parameters: ReturnType<typeof parametersOf>; readonly through: number }

function finish(name: string, { texts, parameters, through }: Draft): PieceReading | undefined {
  const read = texts.size === 0 ? undefined : typedArguments(texts, parameters)
  return read && { calls: [{ name, ...read }], through }
}

const MOST_PIECES = 200 // of one argument; nobody writes more tags and brackets into one, and looking further would add up

function endOf(pieces: readonly Piece[], from: number, tag: string): number | undefined {
  const until = Math.min(pieces.length, from + MOST_PIECES)
  for (let at = from; at < until; at++) if (pieces[at]?.kind === 'tag' && pieces[at]?.name === tag) return at
  return undefined
}

const textOf = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('')
