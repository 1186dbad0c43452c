import type { EvidenceFinding } from '../../core/index.ts'
import { findTerm } from '../match/find-term.ts'
import { clausesOf } from '../reply/clauses.ts'
import { claimingSentences } from '../reply/refusal.ts'
import { isOfTalk } from '../reply/says-of-place.ts'
import type { Sentence } from '../reply/sentences.ts'
import { outputOf } from './backing.ts'
import { type Case, finding } from './case.ts'

const MAX_FILES = 20
const MAX_SENTENCES = 200
const MOST = 6
const MOST_READ = 2_000_000 // characters; more would keep everybody waiting

/** Made up, offered or glossed by the one who answers, or said of the talk itself. */
const NOT_QUOTED =
  /\b(?:could|should|would|might|may|suggest\w*|propos\w*|try|change|replac\w+|rewrit\w+|rephras\w+|instead|example|e\.g|consider|add|such as|imagine|perhaps|maybe|title|call it|possible|drafts?|versions?|revised|alternatives?|better|rather than|something like|sketch|how about|options?|rewritten|new|rename|retitle|so-called|sort of|kind of|in the sense|as it were|term for|what (?:I|one) (?:would )?call|means?|meaning|meant|sense of|stands? for|short for|idiom|metaphor\w*|search(?:ed|es|ing)?|grep\w*|quer\w+|looked for|lookup|hits?|match(?:es)?)\b/i
const DENIED =
  /\b(?:not|never|no|nor|neither|nowhere|without|rather than|isn['’]t|doesn['’]t|don['’]t|didn['’]t|wasn['’]t|aren['’]t|missing|absent|lacks?|avoids?|omits?|skips?|instead of)\b/i
const WORDS = /^[\p{L}][\p{L}\p{N}'’-]*(?:\s[\p{L}\p{N}'’-]+)?$/u

/** One or two words in quote marks, said of the files: they stand in one of those that were read, or in what the person wrote. */
export async function judgeShortQuotes(
  sentences: readonly Sentence[],
  missing: ReadonlySet<string>,
  of: Case,
): Promise<readonly EvidenceFinding[]> {
  const quoting = claimingSentences(sentences.slice(0, MAX_SENTENCES).filter(({ quotes }) => quotes.length > 0))
    .flatMap(clausesOf)
    .filter(({ hidden }) => !NOT_QUOTED.test(hidden) && !isOfTalk(hidden) && !DENIED.test(hidden))
  const quotes = quoting.flatMap(({ quotes: each }) => each.map(({ words }) => words.trim().replace(/[.,!?;:…]+$/, '')))
  const short = [...new Set(quotes)]
    .filter(words => words.length >= 3 && WORDS.test(words) && !missing.has(words))
    .slice(0, 20)
  if (short.length === 0) return []
  const texts = await knownTexts(of)
  if (texts.reduce((sum, text) => sum + text.length, 0) > MOST_READ) return []
  const strays = short.filter(words => texts.every(text => findTerm(text, words) === undefined))
  return strays
    .slice(0, MOST)
    .map(words =>
      finding(`"${words}"`, 'quote_not_found', `${JSON.stringify(words)} stands in none of the files that were read.`),
    )
}

/** All that the answer can have its words from. */
export async function knownTexts({ shelf, sound, request }: Case): Promise<readonly string[]> {
  const opened = await Promise.all(shelf.known.slice(0, MAX_FILES).map(path => shelf.open(path)))
  const files = opened.flatMap(file => (file.ok ? [file.value.text] : []))
  const shown = sound.map(({ receipt }) => `${JSON.stringify(receipt.inputs)} ${outputOf(receipt)}`)
  return [...files, ...shown, shelf.known.join('\n'), request.asked ?? '']
}
