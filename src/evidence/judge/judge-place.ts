import type { EvidenceFinding } from '../../core/index.ts'
import { foldText } from '../match/fold.ts'
import { linesOf } from '../match/line-counter.ts'
import { findTerm } from '../match/find-term.ts'
import type { Citation } from '../reply/pair-segment.ts'
import { readSentences } from '../reply/sentences.ts'
import type { Lines } from '../reply/places.ts'
import { backingOf, placeName } from './backing.ts'
import { type Case, finding } from './case.ts'
import type { OpenFile } from './file-shelf.ts'
import { otherView } from './judge-views.ts'
import { outOfOrder } from './heading-order.ts'
import { headingsOf, sectionOf } from './sections.ts'
import { findMisplaced, findStray } from './structural.ts'

/** A place that is pointed at: it must be there, hold something, and be the one of which the answer speaks. */
// oxlint-disable-next-line eslint/max-lines-per-function -- this room is being replaced
export function judgePlace(
  { claim, lines, section, unmarked }: Citation,
  file: OpenFile,
  { answer, also, of }: { readonly answer: string; readonly also: string; readonly of: Case },
): EvidenceFinding {
  const inSection = section === undefined ? undefined : sectionOf(file.text, section)
  if (lines.length === 0 && inSection === undefined)
    return finding(claim, 'location_wrong', {
      because: `${file.path} has no section ${JSON.stringify(section ?? '')}.`,
      file: file.path,
    })
  const ranges = lines.length > 0 ? lines : inSection === undefined ? [] : [inSection]
  for (const range of ranges) {
    const words = linesOf(file.text, range)
    const place = placeName(file.path, range)
    if (words === undefined || words.trim() === '')
      return finding(claim, 'location_wrong', { because: `There is nothing in ${place}.`, file: file.path })
    if (lines.length > 0 && unmarked.some(said => isMisquote(said, words)))
      return finding(claim, 'quote_not_found', {
        because: `These words do not stand in ${place}.`,
        file: file.path,
        lines: range,
      })
    const view = otherView(answer, words)
    if (view !== undefined)
      return finding(claim, 'location_wrong', {
        because: `${place} gives the point of view as ${view}.`,
        file: file.path,
        lines: range,
      })
    const better = lines.length > 0 ? whereInstead(answer, file.text, words) : undefined
    if (better !== undefined)
      return finding(claim, 'location_wrong', {
        because: `${place} does not speak of "${better.term}"; ${file.path}:${better.line} does.`,
        file: file.path,
        lines: range,
      })
  }
  const cited = ranges.map(range => linesOf(file.text, range) ?? '').join('\n')
  const turned = outOfOrder(answer, file.text)
  if (turned !== undefined)
    return finding(turned, 'location_wrong', { because: `It is the other way round in ${file.path}.`, file: file.path })
  const crossed = otherScenes(answer, `${cited}\n${also}`)
  if (crossed !== undefined)
    return finding(crossed.sentence, 'location_wrong', {
      because: `"${crossed.name}" stands in the place of another scene.`,
      file: file.path,
    })
  const stray = findStray(answer, {
    words: `${headingOver(file.text, ranges)} ${cited} ${also} ${file.path} ${titleOf(file.text)}`,
    around: file.text,
    near: cited,
  })
  if (stray !== undefined)
    return finding(stray.sentence, 'quote_missing', { because: whyStray(stray.word, file.path), file: file.path })
  const misplaced = lines.length === 0 ? undefined : findMisplaced(answer, file.text, ranges)
  if (misplaced !== undefined)
    return finding(misplaced.sentence, 'location_wrong', {
      because: 'The answer names another line than the one that is cited, or it stands in another.',
      file: file.path,
    })
  const [range = [1, 1] as Lines] = ranges
  const words = foldText((linesOf(file.text, range) ?? '').slice(0, 400))
  const { code, because, receipt } = backingOf(
    file,
    { lines: range[0] === range[1] ? range : [range[0], range[0]], words },
    of,
  )
  return finding(claim, code, { because, file: file.path, lines: range, ...(receipt !== undefined && { receipt }) })
}

const SCENE = /\b(?:scene|chapter|part|act|section) \d{1,4}\b/gi

/** Where a scene stands is said by naming others. */
const BESIDE_OTHERS = /\b(?:before|after|between|follows?|precedes?)\b/i

