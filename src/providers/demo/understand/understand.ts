import { readOrder } from './orders.ts'
import { outsideWish } from './outside.ts'
import { fileIn, folderIn, plainQuestion, quotedIn, termOf } from './phrases.ts'
import type { Talk, Wish } from './wish.ts'
import { contentWords, names, wordsOf } from './words.ts'

/** Reads a message; `earlier` are the person's messages before it, for what "it" and "she" stand for. */
export function understand(message: string, earlier: readonly string[] = []): Wish {
  const [last = '', ...before] = message.split(/\n\s*\n/).toReversed()
  const whole = outsideWish(message) ?? readOrder(plainQuestion(message), message)
  const wish = whole ?? (before.length === 0 ? wishOf(message) : (clear(wishOf(last)) ?? wishOf(message)))
  return pointsBack(wish) ? (resolved(wish, earlier) ?? wish) : wish
}

const clear = (wish: Wish): Wish | undefined => (wish.kind === 'talk' && wish.about === 'unclear' ? undefined : wish)

function wishOf(message: string): Wish {
  const said = plainQuestion(message)
  return (
    talkOf(said) ??
    readOrder(said, message) ??
    fileWish(said) ??
    countWish(said) ??
    findWish(said) ??
    listWish(said) ??
    aboutWish(said) ??
    openQuestion(said, message)
  )
}

const talk = (about: Talk): Wish => ({ kind: 'talk', about })

