const MAX_TEXT = 400_000
const MAX_SHOWN = 200

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** The line that shares most words with a quote that does not stand there, to correct it by; undefined if hardly any are shared. */
export function nearestLine(path: string, text: string, quote: string): string | undefined {
  const wanted = new Set(wordsOf(quote.slice(0, 1_000)))
  if (text.length > MAX_TEXT || wanted.size < 3) return undefined
  let best = { shared: 0, number: 0, line: '' }
  for (const [index, line] of text.split('\n').entries()) {
    const shared = new Set(wordsOf(line).filter(word => wanted.has(word))).size
    if (shared > best.shared) best = { shared, number: index + 1, line }
  }
  if (best.shared < wanted.size * 0.6) return undefined
  return `${path}:${best.number}: ${JSON.stringify(aroundFirst(best.line, wanted))}`
}

/** The stretch of a long line in which most of the wanted words lie. */
function aroundFirst(line: string, wanted: ReadonlySet<string>): string {
  if (line.length <= MAX_SHOWN) return line.trim()
  let [best, from] = [-1, 0]
  for (let start = 0; start < line.length; start += MAX_SHOWN / 4) {
    const shared = wordsOf(line.slice(start, start + MAX_SHOWN)).filter(word => wanted.has(word)).length
    if (shared > best) [best, from] = [shared, start]
  }
  const start = from === 0 ? 0 : line.indexOf(' ', from) + 1
  const end = line.lastIndexOf(' ', start + MAX_SHOWN)
  return line.slice(start, end > start ? end : start + MAX_SHOWN).toWellFormed()
}
