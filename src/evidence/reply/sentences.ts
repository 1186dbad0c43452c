import { type Quoted, findQuotes, hideQuotes } from './quote-marks.ts'

/** What somebody says in his own words; `hidden` is as long, without what stands between quote marks. */
export type Sentence = { readonly text: string; readonly hidden: string; readonly quotes: readonly Quoted[] }

const END = /[.!?…]{1,6}["”’)\]*_]{0,4}(?=\s|$)|\n/g
const ABBREVIATION = /(?:\b(?:Mrs?|Ms|Dr|St|Prof|vs|etc|e\.g|i\.e|cf|nos?|pp?|ca)|(?:^|[^\p{L}\d])\p{Lu})$/iu
/** A letter, or the stand-in for one that is quoted. */
const SAYS = /[\p{L}\d\u{e000}]/u
const LONGEST = 1_200 // characters; what goes on without an end is read in pieces

/** The sentences of a reply, without code and quoted blocks. */
export function readSentences(reply: string): readonly Sentence[] {
  const text = ownWords(reply)
  const quotes = findQuotes(text, { acrossParagraphs: false })
  const hidden = hideQuotes(text, quotes)
  const sentences: Sentence[] = []
  let [from, quote] = [0, 0]
  const add = (to: number): void => {
    for (let start = from; start < to; start += LONGEST) {
      const end = Math.min(to, start + LONGEST)
      while (quote < quotes.length && (quotes[quote]?.start ?? end) < start) quote++
      const inside: Quoted[] = []
      for (let each = quotes[quote]; each !== undefined && each.end <= end; each = quotes[++quote])
        inside.push({ ...each, start: each.start - start, end: each.end - start })
      if (SAYS.test(hidden.slice(start, end)))
        sentences.push({ text: text.slice(start, end), hidden: hidden.slice(start, end), quotes: inside })
    }
    from = to
  }
  for (const match of hidden.matchAll(END)) if (!isAbbreviation(hidden, match)) add(match.index + match[0].length)
  add(hidden.length)
  return sentences
}

const isAbbreviation = (text: string, { index, 0: mark }: RegExpExecArray): boolean =>
  mark === '.' && ABBREVIATION.test(text.slice(Math.max(0, index - 6), index)) && text[index + 1] !== '\n'

/** Code and blocks with a bar at their left are somebody else's words. */
function ownWords(reply: string): string {
  if (!/^\s{0,3}(?:`{3}|~{3}|>)/m.test(reply)) return reply
  let fence = ''
  const lines = reply.split('\n').map(line => {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? ''
    if (fence === '' && mark !== '') fence = mark
    else if (fence !== '' && mark.startsWith(fence)) {
      fence = ''
      return ''
    }
    return fence !== '' || /^\s{0,3}>/.test(line) ? '' : line
  })
  return lines.join('\n')
}
