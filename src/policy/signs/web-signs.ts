import { asksTo, phrases, says, saysAtAll, speaksOf } from '../reading/message.ts'
import { type Described, isAsked, isQuestion } from './described.ts'
import { YEAR } from './figure-signs.ts'
import { type Sign, signsOf } from './sign.ts'

const lookup = signsOf('lookup_search')
const browse = signsOf('browse_once')
const discover = signsOf('one_shot_discovery')

const FINDING_OUT = phrases('find out|see if you can find|check online|look up')
const isSearch = (c: Described): boolean => ['search', 'google', 'bing'].includes(c.head) || (c.head === 'look' && says(c, 'up'))

const SEARCHING: readonly Sign[] = [
  lookup(
    'search × the web',
    9,
    c => c.form === 'request' && (asksTo(c, 'find', 'look') || says(c, 'search')) && speaksOf(c, 'web') && !c.file,
  ),
  lookup('search for something', 6, c => isSearch(c) && !c.local && !c.person.mine && !c.concept),
  lookup('find out', 4, c => saysAtAll(c, ...FINDING_OUT) && c.everybodys && !c.local && !c.concept && !speaksOf(c, 'organiser')),
]

const BROWSING: readonly Sign[] = [
  browse('an address is given', 8, c => says(c, '<url>')),
  browse('go to × a page', 7, c => asksTo(c, 'open', 'go') && speaksOf(c, 'page', 'site') && !c.local),
  browse('read × a page', 6, c => asksTo(c, 'look') && speaksOf(c, 'page') && says(c, 'the', 'this', 'that') && !c.local),
  browse('what a page says', 5, c => isAsked(c) && speaksOf(c, 'page', 'site') && says(c, 'this', 'that') && !c.concept && !c.local),
]

const HOPS = / (?:that|who|which|whose|where|whom|(?:of|in|at|by|for|with|to) the)(?= )/g
const LEAST_HOPS = 2
const LEAST_LENGTH = 13

/** "the mayor of the city where the winner of 2024 was born": no single search answers it. */
function leadsOn(c: Described): boolean {
  if (!(isAsked(c) || asksTo(c, 'find', 'tell')) || !c.everybodys || c.local || c.words.length < LEAST_LENGTH) return false
  return (c.said.match(HOPS)?.length ?? 0) >= LEAST_HOPS && (YEAR.test(c.said) || c.timely || speaksOf(c, 'top'))
}

const RESEARCHING = phrases('research|look into|deep dive|read up|dig into|market overview|literature review')
const SEVERAL = phrases(`several|different|a few|few|recent|reliable|at least|experts|literature|official|with sources|with links
  |with references|your sources|and links|their|various|multiple|the options|pros and cons|three|five|some`)
const WITH_SOURCES = phrases(
  `with sources|with references|with links|cite your sources|cite sources|name your sources|using reliable sources`,
)
const COMPARED = 3 // words: "compare two things"

function isResearch(c: Described): boolean {
  if (c.form === 'statement' || isQuestion(c) || c.local || c.concept || c.person.mine || speaksOf(c, 'organiser')) return false
  if (c.head === 'compare') return c.words.length >= COMPARED && !says(c, '<quote>')
  return asksTo(c, 'research') || saysAtAll(c, ...RESEARCHING)
}

const DISCOVERING: readonly Sign[] = [
  discover('one fact leads to another', 9, leadsOn),
  discover('research something', 7, isResearch),
  discover('an answer with its sources', 8, c => c.form !== 'statement' && says(c, ...WITH_SOURCES) && !c.local),
  discover(
    'several sources',
    8,
    c => c.form === 'request' && speaksOf(c, 'sources') && saysAtAll(c, ...SEVERAL) && !c.local && !c.person.mine,
  ),
]

export const WEB_SIGNS: readonly Sign[] = [...SEARCHING, ...BROWSING, ...DISCOVERING]
