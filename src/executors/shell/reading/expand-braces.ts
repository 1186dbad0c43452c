const PIECE = String.raw`[\w./*?=-]*`
const LIST = new RegExp(
  `^(?<head>${PIECE})\\{(?<inner>[\\w./-]*(?:,[\\w./-]*)+|[0-9]{1,4}\\.\\.[0-9]{1,4})\\}(?<tail>.*)$`,
)
const MAX_WORDS = 200

/** The words that bash makes of `src/{a,b}.js` and `{1..3}`. Undefined: there is more to it, or there are too many. */
export function expandBraces(text: string): readonly string[] | undefined {
  const { head, inner, tail } = LIST.exec(text)?.groups ?? {}
  if (head === undefined || inner === undefined || tail === undefined)
    return new RegExp(`^${PIECE}$`).test(text) ? [text] : undefined
  const [middle, ends] = [inner.includes('..') ? rangeOf(inner) : inner.split(','), expandBraces(tail)]
  if (!middle || !ends || middle.length * ends.length > MAX_WORDS) return undefined
  return middle.flatMap(each => ends.map(end => head + each + end))
}

/** Numbers with a zero in front are filled up by bash. */
function rangeOf(inner: string): readonly string[] | undefined {
  const [from = 0, to = 0] = inner.split('..').map(Number)
  const length = Math.abs(to - from) + 1
  if (/(?:^|\.)0[0-9]/.test(inner) || length > MAX_WORDS) return undefined
  return Array.from({ length }, (_, at) => String(from < to ? from + at : from - at))
}
