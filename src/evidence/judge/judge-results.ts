import type { EvidenceFinding, Receipt } from '../../core/index.ts'
import { countTerm } from '../match/find-term.ts'
import { placePhrases } from '../reply/place-phrases.ts'
import type { Sentence } from '../reply/sentences.ts'
import { outputOf } from './backing.ts'
import { type Case, finding } from './case.ts'
import { citedReceipts } from './judge-receipts.ts'
import { askedFor } from './judge-tool-claim.ts'
import { resolveScope } from './resolve-scope.ts'
import { slotsIn } from './slots.ts'
import { contentWords, stemOf } from './structural.ts'

const REPORTS =
  /\b(?:search(?:ed|es|ing)?|grep(?:ped|ping)?|look(?:ed|ing) for|hits?|match(?:es)?|results?|lookup|listing|lists?|listed|file_list|file_search)\b/i
const NONE =
  /\b(?:found|returned|gave|got|yielded|turned up|came up with|shows?|showed|finds?|with) (?:me )?(?:nothing|none|no (?:hits?|match(?:es)?|results?|mentions?))\b|\bcame back empty\b|\bno (?:hits|matches|results)\b/i
/** What a search counts, and what a listing does. */
const HITS =
  /^(?:hit|match|result|occurrenc|fil|lin|plac|spot|mention|instanc|tim|locat|find|scen|chapter|card|document|sheet)$/
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
const BEFORE =
  /\b(?:the|my|this|that|a) (?!\p{L}+(?:ed|ing|ick|ief|ull|ile|text|web)\b)(\p{L}{3,30}) (?:search|query|lookup|grep)\b/iu
const LISTING = /\b(?:listing|listed|file_list)\b/i
const MAX_SENTENCES = 40

/** What a search or a listing is said to have found, held against what its receipt shows, where that is all it returned. */
export async function judgeResults(sentences: readonly Sentence[], of: Case): Promise<readonly EvidenceFinding[]> {
  const reporting = sentences
    .filter(({ hidden }) => REPORTS.test(hidden) && !UNSURE.test(hidden))
    .slice(0, MAX_SENTENCES)
  const cited = reporting.length === 0 ? [] : citedReceipts(of.request.text, of)
  const findings: EvidenceFinding[] = []
  for (const sentence of reporting) {
    const told = (await judgeSearch(sentence, cited, of)) ?? judgeListing(sentence, cited, of)
    if (told !== undefined) findings.push(told)
  }
  return findings
}

async function judgeSearch(
  { text, hidden, quotes }: Sentence,
  cited: readonly Receipt[],
  of: Case,
): Promise<EvidenceFinding | undefined> {
  const { sound } = of
  const term =
    quotes.length === 1
      ? quotes[0]?.words
      : quotes.length === 0
        ? (UNQUOTED.exec(hidden) ?? BEFORE.exec(hidden))?.[1]
        : undefined
  const asked =
    term === undefined
      ? []
      : sound
          .map(({ receipt }) => receipt)
          .filter(receipt => !/read|open/i.test(receipt.tool_id) && askedFor(receipt, term))
  const named = asked.filter(receipt => cited.includes(receipt))
  const receipts = named.length > 0 ? named : asked
  if (term === undefined || receipts.some(({ outputs }) => outputs.truncated)) return undefined
  if (receipts.length === 0)
    return quotes.length === 1 ? judgeUnsearched({ text, hidden, quotes }, term, of) : undefined
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
  if (!numbersOf(hidden, HITS).every(isRight))
    return finding(text, 'count_wrong', `The receipt of that search shows ${shown}.`)
  return isInPart && (await isElsewhere(hidden, { receipts, term }, of))
    ? finding(text, 'tool_claim_unbacked', 'The receipt of that search shows no hit there.')
    : undefined
}

type Search = { readonly receipts: readonly Receipt[]; readonly term: string }

/** Found in a place that has the word, but of which the search shows nothing; where it does not stand at all is told elsewhere. */
async function isElsewhere(hidden: string, { receipts, term }: Search, { shelf }: Case): Promise<boolean> {
  const [place, other] = placePhrases(hidden)
  if (place === undefined || other !== undefined || !FOUND_IN.test(hidden)) return false
  const paths = ((await resolveScope(place, shelf)) ?? []).map(({ path }) => path)
  const [path, second] = paths
  const file = path === undefined || second !== undefined ? undefined : await shelf.open(path)
  return (
    file?.ok === true &&
    countTerm(file.value.text, term).times > 0 &&
    !receipts.some(receipt => shows(receipt, file.value.path))
  )
}

const FOUND_IN =
  /\b(?:found|finds|hits?|match(?:es)?|results?|shows?|showed|returned|gave|turned up)\b[^.;:]{0,40}\b(?:in|from|on)\b/i

const shows = (receipt: Receipt, path: string): boolean =>
  receipt.file_refs.some(ref => ref.path === path) || outputOf(receipt).includes(path)

/** Nobody searched for it, but all was read; hits of what stands nowhere are made up. */
async function judgeUnsearched(
  { text, hidden }: Sentence,
  term: string,
  of: Case,
): Promise<EvidenceFinding | undefined> {
  const isFound = MANY.test(hidden) || numbersOf(hidden, HITS).some(number => number > 0)
  if (!isFound || /\bif\b/i.test(hidden) || of.shelf.known.length === 0 || of.shelf.known.length > MAX_FILES)
    return undefined
  for (const path of of.shelf.known) {
    const file = await of.shelf.open(path)
    if (!file.ok || countTerm(file.value.text, term).times > 0) return undefined
  }
  return finding(text, 'count_wrong', `${JSON.stringify(term)} stands in nothing that was read.`)
}

const MAX_FILES = 40

function judgeListing(
  { text, hidden }: Sentence,
  cited: readonly Receipt[],
  { sound }: Case,
): EvidenceFinding | undefined {
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
  const shown = receipts.map(receipt => `${JSON.stringify(receipt.inputs)} ${outputOf(receipt)}`).join('\n')
  const unlisted = contentWords([...hidden.matchAll(ONE_OF)].map(match => match[1] ?? '').join(' ')).find(
    word => !isIn(shown, word),
  )
  if (unlisted !== undefined)
    return finding(text, 'tool_claim_unbacked', `The receipt of that listing does not show "${unlisted}".`)
  return numbersOf(hidden, FILES).every(number => counts.includes(number))
    ? undefined
    : finding(text, 'count_wrong', `The receipt of that listing shows ${counts.join(' or ')}.`)
}

/** "The listing shows three scenes and an index" */
const ONE_OF =
  /(?<=\b(?:shows?|showed|lists?|listed|has|holds?|contains?|includes?)\b[^.;:]{0,60})\ban? (\p{Ll}{3,})(?=\s*(?:[.,;:!]|$|and\b))/giu

const isIn = (text: string, word: string): boolean => text.toLowerCase().includes(stemOf(word))

/** How many of such things; "once" and "twice" count by themselves, "all three files" says where. */
const numbersOf = (hidden: string, nouns: RegExp): readonly number[] =>
  slotsIn(hidden.replace(ALL, ' '))
    .filter(
      ({ kind, behind, isOften }) => kind === 'count' && (isOften === true || behind.some(word => nouns.test(word))),
    )
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