/** Of several places that are cited, one is headed by the scene of the sentence; a name that stands only in the others was mixed up. */
function otherScenes(answer: string, cited: string): { readonly sentence: string; readonly name: string } | undefined {
  const lines = cited.split('\n').filter(line => line.trim() !== '')
  for (const { text } of lines.length < 2 ? [] : readSentences(answer)) {
    const [scene, other] = text.match(SCENE) ?? []
    const own =
      scene === undefined || other !== undefined || BESIDE_OTHERS.test(text)
        ? []
        : lines.filter(line => findTerm(line, scene) !== undefined)
    const others = lines.filter(line => line.search(SCENE) >= 0 && !own.includes(line))
    const names = own.length === 0 ? [] : (text.match(/\p{Lu}\p{Ll}{2,}/gu) ?? [])
    const name = names.find(
      each =>
        own.every(line => findTerm(line, each) === undefined) &&
        others.some(line => findTerm(line, each) !== undefined),
    )
    if (name !== undefined) return { sentence: text.trim(), name }
  }
  return undefined
}

/** The heading under which the first of the cited lines stands. */
function headingOver(text: string, [range]: readonly Lines[]): string {
  const above = text.split('\n', range?.[0] ?? 1).toReversed()
  return above.find(line => /^#{1,6}\s/.test(line)) ?? ''
}

const titleOf = (text: string): string => headingsOf(text.slice(0, 2_000))[0]?.title ?? ''

const whyStray = (word: string | undefined, path: string): string =>
  word === undefined
    ? `It says what ${path} says, but quotes nothing from it.`
    : `A place alone proves only where something stands, and "${word}" does not stand there. Quote the words that say it.`

const TERMS =
  /\b(?:[Ss]cene|[Cc]hapter|[Pp]art|[Aa]ct|[Ss]ection) \d{1,4}\b|["“]([^"“”]{3,80})["”]|\p{Lu}[\p{L}'’]{2,}(?:\s\p{Lu}[\p{L}'’]{2,}){0,3}/gu
const NO_NAME =
  /^(?:The|This|That|These|Those|Its|His|Her|She|They|There|Here|Scenes?|Chapters?|Parts?|Sections?|Lines?|Yes|According|Both|Each|One|Two|Three|First|Last|And|But|For|With|When|After|Before|While|Only|All|None|Its|Our|You|Your|What|Where|Which|How)\s?/
const MAX_TERMS = 12

/** If nothing that the answer names stands in the cited lines, but something does elsewhere in the file, they are the wrong ones. What the file is about as a whole does not count. */
function whereInstead(
  answer: string,
  text: string,
  cited: string,
): { readonly term: string; readonly line: number } | undefined {
  const all = [...answer.slice(0, 2_000).matchAll(TERMS)].map(
    match => match[1] ?? (/\d/.test(match[0]) ? match[0] : match[0].replace(NO_NAME, '')),
  )
  const title = titleOf(text)
  const terms = [...new Set(all)]
    .filter(term => term !== '' && /^\p{Lu}|\d/u.test(term) && findTerm(title, term) === undefined)
    .slice(0, MAX_TERMS)
  const other = otherNumber(terms, text, cited)
  if (other !== undefined) return other
  if (terms.some(term => findTerm(cited, term) !== undefined)) return undefined
  for (const term of terms) {
    const line = findTerm(text, term)
    if (line !== undefined) return { term, line }
  }
  return undefined
}

const NUMBERED = /\b(scene|chapter|part|act|section) (\d{1,4})\b/i

/** The answer speaks of one scene only, the cited lines are headed by another. */
function otherNumber(
  terms: readonly string[],
  text: string,
  cited: string,
): { readonly term: string; readonly line: number } | undefined {
  const numbered = terms.filter(term => NUMBERED.test(term))
  const [heading] = headingsOf(cited.trimStart().slice(0, 400))
  const own = NUMBERED.exec(heading?.title ?? '')
  if (own === null || numbered.length === 0 || numbered.some(term => findTerm(cited, term) !== undefined))
    return undefined
  const line = numbered.map(term => findTerm(text, term)).find(each => each !== undefined)
  return line === undefined ? undefined : { term: numbered[0] ?? '', line }
}

const WORDS = /[\p{L}\p{N}]+/gu
const MOSTLY = 0.7

/** Words beside a place that do not stand there: nearly all of them do, or a name or number does not. Other words may explain it. */
export function isMisquote(said: string, cited: string): boolean {
  const words = said.match(WORDS) ?? []
  if (words.length < 4) return false
  const there = new Set(cited.toLowerCase().match(WORDS) ?? [])
  const missing = words.filter(word => !there.has(word.toLowerCase()))
  if (missing.length === 0) return false
  return missing.length <= words.length * (1 - MOSTLY) || missing.some(word => /\d/.test(word))
}
