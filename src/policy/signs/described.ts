import type { Clause } from '../reading/clauses.ts'
import { asksTo, says, speaksOf } from '../reading/message.ts'

/** A clause with what many signs ask about it, found out once. */
export type Described = Clause & {
  /** A file or folder is named: `notes.md`, `src/`. */
  readonly file: boolean
  /** It names nothing that could only be looked at here or at an address. */
  readonly plain: boolean
  /** It is about something on this machine. */
  readonly local: boolean
  /** What the person sees now, not a screen as such. */
  readonly onScreen: boolean
  /** The user's own, or at least a certain one: `my notes`, `the config`. */
  readonly certain: boolean
  /** The user, or something of the user's. */
  readonly own: boolean
  /** Nobody in this conversation is what it is about. */
  readonly everybodys: boolean
  /** It is about these days. */
  readonly timely: boolean
  /** How something is done in general, as against doing it now. */
  readonly howTo: boolean
  /** What something is or means, as against what is in it: "what is a shell", "what does idempotent mean". */
  readonly concept: boolean
  /** Either of the two. */
  readonly general: boolean
  /** What the user did: "did I", "which I bought". */
  readonly ownPast: boolean
  /** What the user likes or usually does. */
  readonly ownLiking: boolean
  /** A question, or a request to be told, about something that can be looked up. */
  readonly wantsToKnow: boolean
  /** It has a question word: the answer is what is missing. */
  readonly asksWord: boolean
  /** "can you run commands": whether it can be done, not a request to do it. */
  readonly ability: boolean
}

export const isQuestion = ({ form }: Clause): boolean => form === 'question'
/** A question, or some words without a verb. */
export const isAsked = ({ form }: Clause): boolean => form === 'question' || form === 'fragment'

export function describe(clause: Clause): Described {
  const { words, said, full, phrases, allPhrases, form, head, headSenses, asker, negated, senses, person } = clause
  const file = says(clause, '<file>', '<folder>')
  const howTo = isQuestion(clause) && clause.asker !== 'where' && HOW_TO.test(said)
  const concept = !file && isConcept(clause)
  const own = person.self || person.mine
  return {
    // Written out: a spread of so many fields takes longer than finding them out.
    words,
    said,
    full,
    phrases,
    allPhrases,
    form,
    head,
    headSenses,
    asker,
    negated,
    senses,
    person,
    file,
    plain: !file && !says(clause, '<url>'),
    local: file || speaksOf(clause, 'file', 'folder', 'screen', 'manuscript', 'machine'),
    onScreen: speaksOf(clause, 'screen') && ON_SCREEN.test(said),
    certain: person.mine || CERTAIN.test(said),
    own,
    everybodys: !own && !person.you,
    timely: speaksOf(clause, 'live') || TIMELY.test(said),
    howTo,
    concept,
    general: howTo || concept,
    ownPast: own && OWN_PAST.test(said),
    ownLiking: own && OWN_LIKING.test(said),
    wantsToKnow:
      !concept &&
      !file &&
      !says(clause, '<url>') &&
      (isAsked(clause) || asksTo(clause, 'tell', 'look', 'find') || KNOWING.has(clause.head)),
    asksWord: ASKING.has(asker),
    ability: isAbility(clause),
  }
}

const ON_SCREEN =
  / (?:my|the|this|that|on|current|second|main|whole|entire) (?:\S+ )?(?:screen|display|monitor|desktop) (?!name|time|protector|saver|size|resolution|brightness)| screenshots? | screen shot /
const OWN_PAST =
  / (?:did|have|had|was|were|has) (?:i|we|my|our)\b| i (?:was|had|have (?:been|told|had|lived|\w+ed)|told|said|gave|bought|wanted|liked|used|chose|mentioned|ordered|made|asked|saw|took|got|left|went|met|read|wrote|(?!supposed)\w+ed) | i did /
