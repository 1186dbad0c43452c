import type { EvidenceFinding, Receipt } from '../../core/index.ts'
import { countTerm } from '../match/find-term.ts'
import type { Sentence } from '../reply/sentences.ts'
import { outputOf } from './backing.ts'
import { type Case, finding } from './case.ts'
import { citedReceipts } from './judge-receipts.ts'
import { askedFor } from './judge-tool-claim.ts'
import { slotsIn } from './slots.ts'

const REPORTS =
  /\b(?:search(?:ed|es|ing)?|grep(?:ped|ping)?|look(?:ed|ing) for|hits?|match(?:es)?|results?|lookup|listing|lists?|listed|file_list|file_search)\b/i
const NONE =
  /\b(?:found|returned|gave|got|yielded|turned up|came up with|shows?|showed|finds?|with) (?:me )?(?:nothing|none|no (?:hits?|match(?:es)?|results?|mentions?))\b|\bcame back empty\b|\bno (?:hits|matches|results)\b/i
/** What a search counts, and what a listing does. */
const HITS = /^(?:hit|match|result|occurrenc|fil|lin|plac|spot|mention|instanc|tim|locat|find|scen|chapter|card|document|sheet)$/
const FILES = /^(?:fil|entr|scen|document|item|nam|path|chapter)$/
const NOT_FOUND = /^\W*(?:nothing (?:was )?found|no (?:match(?:es)?|results?|hits?))\b|^\s*$/i
/** Some of what was found, in one place of several. */
const MANY =
  /\b(?:several|many|multiple|numerous|a (?:handful|couple|number|few|dozen)|lots?|plenty|some|various)(?: of)? (?:\p{L}+ )?(?:hits|matches|results|lines|places|occurrences|mentions|files|scenes|instances)\b/iu
const IN_PART = /\b(?:scenes?|chapters?) (?:\d|one|two|three)|\boutline\b|\b(?:card|sheet)\b/i
const UNSURE = /\b(?:not|never|would|could|about|at least|more than)\b|n['’]t\b/i
const UNQUOTED =
  /\b(?:search(?:ed|ing)?|look(?:ed|ing)|lookup|grep(?:ped|ping)?) (?:\p{L}+ ){0,3}?for (?:the (?:word|name) )?(\p{L}{3,30})\b/iu
/** "The lighthouse search" */
const BEFORE = /\b(?:the|my|this|that|a) (?!\p{L}+(?:ed|ing|ick|ief|ull|ile|text|web)\b)(\p{L}{3,30}) (?:search|query|lookup|grep)\b/iu
const LISTING = /\b(?:listing|listed|file_list)\b/i
const MAX_SENTENCES = 40

/** What a search or a listing is said to have found, held against what its receipt shows, where that is all it returned. */
export function judgeResults(sentences: readonly Sentence[], of: Case): readonly EvidenceFinding[] {
  const cited = citedReceipts(of.request.text, of)
  return sentences
    .filter(({ hidden }) => REPORTS.test(hidden) && !UNSURE.test(hidden))
    .slice(0, MAX_SENTENCES)
    .flatMap(sentence => judgeSearch(sentence, cited, of) ?? judgeListing(sentence, cited, of) ?? [])
}

function judgeSearch({ text, hidden, quotes }: Sentence, cited: readonly Receipt[], { sound }: Case): EvidenceFinding | undefined {
  const term =
    quotes.length === 1 ? quotes[0]?.words : quotes.length === 0 ? (UNQUOTED.exec(hidden) ?? BEFORE.exec(hidden))?.[1] : undefined
  const asked =
    term === undefined
      ? []
      : sound.map(({ receipt }) => receipt).filter(receipt => !/read|open/i.test(receipt.tool_id) && askedFor(receipt, term))
  const named = asked.filter(receipt => cited.includes(receipt))
  const receipts = named.length > 0 ? named : asked
  if (term === undefined || receipts.length === 0 || receipts.some(({ outputs }) => outputs.truncated)) return undefined
  const counts = countsOf(receipts, term)
  const shown = [...new Set(counts)].join(' or ')
  const isInPart = IN_PART.test(hidden)
  if (NONE.test(hidden))
    return counts.includes(0) || isInPart
      ? undefined
      : finding(text, 'tool_claim_unbacked', `The receipt of that search shows ${shown}, not nothing.`)
  const most = Math.max(...counts)
  if (MANY.test(hidden) && most < 2) return finding(text, 'count_wrong', `The receipt of that search shows ${shown}.`)
  const isRight = (number: number): boolean => (isInPart ? number <= most : counts.includes(number))
  return numbersOf(hidden, HITS).every(isRight) ? undefined : finding(text, 'count_wrong', `The receipt of that search shows ${shown}.`)
}

function judgeListing({ text, hidden }: Sentence, cited: readonly Receipt[], { sound }: Case): EvidenceFinding | undefined {
  if (!LISTING.test(hidden)) return undefined
  const listings = sound.map(({ receipt }) => receipt).filter(({ tool_id }) => /list|\bls\b|dir/i.test(tool_id))
  const named = listings.filter(receipt => cited.includes(receipt))
  const receipts = named.length > 0 ? named : listings
  if (receipts.length === 0 || receipts.some(({ outputs }) => outputs.truncated)) return undefined
  const counts = receipts.map(
    receipt =>
      outputOf(receipt)
        .split('\n')
        .filter(line => line.trim() !== '').length,
  )
  return numbersOf(hidden, FILES).every(number => counts.includes(number))
    ? undefined
    : finding(text, 'count_wrong', `The receipt of that listing shows ${counts.join(' or ')}.`)
}

/** How many of such things; "once" and "twice" count by themselves, "all three files" says where. */
const numbersOf = (hidden: string, nouns: RegExp): readonly number[] =>
  slotsIn(hidden.replace(ALL, ' '))
    .filter(({ kind, behind, isOften }) => kind === 'count' && (isOften === true || behind.some(word => nouns.test(word))))
    .map(({ value }) => Number(value))

const ALL =
  /\b(?:all|the|these|those|both|across|of|through) (?:the )?(?:\d+|\p{L}+) (?:\p{L}+ )?(?:files|scenes|cards|chapters|documents|lines|places)\b/giu

/** Lines, files, or how often the word stands there, in one result or in all of them. */
function countsOf(receipts: readonly Receipt[], term: string): readonly number[] {
  const each = receipts.map(receipt => {
    const output = outputOf(receipt)
    if (NOT_FOUND.test(output)) return [0, 0, 0, 0]
    const lines = output.split('\n').filter(line => line.trim() !== '')
    const files = new Set(lines.flatMap(line => /^[^\s:]+\.\w+(?=:)/.exec(line.trim())?.[0] ?? []))
    const refs = new Set(receipt.file_refs.map(({ path }) => path))
    return [lines.length, files.size, refs.size, countTerm(output, term).times]
  })
  const sums = [0, 1, 2, 3].map(way => each.reduce((sum, counts) => sum + (counts[way] ?? 0), 0))
  const isFound = each.every(([lines = 0]) => lines > 0)
  return [...each.flat(), ...sums].filter(count => count > 0 || !isFound)
}
