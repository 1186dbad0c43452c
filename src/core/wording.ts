// Tables of wordings are read against every answer and every message. A pattern that ignores case in Unicode mode (`iu`) takes about
// six times as long as one without, so such tables spell out what a letter is and leave the mode away.

/** Whatever may stand in a word of a living language; whole blocks, so marks and digits inside a block of letters count as well. */
const LETTERS =
  'A-Za-z\\u00aa\\u00b5\\u00ba\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u0386\\u0388-\\u1fff' +
  '\\u2071\\u207f\\u2090-\\u209c\\u2100-\\u214f\\u2183\\u2184\\u2c00-\\u2dff\\u2e2f\\u3005\\u3006\\u3031-\\u303c\\u3041-\\ud7ff\\uf900-\\ufdff' +
  '\\ufe70-\\ufefc\\uff21-\\uff3a\\uff41-\\uff5a\\uff66-\\uffdc'
const SPELLED: Readonly<Record<string, string>> = { '\\p{L}': LETTERS, '\\p{N}': '0-9' }
const SPELLED_IN_ANY_CASE: Readonly<Record<string, string>> = { ...SPELLED, '\\p{Lu}': LETTERS, '\\p{Ll}': LETTERS }

const PIECE = /\\p\{\w+\}|\\u\{([0-9a-fA-F]{4})\}|\\.|\[|\]|[^\\[\]]+/gs

/** The same pattern without Unicode mode. */
export function spelledOut(pattern: RegExp): RegExp {
  const known = pattern.ignoreCase ? SPELLED_IN_ANY_CASE : SPELLED
  let isInClass = false
  const source = pattern.source.replace(PIECE, (piece, code: string | undefined) => {
    if (piece === '[' || piece === ']') isInClass = piece === '['
    if (code !== undefined) return `\\u${code}`
    const spelled = known[piece]
    if (spelled === undefined && piece.startsWith('\\p')) throw new Error(`${piece} cannot be spelled out`)
    if (spelled === undefined) return piece
    return isInClass ? spelled : `[${spelled}]`
  })
  return new RegExp(source, pattern.flags.replace('u', ''))
}

/** One search that tells whether any of them stands in a text: most texts hold none, and then the others need not be tried one by one. */
export function anyOf(patterns: readonly RegExp[]): (text: string) => boolean {
  let joined: RegExp | undefined
  return text => {
    joined ??= join(patterns)
    return joined.test(text)
  }
}

const NAMED_GROUP = /\(\?<(?![=!])[^>]+>/g

function join(patterns: readonly RegExp[]): RegExp {
  const flags = new Set(patterns.map(each => each.flags.replace('g', '')))
  if (flags.size > 1) throw new Error('Wordings that are looked for together must have the same flags.')
  return new RegExp(patterns.map(({ source }) => `(?:${source.replace(NAMED_GROUP, '(?:')})`).join('|'), [...flags][0])
}
