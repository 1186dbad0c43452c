import { asksTo, certain, phrases, says, hasSense } from '../reading/message.ts'
import { saying, speaking } from './cue.ts'
import { type Described, isAsked } from './described.ts'
import { type Sign, signsOf } from './sign.ts'

const story = signsOf('story_task')

const OWN_WORK = phrases('plot|character|characters|manuscript|story')
const THE_WORK = phrases('the story|the reader|the characters|the character')

/** Something to be looked at, not something to be made up or explained. */
const isThere = (c: Described): boolean =>
  c.form !== 'statement' && !c.general && (!asksTo(c, 'compose') || asksTo(c, 'look') || asksTo(c, 'change'))

export const STORY_SIGNS: readonly Sign[] = [
  story("a part of the writer's work", 7).on(speaking('manuscript'), c => isThere(c) && !says(c, '<code>')),
  story("a plot of the writer's own", 2).on(saying(...OWN_WORK), c => c.person.mine && isThere(c)),
  story('how it is written', 3).on(
    speaking('craft'),
    c => (hasSense(c, 'manuscript') || c.person.mine) && c.certain && isThere(c),
  ),
  story("look at × the writer's work", 5).on(
    speaking('story'),
    c =>
      c.certain &&
      isThere(c) &&
      (isAsked(c) || asksTo(c, 'look', 'find', 'run')) &&
      (c.person.mine || certain(c, 'craft') || says(c, ...THE_WORK)),
  ),
]
