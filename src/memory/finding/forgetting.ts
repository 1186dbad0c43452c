import { worded } from '../../core/index.ts'
import type { Clause } from './clauses.ts'
import { leadInLength, plain } from './explicit.ts'
import { isBlank } from './own-words.ts'
import { readMessage } from './read-message.ts'

/** The user wants something not to be remembered any more. */
export type Forgetting = {
  /** What, in his words; empty where `of` says it. */
  readonly what: string
  /** `said`: what was just said, "that". `all`: everything there is. */
  readonly of: 'named' | 'said' | 'all'
  /** It cannot mean anything else, so he must hear it when there is nothing to forget. */
  readonly certain: boolean
  /** Where it stands; nothing in it is a statement. */
  readonly span: readonly [start: number, end: number]
}

const ASKING = String.raw`(?:(?:please|kindly|can you|could you|would you|will you|i want you to|i need you to|i'd like you to|i would like you to|you can|you may|you should|you must|just|also|now|then) ){0,4}`
/** "don't forget" and "I forget" are none of these. */
const FORGET = worded(
  new RegExp(
    String.raw`^${ASKING}(?:(?<plain>forget)|(?<sure>unremember|stop remembering|(?:don't|do not|never) (?:you )?(?:remember|memori[sz]e|store|save|keep in mind|make a note of)|(?:don't|do not) keep(?= (?:it|that|this|what i)\b))|(?<deed>delete|erase|remove|drop|wipe|clear))(?: all)?(?: about)?(?<rest>\s.*|)$`,
    'iu',
  ),
)
/** What is deleted out of the memory; everything else that can be deleted is a file, a word or a scene. */
const FROM_MEMORY =
  /^(?:(?:the|that|this|any|every|all|your) )*(?:facts?|memor(?:y|ies)|notes? (?:that|about me))\b(?: that| about| of| on)?|\s(?:from|out of|in) (?:your |the )?memor(?:y|ies)$/i
const POLITE_END =
  /[\s,]*(?:please|again|now|too|for now|thanks|thank you|ok|okay|any ?more|any longer|right away|at once)$/i
const JUST_SAID =
  /^(?:it|that|this|them|those|these|what i (?:just )?(?:said|told you|wrote)(?: just now)?|everything i just said|my last (?:message|sentence)|the last (?:one|thing|fact|bit))$/i
const EVERYTHING =
  /^(?:everything|all|all of it|anything|it all|all (?:the )?(?:facts|memories)|(?:everything|all|anything|what|whatever)? ?(?:that )?(?:you(?:'ve| have)? (?:know|knew|remember|remembered|stored|saved|learned|learnt|have)|i(?:'ve| have)? (?:ever )?(?:told you|said))(?: (?:about|of|on) (?:me|us))?|everything about (?:me|us)|(?:about )?me)$/i
/** Leads up to what is meant. */
const LEADS_UP =
  /^(?:(?:this|that|the following)\s?[:,-]\s*|that |the fact that |about |of |on |(?:everything|anything|all|what|whatever) (?:that )?(?:you(?:'ve| have)?|i(?:'ve| have)?) (?:ever )?(?:know|knew|remember|stored|saved|learned|have|told you|said|mentioned|wrote) (?:about|of|on) |(?:everything|anything|all) about )/i
/** "forget to …", "forget how …": an oversight, or nothing of ours. */
const NO_FACT =
  /^(?:to|how|why|whether|if|when|me not|the (?:above|previous|rest|idea|question|last (?:answer|version|draft|paragraph)))\b/i
const OF_HIMSELF = /^(?:i|i'm|i've|im|my|mine|we|we're|we've|our|where i|what i|who i|how (?:old )?i|when i)\b/i
const MAX_FORGOTTEN = 8

/** Only in the user's own words: what stands in a quote, in code or behind "the file says" makes nobody forget anything. */
export function forgettingIn(message: string): readonly Forgetting[] {
  const clauses = readMessage(message).clauses.filter(({ text }) => !isBlank(text))
  const alone = clauses.length === 1
  const found: Forgetting[] = []
  let open = false // the sentence has begun with a wish to forget, and may go on with more of it
  for (const clause of clauses) {
    if (clause.first) open = false
    const wish: Forgetting | undefined = wishIn(clause, alone) ?? (open ? continued(clause) : undefined)
    if (!wish) continue
    found.push(...parted(wish))
    open = wish.of === 'named'
  }
  return found.slice(0, MAX_FORGOTTEN)
}

/** "that … and that …" */
const parted = (wish: Forgetting): readonly Forgetting[] =>
  wish.what.split(/,? and that /i).map(what => ({ ...wish, what }))

function wishIn({ text, start, end, asked, supposed }: Clause, alone: boolean): Forgetting | undefined {
  const skip = leadInLength(text)
  const words = plain(text.slice(skip))
  const groups = FORGET.exec(words)?.groups
  if (!groups || supposed || (asked && !/^(?:please )?(?:can|could|would|will) you\b/i.test(words))) return undefined
  const { deed, sure, rest = '' } = groups
  const span = [start, end] as const
  const object = rest.trim().replace(POLITE_END, '').trim()
  if (deed !== undefined && !FROM_MEMORY.test(object)) return undefined
  const named = (deed === undefined ? object : object.replace(FROM_MEMORY, '')).trim()
  const certain = deed !== undefined || sure !== undefined
  if (JUST_SAID.test(named)) return { what: '', of: 'said', certain, span }
  if (EVERYTHING.test(named) || (deed !== undefined && named === ''))
    return { what: '', of: 'all', certain: true, span }
  const what = named.replace(LEADS_UP, '').trim()
  if (what === '' || NO_FACT.test(what)) return undefined
  // "Forget the ending, …" is about the work; only as the whole message, or about himself, it is about the memory.
  const isHis = OF_HIMSELF.test(what) || /^(?:that|the fact that) /i.test(named)
  return certain || isHis || (alone && !what.includes(',')) ? { what, of: 'named', certain: true, span } : undefined
}

/** "… and my dog is Rex": no new statement, whatever it would be alone. */
const continued = ({ text, start, end }: Clause): Forgetting | undefined =>
  OF_HIMSELF.test(plain(text)) || /^that /i.test(text)
    ? { what: plain(text).replace(/^that /i, ''), of: 'named', certain: false, span: [start, end] }
    : undefined
