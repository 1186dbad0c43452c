import { phrases, says, saysAtAll, hasSense } from '../reading/message.ts'
import { either, saying, speaking } from './cue.ts'
import { isQuestion } from './described.ts'
import { type Sign, topic } from './sign.ts'

const EATING = phrases(
  'how is the|where|find me|any|find a|looking for|i need|in town|recommend|deliver|takeout|takeaway|delivery',
)
const WHERE =
  phrases(`where can i|where is|where are|in town|in the area|which|find a|looking for a|i need a|mile|miles|around
    |cheapest|recommend|in this area|locate`)
const NEAR =
  phrases(`near me|nearby|nearest|closest|around here|near here|near by|in the area|in town|in my area|where can i buy
    |where can i get|where can i find|where to buy`)
const PEOPLE = phrases('people|others|everyone|critics|customers|folks')
const THINKING = phrases('like|think|say|saying|recommend|enjoy|happy|satisfied|love')
const ANY_GOOD = phrases('any good|worth it|a good restaurant|a good place|well liked|popular|highly rated')
const REACHING = phrases('phone number|contact number|address of|address for|website of|number for|number of the')
const BEGINS_OR_ENDS: ReadonlySet<string> = new Set(
  'start starts begin end ends close closes open opens play air leave leaves arrive'.split(' '),
)

export const PLACE_SIGNS: readonly Sign[] = [
  topic('reviews', 7).on(
    either(speaking('review'), saying('review')),
    c =>
      (hasSense(c, 'review') || (says(c, 'review') && isQuestion(c))) &&
      !hasSense(c, 'story', 'code', 'organiser') &&
      !c.own,
  ),
  topic('what people say', 5).on(
    saying(...PEOPLE),
    c => isQuestion(c) && says(c, ...THINKING) && c.everybodys && !c.local,
  ),
  topic('whether it is any good', 5).on(saying(...ANY_GOOD), c => c.asker === 'is' && c.everybodys && !c.local),
  topic('where to eat', 6).on(
    speaking('eating'),
    c => !c.own && (hasSense(c, 'near', 'top', 'quality', 'live', 'hours') || saysAtAll(c, ...EATING)),
  ),
  topic('a place to go', 6).on(
    speaking('venue'),
    c => c.everybodys && (hasSense(c, 'near', 'top', 'hours') || saysAtAll(c, ...WHERE)),
  ),
  topic('something near', 5).on(saying(...NEAR), c => !c.local),
  topic('how to reach someone', 5).on(
    saying(...REACHING),
    c => (hasSense(c, 'venue', 'eating', 'near') || says(c, 'of the', 'for the')) && c.everybodys && !c.local,
  ),
  topic('when something is open', 5).on(
    speaking('hours'),
    c => c.everybodys && !c.local && !hasSense(c, 'window', 'page', 'organiser', 'program'),
  ),
  topic('when something begins or ends', 4).on(
    saying('when'),
    c => c.asker === 'when' && c.everybodys && BEGINS_OR_ENDS.has(c.words.at(-1) ?? ''),
  ),
  topic('when something takes place', 5).on(
    speaking('event'),
    c => (c.timely || c.asker === 'when' || says(c, 'next')) && c.everybodys,
  ),
  topic('the next one', 5).on(
    saying('the next'),
    c => (c.asker === 'when' || c.asker === 'what') && c.everybodys && !c.local && !hasSense(c, 'organiser'),
  ),
  topic('what goes on', 5).on(
    saying('event', 'events', 'concerts', 'festivals', 'activities'),
    c => c.everybodys && (hasSense(c, 'near') || (c.timely && says(c, 'in', 'at')) || says(c, 'in town')),
  ),
]
