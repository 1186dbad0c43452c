import { asksTo, phrases, says, saysAtAll, hasSense } from '../reading/message.ts'
import { anything, askingFor, askingTo, either, saying, sayingAtAll, speaking } from './cue.ts'
import { type Described, isAsked, isQuestion } from './described.ts'
import { YEAR } from './figure-signs.ts'
import { type Sign, signsOf } from './sign.ts'

const lookup = signsOf('lookup_search')
const browse = signsOf('browse_once')
const discover = signsOf('one_shot_discovery')

const FINDING_OUT = phrases('find out|see if you can find|check online|look up')
const SEARCHES = askingTo('search', 'google', 'bing', 'look')

const SEARCHING: readonly Sign[] = [
  lookup('search × the web', 9).on(
    speaking('web'),
    c => c.form === 'request' && (asksTo(c, 'find', 'look') || says(c, 'search')) && !c.file,
  ),
  lookup('search for something', 6).on(
    SEARCHES,
    c => (c.head !== 'look' || says(c, 'up')) && !c.local && !c.person.mine && !c.concept,
  ),
  lookup('find out', 4).on(
    sayingAtAll(...FINDING_OUT),
    c => c.everybodys && !c.local && !c.concept && !hasSense(c, 'organiser'),
  ),
]

const BROWSING: readonly Sign[] = [
  browse('an address is given', 8).on(saying('<url>')),
  browse('go to × a page', 7).on(askingFor('open', 'go'), c => hasSense(c, 'page', 'site') && !c.local),
  browse('read × a page', 6).on(speaking('page'), c => asksTo(c, 'look') && says(c, 'the', 'this', 'that') && !c.local),
  browse('what a page says', 5).on(
    speaking('page', 'site'),
    c => isAsked(c) && says(c, 'this', 'that') && !c.concept && !c.local,
  ),
]

const HOPS = / (?:that|who|which|whose|where|whom|(?:of|in|at|by|for|with|to) the)(?= )/g
const LEAST_HOPS = 2
const LEAST_LENGTH = 13

/** "the mayor of the city where the winner of 2024 was born": no single search answers it. */
function leadsOn(c: Described): boolean {
  if (c.words.length < LEAST_LENGTH || !(isAsked(c) || asksTo(c, 'find', 'tell')) || !c.everybodys || c.local)
    return false
  return (c.said.match(HOPS)?.length ?? 0) >= LEAST_HOPS && (YEAR.test(c.said) || c.timely || hasSense(c, 'top'))
}

const RESEARCHING = phrases('research|look into|deep dive|read up|dig into|market overview|literature review')
const SEVERAL =
  phrases(`several|different|a few|few|recent|reliable|at least|experts|literature|official|with sources|with links
  |with references|your sources|and links|their|various|multiple|the options|pros and cons|three|five|some`)
const WITH_SOURCES = phrases(
  `with sources|with references|with links|cite your sources|cite sources|name your sources|using reliable sources`,
)
const COMPARED = 3 // words: "compare two things"

function isResearch(c: Described): boolean {
  if (c.form === 'statement' || isQuestion(c) || c.local || c.concept || c.person.mine || hasSense(c, 'organiser'))
    return false
  if (c.head === 'compare') return c.words.length >= COMPARED && !says(c, '<quote>')
  return asksTo(c, 'research') || saysAtAll(c, ...RESEARCHING)
}

const DISCOVERING: readonly Sign[] = [
  discover('one fact leads to another', 9).on(anything, leadsOn),
  discover('research something', 7).on(
    either(askingTo('compare'), askingFor('research'), sayingAtAll(...RESEARCHING)),
    isResearch,
  ),
  discover('an answer with its sources', 8).on(saying(...WITH_SOURCES), c => c.form !== 'statement' && !c.local),
  discover('several sources', 8).on(
    speaking('sources'),
    c => c.form === 'request' && saysAtAll(c, ...SEVERAL) && !c.local && !c.person.mine,
  ),
]

export const WEB_SIGNS: readonly Sign[] = [...SEARCHING, ...BROWSING, ...DISCOVERING]
