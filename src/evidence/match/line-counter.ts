export type LineCounter = (offset: number) => number

/** The number of the line at an offset. Offsets asked for in order cost one pass over the text altogether. */
export function createLineCounter(text: string): LineCounter {
  let [line, from] = [1, 0]
  return offset => {
    if (offset < from) [line, from] = [1, 0]
    for (let at = text.indexOf('\n', from); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) {
      line++
      from = at + 1
    }
    return line
  }
}

/** The words of some lines, counted from 1; undefined where the text has no such line. */
export function linesOf(text: string, [first, last]: readonly [number, number]): string | undefined {
  let start = 0
  for (let line = 1; line < first; line++) {
    const end = text.indexOf('\n', start)
    if (end < 0) return undefined
    start = end + 1
  }
  if (first < 1 || start >= text.length) return undefined
  let end = start
  for (let line = first; line <= last && end >= 0; line++) end = text.indexOf('\n', line === first ? start : end + 1)
  return text.slice(start, end < 0 ? text.length : end)
}
