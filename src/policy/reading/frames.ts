import type { Token } from './tokens.ts'

/** What is left of a clause without what people say around it, and what that says about the rest. */
export type Unframed = {
  readonly rest: readonly Token[]
  /** Somebody is asked to do it. */
  readonly framed: boolean
  /** It is said not to be done. */
  readonly negated: boolean
  /** A question inside another: "do you know where …". */
  readonly embedded: boolean
  /** A thing that is wanted: "I am looking for …". */
  readonly wanted: boolean
}

type Frame = readonly string[]
/** By their first words. */
type Frames = ReadonlyMap<string, readonly Frame[]>

function frames(text: string): Frames {
  const all = new Map<string, Frame[]>()
  for (const written of text.trim().split(/[|\n]/)) {
    const frame = written.trim().split(' ')
    const [first = ''] = frame
    all.set(first, [...(all.get(first) ?? []), frame])
  }
  return all
}

/** Before a verb. The longer one stands before the shorter. */
const REQUESTS = frames(`
would you be able to|could you be so kind and|it would be great if you could|i was hoping you could|would you mind
do you mind|is it possible to|i would like you to|i would like for you to|i would love for you to|i would like to
i would love to|i want you to|i need you to|i want to|i need to|i wish to|i am trying to|can you help me
could you help me|help me to|help me|can you go ahead and|could you go ahead and|go ahead and|can you|could you
would you|will you|can we|could we|let us|you should|you must|you can|you will|you shall|are you able to|make sure to
make sure you|from now on|in future|in the future|going forward|moving forward|from here on|henceforth|how about
what if|why do not you|why not|be sure to|try to|feel free to|your task is to|i would appreciate if you|go and
i will have you`)

/** Before a question; where no question follows, they ask to be told. */
const ASIDES = frames(`
do you happen to know|do you know|can you tell me|could you tell me|tell me|i want to know|i would like to know
i need to know|i would love to know|any idea|i wonder|i was wondering|let me know|find out|let me see|any clue
are you aware|figure out|do you remember|can you remember|show me|have you any idea|have i told you|did i tell you
is it true|know|see|say|check|guess|remember|remind me|recall|explain|look up|can you say`)
const TOLD = new Set([
  'let me know',
  'i want to know',
  'i need to know',
  'i would like to know',
  'i would love to know',
  'do you know',
  'do you happen to know',
  'know',
])

/** Before a thing. */
const WANTS = frames(
  'i am looking for|i was looking for|looking for|i need|i want|i would like|how about|what about|i am in the mood for',
)
const ARTICLES = new Set([
  'a',
  'an',
  'the',
  'some',
  'any',
  'more',
  'good',
  'current',
  'latest',
  'directions',
  'information',
  'info',
  'reviews',
  'news',
  'weather',
  'traffic',
  'prices',
  'flights',
])

const FILLERS: ReadonlySet<string> = new Set(
  `please ok okay so well now just also then and but hey hi hello oh um kindly quickly actually maybe first next
    finally again alright right great thanks btw or because yo dear sir simply anyway wow hmm yeah yes cool`.split(
    /\s+/,
  ),
)
export const isFiller = (word: string): boolean => FILLERS.has(word)

/** "start calling …" asks to call. */
const CONTINUING: ReadonlySet<string> = new Set(['start', 'begin', 'continue', 'keep'])

const NEGATORS: ReadonlySet<string> = new Set(['without', 'never', 'instead', 'rather', 'not'])
export const isNegator = (word: string): boolean => NEGATORS.has(word)

const QUESTION_WORDS: ReadonlySet<string> = new Set([
  'what',
  'which',
  'who',
  'whom',
  'whose',
  'when',
  'where',
  'why',
  'how',
])
export const isQuestionWord = (word: string): boolean => QUESTION_WORDS.has(word)
export const startsQuestion = (word = ''): boolean => QUESTION_WORDS.has(word) || word === 'if' || word === 'whether'

const startsWith = (tokens: readonly Token[], frame: Frame): boolean =>
  frame.every((word, index) => tokens[index] === word)
const framesOf = (all: Frames, tokens: readonly Token[]): readonly Frame[] => all.get(tokens[0] ?? '') ?? NO_FRAMES
const NO_FRAMES: readonly Frame[] = []

/** Takes off one frame after the other, as long as something is left. */
export function unframe(tokens: readonly Token[]): Unframed {
  let all: Unframed = { rest: tokens, framed: false, negated: false, embedded: false, wanted: false }
  for (;;) {
    const next = stripOnce(all.rest)
    if (next === undefined || next.rest.length === 0) return all
    all = {
      rest: next.rest,
      framed: all.framed || next.framed === true,
      negated: all.negated || next.negated === true,
      embedded: all.embedded || next.embedded === true,
      wanted: all.wanted || next.wanted === true,
    }
    if (next.wanted === true || next.told === true) return all
  }
}

type Stripped = { readonly rest: readonly Token[] } & Partial<Omit<Unframed, 'rest'>> & { readonly told?: boolean }

function stripOnce(tokens: readonly Token[]): Stripped | undefined {
  const [first = '', second = ''] = tokens
  if (FILLERS.has(first)) return { rest: tokens.slice(1), framed: first === 'please' && !startsQuestion(second) }
  if ((first === 'never' && second === 'forget') || (first === 'do' && second === 'not' && tokens[2] === 'forget'))
    return { rest: ['remember', ...tokens.slice(first === 'never' ? 2 : 3)], told: true, framed: true }
  if (CONTINUING.has(first) && second.endsWith('ing')) return { rest: tokens.slice(1), framed: true }
  if (first === 'do' && second === 'not') return { rest: tokens.slice(2), framed: true, negated: true }
  if (first === 'no' && second === 'need')
    return { rest: tokens.slice(tokens[2] === 'to' ? 3 : 2), framed: true, negated: true }
  if (NEGATORS.has(first))
    return { rest: tokens.slice(second === 'of' || second === 'than' ? 2 : 1), framed: true, negated: true }
  return stripAside(tokens) ?? stripWant(tokens) ?? stripRequest(tokens)
}

function stripAside(tokens: readonly Token[]): Stripped | undefined {
  const aside = framesOf(ASIDES, tokens).find(each => startsWith(tokens, each))
  if (aside === undefined) return undefined
  const rest = tokens.slice(aside.length)
  if (startsQuestion(rest[0])) return { rest, embedded: true }
  return TOLD.has(aside.join(' ')) && rest.length > 0
    ? { rest: ['tell', 'me', ...rest], framed: true, told: true }
    : undefined
}

function stripRequest(tokens: readonly Token[]): Stripped | undefined {
  const frame = framesOf(REQUESTS, tokens).find(each => startsWith(tokens, each))
  return frame && { rest: tokens.slice(frame.length), framed: true }
}

function stripWant(tokens: readonly Token[]): Stripped | undefined {
  const frame = framesOf(WANTS, tokens).find(
    each => startsWith(tokens, each) && ARTICLES.has(tokens[each.length] ?? ''),
  )
  return frame && { rest: tokens.slice(frame.length), wanted: true }
}
