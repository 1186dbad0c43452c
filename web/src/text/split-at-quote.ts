export type QuoteParts = { readonly before: string; readonly quote: string; readonly after: string }

/**
 * Finds a quote in a line as the evidence check does, ignoring quote marks, emphasis, spaces and case. Quotes may span
 * lines.
 */
export function splitAtQuote(line: string, quote: string | null): QuoteParts {
  const [hay, needle] = [fold(line), fold(quote ?? '')]
  if (needle.text === '') return { before: line, quote: '', after: '' }
  const at = hay.text.indexOf(needle.text)
  if (at >= 0) return cut(line, hay.places[at] ?? 0, (hay.places[at + needle.text.length - 1] ?? line.length) + 1)
  return needle.text.includes(hay.text) && hay.text !== ''
    ? { before: '', quote: line, after: '' }
    : { before: line, quote: '', after: '' }
}

const cut = (line: string, from: number, to: number): QuoteParts => ({
  before: line.slice(0, from),
  quote: line.slice(from, to),
  after: line.slice(to),
})

/** The letters and digits alone, and where each stood. */
function fold(text: string): { readonly text: string; readonly places: readonly number[] } {
  const places: number[] = []
  let folded = ''
  for (const found of text.matchAll(/[\p{L}\p{N}]/gu)) {
    const letter = found[0].toLowerCase()
    folded += letter
    for (let unit = 0; unit < letter.length; unit++) places.push(found.index + Math.min(unit, found[0].length - 1))
  }
  return { text: folded, places }
}
