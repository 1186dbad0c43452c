/** Words that Markdown sets apart as somebody else's, in quote marks: blocks with a bar, plain fences, spans of code, emphasis behind a verb, cells. */
export function withMarkdownQuotes(reply: string): string {
  if (!MARKUP.test(reply)) return reply
  const shown: string[] = []
  let block: string[] = []
  let [fence, lead, isProse, isTextTable] = ['', '', true, false]
  const close = (): void => {
    if (block.length > 0) attach(shown, block)
    block = []
  }
  for (const line of reply.split('\n')) {
    const mark = /^\s{0,3}(`{3,}|~{3,})\s*(\w*)/.exec(line)
    if (fence !== '') {
      if (mark !== null && (mark[1] ?? '').startsWith(fence)) {
        fence = ''
        close()
      } else if (isProse) block.push(line.trim())
      continue
    }
    const barred = /^\s{0,3}>[>\s]{0,6}(.*)$/.exec(line)?.[1]
    const indented = LEADS_IN.test(lead) || block.length > 0 ? INDENTED.exec(line)?.[1] : undefined
    const set = barred ?? indented
    if (set !== undefined) {
      if (!CREDIT.test(set)) block.push(set.trim())
      continue
    }
    close()
    if (mark !== null) {
      fence = mark[1] ?? ''
      isProse = /^(?:|text|txt|md|markdown|plain)$/i.test(mark[2] ?? '')
      continue
    }
    if (line.trim() !== '') lead = line
    const isRow = /^\s{0,3}\|/.test(line)
    isTextTable = isRow && (isTextTable || TEXT_COLUMN.test(line))
    shown.push(isRow ? (isTextTable ? quoteCells(line) : line) : quoteSpans(line))
  }
  close()
  return shown.join('\n')
}

/** Whatever sets words apart has one of these. */
const MARKUP = /[`~>*_|\t]| {4}/
const LEADS_IN = /:\s*$/
const INDENTED = /^(?: {4}|\t)(\S.*)$/
const CREDIT = /^\s*(?:[—–]|--|\()/
const TEXT_COLUMN = /\|\s*(?:\w+ )?(?:texts?|quotes?|words|wording|passages?|quotations?|says|reads)\s*\|/i
const LEAST = 4

/** It goes with the sentence above it, which says whose words they are. */
function attach(shown: string[], block: readonly string[]): void {
  const words = block.filter(line => line !== '').join(' ')
  if (countWords(words) < LEAST - 1) return
  const at = shown.findLastIndex(line => line.trim() !== '')
  const quote = `“${withoutMarks(words)}”`
  if (at < 0) shown.push(quote)
  else shown.splice(at, shown.length - at, `${(shown[at] ?? '').trimEnd()} ${quote}`)
}

/** What is spoken inside would end the quote; the marks themselves count for nothing. */
const withoutMarks = (words: string): string => words.replace(/["“”„«»]/g, '')

const countWords = (words: string): number => words.match(/[\p{L}\d]+(?:['’.-][\p{L}\d]+)*/gu)?.length ?? 0

const CODE = /(?<!`)`([^`\n]{8,400})`(?!`)/g
const STRESSED =
  /(?<=(?:\b(?:with|says?|reads?|states?|is|are|on|as|writes?|wrote|said|line|words?)|:)\s)(\*{1,3}|_{1,3})(?=\S)([^*_\n]{12,400}?)\1(?![\p{L}\d])/gu
const PROSE = /^["“]?[\p{L}\d][\p{L}\d\s'’",.;:!?—–-]+$/u

const quoteIfProse = (all: string, words: string): string =>
  PROSE.test(words) && countWords(words) >= LEAST ? `“${withoutMarks(words)}”` : all

const quoteSpans = (line: string): string =>
  line
    .replace(CODE, (all: string, words: string) => quoteIfProse(all, words))
    .replace(STRESSED, (all: string, _mark: string, words: string) => quoteIfProse(all, words))

const quoteCells = (line: string): string =>
  line
    .split('|')
    .map(cell => (countWords(cell) >= LEAST && !/["“]/.test(cell) ? ` “${cell.trim()}” ` : cell))
    .join('|')
