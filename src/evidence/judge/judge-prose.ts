import { worded } from '../../core/index.ts'
import type { EvidenceFinding } from '../../core/index.ts'
import { findTerm } from '../match/find-term.ts'
import { isTelling, readQuote } from '../match/find-quote.ts'
import type { AbsenceClaim } from '../reply/absence-claims.ts'
import { readBody } from '../reply/read-citations.ts'
import type { Sentence } from '../reply/sentences.ts'
import { type ToolClaim, findToolClaims } from '../reply/tool-claims.ts'
import { isOfTalk, isOffered } from '../reply/says-of-place.ts'
import { readSentences } from '../reply/sentences.ts'
import { type Case, finding } from './case.ts'
import type { OpenFile } from './file-shelf.ts'
import { judgeAbsence } from './judge-absence.ts'
import { findCounts } from '../reply/count-claims.ts'
import { judgeCount } from './judge-count.ts'
import { namesBarePlace, placePhrases } from '../reply/place-phrases.ts'
import { judgePresence } from './judge-presence.ts'
import { judgeViews } from './judge-views.ts'
import { judgePlaceNumbers } from './judge-place-numbers.ts'
import { judgeFileNames, judgeProsePlaces } from './judge-prose-places.ts'
import { judgeQuote } from './judge-quote.ts'
import { judgeGone, judgeThings } from './judge-things.ts'
import { judgeToolClaim } from './judge-tool-claim.ts'
import { judgeResults } from './judge-results.ts'
import { resolveScope } from './resolve-scope.ts'

const MAX_ABSENCES = 12
const MAX_COUNTS = 12
const MAX_QUOTING = 60
const MAX_TOLD = 20

/** What an answer says outside its Evidence line, and what is missing according to the line. */
export type Prose = {
  readonly sentences: readonly Sentence[]
  /** The same with what Markdown sets apart in quote marks. */
  readonly setApart: readonly Sentence[]
  readonly claims: readonly ToolClaim[]
  readonly absences: readonly AbsenceClaim[]
  readonly inLine: readonly AbsenceClaim[]
  readonly line: string | undefined
  /** What was found of the line. */
  readonly cited: readonly EvidenceFinding[]
}

export async function judgeProse(
  { sentences, setApart, claims, absences, inLine, line, cited }: Prose,
  of: Case,
): Promise<readonly EvidenceFinding[]> {
  const lineClaims = line === undefined ? [] : claimsOfLine(line, of)
  const tools: EvidenceFinding[] = []
  for (const claim of [...claims, ...lineClaims]) {
    const told =
      tools.length < MAX_TOLD
        ? (judgeToolClaim(claim, of) ?? (await judgeThings(claim, of, lineClaims.includes(claim))) ?? (await judgeGone(claim, of)))
        : undefined
    if (told !== undefined) tools.push(told)
  }
  const absent = [...absences, ...inLine]
  const missing: EvidenceFinding[] = []
  for (const absence of absent.slice(0, 2 * MAX_ABSENCES))
    if (!isTold(absence, missing)) missing.push(...(await judgeMissing(absence, line, of)))
  const counts: EvidenceFinding[] = []
  for (const count of findCounts(sentences).slice(0, MAX_COUNTS))
    counts.push(...(await judgeCount({ ...count, cited: line?.slice(0, 600) }, of)))
  const quoting = setApart.filter(quotesAtLength)
  const terms = new Set(absent.flatMap(({ terms: each }) => each.map(({ words }) => words)))
  const quotes: EvidenceFinding[] = []
  const count = quoting.reduce((sum, sentence) => sum + sentence.quotes.length, 0)
  if (count <= MAX_QUOTING)
    for (const sentence of quoting)
      quotes.push(...(await judgeQuoted(sentence, { previous: before(setApart, sentence), next: behind(setApart, sentence), terms }, of)))
  const isTooMuch = absent.filter(({ isCaught }) => isCaught !== true).length > MAX_ABSENCES || count > MAX_QUOTING
  const rest = isTooMuch ? [finding('The answer', 'claims_too_many', 'It claims more than can be looked up. Say less at once.')] : []
  return [
    ...tools,
    ...(await judgeResults(sentences, of)),
    ...missing,
    ...(await judgePresence(sentences, of)),
    ...(await judgeProsePlaces(sentences, cited, of)),
    ...(await judgeFileNames(sentences, of)),
    ...(await judgePlaceNumbers(setApart, of)),
    ...(cited.every(({ holds }) => holds) ? await judgeViews(sentences, of) : []),
    ...counts,
    ...quotes,
    ...rest,
  ]
}

