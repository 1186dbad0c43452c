import { longPattern } from '../../core/index.ts'
import { asksTo, certain, phrases, hasSense } from '../reading/message.ts'
import { saying, sayingAtAll, speaking } from './cue.ts'
import { type Described, isAsked } from './described.ts'
import { type Sign, signsOf } from './sign.ts'

const see = signsOf('screen_observe')

const IN_FRONT = longPattern()`
     (?:active|foreground|in front|has focus|focused|(?:am i|i am) (?:currently )?(?:in|using)|do i have open
    |is open|currently in|currently active) 
  `
const SEEN = phrases('am i looking at|what do you see|do i have open|i have open|what you see')

function isWindow(c: Described): boolean {
  if (c.general || hasSense(c, 'organiser') || !(isAsked(c) || asksTo(c, 'look', 'tell'))) return false
  if (hasSense(c, 'window')) return hasSense(c, 'front') || certain(c, 'window')
  return hasSense(c, 'application') && IN_FRONT.test(c.said)
}

export const SCREEN_SIGNS: readonly Sign[] = [
  see('the screen', 8).on(
    speaking('screen'),
    c => c.onScreen && c.form !== 'statement' && !c.general && !c.file && !hasSense(c, 'file'),
  ),
  see('a picture of the screen', 8).on(saying('screenshot', 'screen shot'), c => !c.general),
  see('the window in front', 7).on(speaking('window', 'application'), isWindow),
  see('what can be seen', 7).on(sayingAtAll(...SEEN)),
]
