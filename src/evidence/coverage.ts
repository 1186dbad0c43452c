import type { EvidenceVerdict } from '../core/index.ts'
import type { CitationKind, Judged } from './judge/judge-citation.ts'
import { verdictOf } from './judge/verdicts.ts'
import type { TextSpan } from './match/search-folded.ts'
import type { Prose } from './reply/read-prose.ts'

const END = /[.!?…。！？]{1,6}["”’)\]*_]{0,4}(?=\s|$)|\n/g
const SAYS = /[\p{L}\d\ue000]/u // a letter, or the stand-in for one that is quoted

/** How many sentences hold no citation. A heading, an item of a list and a row of a table count as one each. */
export function countUnchecked({ hidden }: Prose, cited: readonly TextSpan[]): number {
  let [count, from] = [0, 0]
  for (const to of [...[...hidden.matchAll(END)].map(match => match.index + match[0].length), hidden.length]) {
    const isCited = cited.some(([start, end]) => start < to && end > from)
    if (!isCited && SAYS.test(hidden.slice(from, to))) count++
    from = to
  }
  return count
}

const WORDS: Readonly<Record<EvidenceVerdict, string>> = {
  verified: 'verified',
  stale: 'from a file that has changed since',
  self_written: 'from a file written in this session',
  unbacked: 'not backed by a receipt',
  failed: 'false',
}

const plural = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : noun.endsWith('ch') ? 'es' : 's'}`

const NOUNS: Readonly<Record<CitationKind, string>> = {
  quote: 'quote',
  place: 'place',
  scope: 'search',
  receipt: 'receipt',
  file: 'file',
}

/** What of an answer was not checked: sentences that cite nothing, and citations past the limit. */
export type Unchecked = { readonly sentences: number; readonly citations: number }

/** What was checked and what was not, in one line: "1 quote verified · 3 sentences not checked". */
export function summarize(judged: readonly Judged[], { sentences, citations }: Unchecked): string {
  const groups = new Map<string, CitationKind[]>()
  for (const { kind, finding } of judged) {
    const verdict = verdictOf(finding.code)
    const words = verdict === 'unbacked' && !finding.holds ? 'not checkable' : WORDS[verdict]
    groups.set(words, [...(groups.get(words) ?? []), kind])
  }
  const parts = [...groups].map(([words, kinds]) => {
    const [kind] = new Set(kinds).size === 1 ? kinds : []
    return `${plural(kinds.length, kind === undefined ? 'citation' : NOUNS[kind])} ${words}`
  })
  if (parts.length === 0) parts.push('nothing cited')
  if (citations > 0) parts.push(`${plural(citations, 'citation')} not checked`)
  if (sentences > 0) parts.push(`${plural(sentences, 'sentence')} not checked`)
  return parts.join(' · ')
}
