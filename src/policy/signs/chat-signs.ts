import { asksTo, phrases, says, hasSense } from '../reading/message.ts'
import { anything, askingFor, saying, speaking } from './cue.ts'
import { type Described, HOW_TO, isAsked, isQuestion } from './described.ts'
import { type Sign, signsOf } from './sign.ts'

const chat = signsOf('chat_only')

const GREETING_LENGTH = 5
const GREETS = /^ (?:hi|hello|hey|thanks|thank|bye|goodbye|good|welcome|cheers|howdy|yo|see you|until next) /
const JOKES = phrases('joke|jokes|pun|puns|riddle|riddles|poem|haiku|limerick|trivia|fun fact|bedtime story')
const FUN = phrases('fact|facts|funny|laugh|opinion|your favourite|story about|a story')
const TALKING = phrases('talking to|talking with|speaking to|speaking with|chatting with|ask you|call you|i say to you')
const LIFE =
  phrases(`meaning of life|purpose of life|point of life|secret of life|our purpose|our existence|are we here|we all
    |meaning of our|reason for our|humans exist|we exist|point of existence|why was i born|why am i here
    |why do i exist|what is life`)
const SOMEBODY = phrases('human|robot|bot|ai|machine|person|android|computer|chatbot')
const IS_THERE = / (?:am i|are you|is this|is it|do i have|is there|were you|i am) /

const isTopical = (c: Described): boolean =>
  hasSense(c, 'weather', 'traffic', 'flight', 'review', 'screen', 'manuscript', 'news')
const isOutside = (c: Described): boolean =>
  hasSense(c, 'eating', 'near', 'venue', 'outdoors', 'money', 'travel', 'danger') || says(c, 'gate')

const NOT_MADE_UP = [
  'file',
  'folder',
  'live',
  'near',
  'screen',
  'list',
  'market',
  'news',
  'money',
  'venue',
  'eating',
] as const

/** For clauses that name nothing that has to be looked up here or on the web. */
export const CHAT_SIGNS: readonly Sign[] = [
  chat('a question to the one who answers', 5).on(anything, c => isAsked(c) && c.person.you && !c.own && !isTopical(c)),
  chat('a talk about this talk', 8).on(saying(...TALKING), c => isAsked(c) && !c.person.mine),
  chat('whether anybody is there', 8).on(
    saying(...SOMEBODY),
    c => isQuestion(c) && IS_THERE.test(c.said) && !c.person.mine && !says(c, 'active', 'running'),
  ),
  chat('whether it can be done at all', 20).on(anything, c => c.ability),
  chat('what life is for', 12).on(saying(...LIFE)),
  chat('what something is, not what is in it', 9).on(anything, c => c.concept),
  chat('how something is done, not doing it', 5).on(
    saying(...HOW_TO),
    c => c.howTo && !c.own && !isTopical(c) && !isOutside(c),
  ),
  chat('something to make up or put into words', 4).on(askingFor('compose'), c => !hasSense(c, ...NOT_MADE_UP)),
  chat('a greeting or a short word', 4).on(
    speaking('greeting'),
    c => c.words.length <= GREETING_LENGTH && !isQuestion(c),
  ),
  chat('a greeting with a name', 7).on(
    anything,
    c =>
      c.words.length <= GREETING_LENGTH &&
      GREETS.test(c.full) &&
      (c.form === 'request' ? c.head === 'see' : !isQuestion(c)),
  ),
  chat('a joke or a poem', 10).on(saying(...JOKES), c => !c.person.mine),
  chat('a fact, an opinion or a story', 6).on(saying(...FUN), c => !c.own),
  chat('something quoted to work on', 5).on(
    saying('<quote>'),
    c => asksTo(c, 'look', 'change', 'compose', 'explain') && !hasSense(c, 'file', 'folder', 'paper'),
  ),
]
