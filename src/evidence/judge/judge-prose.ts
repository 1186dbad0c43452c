import type { EvidenceFinding } from '../../core/index.ts'
import type { AbsenceClaim } from '../reply/absence-claims.ts'
import type { Sentence } from '../reply/sentences.ts'
import { type ToolClaim, findToolClaims } from '../reply/tool-claims.ts'
import { readSentences } from '../reply/sentences.ts'
import { type Case, finding } from './case.ts'
import { judgeAbsence } from './judge-absence.ts'
import { findCounts } from '../reply/count-claims.ts'
import { judgeCount } from './judge-count.ts'
import { judgePresence } from './judge-presence.ts'
import { judgeViews } from './judge-views.ts'
import { judgePlaceNumbers } from './judge-place-numbers.ts'
import { judgeFileNames, judgeProsePlaces } from './judge-prose-places.ts'
import { quotesAtLength } from './quoting.ts'
import { judgeGone, judgeThings } from './judge-things.ts'
import { judgeToolClaim } from './judge-tool-claim.ts'
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
        ? (judgeToolClaim(claim, of) ??
          (await judgeThings(claim, of, lineClaims.includes(claim))) ??
          (await judgeGone(claim, of)))
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
  const judgeQuoted =
    quoting.length === 0 || count > MAX_QUOTING ? undefined : (await import('./judge-quoted.ts')).judgeQuoted // few answers quote above their line
  if (judgeQuoted !== undefined)
    for (const sentence of quoting) {
      const at = setApart.indexOf(sentence)
      quotes.push(...(await judgeQuoted(sentence, { previous: setApart[at - 1], next: setApart[at + 1], terms }, of)))
    }
  const isTooMuch = absent.filter(({ isCaught }) => isCaught !== true).length > MAX_ABSENCES || count > MAX_QUOTING
  const rest = isTooMuch
    ? [finding('The answer', 'claims_too_many', 'It claims more than can be looked up. Say less at once.')]
    : []
  return [
    ...tools,
    ...(sentences.some(({ hidden }) => REPORTS.test(hidden)) ? await judgeReported(sentences, of) : []),
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

const REPORTS = /search|grep|look|hit|match|result|list/i

/** Loaded where a search or a listing may be spoken of: most answers speak of neither. */
const judgeReported = async (sentences: readonly Sentence[], of: Case): Promise<readonly EvidenceFinding[]> =>
  (await import('./judge-results.ts')).judgeResults(sentences, of)

/** What has been found false already need not be caught once more. */
const isTold = ({ claim, isCaught }: AbsenceClaim, told: readonly EvidenceFinding[]): boolean =>
  isCaught === true &&
  told.some(
    ({ code, claim: other }) =>
      code === 'absence_false' && claim.replace(/\s+/g, ' ').startsWith(other.replace(/…$/, '')),
  )

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
async function judgeMissing(
  absence: AbsenceClaim,
  line: string | undefined,
  of: Case,
): Promise<readonly EvidenceFinding[]> {
  const ofLine =
    line === undefined || absence.isLoose ? [] : [LOOKED_AT.exec(line.slice(0, 600))?.[1], line.slice(0, 600)]
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
