import { longPattern } from '../../core/index.ts'
import type { Clause } from '../reading/clauses.ts'
import { asksTo, phrases, says, hasSense } from '../reading/message.ts'
import { type Cue, either, saying, speaking } from './cue.ts'

/** A clause with what many signs ask about it, found out where one asks. */
export class Described implements Clause {
  readonly words: Clause['words']
  readonly bare: Clause['bare']
  readonly said: string
  readonly full: string
  readonly phrases: Clause['phrases']
  readonly allPhrases: Clause['allPhrases']
  readonly form: Clause['form']
  readonly head: string
  readonly headSenses: Clause['headSenses']
  readonly asker: string
  readonly negated: boolean
  readonly senses: Clause['senses']
  readonly person: Clause['person']
  /** A file or folder is named: `notes.md`, `src/`. */
  readonly file: boolean
  /** An address is given. */
  readonly address: boolean
  private isConcept: boolean | undefined

  constructor(clause: Clause) {
    this.phrases = clause.phrases
    this.allPhrases = clause.allPhrases
    this.words = clause.words
    this.bare = clause.bare
    this.said = clause.said
    this.full = clause.full
    this.form = clause.form
    this.head = clause.head
    this.headSenses = clause.headSenses
    this.asker = clause.asker
    this.negated = clause.negated
    this.senses = clause.senses
    this.person = clause.person
    this.file = clause.words.includes('<file>') || clause.words.includes('<folder>')
    this.address = clause.words.includes('<url>')
  }

  /** It names nothing that could only be looked at here or at an address. */
  get plain(): boolean {
    return !this.file && !this.address
  }

  /** It is about something on this machine. */
  get local(): boolean {
    return this.file || hasSense(this, 'file', 'folder', 'screen', 'manuscript', 'machine')
  }

  /** What the person sees now, not a screen as such. */
  get onScreen(): boolean {
    return hasSense(this, 'screen') && ON_SCREEN.test(this.said)
  }

  /** The user's own, or at least a certain one: `my notes`, `the config`. */
  get certain(): boolean {
    return this.person.mine || says(this, ...CERTAIN)
  }

  /** The user, or something of the user's. */
  get own(): boolean {
    return this.person.self || this.person.mine
  }

  /** It is about nobody in this conversation. */
  get everybodys(): boolean {
    return !this.own && !this.person.you
  }

  /** It is about these days. */
  get timely(): boolean {
    return hasSense(this, 'live') || says(this, ...THESE_DAYS)
  }

  /** How something is done in general, as against doing it now. */
  get howTo(): boolean {
    return isQuestion(this) && this.asker !== 'where' && says(this, ...HOW_TO)
  }

  /** What something is or means, as against what is in it: "what is a shell", "what does idempotent mean". */
  get concept(): boolean {
    this.isConcept ??= !this.file && asksForConcept(this)
    return this.isConcept
  }

  /** Either of the two. */
  get general(): boolean {
    return this.howTo || this.concept
  }

  /** What the user did: "did I", "which I bought". */
  get ownPast(): boolean {
    return this.own && OWN_PAST.test(this.said)
  }

  /** What the user likes or usually does. */
  get ownLiking(): boolean {
    return this.own && OWN_LIKING.test(this.said)
  }

  /** A question, or a request to be told, about something that can be looked up. */
  get wantsToKnow(): boolean {
    return (
      this.plain && (isAsked(this) || asksTo(this, 'tell', 'look', 'find') || KNOWING.has(this.head)) && !this.concept
    )
  }

  /** It has a question word: the answer is what is missing. */
  get asksWord(): boolean {
    return ASKING.has(this.asker)
  }

  /** "can you run commands": whether it can be done, not a request to do it. */
  get ability(): boolean {
    return asksForAbility(this)
  }
}

export const isQuestion = ({ form }: Clause): boolean => form === 'question'
/** A question, or some words without a verb. */
export const isAsked = ({ form }: Clause): boolean => form === 'question' || form === 'fragment'

const ON_SCREEN = longPattern()`
     (?:my|the|this|that|on|current|second|main|whole|entire) (?:\S+ )?(?:screen|display|monitor|desktop) (?!name
    |time|protector|saver|size|resolution|brightness)| screenshots? | screen shot 
  `
const OWN_PAST = longPattern()`
     (?:did|have|had|was|were|has) (?:i|we|my|our)\b| i (?:was|had|have (?:been|told|had|lived|\w+ed)|told|said|gave
    |bought|wanted|liked|used|chose|mentioned|ordered|made|asked|saw|took|got|left|went|met|read|wrote
    |(?!supposed)\w+ed) | i did 
  `
