const OUTSIDE = '<outside>'

const NAME = String.raw`[\p{L}\p{N}._~%@+\-]`
const TAIL = String.raw`[^\s'"\x60<>|;,:()\[\]\{\}*?]*`
/** What may stand before a path; inside a word a slash means something else (and/or, 1/2). */
const START = String.raw`(?<=^|[\s'"\x60\(\[\{=:,;|>*])`
/** `/` alone is no path, `//` begins a comment more often than one, and `</div>` is a tag. */
const OUTSIDE_PATH = String.raw`${START}(?:file:\/\/)?(?:\/${NAME}|\/\/+${NAME}+\/)${TAIL}|(?<=<)\/${NAME}+\/${TAIL}`
const URL_SHAPED = String.raw`(?!file:)(?<![\p{L}\p{N}])[a-zA-Z][a-zA-Z0-9+.\-]{1,31}:\/\/[^\s'"\x60<>]*`

/** See Workspace.relativise. `roots` are the spellings of the workspace; candidates are tried once, left to right. */
export function createRelativise(roots: readonly string[]): (text: string) => string {
  const spellings = roots.toSorted((a, b) => b.length - a.length)
  const own = spellings.map(root => root.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)).join('|')
  const ended = String.raw`\/*(?:(?!${NAME})|(?=\.(?:\s|$)))`
  const goesOn = String.raw`\/+(?=[^\s'"\x60/])`
  const inside = String.raw`${START}(?:file:\/\/)?(?:${own})(?:(?<below>${goesOn})|${ended})`
  const stuck = String.raw`(?<stuck>(?:${own})(?:${goesOn}|${ended}))`
  const pattern = new RegExp(`(?<url>${URL_SHAPED})|${inside}|(?<outside>${OUTSIDE_PATH})|${stuck}`, 'gu')
  // Every path that is looked for has a slash in it, and most texts have none.
  const hasSlashes = spellings.every(root => root.includes('/'))
  return text => (hasSlashes && !text.includes('/') ? text : rewriteAll(text))

  function rewriteAll(text: string): string {
    return text.replace(pattern, (match: string, ...rest: readonly unknown[]) => {
      const groups = rest.at(-1)
      return typeof groups === 'object' && groups !== null ? rewrite(match, groups) : match
    })
  }

  function rewrite(match: string, { url, outside, below, stuck: amid }: PathMatch): string {
    if (url !== undefined) return spellings.reduce((kept, root) => kept.replaceAll(root, ''), match)
    if (outside !== undefined) return OUTSIDE
    // A path that sticks to a word (`-I/home/me/book/include`) is told from it by the dot.
    return below === undefined || amid !== undefined ? './' : ''
  }
}

type PathMatch = {
  readonly url?: unknown
  readonly outside?: unknown
  readonly below?: unknown
  readonly stuck?: unknown
}
