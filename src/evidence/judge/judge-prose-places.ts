import type { EvidenceFinding } from '../../core/index.ts'
import { findTerm } from '../match/find-term.ts'
import { linesOf } from '../match/line-counter.ts'
import { placePhrases } from '../reply/place-phrases.ts'
import { type Lines, findLines, findMentions } from '../reply/places.ts'
import { claimingSentences } from '../reply/refusal.ts'
import { isCommand } from '../reply/says-of-place.ts'
import type { Sentence } from '../reply/sentences.ts'
import { type Case, finding } from './case.ts'
import { placeName } from './backing.ts'
import type { OpenFile } from './file-shelf.ts'
import { namesOwnCard, withOwner } from './own-card.ts'
import { resolveScope } from './resolve-scope.ts'
import { contentWords, stemOf, stemsOf } from './structural.ts'

const MAX_SENTENCES = 60
const LONGEST = 500
const LARGEST = 400_000 // characters; in longer files nearly every word stands somewhere
const SUPPOSED =
  /\?["”’)\]*_\s]*$|\b(?:if|would|could|should|might|may|can|will|please|add|change|replace|move|insert|not|no|never)\b|n['’]t\b/i

/** "(see card.md, line 9)" in the answer itself: the lines are there, and something of the sentence stands in them if it stands in the file. */
export async function judgeProsePlaces(
  sentences: readonly Sentence[],
  cited: readonly EvidenceFinding[],
  of: Case,
): Promise<readonly EvidenceFinding[]> {
  const findings: EvidenceFinding[] = []
  const placed = sentences
    .slice(0, MAX_SENTENCES)
    .filter(({ text, hidden }) => text.length <= LONGEST && mayPlace(hidden))
  for (const sentence of claimingSentences(placed)) {
    const place = await placeOf(sentence, of)
    const isProved = place !== undefined && !COUNTS.test(sentence.hidden) && isQuotedThere(place, cited)
    const wrong = isProved ? undefined : place && (misplaced(sentence, place) ?? elsewhere(sentence, place, cited))
    if (wrong !== undefined)
      findings.push(finding(sentence.text, 'location_wrong', { because: wrong, file: place?.file.path ?? '' }))
  }
  return findings
}

/** "The first line" may be the one below the title. */
const BY_ORDER = /\b(?:first|second|third|fourth|fifth|last|opening|next) (?:\w+ )?lines?\b/i

/** How far somebody has read. */
const UP_TO =
  /\b(?:as far as|up to|until|till|down to|from) (?:the )?lines? \d|\b(?:I|we)\b[^.;]{0,12}\b(?:stopped|read|reading|got|went|came)\b[^.;]{0,20}\b(?:at|to|with) lines? \d/i

/** "Look at line 12 of scene 1" says what is there, as it says nothing of what shall be. */
const POINTS = /^\W*(?:look|see|check|read|compare|note|cf|go|turn|have a look)\b(?: (?:at|to|up|in))?/i

const mayPlace = (hidden: string): boolean =>
  /:\d|\bl(?:ines?|n)\b/i.test(hidden) &&
  !SUPPOSED.test(hidden) &&
  !BY_ORDER.test(hidden) &&
  !UP_TO.test(hidden) &&
  (POINTS.test(hidden) || !isCommand(hidden))

type Placed = { readonly file: OpenFile; readonly lines: readonly Lines[]; readonly name: string }

/** The one place that the sentence names together with lines. */
async function placeOf({ hidden }: Sentence, of: Case): Promise<Placed | undefined> {
  const files = findMentions(hidden, of.shelf.known).filter(({ isFile }) => isFile)
  const [named, other] = files
  const phrases = placePhrases(withOwner(hidden))
  const lines = [...(named?.lines ?? []), ...findLines(hidden).flatMap(each => each.lines)]
  if (other !== undefined || lines.length === 0 || (named !== undefined && phrases.length > 1)) return undefined
  const found = named === undefined ? undefined : await of.shelf.find(named.path)
  const path = typeof found === 'object' ? found.path : named === undefined ? await onlyPath(phrases, of) : undefined
  const file = path === undefined || lines.length === 0 ? undefined : await of.shelf.open(path)
  return file?.ok === true && file.value.text.length <= LARGEST
    ? { file: file.value, lines, name: named?.path ?? phrases[0] ?? '' }
    : undefined
}

/** How many there are is not proved by where they stand. */
const COUNTS =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b|(?<!\b(?:lines?|scene|chapter)\s|[:-])\b\d+\b/i

/** The words that the line quotes stand in these very lines. */
const isQuotedThere = ({ file, lines }: Placed, cited: readonly EvidenceFinding[]): boolean =>
  cited.some(
    ({ holds, file: path, lines: found }) => holds && path === file.path && lines.some(range => meets(range, found)),
  )

/** "(Scene 1, line 13)" alone credits what stands above it. */
const SAYS =
  /\b(?:is|are|was|were|has|have|says?|reads?|stands?|appears?|occurs?|comes?|found|find|see|saw|given|gives?|shows?|holds?|contains?|located|at|on|in)\b/i

/** A place without a word of its own is the one that the line cites. */
function elsewhere(
  { hidden, quotes }: Sentence,
  { file, lines, name }: Placed,
  cited: readonly EvidenceFinding[],
): string | undefined {
  const places = cited.filter(
    ({ holds, file: path, lines: range }) => holds && path !== undefined && range !== undefined,
  )
  if (
    places.length === 0 ||
    quotes.length > 0 ||
    !SAYS.test(hidden) ||
    contentWords(hidden.replace(name, ' ')).length > 1
  )
    return undefined
  const isCited = places.some(each => each.file === file.path && lines.some(range => meets(range, each.lines)))
  return isCited
    ? undefined
    : `The line cites ${placeName(places[0]?.file ?? '', places[0]?.lines ?? [1, 1])}, not ${placeName(file.path, lines[0] ?? [1, 1])}.`
}

const meets = (range: Lines, other: Lines | undefined): boolean =>
  other !== undefined && range[0] <= other[1] && other[0] <= range[1]

/** Made, wished for, or asked for by the person. */
const NEW =
  /\b(?:creat\w*|new|sav(?:e|ed|ing)|wr(?:ite|ote|itten)|renam\w*|delet\w*|remov\w*|mov(?:e|ed)|add(?:ed)?|https?|example|e\.g)\b/i

/** Whoever has looked names no file that is not there. */
export async function judgeFileNames(sentences: readonly Sentence[], of: Case): Promise<readonly EvidenceFinding[]> {
  if (of.sound.length === 0) return []
  const named = sentences
    .slice(0, MAX_SENTENCES)
    .filter(({ hidden }) => FILE.test(hidden) && !SUPPOSED.test(hidden) && !NEW.test(hidden))
  const findings: EvidenceFinding[] = []
  for (const { text, hidden } of claimingSentences(named)) {
    for (const { path, isFile } of findMentions(hidden, of.shelf.known).slice(0, MAX_NAMED)) {
      const isKnown =
        !isFile ||
        path.includes('*') ||
        (of.request.asked ?? '').includes(path) ||
        (await of.shelf.find(path)) !== 'none'
      if (!isKnown) findings.push(finding(text, 'file_missing', `There is no file ${path}.`))
    }
  }
  return findings
}

const FILE = /\.(?:md|txt|ts|tsx|js|json|csv|ya?ml|toml)\b/
const MAX_NAMED = 8

/** Where longer quotes stand is looked up word for word elsewhere. */
function shortMisplaced(quote: string, lines: readonly Lines[], file: OpenFile): string | undefined {
  const words = quote.trim().replace(/[.,;:!?]+$/, '')
  if (
    words.split(/\s+/).length > 2 ||
    lines.some(range => findTerm(linesOf(file.text, range) ?? '', words) !== undefined)
  )
    return undefined
  const line = findTerm(file.text, words)
  return line === undefined ? undefined : `${JSON.stringify(words)} stands in ${placeName(file.path, [line, line])}.`
}

const isThere = (word: string, stems: ReadonlySet<string>): boolean =>
  stems.has(word.toLowerCase()) || stems.has(stemOf(word))

/** The one file that all of them mean: scene 5, which has none yet, and the outline. */
async function onlyPath(phrases: readonly string[], { shelf }: Case): Promise<string | undefined> {
  const scopes = await Promise.all(phrases.map(phrase => resolveScope(phrase, shelf)))
  const [path, other] = new Set(scopes.flatMap(scope => (scope ?? []).map(part => part.path)))
  return other === undefined ? path : undefined
}

function misplaced({ text, hidden, quotes }: Sentence, { file, lines, name }: Placed): string | undefined {
  const beyond = lines.find(([, last]) => linesOf(file.text, [last, last]) === undefined)
  if (beyond !== undefined) return `${file.path} has no line ${beyond[1]}.`
  const [quote, other] = quotes
  if (quote !== undefined) return other === undefined ? shortMisplaced(quote.words, lines, file) : undefined
  const words = contentWords(hidden.replace(name, ' ').replace(POINTS, ' '))
  const there = stemsOf(lines.map(range => linesOf(file.text, range) ?? '').join('\n'))
  if (words.length === 0 || words.some(word => isThere(word, there))) return undefined
  const all = stemsOf(file.text)
  const title = stemsOf(namesOwnCard(hidden) ? file.text.slice(0, Math.max(0, file.text.indexOf('\n'))) : '')
  const stray = words.find(word => isThere(word, all) && !isThere(word, title))
  const [first] = lines
  return stray === undefined || first === undefined || text === ''
    ? undefined
    : `"${stray}" stands in ${file.path}, but nothing of the sentence does in ${placeName(file.path, first)}.`
}
