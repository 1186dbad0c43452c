import { type EvidenceFinding, worded } from '../../core/index.ts'
import { findTerm } from '../match/find-term.ts'
import { NEGATION } from '../reply/absence-frames.ts'
import { statementsOf } from '../reply/clauses.ts'
import { readNumber } from '../reply/number-words.ts'
import { claimingSentences } from '../reply/refusal.ts'
import type { Sentence } from '../reply/sentences.ts'
import { GUESSES } from '../reply/unread-claims.ts'
import { type Case, finding } from './case.ts'
import { knownTexts } from './judge-words.ts'

const MAX_SENTENCES = 60
const VIEW = /\bPOV:\s*([\p{L}'’. -]{2,60})/giu
const VIEWED = worded(
  /\bpoint of view\b|\bPOV\b|\bnarrat|\btold (?:by|from|through)\b|\btells\b|\bviewpoint\b|\bperspective\b|\bthrough the eyes\b|\b(?:speaks|is speaking|voice)\b/i,
)
const NAME = /(?<!^\W{0,6})(?<!\b(?:Mr|Mrs|Ms) )\p{Lu}\p{Ll}{2,}/gu
const NO_NAME = /^(?:Scene|Chapter|The|POV|It|This|Evidence)$/

/** The answer speaks of a point of view, and the cited lines name somebody else's. */
export function otherView(answer: string, cited: string): string | undefined {
  const views = VIEWED.test(answer) ? [...cited.matchAll(VIEW)].map(match => (match[1] ?? '').trim()) : []
  const isNamed = views.some(view =>
    view.split(/\s+/).some(name => findTerm(answer.slice(0, 2_000), name) !== undefined),
  )
  return views.length === 0 ||
    isNamed ||
    !/\p{Lu}\p{L}{2,}(?=['’]s\b|[.\s])/u.test(answer.replace(/\b(?:Scene|The|POV|It|This)\b/g, ''))
    ? undefined
    : views.join(', ')
}

const SCENE = /\b(?:scene|chapter) (\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten)\b/gi

/** Who tells a scene, by its number, is held against the headings that say so. */
export async function judgeViews(sentences: readonly Sentence[], of: Case): Promise<readonly EvidenceFinding[]> {
  const told = claimingSentences(
    sentences.slice(0, MAX_SENTENCES).filter(({ hidden }) => VIEWED.test(hidden) && hidden.search(SCENE) >= 0),
  )
    .flatMap(statementsOf)
    .filter(({ hidden }) => VIEWED.test(hidden) && !NEGATION.test(hidden) && !GUESSES.test(hidden))
  if (told.length === 0) return []
  const headings = (await knownTexts(of)).flatMap(text => text.match(/^#.{0,200}\bPOV:.{0,80}$/gm) ?? [])
  return told.flatMap(({ text, hidden }) => {
    const [number, other] = [...hidden.matchAll(SCENE)].map(match => match[1] ?? '')
    const names = (hidden.match(NAME) ?? []).filter(name => !NO_NAME.test(name))
    if (number === undefined || other !== undefined || names.length === 0) return []
    const named = new RegExp(
      `\\b(?:scene|chapter) ${/^\d/.test(number) ? Number(number) : (readNumber(number) ?? 0)}\\b`,
      'i',
    )
    const views = headings.filter(heading => named.test(heading)).map(heading => heading.slice(heading.search(/POV:/)))
    return views.length === 0 || views.some(view => names.some(name => view.includes(name)))
      ? []
      : [finding(text, 'quote_contradicts', `The heading says ${views[0] ?? ''}`)]
  })
}
