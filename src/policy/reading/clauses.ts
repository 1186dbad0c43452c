import { isFiller, isNegator, isQuestionWord, startsQuestion, unframe } from './frames.ts'
import { type Person, personIn } from './person.ts'
import { type Sense, knownStem, sensesOf } from './senses.ts'
import type { Token } from './tokens.ts'

type SentenceForm = 'request' | 'question' | 'statement' | 'fragment'

/** A piece of a message that asks for, asks or says one thing. */
export type Clause = {
  /** Without what is only polite. */
  readonly words: readonly Token[]
  /** As it was written. */
  readonly bare: readonly Token[]
  /** The words with a space on both sides, so that whole ones can be looked for. */
  readonly said: string
  /** With everything, as it was written. */
  readonly full: string
  /** Those in `said` and those in `full`. */
  readonly phrases: Phrases
  readonly allPhrases: Phrases
  readonly form: SentenceForm
  /** The verb of a request, in its plain form. */
  readonly head: string
  readonly headSenses: ReadonlySet<Sense>
  /** The question word, or the first word of a question without one: `what`, `is`. */
  readonly asker: string
  /** It says what should not be done. */
  readonly negated: boolean
  /** Of all its words but the verb of the request. */
  readonly senses: ReadonlySet<Sense>
  readonly person: Person
}

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

const AUXILIARIES = words(
  'is are was were am do does did can could will would should shall may might must have has had',
)
const STOPS: ReadonlySet<string> = new Set(['.', '!', '?', ';', ':', '\n'])
const JOINTS = words('and then but so or because')
const PREPOSITIONS = words(
  'in on at for of from as with given considering regarding among during after before by to according',
)
const OTHER_VERBS =
  words(`call refer address forget remind recall use answer speak talk stop quit take pick choose help bring ask think
    try switch solve calculate wait grab capture pull fetch be have do begin join recommend plan learn order name
    draw pay play send post work listen enter click type press mark act dance push rebase checkout stash merge hand
    walk book reserve wake ring tweet buy skip resume shuffle brew rate confirm respond dim turn activate notify
    alert email text`)
const VERB_SENSES: readonly Sense[] = [
  'look',
  'open',
  'go',
  'find',
  'change',
  'make',
  'save',
  'remove',
  'run',
  'start',
  'research',
  'keep',
  'tell',
  'compose',
  'explain',
]

const isVerb = (word: string): boolean =>
  OTHER_VERBS.has(word) || (sensesOf(word).size > 0 && VERB_SENSES.some(sense => sensesOf(word).has(sense)))

export function splitClauses(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const clauses: Token[][] = [[]]
  tokens.forEach((token, index) => {
    const current = clauses.at(-1) ?? []
    if (!isBoundary(tokens, index, current)) return current.push(token)
    if (token === '?') current.push(token)
    return clauses.push(isNegator(token) ? [token] : [])
  })
  return clauses.filter(clause => clause.length > 0)
}

function isBoundary(tokens: readonly Token[], index: number, before: readonly Token[]): boolean {
  const token = tokens[index] ?? ''
  if (token === ',' || JOINTS.has(token)) return beginsClause(tokens, index, before)
  if (token === 'instead' || token === 'rather') return ['of', 'than'].includes(tokens[index + 1] ?? '')
  return token === 'without' || STOPS.has(token)
}

/** A comma or an "and" parts two clauses only if the second one could stand alone. */
function beginsClause(tokens: readonly Token[], index: number, before: readonly Token[]): boolean {
  const joint = tokens[index] ?? ''
  let at = index + 1
  while (isFiller(tokens[at] ?? '')) at++
  const [word = '', next = ''] = [tokens[at], tokens[at + 1]]
  if (word === '') return joint === ','
  if (isQuestionWord(word) || AUXILIARIES.has(word))
    return startsAnew(joint, next) && !PREPOSITIONS.has(before[0] ?? '')
  if (isVerb(word) || isNegator(word)) return true
  return joint !== 'and' && joint !== 'or' && ['i', 'you', 'no', 'my', 'your'].includes(word)
}

const startsAnew = (joint: Token, next: Token): boolean =>
  joint === ',' || joint === 'but' || joint === 'so' || next === 'you' || next === 'i' || next === 'not'

const LONGEST_CLAUSE = 100 // words; nobody asks for one thing in more