const OWN_LIKING = longPattern()`
     i (?:\w+ly )?(?:like|love|hate|prefer|want|think|feel|avoid|need|use|enjoy|own|usually|normally|typically|often
    |always|never|deal|admire|believe|support|occasionally|value|eat|drink|wear|take|see|know) | (?:makes|helps
    |keeps|inspires|motivates|bothers) me 
  `
const KNOWING: ReadonlySet<string> = new Set(['convert', 'recommend', 'suggest', 'pull', 'bring'])
const ASKING: ReadonlySet<string> = new Set(['what', 'who', 'which', 'why', 'how', 'when', 'where'])
const CERTAIN = phrases('the|this|these|that|all|every|any')
const THESE_DAYS =
  phrases(`right now|these days|as of|this week|this month|this year|this morning|this afternoon|this evening
    |this night|this season|this weekend|last week|last month|last year|last morning|last afternoon|last evening
    |last night|last season|last weekend`)
export const TIMELY: Cue = either(speaking('live'), saying(...THESE_DAYS))
export const HOW_TO: readonly string[] =
  phrases(`how do|how does|how can|how could|how would|how should|how to|best way to|when should i|can i|could i|may i
    |should i|is there a way`)

const CONCEPT_LENGTH = 8
const A_KIND = longPattern()`
     what (?:is|are) an? | what an? \S+(?: \S+)? (?:is|does|means|are) | how (?:long|big|many|large|often) (?:should
    |can|could|must) an? 
  `
const MEANING = longPattern()`
     (?:what|which) (?:does|do) .* (?:mean|stand for) | (?:meaning|definition
    |origin) of | difference between | what makes | what causes | is it (?:possible|dangerous|bad|ok|okay|legal
    |safe) to (?!go to|visit|travel|fly|be in|live in|drive)| used for $
    | what does the (?:term|word|phrase) | (?:which|what|what is the) command | what happens (?:when|if) | (?:file
    |image|audio|video) (?:format|type|system|extension)s? 
  `
const IN_GENERAL =
  / (?:usually|typically|generally|normally|in general|on average) | how do (?!i |you |we |they |the |people )/
const WORKING = longPattern()`
     how (?:do|does) .* (?:work|works|fly|form) $| how (?:are|is) .* (?:made|built|formed
    |rated by) | what does \S+(?: \S+)? do $
  `

const ABOUT_MEANING = ['what', 'which', 'meaning', 'definition', 'origin', 'difference']

function asksForConcept(clause: Clause): boolean {
  if (clause.person.mine || clause.person.self) return false
  if (asksTo(clause, 'explain')) return !says(clause, 'this', 'screen')
  if (!isQuestion(clause) && !says(clause, ...ABOUT_MEANING)) return false
  if (MEANING.test(clause.said))
    return (
      !hasSense(clause, 'travel', 'window') &&
      !says(clause, 'this') &&
      (!hasSense(clause, 'screen') || says(clause, 'term', 'word'))
    )
  if (A_KIND.test(clause.said))
    return clause.words.length <= CONCEPT_LENGTH && !hasSense(clause, 'live', 'near', 'review')
  if (!isQuestion(clause)) return false
  if (IN_GENERAL.test(clause.said)) return !hasSense(clause, 'live') && !says(clause, 'you')
  if (clause.asker === 'why') return !hasSense(clause, 'live')
  return WORKING.test(clause.said) ? !says(clause, 'this', 'the', 'my') : isBareWord(clause)
}

/** "what is inflation", "what are closures". */
const isBareWord = (clause: Clause): boolean =>
  clause.words.length === 3 &&
  / what (?:is|are) /.test(clause.said) &&
  !hasSense(clause, 'weather', 'traffic', 'news', 'live')

const ASKS_ABILITY = /^ (?:(?:can|could) you|are you able to|do you have|are you allowed to|do you) /
const ASKS_HABIT = longPattern()`
    ^ do you (?:have (?:access|permission)|store|save|record|log|keep|track
    |remember (?:what|everything) (?:i|we) (?:say|write)) 
  `
const SPECIFIC = / (?:my|the|this|these|all|our|those|me) /

function asksForAbility(clause: Clause): boolean {
  if (!ASKS_ABILITY.test(clause.full)) return false
  if (ASKS_HABIT.test(clause.full)) return true
  return (
    clause.words.length <= 3 &&
    (hasSense(clause, 'web') || (clause.words.at(-1)?.endsWith('s') === true && !SPECIFIC.test(clause.said)))
  )
}
