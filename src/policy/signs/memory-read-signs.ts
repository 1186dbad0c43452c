import { type Message, asksTo, phrases, says, saysAtAll, hasSense } from '../reading/message.ts'
import { anything, saying, sayingAtAll, speaking } from './cue.ts'
import { type Described, isAsked, isQuestion } from './described.ts'
import { isOwnList } from './own-list.ts'
import { type Sign, signsOf } from './sign.ts'

const recall = signsOf('memory_read')

const TOLD =
  phrases(`remember|i told you|i tell you|about me|i said|i mention|i mentioned|did we|have we|i ask you|i asked you
    |last time|you know about me|you have for me|you call me|call me|know me|recognise me|recognize me|who i am
    |have on me|i gave you|use for me|name for me|have me|address me`)
const KNOWN = phrases('you know my|you know me|you know who i am|you do remember my|you do know my')
const FORGOTTEN = phrases('i told you|you know|i forgot|i forget|i can not remember|i mentioned|i gave you')

export const MEMORY_READ_SIGNS: readonly Sign[] = [
  recall("a question about the user's own", 6).on(anything, c => c.person.mine && asksForOwn(c) && !isElsewhere(c)),
  recall('a question about what the user does or is', 5).on(
    anything,
    c => c.person.self && asksForOwn(c) && !isElsewhere(c),
  ),
  recall('what the user did or likes', 5).on(
    anything,
    c => c.person.self && isQuestion(c) && (c.ownPast || c.ownLiking) && !isElsewhere(c),
  ),
  recall('whether the user is known', 6).on(sayingAtAll(...KNOWN), c => !isElsewhere(c)),
  recall('what is known or was said', 6).on(
    sayingAtAll(...TOLD),
    c => asksForOwn(c) && saysAtAll(c, 'me', 'i', 'we', 'my') && !isElsewhere(c),
  ),
  recall("what is on the user's list", 6).on(
    speaking('list'),
    c => isOwnList(c) && (isAsked(c) || asksTo(c, 'look', 'tell', 'open')) && !asksTo(c, 'change', 'make', 'remove'),
  ),
  recall('a question about what was just said to be known', 4).on(
    saying('it', 'that', 'they'),
    (c, m) => (isQuestion(c) || asksTo(c, 'tell')) && hasForgotten(m),
  ),
]

const hasForgotten = ({ clauses }: Message): boolean =>
  clauses.some(c => c.form === 'statement' && c.person.mine && saysAtAll(c, ...FORGOTTEN))

/** It can be looked up, so it is no memory; what was done or is liked stands nowhere. */
function isElsewhere(c: Described): boolean {
  if (c.file || c.address || says(c, 'installed')) return true
  if (c.ownPast) return false
  if (hasSense(c, 'manuscript', 'machine')) return true
  if (c.ownLiking) return false
  return (
    c.onScreen ||
    hasSense(c, 'window', 'file', 'folder', 'flight', 'traffic') ||
    (c.form === 'request' && hasSense(c, 'paper'))
  )
}

const LISTING: ReadonlySet<string> = new Set(['list', 'recall', 'summarise', 'summarize', 'guess'])
const TELLING: ReadonlySet<string> = new Set(['tell', 'give', 'show', 'remind', 'say', 'read'])
const TO_BE_TOLD = phrases('me my|say my|me about my|me of my|you know|i told|me all|me what|me who|read my|me the')
const CHOICES = phrases('option|answer|following|describes')
const MAY_REMEMBER = /^ (?:can|could|do) you /
/** It says something, and does not ask for it. */
const ASSERTS = / (?:that|is|am|are|was|prefer|like|hate|love|have|not) /

/** A question, or a request to be told: "list my …", "tell me my …", "can you remember my …". */
function asksForOwn(c: Described): boolean {
  if (isQuestion(c)) return true
  if (c.form === 'fragment') return c.words[0] === 'my' || says(c, 'of my', 'of mine')
  if (c.form === 'statement') return c.words[0] === 'my' && c.words.length <= 3
  if (LISTING.has(c.head)) return true
  if (c.head === 'choose' || c.head === 'pick') return says(c, ...CHOICES)
  if (c.head === 'remember') return MAY_REMEMBER.test(c.full) && !ASSERTS.test(c.said)
  return TELLING.has(c.head) && says(c, ...TO_BE_TOLD) && !says(c, 'me to', 'me that')
}
