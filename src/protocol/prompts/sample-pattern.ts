const PIECE =
  /(?<atom>\[(?!\^)(?:\\.|[^\]\\])+\]|\\[dws.+*?()|[\]{}$^/\\-]|[^\\[\](){}|*+?^$])(?:(?<optional>[*?])|\+|\{(?<count>\d{1,2})(?:,\d*)?\})?/gu

/** One string that fits a simple pattern; undefined if the pattern holds groups, choices or anything else that takes more. */
export function samplePattern(pattern: string): string | undefined {
  const body = pattern.replace(/^\^/, '').replace(/(?<!\\)\$$/, '')
  const pieces = [...body.matchAll(PIECE)]
  if (pieces.map(([text]) => text).join('') !== body) return undefined
  return pieces.map(({ groups = {} }) => samplePiece(groups)).join('')
}

function samplePiece({ atom = '', optional, count = '1' }: Readonly<Record<string, string | undefined>>): string {
  return optional === undefined ? sampleAtom(atom).repeat(Number(count)) : ''
}

/** Of a class its first member, which of a range is its start. */
function sampleAtom(atom: string): string {
  if (atom === '.') return 'a'
  const member = /^\[?(\\?.)/u.exec(atom)?.[1] ?? atom
  return ESCAPES[member] ?? member.replace('\\', '')
}

const ESCAPES: Readonly<Record<string, string>> = { '\\d': '1', '\\w': 'a', '\\s': ' ', '\\\\': '\\' }
