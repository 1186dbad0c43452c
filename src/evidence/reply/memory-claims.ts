import { anyOf, inAnyCase } from '../../core/index.ts'
import type { Sentence } from './sentences.ts'

/** A sentence that says that something is remembered or forgotten from now on. */
export type MemoryClaim = {
  readonly claim: string
  /** `kept`: is stored; `promised`: will be; `forgot`: is stored no more. */
  readonly did: 'kept' | 'promised' | 'forgot'
}

const SELF =
  "\\b(?:I|we)(?:'ve| have| had)?(?: (?:just|now|already|also|gladly|successfully|duly|gone ahead and|went ahead and)){0,3}"
const WILL =
  "\\b(?:I|we)(?:'ll| will| shall|'m going to| am going to|'m gonna| promise to)(?: (?:definitely|certainly|always|now|be sure to|make sure to|gladly|happily|also|try to|surely)){0,2}"
/** What is kept of a person between talks, in whatever words. */
const STORE =
  '(?:(?:my |your |the |our |its |long-term |persistent |user |saved ){0,3}(?:memory|memories|profile|preferences|memory bank|knowledge base)|my (?:notes|records)(?: (?:about|on) you)?|what I know about you|file(?= for you|\\W*$))'
const KEPT =
  '(?:saved|stored|kept|added|recorded|noted|logged|put|written|wrote|filed|committed|entered|updated|registered|captured|jotted|tucked|locked|placed|retained)'
const GONE = '(?:forgotten|forgot|deleted|removed|erased|wiped|cleared|purged|dropped|scrubbed)'
const THAT =
  "(?:it|that|this|them|these|those|everything|all (?:of )?(?:it|that|this)|your\\b|the fact\\b|what you\\b|about your\\b|you(?:r|'re| are)?\\b)"

const said = (wording: string): RegExp => inAnyCase(wording)

const FORGOT: readonly RegExp[] = [
  said('\\bnothing (?:about|of) (?:you|it|that|this) is (?:stored|remembered|kept|left|saved|in (?:my )?memory)\\b'),
  said(
    "\\b(?:I|we) (?:no longer|don't) (?:know|remember|have|store) (?:anything|any of (?:it|that)) (?:about you|any ?more)\\b",
  ),
  said(`${SELF} ${GONE}\\b[^.;!?]{0,80}\\bfrom ${STORE}\\b`),
  said(`${SELF} (?:wiped|cleared|erased|purged|emptied|reset) ${STORE}\\b`),
  said(`${SELF} forgotten (?:all about )?${THAT}`),
  said(`\\b(?:gone|deleted|removed|erased|wiped|cleared|purged|dropped) from ${STORE}\\b`),
  said(`\\b${STORE} (?:has been |was |is )?(?:now )?(?:wiped|cleared|erased|emptied|deleted|reset)\\b`),
  said(
    `^\\W*(?:(?:ok|okay|sure|done|right)\\W+)?(?:consider (?:it|that) )?(?:forgotten|(?:it|that)(?:'s| is| has been) (?:now )?forgotten)\\b`,
  ),
  said(
    '\\bich habe (?:es|das|alles)\\b[^.;!?]{0,30}\\bvergessen\\b|\\b(?:aus dem gedächtnis|aus meinem gedächtnis) gelöscht\\b',
  ),
]

const DONE: readonly RegExp[] = [
  said(`${SELF} ${KEPT} ${THAT}[^.;!?]{0,40}? for (?:the future|future|later|next time|our next|another time)\\b`),
  said(
    `\\b(?:is|'s|are|was) (?:now |also )?(?:a )?(?:part of|in|stored in|kept in|saved in|safe in) (?:my|your|the) (?:[\\w-]+ )?(?:memory|memories|profile|memory bank)\\b`,
  ),
  said(`${SELF} ${KEPT}\\b[^.;!?]{0,120}?\\b(?:to|in|into|as part of|under) ${STORE}\\b`),
  said(`${SELF} updated ${STORE}\\b`),
  said(
    `${SELF} (?:remembered|memori[sz]ed|committed (?:it|that|this) to memory)(?: that\\b| ${THAT}|\\s*[.,!;:—-]|\\s*$)`,
  ),
  said(
    `${SELF} (?:made|taken|took|got) (?:a |another )?(?:mental |quick |permanent |short )?note\\b(?! (?:in|of the file|file))`,
  ),
  said(
    `${SELF} (?:got|have) (?:it|that|this|your [^.;!?]{1,40}?) (?:saved|stored|remembered|memori[sz]ed|noted down|on file|in ${STORE})\\b`,
  ),
  said(`\\b(?:has|have|was|were|is|are) (?:now |been |successfully |safely ){0,3}${KEPT} (?:to|in|into) ${STORE}\\b`),
  said(
    `^\\W*(?:(?:ok|okay|done|sure|got it|noted|great)\\W+)?(?:successfully )?${KEPT} (?:[^.;!?]{0,60}? )?(?:to|in|into) ${STORE}\\b`,
  ),
  said(
    `^\\W*(?:(?:ok|okay|done|sure|got it|noted|great)\\W+)?${STORE} (?:has been |was |is |entry )?(?:now |successfully )?(?:updated|saved|stored|recorded|created|added)\\b`,
  ),
  said(`\\b(?:new |a )?(?:memory|memory entry|fact)(?: has been| was)? (?:created|added|saved|stored|recorded)\\b`),
  said(
    `^\\W*(?:(?:ok|okay|done|sure|got it|noted|great|and)\\W+)?(?:remembered|memori[sz]ed|committed to memory)\\b(?! (?:by|as|for|today|in))`,
  ),
  said(
    `\\b(?:it|that|this)(?:'s| is| has been) (?:now )?(?:remembered|memori[sz]ed|stored for (?:later|next|the future|future)|saved for (?:later|next|the future|future))\\b`,
  ),
  said(
    '\\bich habe (?:mir )?(?:es|das|dies|alles)?[^.;!?]{0,40}\\b(?:gemerkt|im gedächtnis gespeichert|gespeichert, dass)\\b|^\\W*(?:ist )?gemerkt\\b',
  ),
  said(
    "\\bj['’]ai (?:bien )?(?:mémorisé|retenu|noté (?:que|cela|ça)|enregistré (?:cela|ça|que))|\\bc['’]est (?:mémorisé|retenu)",
  ),
  said(
    '(?<![\\p{L}])(?:he|hemos) (?:memorizado|recordado|guardado (?:eso|esto|que)|anotado (?:eso|esto|que))(?![\\p{L}])',
  ),
]

