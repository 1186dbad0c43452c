import type { Receipt } from '../src/core/index.ts'

/** A folder as it was read in one session: its files, and the receipts of that session. */
export type ReadFolder = { readonly files: ReadonlyMap<string, string>; readonly receipts: readonly Receipt[] }

/** How a true citation was forged. */
export type Forgery = 'word' | 'digit' | 'line' | 'file' | 'receipt' | 'scope'

export type CitationCase = { readonly answer: string; readonly forged: Forgery | null }

type Seed = {
  readonly path: string
  readonly line: number
  readonly quote: string
  readonly receipt: Receipt | undefined
}
type Form = (cited: { quote: string; path: string; line: number; receipt: string }) => string

/** The forms that docs/evidence.md lists, in the Evidence line and in the answer itself. */
const FORMS: readonly Form[] = [
  ({ quote, path, line }) => `So it is.\n\nEvidence: "${quote}" (${path}:${line})`,
  ({ quote, path, line, receipt }) => `So it is.\n\nEvidence: "${quote}" (${path}:${line}, receipt ${receipt})`,
  ({ quote, path, line }) => `So it is.\n\n**Evidence:** ${path}, line ${line}: “${quote}”`,
  ({ quote, path, line }) => `So it is.\n\nEvidence: line ${line} of ${path}: "${quote}"`,
  ({ quote, path, line }) => `So it is.\n\nEvidence: [file](${path}#L${line}): "${quote}"`,
  ({ quote, path, line }) => `So it is.\n\nEvidence: {"path":"${path}","line":${line},"quote":"${quote}"}`,
  ({ quote, path, line }) => `It says "${quote}" (${path}:${line}). That is all.`,
  ({ quote, path, line, receipt }) => `- "${quote}" (${path}, line ${line}, receipt ${receipt})\n- And so on.`,
  ({ quote, path, line }) => `It says:\n\n> ${quote}\n> — ${path}:${line}\n\nThat is all.`,
  ({ quote, path, line }) => `${path}:${line}: "${quote}"\n\nThat is all.`,
]
const WITH_RECEIPT: readonly Form[] = FORMS.filter(form =>
  form({ quote: '', path: '', line: 1, receipt: 'rcpt_' }).includes('rcpt_'),
)

/** What white space, quote marks, emphasis and case do not change; written apart from the check, so that both can be wrong alone. */
const plain = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replace(/[*_`"“”]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

const holds = (text: string, quote: string): boolean => plain(text).includes(plain(quote))

/** Does the quote begin in a line near to the one that is named? Such a shift of the line is no forgery. */
const holdsNear = (text: string, quote: string, line: number): boolean =>
  holds(
    text
      .split('\n')
      .slice(Math.max(0, line - 2), line + 1)
      .join('\n'),
    quote,
  )

/** Stretches of four to nine words that stand in one line and hold no mark that would end a quote. */
function* seedsIn({ files, receipts }: ReadFolder): Generator<Seed> {
  for (const [path, text] of files) {
    const receipt = receipts.find(({ file_refs }) => file_refs.some(ref => ref.path === path && ref.start_line === 1))
    for (const [index, line] of text.split('\n').entries()) {
      const words = line.split(' ').filter(word => word !== '')
      for (let from = 0; from + 4 <= words.length; from += 3) {
        const quote = words
          .slice(from, from + 4 + ((index + from) % 6))
          .join(' ')
          .replace(/[.,;:]+$/, '')
        if (/^[\p{L}\d][^"“”`*_#|>\\[\](){}…]{14,}$/u.test(quote)) yield { path, line: index + 1, quote, receipt }
      }
    }
  }
}

/** True citations of a folder, and each of them forged in every way that makes it false by its bytes. */
export function forgeCitations(folder: ReadFolder): readonly CitationCase[] {
  const words = [...new Set([...folder.files.values()].join(' ').match(/\p{L}{4,}/gu) ?? [])]
  const cases: CitationCase[] = []
  for (const [index, seed] of [...seedsIn(folder)].entries()) {
    const form = FORMS[index % FORMS.length] ?? ((): string => '')
    const cited = { ...seed, receipt: seed.receipt?.receipt_id ?? '' }
    cases.push({ answer: form(cited), forged: null })
    const text = folder.files.get(seed.path) ?? ''
    const word = words[(index * 7919) % words.length] ?? ''
    const altered = seed.quote.replace(/\p{L}{3,}(?!.*\p{L}{3,})/u, word)
    if (!holds(text, altered)) cases.push({ answer: form({ ...cited, quote: altered }), forged: 'word' })
    const counted = seed.quote.replace(/\d/, digit => String((Number(digit) + 1) % 10))
    if (!holds(text, counted)) cases.push({ answer: form({ ...cited, quote: counted }), forged: 'digit' })
    const last = text.trimEnd().split('\n').length
    const line = 1 + ((seed.line + 1 + (index % last)) % last)
    if (!holdsNear(text, seed.quote, line)) cases.push({ answer: form({ ...cited, line }), forged: 'line' })
    const path = [...folder.files.keys()][(index * 31) % folder.files.size] ?? ''
    if (!holds(folder.files.get(path) ?? '', seed.quote))
      cases.push({ answer: form({ ...cited, path }), forged: 'file' })
    const other = folder.receipts[(index * 17) % folder.receipts.length]
    const isOther =
      other !== undefined && other.file_refs.every(ref => ref.path !== seed.path) && !holds(shownIn(other), seed.quote)
    const named = WITH_RECEIPT[index % WITH_RECEIPT.length] ?? form
    if (isOther) cases.push({ answer: named({ ...cited, receipt: other.receipt_id }), forged: 'receipt' })
    const invented = cited.receipt.replace(/[0-9a-f]$/, digit => (digit === '0' ? '1' : '0'))
    if (cited.receipt !== '') cases.push({ answer: named({ ...cited, receipt: invented }), forged: 'receipt' })
    cases.push(...searchesFor(word, seed.path, text))
  }
  return cases
}

const shownIn = ({ outputs }: Receipt): string => (outputs.truncated ? outputs.excerpt : outputs.text)

/** "Found none": true if the file does not hold the word in either number, else forged. */
function searchesFor(word: string, path: string, text: string): readonly CitationCase[] {
  const answer = `It is nowhere.\n\nEvidence: checked ${path} for "${word}", found none`
  if (holds(text, word)) return [{ answer, forged: 'scope' }]
  return plain(text).includes(plain(word).trim().slice(0, -1)) ? [] : [{ answer, forged: null }]
}
