import type { EvidenceFinding, Receipt } from '../../core/index.ts'
import { countTerm } from '../match/find-term.ts'
import { readNumber } from '../reply/number-words.ts'
import type { Sentence } from '../reply/sentences.ts'
import { outputOf } from './backing.ts'
import { type Case, finding } from './case.ts'
import { citedReceipts } from './judge-receipts.ts'
import { askedFor } from './judge-tool-claim.ts'

const REPORTS = /\b(?:search(?:ed|es|ing)?|grep(?:ped)?|looked for|hits?|match(?:es)?|results?|lookup)\b/i
const NONE =
  /\b(?:found|returned|gave|got|yielded|turned up|came up with|shows?|showed|finds?|with) (?:me )?(?:nothing|none|no (?:hits?|match(?:es)?|results?|mentions?))\b|\bcame back empty\b|\bno (?:hits|matches|results)\b/i
const SOME =
  /\b(\d{1,4}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:twen|thir|fif)ty) (?:[a-z]{3,10} )?(?:hits?|match(?:es)?|results?|occurrences?|files?|lines?|places?)\b/i
const NOT_FOUND = /^\W*(?:nothing (?:was )?found|no (?:match(?:es)?|results?|hits?))\b|^\s*$/i
const PLACED =
  /\b(?:scenes?|chapters?) (?:\d|one|two|three)|\boutline\b|\b(?:card|sheet)\b|\b(?:not|never|would|could|about|at least|more than|some)\b|n['’]t\b/i
const UNQUOTED = /\b(?:search(?:ed)?|looked|lookup|grep(?:ped)?) (?:\p{L}+ ){0,3}?for (?:the (?:word|name) )?(\p{L}{3,30})\b/iu
const MAX_SENTENCES = 40

/** What a search is said to have found, held against what its receipt shows, where that is all it returned. */
export function judgeResults(sentences: readonly Sentence[], of: Case): readonly EvidenceFinding[] {
  const cited = citedReceipts(of.request.text, of)
  return sentences
    .filter(({ hidden }) => REPORTS.test(hidden))
    .slice(0, MAX_SENTENCES)
    .flatMap(sentence => judgeResult(sentence, cited, of) ?? [])
}

function judgeResult({ text, hidden, quotes }: Sentence, cited: readonly Receipt[], { sound }: Case): EvidenceFinding | undefined {
  if (PLACED.test(hidden)) return undefined
  const term = quotes.length === 1 ? quotes[0]?.words : quotes.length === 0 ? UNQUOTED.exec(hidden)?.[1] : undefined
  const asked = term === undefined ? [] : sound.map(({ receipt }) => receipt).filter(receipt => askedFor(receipt, term))
  const named = asked.filter(receipt => cited.includes(receipt))
  const receipts = named.length > 0 ? named : asked
  if (term === undefined || receipts.length === 0 || receipts.some(({ outputs }) => outputs.truncated)) return undefined
  const counts = countsOf(receipts, term)
  const shown = [...new Set(counts)].join(' or ')
  if (NONE.test(hidden))
    return counts.includes(0) ? undefined : finding(text, 'tool_claim_unbacked', `The receipt of that search shows ${shown}, not nothing.`)
  const said = SOME.exec(hidden)?.[1]
  const number = said === undefined ? undefined : /^\d/.test(said) ? Number(said) : readNumber(said)
  return number === undefined || counts.includes(number)
    ? undefined
    : finding(text, 'count_wrong', `The receipt of that search shows ${shown}.`)
}

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