const PROMISED: readonly RegExp[] = [
  said(
    "\\b(?:I|we)\\b[^.;!?]{0,40}\\band (?:won't|will not|will never) forget\\b|\\b(?:I|we) (?:will |do )?remember (?:it|that|this) now\\b",
  ),
  said(`${WILL} (?:keep|have|put)\\b[^.;!?]{0,60}? (?:on file|on record|on hand|saved|stored)\\b`),
  said(`${WILL} (?:remember|memori[sz]e|not forget|never forget)\\b`),
  said(`\\b(?:I|we) (?:won't|will not|shall not|'ll never|will never) forget\\b(?! (?:the|how|when) )`),
  said(
    `${WILL} (?:save|store|keep|add|record|note|log|put|file|commit|retain)\\b[^.;!?]{0,80}?\\b(?:to|in|into) ${STORE}\\b`,
  ),
  said(
    `${WILL} (?:save|store|retain|keep|note|record) (?:it|that|this|them)(?: down)? for (?:later|next time|the future|future|our next|another)\\b`,
  ),
  said(`${WILL} make a (?:mental |permanent )?note\\b`),
  said(
    `\\b(?:from now on|next time|in future|in the future|going forward),? (?:I|we)(?:'ll| will) (?:remember|know)\\b`,
  ),
  said(
    '\\bich (?:werde mir das merken|merke mir (?:das|es|dies)|werde (?:es|das) nicht vergessen)\\b|\\bdas merke ich mir\\b',
  ),
  said("\\bje (?:m['’]en souviendrai|me souviendrai|retiendrai|le retiens|m['’]en rappellerai)"),
  said('(?<![\\p{L}])(?:lo recordaré|me acordaré|lo tendré guardado|recordaré que)(?![\\p{L}])'),
]

const DENIED =
  /\b(?:can(?:not|'t| not)|could(?:n't| not)|don't|do not|did(?:n't| not)|won't|will not|would(?:n't| not)?|not|never|if|unless|once|until|when|whether|should|may|might|could|before|to|let me|nothing)\s(?:\w{1,12}\s){0,2}$/i
const CONDITION = /^\W*(?:if|once|when|whenever|unless|should you|as soon as|in case)\b/i
const NOT_FOR_LONG =
  /\b(?:in|for|during|within|throughout) (?:the (?:rest|remainder|duration) of )?(?:this|our|the (?:current|present)) (?:chat|conversation|session|talk|discussion|exchange|thread)\b|\bas (?:long as|far as) (?:we|this)\b/i
/** A file is spoken of: then its receipt counts. */
const OF_FILES =
  /\b(?:files?|folder|disk|document|outline|manuscript|workspace|repo|directory)\b|\b[\w-]+\.(?:md|txt|json|ts|js|py|toml|ya?ml|csv)\b/i

/** What a reply says of its memory. Offers, denials, and what lasts as long as the talk are no claims. */
export function findMemoryClaims(sentences: readonly Sentence[]): readonly MemoryClaim[] {
  return sentences.flatMap(sentence => claimOf(sentence) ?? [])
}

const SPEAKS_OF_IT =
  /remember|memor|\bknow that\b|from now on|forg[eo]t|not(?:e|ed)\b|profile|preferences|saved?\b|stored?\b|record|know about you|kept|keep|gone from|gedächtnis|merk|vergessen|souvien|reten|retien|rappel|recorda|acorda|guarda|anota/i

const mayBeSaid = anyOf([...FORGOT, ...DONE, ...PROMISED])

function claimOf({ text, hidden }: Sentence): MemoryClaim | undefined {
  if (
    !SPEAKS_OF_IT.test(hidden) ||
    !mayBeSaid(hidden.replace(/[’‘ʼ]/g, "'").replace(/[*_`]/g, '')) ||
    /\?["”’)\]*_\s]*$/.test(hidden.slice(-12)) ||
    NOT_FOR_LONG.test(hidden)
  )
    return undefined
  const words = hidden.replace(/[’‘ʼ]/g, "'").replace(/[*_`]/g, '')
  const claim = text.trim()
  if (isSaid(words, FORGOT)) return { claim, did: 'forgot' }
  if (!OF_FILES.test(words) && isSaid(words, DONE)) return { claim, did: 'kept' }
  return isSaid(words, PROMISED) && !CONDITION.test(words) ? { claim, did: 'promised' } : undefined
}

function isSaid(words: string, wordings: readonly RegExp[]): boolean {
  return wordings.some(wording => {
    const at = words.search(wording)
    return at >= 0 && !DENIED.test(words.slice(Math.max(0, at - 36), at))
  })
}
