import { type Message, asksTo, hasSense, phrases, says, saysAtAll } from '../reading/message.ts'
import { anything, askingFor, askingTo, either, saying, sayingAtAll, speaking } from './cue.ts'
import { type Described, isQuestion } from './described.ts'
import { isOwnList } from './own-list.ts'
import { type Sign, signsOf } from './sign.ts'

const keep = signsOf('memory_write')

const REMINDERS = phrases('remind me to|remind me that|remind me about|remind me at|a reminder')
const KEPT_BY_ME = phrases('your memory|you know about|your notes|what you know|you remember')
const FUTURE =
  phrases(`from now on|from today on|going forward|moving forward|in future|in the future|henceforth|from here on
    |from this point|always|next time i|next time you|next time we|every time`)

const RENAMING: ReadonlySet<string> = new Set(
  `change set update make use rename switch give go answer respond correct replace modify adjust take choose pick
  call`.split(/\s+/),
)
const GIVES_NAME =
  phrases(`my name is|your name is|my nickname is|your nickname is|my name should be|your name should be
    |my name will be|your name will be|your name shall be|my name to|your name to|my new name is|your new name is
    |is my new name|is your new name|is your name now|name is now|day forward your name|changed my name|name i want
    |name i would like|i go by|known as|be called|prefer to go by|renaming you|go by the name|use the name`)
const ATTRIBUTES = phrases(
  `my address|my phone|my number|my email|my job|my birthday|my age|my preference|my preferences|my location|my diet`,
)
const MAY_BE_ASKED =
  phrases(`my name be|your name be|my new name be|your new name be|change your name|change my name|name you|rename you
  |give you a|go by`)
const ANSWERING = /^ (?:answer|respond) to | go by /
const NO_ANSWER = phrases('question|questions|this|me|email|it|that|them')
const ANSWERING_LENGTH = 4

const NAMES = phrases(
  'my name|your name|my nickname|your nickname|my username|your username|my handle|my new name|your new name',
)
const CHANGING = phrases('to|as|change|changed|changing|be|from')
const PRAISE: ReadonlySet<string> = new Set(
  'nice cool funny weird beautiful pretty strange great good stupid lovely silly'.split(' '),
)

/** A name that is spoken of as something to be changed; who asks for it or likes it changes nothing. */
const speaksOfNewName = (c: Described): boolean =>
  says(c, ...NAMES) &&
  says(c, ...CHANGING) &&
  !asksTo(c, 'tell') &&
  !saysAtAll(c, 'like your name', 'love your name', 'know your name')

/** One of these stands wherever `isRenaming` finds something. */
const NEW_NAME = either(
  sayingAtAll('changing it to', 'change it to', ...MAY_BE_ASKED, ...GIVES_NAME),
  saying(...NAMES, ...ATTRIBUTES, 'name', 'nickname', 'answer to', 'respond to', 'go by'),
  askingTo('use'),
)

function isRenaming(c: Described, { clauses }: Message): boolean {
  const last = c.words.at(-1) ?? ''
  if (last === 'what' || PRAISE.has(last)) return false
  if (saysAtAll(c, 'changing it to', 'change it to') && clauses.some(other => says(other, ...NAMES))) return true
  if (isQuestion(c))
    return !c.asksWord && saysAtAll(c, ...MAY_BE_ASKED) && saysAtAll(c, 'can', 'could', 'may', 'will', 'would')
  return saysAtAll(c, ...GIVES_NAME) || speaksOfNewName(c) || (c.form === 'request' && asksForName(c))
}

function asksForName(c: Described): boolean {
  if (says(c, 'give me', 'tell me')) return false
  if (says(c, 'nickname')) return true
  if (RENAMING.has(c.head) && says(c, 'name') && says(c, 'my', 'your', 'you', 'me', 'the')) return true
  if (RENAMING.has(c.head) && says(c, ...ATTRIBUTES)) return true
  if (c.head === 'use' && says(c, 'for me', 'talking to me', 'as my name')) return true
  return ANSWERING.test(c.said) && c.words.length <= ANSWERING_LENGTH && !says(c, ...NO_ANSWER)
}

const IN_MIND =
  phrases(`keep in mind|bear in mind|commit to memory|make a note|take a note|make note|take note|note to self
    |mental note|for future reference|to your memory|in your memory|do not forget|never forget|for later
    |keep a record|hold on to this|put down that|write down that|write this down|jot down`)
