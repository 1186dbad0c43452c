/** One string that fits a simple pattern; undefined if the pattern holds something that is not simple. */
export function samplePattern(pattern: string): string | undefined {
  const body = pattern.replace(/^\^/, '').replace(/(?<!\\)\$$/, '')
  const pieces = [...body.matchAll(PIECE)]
  if (pieces.map(([text]) => text).join('') !== body) return undefined
  const samples = pieces.map(samplePiece)
  return samples.includes(undefined) ? undefined : samples.join('')
}

const PIECE = /(?<atom>\[[^\]\\^][^\]\\]*\]|\\[dws.+*?()|[\]{}$^/\\-]|[^\\[\](){}|*+?^$])(?<repeat>[*+?]|\{(?<count>\d{1,2})(?:,\d*)?\})?/gu

const ESCAPES: Readonly<Record<string, string>> = { '\\d': '1', '\\w': 'a', '\\s': ' ', '.': 'a' }

function samplePiece({ groups }: RegExpMatchArray): string | undefined {
  const { atom = '', repeat, count } = groups ?? {}
  if (repeat === '*' || repeat === '?') return ''
  return sampleAtom(atom).repeat(count === undefined ? 1 : Number(count))
}

/** A class gives its first member, which of a range is its start. */
function sampleAtom(atom: string): string {
  return ESCAPES[atom] ?? (/^[[\\]/.test(atom) ? [...atom][1] : atom) ?? ''
}