const OWN_LIKING =
  / i (?:\w+ly )?(?:like|love|hate|prefer|want|think|feel|avoid|need|use|enjoy|own|usually|normally|typically|often|always|never|deal|admire|believe|support|occasionally|value|eat|drink|wear|take|see|know) | (?:makes|helps|keeps|inspires|motivates|bothers) me /
const KNOWING: ReadonlySet<string> = new Set(['convert', 'recommend', 'suggest', 'pull', 'bring'])
const ASKING: ReadonlySet<string> = new Set(['what', 'who', 'which', 'why', 'how', 'when', 'where'])
const CERTAIN = / (?:the|this|these|that|all|every|any) /
const TIMELY = / (?:right now|(?:this|last) (?:week|month|year|morning|afternoon|evening|night|season|weekend)|these days|as of) /
const HOW_TO = / how (?:do|does|can|could|would|should|to) | best way to | when should i | (?:can|could|may|should) i | is there a way /

const CONCEPT_LENGTH = 8
const A_KIND =
  / what (?:is|are) an? | what an? \S+(?: \S+)? (?:is|does|means|are) | how (?:long|big|many|large|often) (?:should|can|could|must) an? /
const MEANING =
  / (?:what|which) (?:does|do) .* (?:mean|stand for) | (?:meaning|definition|origin) of | difference between | what makes | what causes | is it (?:possible|dangerous|bad|ok|okay|legal|safe) to (?!go to|visit|travel|fly|be in|live in|drive)| used for $| what does the (?:term|word|phrase) | (?:which|what|what is the) command | what happens (?:when|if) | (?:file|image|audio|video) (?:format|type|system|extension)s? /
const IN_GENERAL = / (?:usually|typically|generally|normally|in general|on average) | how do (?!i |you |we |they |the |people )/
const WORKING =
  / how (?:do|does) .* (?:work|works|fly|form) $| how (?:are|is) .* (?:made|built|formed|rated by) | what does \S+(?: \S+)? do $/

const ABOUT_MEANING = ['what', 'which', 'meaning', 'definition', 'origin', 'difference']

function isConcept(clause: Clause): boolean {
  if (clause.person.mine || clause.person.self) return false
  if (asksTo(clause, 'explain')) return !says(clause, 'this', 'screen')
  if (!isQuestion(clause) && !says(clause, ...ABOUT_MEANING)) return false
  if (MEANING.test(clause.said))
    return !speaksOf(clause, 'travel', 'window') && !says(clause, 'this') && (!speaksOf(clause, 'screen') || says(clause, 'term', 'word'))
  if (A_KIND.test(clause.said)) return clause.words.length <= CONCEPT_LENGTH && !speaksOf(clause, 'live', 'near', 'review')
  if (!isQuestion(clause)) return false
  if (IN_GENERAL.test(clause.said)) return !speaksOf(clause, 'live') && !says(clause, 'you')
  if (clause.asker === 'why') return !speaksOf(clause, 'live')
  return WORKING.test(clause.said) ? !says(clause, 'this', 'the', 'my') : isBareWord(clause)
}

/** "what is inflation", "what are closures". */
const isBareWord = (clause: Clause): boolean =>
  clause.words.length === 3 && / what (?:is|are) /.test(clause.said) && !speaksOf(clause, 'weather', 'traffic', 'news', 'live')

const ASKS_ABILITY = /^ (?:(?:can|could) you|are you able to|do you have|are you allowed to|do you) /
const ASKS_HABIT =
  /^ do you (?:have (?:access|permission)|store|save|record|log|keep|track|remember (?:what|everything) (?:i|we) (?:say|write)) /
const SPECIFIC = / (?:my|the|this|these|all|our|those|me) /

function isAbility(clause: Clause): boolean {
  if (!ASKS_ABILITY.test(clause.full)) return false
  if (ASKS_HABIT.test(clause.full)) return true
  return (
    clause.words.length <= 3 && (speaksOf(clause, 'web') || (clause.words.at(-1)?.endsWith('s') === true && !SPECIFIC.test(clause.said)))
  )
}
