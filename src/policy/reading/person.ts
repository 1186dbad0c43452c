import type { Token } from './tokens.ts'

/** Whom a clause is about. */
export type Person = {
  /** Something of the user's own: `my`, `our`. */
  readonly mine: boolean
  /** The user as someone who does or is something, not as someone who asks: `did I`, `which I bought`, `helps me`. */
  readonly self: boolean
  /** The one who is asked. */
  readonly you: boolean
}

const set = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const MINE = set('my mine our ours myself')
/** "our purpose" is everybody's. */
const EVERYBODYS = set('purpose reason existence being place species planet universe world meaning lives time')
/** "can I", "should I", "if I": who asks, not what is asked about. */
const BEFORE_ASKING_I = set('can could may should shall might must will if when where until')
const AFTER_ASKING_I = set('need board')
/** "which I can find", "until I get there". */
const AFTER_I = set('could should may might be able boil bake roast fry steam grill')
/** "what I can ask", "which I can find": nothing of the user's own. */
const CAN_DO = set('ask find get buy go do see use eat visit say expect')
/** "tell me", "near me": no fact about the user. */
const BEFORE_IDLE_ME = set(
  'tell give show let help send read get find make bring ask teach remind walk hand for with near around to from ' +
    'at give write excuse take lend pick recommend suggest want call assist serve support wake alert notify love ' +
    'know about',
)

export function personIn(words: readonly Token[]): Person {
  let [mine, self, you] = [false, false, false]
  words.forEach((word, index) => {
    const before = words[index - 1] ?? ''
    if (MINE.has(word)) mine ||= !(word === 'our' && EVERYBODYS.has(words[index + 1] ?? '')) && !isPlace(words, index)
    else if (word === 'i') self ||= isActing(words, index)
    else if (word === 'we') self ||= before === 'did' || before === 'have' || before === 'had' || before === 'were'
    else if (word === 'me')
      self ||= (!BEFORE_IDLE_ME.has(before) || (before === 'make' && index > 1)) && !words.includes('you')
    else if (word === 'you' || word === 'your' || word === 'yourself' || word === 'yours') you = true
  })
  return { mine, self, you }
}

/** "am I going to hit traffic" asks about the traffic. */
const HITS = set('hit need get run make be see')
const HABIT = set(
  'usually normally typically often generally like prefer feel spend stay balance decide handle cope relax ' +
    'manage deal unwind celebrate',
)

const TOWARDS = set('in near around to from at for on within outside')
const PLACES = set(
  'area neighborhood neighbourhood town city hometown location region state country street home house work ' +
    'office way route commute place',
)
/** "in my area", "on my way to work": where, not whose. */
const isPlace = (words: readonly Token[], index: number): boolean =>
  TOWARDS.has(words[index - 1] ?? '') && (PLACES.has(words[index + 1] ?? '') || PLACES.has(words[index + 2] ?? ''))

function isActing(words: readonly Token[], index: number): boolean {
  const [before = '', after = '', third = ''] = [words[index - 1], words[index + 1], words[index + 2]]
  if (
    BEFORE_ASKING_I.has(before) ||
    AFTER_I.has(after) ||
    (after === 'can' && CAN_DO.has(third)) ||
    (before === 'am' && after === 'going' && HITS.has(words[index + 3] ?? '')) ||
    (after === 'get' && (third === 'to' || third === 'there' || third === 'home'))
  )
    return false
  if (words[index - 2] === 'how' && (before === 'do' || before === 'would') && !HABIT.has(after)) return false
  return !(before === 'do' && (AFTER_ASKING_I.has(after) || (after === 'have' && third === 'to')))
}