const SOMETHING = / (?:that|is|am|are|was|my|this|i|to|we|our|the|not|it|me|level) /
/** "do you remember …" asks, "can you remember my name" does too, "can you remember that …" does not. */
const ONLY_ASKS =
  /^ (?:will|do|did) you | you remember (?!that)(?!.* (?:is|am|are|was|prefer|like|hate|love|have|not) )/

function isKeeping(c: Described): boolean {
  if (isQuestion(c) || c.file || hasSense(c, 'file', 'folder')) return false
  if (saysAtAll(c, ...IN_MIND)) return !saysAtAll(c, 'forget it', 'forget about it')
  if (
    c.form !== 'request' ||
    !asksTo(c, 'keep') ||
    (ONLY_ASKS.test(c.full) && !saysAtAll(c, 'want you to remember', 'need you to remember'))
  )
    return false
  return SOMETHING.test(c.said.slice(c.head.length + 1)) && !isOtherKeeping(c)
}

/** "keep going", "keep tabs on", "save me some time". */
function isOtherKeeping(c: Described): boolean {
  if (c.head === 'keep') return !says(c, 'mind', 'memory', 'record', 'note', 'that')
  return ['save', 'record', 'log', 'store'].includes(c.head) && says(c, 'song', 'video', 'changes', 'time', 'money')
}

export const MEMORY_WRITE_SIGNS: readonly Sign[] = [
  { ...keep('how to call someone', 9).on(anything, isNaming), evenNegated: true },
  keep('a name is given or changed', 8).on(NEW_NAME, isRenaming),
  keep('keep something in mind', 8).on(either(sayingAtAll(...IN_MIND), askingFor('keep')), isKeeping),
  keep('remember what comes next', 7).on(askingTo('remember'), (c, m) => c.words.length === 1 && m.clauses.length > 1),
  keep('forget something', 8).on(askingTo('forget'), c => c.own || says(c, 'everything', 'what')),
  keep('forget something that was kept', 8).on(sayingAtAll(...KEPT_BY_ME), c => asksTo(c, 'remove', 'change')),
  keep('a rule for the future', 7).on(
    sayingAtAll(...FUTURE),
    c => !isQuestion(c) && !c.file && (c.form === 'request' || c.person.you),
  ),
  keep("on the user's list", 8).on(
    speaking('list'),
    c => asksTo(c, 'change', 'save', 'remove', 'make', 'keep') && isOwnList(c) && !c.file,
  ),
  keep('a reminder', 8).on(sayingAtAll(...REMINDERS), c => !saysAtAll(c, 'reminder of') && !isQuestion(c)),
]

const CALLING = 'call calling called name naming rename renaming refer referring referred label dub'.split(' ')
const ADDRESSING = ['address', 'addressing', 'addressed']
/** "buddy is what you should call me", "can I be called Duke". */
const NAME_FIRST =
  / is what .*call (?:me|you) $| (?:be|being|are now|am now|is now|you are) (?:called|named|known as) \S+ /
/** Behind "call me" stands no name but a time or a thing. */
const NO_NAME: ReadonlySet<string> = new Set(
  `later back tomorrow when if a an at on today tonight now please again anytime about for in taxi cab uber that
  soon`.split(/\s+/),
)

/** One of these stands in every way to give a name. */
const NAMING: ReadonlySet<string> = new Set([...CALLING, ...ADDRESSING, 'named', 'known', 'what'])

/** "call me Al", "I will refer to you as Hal": a name for one of the two who talk. Who asks for the name gives none. */
function isNaming(c: Described): boolean {
  if (c.asksWord || !c.bare.some(word => NAMING.has(word))) return false
  if (NAME_FIRST.test(c.full)) return true
  const words = c.bare
  const at = words.findIndex((_, index) => isCalling(words, index))
  if (at < 0) return false
  const name = words[at + 1] === 'to' ? nameAfter(words, at + 2) : words[at + 2]
  return name !== undefined && !NO_NAME.has(name)
}

const isPerson = (word = ''): boolean => word === 'me' || word === 'you' || word === 'myself' || word === 'yourself'
const isCalling = (words: readonly string[], at: number): boolean => {
  const [before = '', word = '', next = ''] = [words[at - 1], words[at], words[at + 1]]
  if (word === 'name' && NOUN_AFTER.has(before)) return false
  return (CALLING.includes(word) && (isPerson(next) || next === 'to')) || (ADDRESSING.includes(word) && next === 'me')
}
const NOUN_AFTER: ReadonlySet<string> = new Set(['the', 'a', 'my', 'your', 'what', 'which', 'whose', 'this', 'new'])
const nameAfter = (words: readonly string[], at: number): string | undefined =>
  isPerson(words[at]) ? words[at + 1] : undefined