export function readClause(raw: readonly Token[]): Clause {
  const asked = raw.at(-1) === '?'
  const bare = (asked ? raw.slice(0, -1) : raw).slice(0, LONGEST_CLAUSE)
  const { rest, framed, negated, embedded, wanted } = unframe(placeLast(bare))
  const phrases = new Phrases(rest)
  const form = wanted ? 'fragment' : formOf(rest, { asked: asked || embedded, framed })
  const head = form === 'request' ? baseForm(rest[0] ?? '') : ''
  return {
    words: rest,
    bare,
    phrases,
    allPhrases: rest.length === bare.length ? phrases : new Phrases(bare),
    said: ` ${rest.join(' ')} `,
    full: ` ${bare.join(' ')} `,
    form,
    head,
    headSenses: sensesOf(head),
    asker: form === 'question' ? (rest.find(isQuestionWord) ?? rest[0] ?? '') : '',
    negated,
    senses: sensesIn(form === 'request' ? rest.slice(1) : rest),
    person: personIn(rest),
  }
}

/** "in notes.md change …" asks the same as "change … in notes.md". */
function placeLast(tokens: readonly Token[]): readonly Token[] {
  const [first = '', second = '', third = ''] = tokens
  return PREPOSITIONS.has(first) && second.startsWith('<') && isVerb(third)
    ? [...tokens.slice(2), first, second]
    : tokens
}

const baseForm = (word: string): string => (isVerb(knownStem(word)) ? knownStem(word) : word)

function sensesIn(tokens: readonly Token[]): ReadonlySet<Sense> {
  const all = new Set<Sense>()
  for (const token of tokens) for (const sense of sensesOf(token)) all.add(sense)
  return all
}

type Marks = { readonly asked: boolean; readonly framed: boolean }
const LONGEST_FRAGMENT = 7
const STATEMENT_STARTS = words('i you we he she they it this that there my your the here')
const SUBJECTS = words('i you we they it he she the my a')

function formOf(tokens: readonly Token[], { asked, framed }: Marks): SentenceForm {
  const [first = '', second = ''] = tokens
  if (startsQuestion(first))
    return !asked && isAside(first, second) && !tokens.slice(1).some(isQuestionWord) ? 'statement' : 'question'
  if (PREPOSITIONS.has(first) && isQuestionWord(second)) return 'question'
  if (AUXILIARIES.has(first) && !isOrder(first, second)) return 'question'
  if (tokens.at(-1) === 'what' && tokens.length > 2) return 'question'
  if (framed || isVerb(first)) return 'request'
  if (
    !STATEMENT_STARTS.has(first) &&
    tokens.some((token, index) => isQuestionWord(token) && AUXILIARIES.has(tokens[index + 1] ?? ''))
  )
    return 'question'
  if (asked || first === 'any') return 'question'
  return tokens.length <= LONGEST_FRAGMENT && !STATEMENT_STARTS.has(first) && !tokens.some(isFinite)
    ? 'fragment'
    : 'statement'
}

const isFinite = (token: Token): boolean => AUXILIARIES.has(token) || token === 'got'

/** "do a search", "have a look": no questions. */
const isOrder = (first: string, second: string): boolean =>
  (first === 'do' && (isVerb(second) || second === 'a' || second === 'an' || second === 'some')) ||
  (first === 'have' && (second === 'a' || second === 'an' || second === 'my'))

/** "when I was young …", "if you ask me", "what a day": no question. */
const isAside = (first: string, second: string): boolean =>
  first === 'if' || (first === 'what' && second === 'a') || (first === 'when' && SUBJECTS.has(second))

const LONGEST_PHRASE = 5

/** Every run of up to five words, for finding phrases. Built at the first question: many clauses get none. */
class Phrases {
  readonly words: readonly Token[]
  private all: ReadonlySet<string> | undefined

  constructor(tokens: readonly Token[]) {
    this.words = tokens
  }

  has(phrase: string): boolean {
    this.all ??= phrasesIn(this.words)
    return this.all.has(phrase)
  }
}

function phrasesIn(tokens: readonly Token[]): ReadonlySet<string> {
  const all = new Set<string>()
  for (let start = 0; start < tokens.length; start++) {
    let phrase = tokens[start] ?? ''
    all.add(phrase)
    const end = Math.min(tokens.length, start + LONGEST_PHRASE)
    for (let at = start + 1; at < end; at++) all.add((phrase = `${phrase} ${tokens[at]}`))
  }
  return all
}