/** What has been found false already need not be caught once more. */
const isTold = ({ claim, isCaught }: AbsenceClaim, told: readonly EvidenceFinding[]): boolean =>
  isCaught === true &&
  told.some(({ code, claim: other }) => code === 'absence_false' && claim.replace(/\s+/g, ' ').startsWith(other.replace(/…$/, '')))

/** "checked all files for …" says that somebody looked, in whatever person. */
function claimsOfLine(line: string, { request }: Case): readonly ToolClaim[] {
  const sentences = readSentences(line)
  const found = findToolClaims(sentences, request.toolNames)
  const looked = /^[\s("'*-]{0,4}(?:checked|searched|scanned|looked|read|ran|listed|opened)\b/i.test(line)
  return found.length > 0 || !looked ? found : [{ claim: line, kind: 'looks', paths: [] }]
}

const LOOKED_AT =
  /\b(?:checked|searched|scanned|looked (?:through|in|at|into)|read|reviewed|covered|scope:?|in|across|throughout|within)\s(.{2,140}?)(?=\s(?:for|and found|but|with|found)\b|[;:(—]|,\s(?!\d)|$)/i

/** "Dorrit's brother is never named in her card": it is Dorrit's. */
function withOwner(words: string, claim: string): string {
  const owner = /\b(?:her|his)\s(?:own\s)?(?:card|sheet|entry|profile)\b/i.test(words)
    ? /(?:^|\s)(\p{Lu}\p{L}{2,})(?=['’]s\s|\s)/u.exec(claim)?.[1]
    : undefined
  return owner === undefined ? words : words.replace(/\b(?:her|his)\b/i, `${owner}'s`)
}

const withoutTerms = ({ claim, terms }: AbsenceClaim): string =>
  terms.reduce((words, term) => words.replace(term.words, ' '), claim.slice(0, 600))

/** The scope of the sentence itself counts before that of the line. */
async function judgeMissing(absence: AbsenceClaim, line: string | undefined, of: Case): Promise<readonly EvidenceFinding[]> {
  const ofLine = line === undefined || absence.isLoose ? [] : [LOOKED_AT.exec(line.slice(0, 600))?.[1], line.slice(0, 600)]
  const isNamed = absence.scope !== undefined || /\b(?:scene|chapter) \d/i.test(absence.claim)
  const ofSentence = absence.isLoose || !isNamed ? [] : [withoutTerms(absence)]
  const wordings = [absence.scope, ...ofSentence, ...ofLine].filter(words => words !== undefined)
  for (const words of wordings) {
    const scope = await resolveScope(withOwner(words, absence.claim), of.shelf)
    if (scope !== undefined && scope.length > 0) {
      const spared = absence.except === undefined ? [] : ((await resolveScope(absence.except, of.shelf)) ?? [])
      const meant = scope.filter(({ path }) => spared.every(each => each.path !== path))
      const found = await judgeAbsence(absence, meant, of)
      return absence.isCaught === true && found.code !== 'absence_false' ? [] : [found]
    }
  }
  if (absence.isReport || absence.isLoose || (line === undefined && !of.request.required)) return []
  const isUnknown = absence.scope !== undefined && line !== undefined
  if (line === undefined && absence.scope !== undefined) return []
  return isUnknown
    ? [finding(absence.claim, 'scope_unknown', `Which files are meant by "${absence.scope ?? ''}"?`)]
    : [finding(absence.claim, 'scope_missing', 'It says that something is missing, but not where it was looked for.')]
}

const SUGGESTS = worded(
  /\b(?:could|should|would|suggest|propose|try|change|replace|rewrite|rephrase|instead|for example|e\.g|consider|write|add|such as|imagine|perhaps|title|call it)\b/i,
)
const SAYS_SO = worded(
  /\b(?:line|lines) \d|\b(?:the|this|that|its) (?:file|text|scene|chapter|outline|passage|document|sheet|entry|card|manuscript|page|paragraph)\b.{0,60}\b(?:says?|said|reads?|states?|notes?|describes?|opens? with|begins? with|ends? with|puts? it)\b|\bscenes? \d{1,3}\b.{0,60}\b(?:says?|reads?|states?|opens? with|begins? with|ends? with)\b/i,
)
/** Made up by the one who answers, for the person to take or leave. */
const OFFERS =
  /\b(?:possible|drafts?|versions?|revised|alternatives?|better|rather than|something like|sketch|how about|options?|rewritten|suggestions?|might|may|new|example|like(?! (?:this|that))|rename|retitle|so-called|what (?:I|one) (?:would )?call)\b/i
const PLACED =
  /\b(?:scenes?|chapters?) (?:\d|one|two|three)|\b(?:first|second|third|last) scene\b|\boutline\b|\b(?:sheet|card|manuscript)\b/i

/** "Chekhov said": somebody of whom the files know nothing. */
const SAID =
  /\b(\p{Lu}\p{L}{2,})(?:['’]s)?\s(?:\p{L}+\s){0,2}?(?:says?|said|wrote|writes|puts? it|called|calls|famously|line|advice|rule)\b/gu

function isStrangers(hidden: string, files: readonly OpenFile[]): boolean {
  const names = PLACED.test(hidden)
    ? []
    : [...hidden.matchAll(SAID)].map(match => match[1] ?? '').filter(name => !/^(?:The|She|His|Her|This|That|They)$/.test(name))
  return names.length > 0 && names.every(name => files.every(({ text }) => findTerm(text, name) === undefined))
}

const MAX_FILES = 20
const SHORTEST = 3

const isLong = (words: string): boolean => words.trim().split(/\s+/, SHORTEST).length >= SHORTEST && isTelling(readQuote(words))

const quotesAtLength = ({ hidden, quotes }: Sentence): boolean =>
  !SUGGESTS.test(hidden) && !isOffered(hidden) && quotes.some(({ words }) => isLong(words))

/** Nothing but quoted words, and perhaps "he said": they go on with the sentence before. */
const ALONE = /^[\s"\u{e000}.,!?]*(?:\p{L}+ (?:says?|said|asks?|asked|adds?|added))?[\s.,!?]*$/iu

const before = (sentences: readonly Sentence[], sentence: Sentence): Sentence | undefined => sentences[sentences.indexOf(sentence) - 1]

const behind = (sentences: readonly Sentence[], sentence: Sentence): Sentence | undefined => sentences[sentences.indexOf(sentence) + 1]

/** "That's from scene 3." behind a quote that stands alone. */
const CREDITS = /^\W*(?:that|this|it|these|those)(?:['’]s| is| are| was| were| comes?| stands?)(?: \p{Ll}+){0,3} (?:from|in|out of)\s/iu

type Setting = { readonly previous: Sentence | undefined; readonly next: Sentence | undefined; readonly terms: ReadonlySet<string> }

/** Quotes in a sentence that says where they stand. Those of no named place are held against all that was read. */
async function judgeQuoted(
  { text, hidden: own }: Sentence,
  { previous, next, terms }: Setting,
  of: Case,
): Promise<readonly EvidenceFinding[]> {
  const isAlone = ALONE.test(own)
  const credit = next !== undefined && CREDITS.test(next.hidden) && (isAlone || placePhrases(own).length === 0) ? next.hidden : undefined
  const around = isAlone && previous?.quotes.length !== 0 ? (previous?.hidden ?? '') : ''
  const hidden = `${credit ?? around} ${own}`.replace(RECALLING, ' ').replace(TELLING, '$1')
  const isAttributed = (of.request.required || PLACED.test(hidden)) && !isOfTalk(credit ?? hidden) && !OFFERS.test(hidden)
  const saysSo = SAYS_SO.test(hidden)
  const isOfBoth = BOTH.test(hidden) && isAttributed
  const { citations } = readBody(text, of.shelf.known)
  const findings: EvidenceFinding[] = []
  for (const { quote, mentions, lines } of citations) {
    if (quote === undefined || !isLong(quote) || terms.has(quote)) continue
    const named = await openNamed(
      mentions.map(({ path }) => path),
      of,
    )
    const files =
      named.length > 0
        ? named
        : saysSo && !isOfBoth
          ? await openMeant(hidden, of)
          : isAttributed || isOfBoth
            ? await openSaid(hidden, of)
            : []
    const isSaid = files.length > 0 && (named.length > 0 || saysSo || !isStrangers(hidden, files))
    const bound = isOfBoth && files.length === 2 ? files.map(file => [file]) : [files]
    for (const each of isSaid ? bound : [])
      findings.push(
        await judgeQuote({ quote, files: each, lines, section: undefined, before: text.slice(0, text.indexOf(quote)).slice(-24) }, of),
      )
  }
  return findings
}

/** Whoever is not sure of the place names it all the same. */
const RECALLING =
  /,? (?:if|unless|as far as|so far as|from what) (?:(?:I|we|my memory)\b|I['’]m\b)[^,.;:!?]{0,40}|, I (?:think|believe|guess|suppose)(?=[,;.:])/gi

/** Behind a quote the one who tells the scene is speaking. */
const TELLING = /(["\u{e000}],?) I (?:said|asked|replied|answered)\b/gu

/** Each of the two places has the words. */
const BOTH = /\b(?:both|each|(?:as|just as) (?:well as|in)|twice)\b/i

async function openNamed(names: readonly string[], { shelf }: Case): Promise<readonly OpenFile[]> {
  const files: OpenFile[] = []
  for (const name of names) {
    const found = await shelf.find(name)
    const file = typeof found === 'string' ? undefined : await shelf.open(found.path)
    if (file?.ok === true) files.push(file.value)
  }
  return files
}

/** "Scene 2 reads …": that scene; else all that was read. */
async function openMeant(hidden: string, of: Case): Promise<readonly OpenFile[]> {
  const scope = /\b(?:scenes?|chapters?) \d|\boutline\b|\b(?:sheet|card|entry)\b/i.test(hidden)
    ? await resolveScope(hidden.replace(/\blines? [\d–, -]+/gi, ' '), of.shelf)
    : undefined
  const paths = (scope ?? []).map(({ path }) => path)
  return paths.length > 0 && paths.length <= MAX_FILES ? openNamed(paths, of) : openKnown(of)
}

/** The places that the sentence names, if it is clear which; else all that was read. */
async function openSaid(hidden: string, of: Case): Promise<readonly OpenFile[]> {
  const phrases = namesBarePlace(hidden) ? [] : placePhrases(hidden)
  const scopes = await Promise.all(phrases.map(phrase => resolveScope(phrase, of.shelf)))
  const paths = scopes.flatMap(scope => (scope ?? []).map(({ path }) => path))
  const isClear = phrases.length > 0 && scopes.every(scope => scope !== undefined && scope.length > 0) && paths.length <= MAX_FILES
  return isClear ? openNamed([...new Set(paths)], of) : openKnown(of)
}

async function openKnown({ shelf }: Case): Promise<readonly OpenFile[]> {
  const opened = await Promise.all(shelf.known.slice(0, MAX_FILES).map(path => shelf.open(path)))
  return opened.flatMap(file => (file.ok ? [file.value] : []))
}
