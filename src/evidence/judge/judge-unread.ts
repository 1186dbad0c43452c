import type { EvidenceFinding } from '../../core/index.ts'
import { clausesOf } from '../reply/clauses.ts'
import { mayHoldPhrase, placePhrases } from '../reply/place-phrases.ts'
import { findMentions } from '../reply/places.ts'
import type { Sentence } from '../reply/sentences.ts'
import { announcesPlace, maySayOfPlace, namesPlace, withoutOrder } from '../reply/says-of-place.ts'
import { type Case, finding, shorten } from './case.ts'
import { isGiven, isHeaded, isSeen } from './judge-named.ts'
import { namesOwnCard, withOwner } from './own-card.ts'
import { resolveScope } from './resolve-scope.ts'

const MAX_SENTENCES = 100
const MAX_PLACES = 6
const PASTED = 300 // characters; a message that long may hold the text that is spoken of

/**
 * A plain statement about a place of the workspace is presumed to come from it, whatever its words: the place must have been read, searched,
 * shown or cited. What is no plain statement is told by its form: see says-of-place.ts.
 */
export async function judgeUnread(
  sentences: readonly Sentence[],
  told: readonly EvidenceFinding[],
  of: Case,
): Promise<readonly EvidenceFinding[]> {
  const findings: EvidenceFinding[] = []
  const files = new Set(told.flatMap(({ file }) => file ?? []))
  const fallen = new Set(told.filter(({ holds }) => !holds).map(({ claim }) => claim))
  const isAny = hasReadAny(of)
  for (const plain of withTopics(sentences.slice(0, MAX_SENTENCES))) {
    const carded = withCard(plain)
    const sentence = mayNameFolder(carded, of) ? await withFolder(carded, of) : carded
    const { text, hidden } = sentence
    if ((isAny && !mayNamePlace(hidden)) || !namesPlace(hidden)) continue
    const stated = clausesOf(sentence).filter(clause => maySayOfPlace(clause.hidden))
    if (stated.length === 0 || (fallen.size > 0 && fallen.has(shorten(text))) || isGiven(text, of)) continue
    const unread = await unreadPlace(stated.map(clause => withoutOrder(clause.hidden)).join('; '), files, of)
    if (unread !== undefined) findings.push(finding(text, 'tool_claim_unbacked', unread))
  }
  return findings
}

/** Who has read or been given anything is asked only for the very places that he names. */
const hasReadAny = ({ request: { asked, sources }, sound }: Case): boolean =>
  (asked?.length ?? 0) > PASTED || sound.length + sources.written.size > 0

const ANSWERS_NOTHING =
  /^\W*(?:yes|no|sure|of course|okay|ok|got it|understood|right|fine|good|great|certainly|absolutely)\b/i
const LEAST_SAID = 4

/** "The outline? Five scenes, three of them drafted.": the second is said of the first. */
function withTopics(sentences: readonly Sentence[]): readonly Sentence[] {
  return sentences.map((sentence, index) => {
    const topic = sentences[index - 1]
    const isTopic = topic !== undefined && announcesPlace(topic.hidden) && !namesPlace(sentence.hidden)
    if (!isTopic || ANSWERS_NOTHING.test(sentence.hidden) || sentence.hidden.trim().split(/\s+/).length < LEAST_SAID)
      return sentence
    const hidden = `${placePhrases(topic.hidden)[0] ?? topic.hidden.replace(/\?\s*$/, '')}: ${sentence.hidden}`
    return { text: sentence.text, hidden, quotes: [] }
  })
}

/** "Ruben is thirty-four, his card says" */
const withCard = (sentence: Sentence): Sentence =>
  namesOwnCard(sentence.hidden) ? { text: sentence.text, hidden: withOwner(sentence.hidden), quotes: [] } : sentence

const mayNameFolder = ({ hidden }: Sentence, { sound }: Case): boolean => sound.length === 0 && hidden.includes('/')

/** "There are three files in Story/Scenes", if there is such a folder */
async function withFolder(sentence: Sentence, of: Case): Promise<Sentence> {
  const folder = findMentions(sentence.hidden).find(({ isFile }) => !isFile)
  if (folder === undefined || ((await resolveScope(folder.path, of.shelf)) ?? []).length === 0) return sentence
  return { text: sentence.text, hidden: sentence.hidden.replace(folder.path, 'the folder'), quotes: [] }
}

/** Without one of these neither a phrase nor a kind is found. */
const mayNamePlace = (hidden: string): boolean => mayHoldPhrase(hidden) || /compendium/i.test(hidden)

/** All of a kind: one that was read will do. */
const KINDS = /\b(?:the|your|all|both) (?:\p{Ll}+ )?(?:cards|sheets|profiles|compendium)\b/giu

async function unreadPlace(hidden: string, cited: ReadonlySet<string>, of: Case): Promise<string | undefined> {
  for (const phrase of [...placePhrases(hidden), ...(hidden.match(KINDS) ?? [])].slice(0, MAX_PLACES)) {
    const found = ((await resolveScope(phrase, of.shelf)) ?? []).map(({ path }) => path)
    const paths = found.length > 1 && / file\b/.test(phrase) ? [] : found // "the old file" is called so by nobody else
    if (paths.length > 0 && !paths.some(path => cited.has(path) || isSeen(path, of)) && !(await isHeaded(phrase, of)))
      return `It says something of ${paths[0] ?? phrase}, and no receipt of this session says that it was read.`
  }
  return hasReadAny(of)
    ? undefined
    : 'It says what stands in the workspace, and nothing of it was read in this session.'
}
