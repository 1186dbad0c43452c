const LEAD = 8 // spaces before the number of an item
const DIGITS = 3

const isDigit = (code: number): boolean => code >= 48 && code <= 57
const isSpace = (code: number): boolean => code === 32 || code === 9

/** The text with the numbers of its lists blanked, all else where it was: they count no more than bullets. The same text if it has none. */
export function withoutNumbers(text: string): string {
  const pieces: string[] = []
  let from = 0
  // From line to line: a pattern would look at every character, and most files have no such list.
  for (let line = 0; line >= 0 && line < text.length; line = text.indexOf('\n', line) + 1 || -1) {
    const start = skip(text, line, { isMeant: isSpace, most: LEAD })
    const end = skip(text, start, { isMeant: isDigit, most: DIGITS })
    if (end === start || !/[.)]/.test(text.charAt(end)) || !/\s/.test(text.charAt(end + 1))) continue
    pieces.push(text.slice(from, start), ' '.repeat(end + 1 - start))
    from = end + 1
  }
  return from === 0 ? text : pieces.join('') + text.slice(from)
}

type Run = { readonly isMeant: (code: number) => boolean; readonly most: number }

function skip(text: string, from: number, { isMeant, most }: Run): number {
  let at = from
  while (at - from < most && isMeant(text.charCodeAt(at))) at++
  return at
}
