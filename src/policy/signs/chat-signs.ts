import { asksTo, phrases, says, speaksOf } from '../reading/message.ts'
import { type Described, isAsked, isQuestion } from './described.ts'
import { type Sign, signsOf } from './sign.ts'

const chat = signsOf('chat_only')
/** Mere talk is about nothing that could only be looked at here or at an address. */
const plain: typeof chat = (name, points, seen) => chat(name, points, (c, m) => c.plain && seen(c, m))

const GREETING_LENGTH = 5
const GREETS = /^ (?:hi|hello|hey|thanks|thank|bye|goodbye|good|welcome|cheers|howdy|yo|see you|until next) /
const JOKES = phrases('joke|jokes|pun|puns|riddle|riddles|poem|haiku|limerick|trivia|fun fact|bedtime story')
const FUN = phrases('fact|facts|funny|laugh|opinion|your favourite|story about|a story')
const TALKING = phrases('talking to|talking with|speaking to|speaking with|chatting with|ask you|call you|i say to you')
const LIFE =
  phrases(`meaning of life|purpose of life|point of life|secret of life|our purpose|our existence|are we here|we all|meaning of our
  |reason for our|humans exist|we exist|point of existence|why was i born|why am i here|why do i exist|what is life`)
const SOMEBODY = / (?:human|robot|bot|ai|machine|person|android|computer|chatbot) /
const IS_THERE = / (?:am i|are you|is this|is it|do i have|is there|were you|i am) /

const isTopical = (c: Described): boolean => speaksOf(c, 'weather', 'traffic', 'flight', 'review', 'screen', 'manuscript', 'news')
const isOutside = (c: Described): boolean =>
  speaksOf(c, 'eating', 'near', 'venue', 'outdoors', 'money', 'travel', 'danger') || says(c, 'gate')

const NOT_MADE_UP = ['file', 'folder', 'live', 'near', 'screen', 'list', 'market', 'news', 'money', 'venue', 'eating'] as const

export const CHAT_SIGNS: readonly Sign[] = [
  plain('a question to the one who answers', 5, c => isAsked(c) && c.person.you && !c.own && !isTopical(c)),
  plain('a talk about this talk', 8, c => isAsked(c) && says(c, ...TALKING) && !c.person.mine),
  plain(
    'whether anybody is there',
    8,
    c => isQuestion(c) && SOMEBODY.test(c.said) && IS_THERE.test(c.said) && !c.person.mine && !says(c, 'active', 'running'),
  ),
  plain('whether it can be done at all', 20, c => c.ability),
  plain('what life is for', 12, c => says(c, ...LIFE)),
  plain('what something is, not what is in it', 9, c => c.concept),
  plain('how something is done, not doing it', 5, c => c.howTo && !c.own && !isTopical(c) && !isOutside(c)),
  plain('something to make up or put into words', 4, c => asksTo(c, 'compose') && !speaksOf(c, ...NOT_MADE_UP)),
  plain('a greeting or a short word', 4, c => speaksOf(c, 'greeting') && c.words.length <= GREETING_LENGTH && !isQuestion(c)),
  plain(
    'a greeting with a name',
    7,
    c => GREETS.test(c.full) && c.words.length <= GREETING_LENGTH && (c.form === 'request' ? c.head === 'see' : !isQuestion(c)),
  ),
  plain('a joke or a poem', 10, c => says(c, ...JOKES) && !c.person.mine),
  plain('a fact, an opinion or a story', 6, c => says(c, ...FUN) && !c.own),
  plain(
    'something quoted to work on',
    5,
    c => says(c, '<quote>') && asksTo(c, 'look', 'change', 'compose', 'explain') && !speaksOf(c, 'file', 'folder', 'paper'),
  ),
]
