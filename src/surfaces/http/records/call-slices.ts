export type Slice = { readonly start: number; readonly end: number }

const CLOSING: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' }
const MAX_SLICES = 50

/**
 * Where a reply's calls are: the outermost brackets around or after each name. For display only; the protocol reads
 * them.
 */
export function callSlices(raw: string, names: readonly string[]): readonly Slice[] {
  const wanted = [...new Set(names)].filter(name => name !== '').slice(0, MAX_SLICES)
  const spans = wanted.length === 0 ? [] : outermost(raw)
  const found = wanted.flatMap(name => spans.flatMap(span => sliceAround(raw, name, span)))
  return joined(found).slice(0, MAX_SLICES)
}

/** Every outermost closed pair of brackets; strings are skipped. */
function outermost(raw: string): readonly Slice[] {
  const spans: Slice[] = []
  const open: string[] = []
  let [start, isText] = [0, false]
  for (let at = 0; at < raw.length; at++) {
    const mark = raw[at] ?? ''
    if (isText) {
      if (mark === '\\') at += 1
      else if (mark === '"') isText = false
    } else if (mark === '"' && open.length > 0) isText = true
    else if (mark in CLOSING) {
      if (open.length === 0) start = at
      open.push(CLOSING[mark] ?? '')
    } else if (open.length > 0 && mark === open.at(-1)) {
      open.pop()
      if (open.length === 0) spans.push({ start, end: at + 1 })
    }
  }
  return spans
}

/** The slice with the name inside the brackets, or right before them, as in `name(…)`. */
function sliceAround(raw: string, name: string, { start, end }: Slice): readonly Slice[] {
  const inside = raw.indexOf(name, start)
  if (inside >= 0 && inside + name.length <= end) return [{ start, end }]
  const before = raw.slice(Math.max(0, start - name.length), start)
  return before === name ? [{ start: start - name.length, end }] : []
}

function joined(slices: readonly Slice[]): readonly Slice[] {
  const sorted = slices.toSorted((a, b) => a.start - b.start || b.end - a.end)
  return sorted.filter((slice, at) => at === 0 || slice.start >= (sorted[at - 1]?.end ?? 0))
}
