import { asksTo, phrases, says, hasSense } from '../reading/message.ts'
import { anything, either, saying, speaking } from './cue.ts'
import { TIMELY, isQuestion } from './described.ts'
import { type Sign, topic } from './sign.ts'

const EXCHANGING = phrases('how many|how much|exchange|worth|rate|in|to')
const COSTING = phrases('how much is|how much are|how much does|how much do|how much for')
const HAPPENING = phrases('happening in|going on in|latest on|latest from')
const SCORING = phrases('who won|team won|leading the|score|who is winning|play next|super bowl|olympics')
const RELEASED = phrases('release date|latest version|come out|comes out|coming out')
const HAS_HAPPENED = / (?:\w+ed|won|begun|risen|fallen|come|gone|taken|left|said|made) /
export const YEAR: RegExp = / 20[12]\d /
const FACT_LENGTH = 12

export const FIGURE_SIGNS: readonly Sign[] = [
  topic('prices', 5).on(speaking('market'), c => c.everybodys),
  topic('currencies', 7).on(speaking('money'), c => says(c, ...EXCHANGING) && !c.person.mine),
  topic('how much it costs', 5).on(saying(...COSTING), c => c.everybodys && !c.local),
  topic('news', 7).on(
    either(speaking('news'), saying(...HAPPENING)),
    c => (hasSense(c, 'news') && !c.own) || says(c, ...HAPPENING),
  ),
  topic('what has happened', 5).on(
    saying('has', 'have'),
    c =>
      ['has', 'have'].includes(c.words[0] ?? '') &&
      c.everybodys &&
      !c.local &&
      !hasSense(c, 'organiser') &&
      HAS_HAPPENED.test(c.said),
  ),
  topic('what is new', 4).on(saying('what is new in', 'what is new about'), c => c.everybodys),
  topic('a score', 6).on(speaking('sport'), c => c.everybodys && (c.timely || says(c, ...SCORING))),
  topic('who holds an office, or a figure', 5).on(speaking('office'), c => c.everybodys && !says(c, 'was', 'were')),
  topic('a release', 5).on(saying(...RELEASED), c => c.everybodys),
  topic('a fact of certain years', 5).on(
    anything,
    c => (isQuestion(c) || asksTo(c, 'tell')) && YEAR.test(c.said) && c.everybodys && !c.local,
  ),
  topic('which is the most', 4).on(
    speaking('top'),
    c => isQuestion(c) && c.words.length >= FACT_LENGTH && c.everybodys && !c.local && !says(c, 'best way', 'at least'),
  ),
  topic('something of these days', 3).on(
    TIMELY,
    c => isQuestion(c) && c.words.length >= 4 && c.everybodys && !c.local && !hasSense(c, 'organiser'),
  ),
  topic('a place and its time', 5).on(saying('what time is it in', 'what visa', 'do i need a visa', 'time in')),
  topic('whether a site works', 4).on(saying('down'), c => c.asker === 'is' && c.words.length <= 4),
]