const TALKS: readonly (readonly [Talk, RegExp])[] = [
  [
    'personal',
    /^(?:remember|forget|don't (?:remember|forget)|do not (?:remember|forget)|keep in mind|call me|my name is|i (?:like|love|hate|prefer|live|use)|i'm (?:an?|from|allergic)|my [\p{L} ]{2,40} (?:is|are)|we (?:publish|meet|ship|use))\b(?!.*\.(?:md|txt|json)\b)|^(?:yes|no)(?:,? (?:please|thanks|thank you))?$/iu,
  ],
  [
    'identity',
    /\b(?:who|what) are you\b|^are you (?:an? )?(?:ai|human|real|robot|bot|model|llm|person|demo)\b|\bwhat(?:'s| is) your name\b|\b(?:which|what) (?:ai |language )?model (?:is this|are you|am i|do you)\b/i,
  ],
  [
    'identity',
    /\b(?:connect|use|switch to|set up|choose|plug in) (?:a |an |my |another |the )?(?:real|own|other|different|better|local|proper)?\s*(?:ai |language )?(?:model|llm)\b/i,
  ],
  [
    'abilities',
    /^help$|\bwhat (?:can|could) (?:you|i|we) (?:do|ask|say|try)\b|\bwhat are you able\b|\b(?:your|you have) (?:abilities|capabilities|tools|skills)\b|\bwhat tools\b|\bhow (?:do|can|should) i (?:use|talk to|ask) (?:you|this)\b|^what do you do$/i,
  ],
  ['thanks', /^(?:thanks|thank you|thx|cheers|great|nice|cool|perfect|well done|good job|ok|okay)\b[\w\s,!']{0,30}$/i],
  ['farewell', /^(?:bye|goodbye|good night|see you|ciao|farewell)\b[\w\s,!']{0,30}$/i],
  [
    'greeting',
    /^(?:hi|hello|hey|hiya|greetings|good (?:morning|day|afternoon|evening)|moin|howdy|how are you|what's up)\b[\w\s,!']{0,30}$/i,
  ],
  ['removal', /^(?:delete|remove|erase|trash|rm)\b/i],
]

function talkOf(said: string): Wish | undefined {
  if (said === '') return talk('unclear')
  const found = TALKS.find(([, pattern]) => pattern.test(said))?.[0]
  return found === undefined || (found === 'thanks' && wordsOf(said).length > 5) ? undefined : talk(found)
}

const SAY_ABOUT =
  /\b(?:say|says|tell|tells|read|reads|write|writes|mention|mentions|state|states|contain|contains|know) (?:us )?(?:about |of |on |anything about )?(.+)$/i
const ABOUT_IN =
  /\b(?:about|for|mentions? of|mentioned|regarding|of|is|does) (.+?) (?:in|inside|within|from|mentioned in|appear in) /i

/** A message that names a file is about that file. */
function fileWish(said: string): Wish | undefined {
  const file = fileIn(said)
  if (file === undefined) return undefined
  const measure = /\bhow (?:many (words|lines)|(long))\b|\b(?:count|number of) (?:the )?(words|lines)\b/i.exec(said)
  if (measure !== null)
    return { kind: 'read', file, measure: (measure[1] ?? measure[3]) === 'lines' ? 'lines' : 'words' }
  const topic = topicIn(said, file)
  return topic === '' ? { kind: 'read', file } : { kind: 'read', file, topic }
}

function topicIn(said: string, file: string): string {
  const quoted = quotedIn(said.replace(file, ''))
  if (quoted !== undefined) return quoted
  const after = said.slice(said.indexOf(file) + file.length)
  const phrase =
    SAY_ABOUT.exec(after)?.[1] ??
    /^\s*,? (?:about|for) (.+)$/i.exec(after)?.[1] ??
    ABOUT_IN.exec(said)?.[1] ??
    /^(?:find|search for|search|look for) (.+?) in /i.exec(said)?.[1]
  if (phrase !== undefined) return contentWords(termOf(phrase)).length > 0 ? termOf(phrase) : ''
  const isQuestion =
    /^(?:who|when|where|why|how|which|does|is|did|what (?!is in|is inside|does|are the contents))/i.test(said)
  return isQuestion ? contentWords(said.replace(file, '').replace(SAYING, '')).join(' ') : ''
}

const SAYING = /\b(?:file|scene|note|document|summary|contents?|mentioned|named|listed)\b/gi
const MENTIONS =
  '(?:mention|mentions|mentioning|contain|contains|containing|include|includes|talk about|talks about|speak of|speaks of|say|says|refer to|refers to|feature|features|name|names|use|uses|describe|describes|(?:is|are) about|have the word|has the word|with|discuss|discusses)'
const COUNT_TERM = new RegExp(
  `^(?:how many|count (?:the |all |all the )?|(?:what is |give me )?the number of) ?([\\w -]{1,30}?) (?:that |which |in which )?(?:do |does )?${MENTIONS} (.+)$`,
  'i',
)
const COUNT_TIMES =
  /^how (?:many times|often) (?:is|are|does|do|was|were) (.+?)(?: (?:mentioned|appear|appears|named|come up|occur|show up|used)\b.*)?$/i
const COUNT_WITHIN =
  /^in how many ([\w-]{1,30}) (?:is|are|does|do) (.+?)(?: (?:mentioned|appear|occur|come up|show up|named)\b.*)?$/i
const COUNT_ALL =
  /^(?:how many|count (?:the |all |all the )?|(?:what is |give me )?the number of) ?([\w-]{1,30})(?: (?:are (?:there|in)|do (?:i|we) have|exist|does|is|are|in|have been)\b.*)?$/i

function countWish(said: string): Wish | undefined {
  const mentioning = COUNT_TERM.exec(said)
  if (mentioning !== null) return { kind: 'count', what: mentioning[1] ?? 'files', term: termOf(mentioning[2] ?? '') }
  const within = COUNT_WITHIN.exec(said)
  if (within !== null) return { kind: 'count', what: within[1] ?? 'files', term: termOf(within[2] ?? '') }
  const times = COUNT_TIMES.exec(said)
  if (times !== null) return { kind: 'count', what: 'times', term: termOf(times[1] ?? '') }
  const what = COUNT_ALL.exec(said)?.[1]
  if (what === undefined || !GROUPS.test(what)) return undefined
  const folder = folderIn(said)
  return { kind: 'count', what, ...(folder !== undefined && { folder }) }
}

/** Things that come one to a file. */
const GROUPS =
  /^(?:files?|documents?|notes?|folders?|scenes?|chapters?|characters?|people|persons?|locations?|places?|concepts?|entries|drafts?|items?)$/i

const FINDS: readonly RegExp[] = [
  new RegExp(
    `^(?:which|what|list|show me|show|find|search for|give me) (?:all |the |every |all the |me )*(?<what>files?|scenes?|chapters?|notes?|documents?|characters?|locations?|places?|passages?|lines?|texts?)(?: that| which| where)? (?:do |does )?${MENTIONS} (?<term>.+)$`,
    'i',
  ),
  /^where (?:is|are|do|does|did|was|were|can i find|else is) (?<term>.+?)(?: (?:mentioned|appear|appears|come up|comes up|occur|occurs|named|described|introduced|used|turn up|show up))$/i,
  /^(?:find|search|search for|search the files for|look for|look up|grep|grep for|locate)(?: me| all| every| the| all the)* (?:(?:mentions?|occurrences?|passages?|references?|places?|lines?) )?(?:of |to |about |with |where |for )?(?<term>.+)$/i,
  /^(?:show me|show|list|give me)(?: me| all| every| the| all the)* (?:mentions?|occurrences?|passages?|references?) (?:of |to |about |with |where |for )?(?<term>.+)$/i,
  /^(?:is|are|was) (?<term>.+?) (?:ever |even )?(?:mentioned|named|described)\b.*$/i,
  /^(?:does|do|did) (?:anyone|anybody|anything|any [\w-]+|the [\w-]+|my [\w-]+|someone) (?:ever |even )?(?:mention|name|talk about|refer to|contain|say) (?<term>.+)$/i,
]

function findWish(said: string): Wish | undefined {
  if (isListing(said)) return undefined
  for (const pattern of FINDS) {
    const { what, term = '' } = pattern.exec(said)?.groups ?? {}
    const wanted = termOf(term)
    if (wanted !== '') return { kind: 'find', term: wanted, ...(what !== undefined && { what }) }
  }
  return undefined
}

const LISTING = /^(?:list|ls|dir|show|show me|give me|what|which|what's|what is|what are|name|display|see)\b/i
const LISTED =
  /\b(files?|folders?|folder|directory|directories|documents?|notes|scenes|chapters|characters|people|locations|places|concepts|drafts|contents|everything|here|workspace)\b/i
const MENTIONED = new RegExp(`\\b${MENTIONS}\\b`, 'i')

/** Names of files, not what stands in them. */
function isListing(said: string): boolean {
  if (MENTIONED.test(said)) return false
  if (
    /^(?:list|ls|dir|tree)\b/i.test(said) ||
    /^what(?:'s| is| lies) in(?:side)? (?:the )?(?:folder )?\S+$/i.test(said)
  )
    return true
  return LISTING.test(said) && LISTED.test(said) && !/\bof the\b|\babout\b/i.test(said)
}

function listWish(said: string): Wish | undefined {
  const folder = folderIn(said)
  if (!isListing(said) && !(folder?.includes('/') === true && LISTING.test(said))) return undefined
  const what = LISTED.exec(said.replace(folder ?? '', ''))?.[1]
  const isGroup = what !== undefined && GROUPS.test(what) && !/^(?:files?|documents?|folders?)$/i.test(what)
  return { kind: 'list', ...(folder !== undefined && { folder }), ...(isGroup && { what }) }
}

const ABOUTS: readonly RegExp[] = [
  /^(?:(?:who|what)(?: exactly)? (?:is|was|are|were)|who's|what's|who’s|what’s) (?<term>.+)$/i,
  /^(?:more |something |everything |all )?(?:about|describe|explain|introduce|summari[sz]e|sum up|what happens in|what happened in|what do (?:you|we) know about|what about|what does the (?:story|book|text|manuscript) say about|give me (?:a |the )?(?:summary|description) of|show me|show) (?<term>.+)$/i,
]

/** "What is the Dry Light?" asks about one thing; a longer phrase is a question of its own. */
function aboutWish(said: string): Wish | undefined {
  for (const pattern of ABOUTS) {
    const term = termOf(pattern.exec(said)?.groups?.['term'] ?? '')
    if (term !== '' && wordsOf(term).length <= 6 && !CLAUSE.test(term)) return { kind: 'about', term }
  }
  return undefined
}

const CLAUSE =
  /\b(?:of|that|which|who|does|do|did|is|are|was|were|has|have|had|on|in|for|with|from)\b|\d\s*[+*/-]\s*\d/i
const QUESTION =
  /^(?:who|whom|whose|what|when|where|why|how|which|is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may)\b/i

function openQuestion(said: string, message: string): Wish {
  const words = contentWords(said)
  if (words.length === 0) return talk('unclear')
  if (QUESTION.test(said) || /\?\s*$/.test(message)) return { kind: 'ask', words: keywords(said) }
  return words.length <= 4 && names(said).length === words.length ? { kind: 'about', term: said } : talk('unclear')
}

/** Names first, then the longest words. */
function keywords(said: string): readonly string[] {
  const quoted = quotedIn(said)
  const tail = said.slice(said.indexOf(' ') + 1)
  const proper = names(tail)
  const rest = contentWords(tail).filter(word => !proper.includes(word))
  return [
    ...new Set([...(quoted === undefined ? [] : [quoted]), ...proper, ...rest.toSorted((a, b) => b.length - a.length)]),
  ].slice(0, 8)
}

const PRONOUN =
  /^(?:he|she|it|they|him|her|them|this|that|these|those|one|there|the (?:file|scene|same)|that (?:file|one|scene|person|character|place))$/i

const pointsBack = (wish: Wish): boolean => 'term' in wish && wish.term !== undefined && PRONOUN.test(wish.term)

/** What the newest of the earlier messages was about. */
function resolved(wish: Wish, earlier: readonly string[]): Wish | undefined {
  for (const message of earlier.toReversed().slice(0, 6)) {
    const before = understand(message)
    if ('term' in wish && 'term' in before && before.term !== undefined && !PRONOUN.test(before.term))
      return { ...wish, term: before.term }
    if (before.kind === 'read') return { kind: 'read', file: before.file }
  }
  return undefined
}
