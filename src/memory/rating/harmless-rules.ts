import { type Wanted, isKnownHarmless } from './harmless-things.ts'
import { DATES, EDITORS, GOODS, PET, TASKS, THINGS, WORKS, words } from './vocabulary.ts'

export type HarmlessRule = {
  readonly about: string
  /** Tried on lower-case words with single spaces. What it calls `what` must be known, word by word. */
  readonly pattern: RegExp
  /** Not where the text, as it was written, has this. */
  readonly unless?: RegExp
  /** What `what` must be; without it the form alone is harmless. */
  readonly wanted?: Wanted
}

const TEXT_NOUN = `(?!(?:band|team|server|laptop|car|bike|boat)\\b)(?:${WORKS}|${TASKS})(?:s|'s)?`
const NOUN = `(?:${WORKS}|${THINGS}|${TASKS}|${GOODS}|${PET})(?:s|'s)?`
const OFTEN = String.raw`(?:(?:really|also|always|usually|mostly|often|only|still|absolutely|quite|normally|generally|sometimes|rarely|never|now|just|personally|simply|mainly|do|don't|do not|currently) ){0,3}`
/** Of tastes only: what somebody cannot do any more may be an illness. */
const UNABLE = String.raw`(?:(?:can't|cannot|no longer) ){0,1}`
const WE = String.raw`^(?:i|we|our team) ${OFTEN}`
const I_AM = String.raw`^(?:i am|i'm|im) (?:also |currently |still |not |now |strictly |mostly )*`
const WHAT = '(?<what>.+)$'
const TRADE = words`engineer|developer|programmer|coder|designer|architect|administrator|analyst|scientist|researcher|mathematician|physicist|chemist|biologist|geologist|historian|linguist
  |writer|author|novelist|poet|playwright|journalist|reporter|columnist|editor|copy-?editor|proofreader|translator|interpreter|publisher|illustrator|librarian|archivist|bookseller|teacher|lecturer
  |professor|tutor|student|nurse|doctor|paramedic|dentist|vet|pharmacist|accountant|bookkeeper|lawyer|consultant|manager|director|producer|photographer|filmmaker|musician|composer|singer|cellist
  |painter|sculptor|potter|carpenter|joiner|electrician|plumber|builder|mechanic|welder|tailor|gardener|farmer|beekeeper|baker|cook|chef|waiter|waitress|barista|brewer|driver|pilot|sailor|fisherman
  |conductor|tester|maintainer|typesetter|owl|night owl|early bird|morning person|beginner|slow reader|fast reader|fast typist|freelancer`
/** Before a trade; other words before it may say more ("a struggling", "a closeted"). */
const OF_TRADE = words`software|hardware|web|data|senior|junior|primary|secondary|school|high|music|history|maths|english|science|technical|freelance|part-time|full-time|graphic|game|book|crime|landscape|literary
  |night|early|slow|fast|copy|sound|film|backend|frontend|front-end|back-end|systems?|network|civil|mechanical|electrical|research|university|children's|retired|professional|amateur|keen|hobby|staff|lead|train|bus`
const DETERMINER = words`my|our|the|all|every|each|this|a|an|i have an?|i own an?|we have an?`
const PREPOSITION = words`in|at|of|on|with|from|behind|under|by|for|to|about|and|or|is|are|was|has`
/** Whose makers and names are known to everybody, so that a name says only what is liked. */
const FAMOUS = words`author|authors|writer|poet|novelist|book|books|novel|film|films|movie|song|album|band|composer|painter|poem|play|series|tv series|podcast|board game|video game|singer`

/**
 * A fact is kept without a question only if one of these speaks for it and no rule of sensitivity against it. They are forms of speech about
 * tastes, tools, work and animals, and what stands in them must be known word by word; the rest is asked, because a list of what is delicate
 * is never complete.
 */
export const HARMLESS_RULES: readonly HarmlessRule[] = [
  {
    about: 'what the user likes, wants or avoids, if it is known',
    pattern: new RegExp(
      String.raw`${WE}${UNABLE}(?:like|love|enjoy|hate|dislike|prefer|adore|detest|loathe|despise|fancy|stand|avoid|favou?r|want) ${WHAT}`,
    ),
    wanted: {},
  },
  {
    about: 'how he eats or writes',
    pattern: new RegExp(
      String.raw`${I_AM}(?:a )?(?:vegan|vegetarian|pescatarian|(?:left|right)-?handed|ambidextrous|bilingual)$`,
    ),
  },
  {
    about: 'interests and skills, if they are known',
    pattern: new RegExp(
      String.raw`${I_AM}(?:a )?(?:big |huge |great |lifelong )?(?:fan of|fond of|into|keen on|partial to|crazy about|interested in|fluent in|learning|good at|bad at) ${WHAT}`,
    ),
    wanted: {},
  },
  {
    about: 'favourites among what everybody knows',
    pattern: new RegExp(String.raw`^(?:my|our) (?:all-time |absolute )?(?:least )?favou?rite ${FAMOUS} (?:is|are) \S`),
  },
  {
    about: 'other favourites, if both words are known',
    pattern: new RegExp(
      String.raw`^(?:my|our) (?:all-time |absolute )?(?:least )?(?:favou?rite|preferred|usual) ${WHAT}`,
    ),
    wanted: {},
  },
  {
    about: 'how the assistant is to work',
    pattern:
      /^(?:from now on|from today on|from here on|going forward|in future|in the future|henceforth)\b|\b(?:from now on|going forward|in future)$/,
    // What the person will do himself is rated as any other fact, and asked where it is not known.
    unless:
      /^(?:(?:from now on|from today on|from here on|going forward|in future|in the future|henceforth)\W+)?(?:i|i'm|i'll|we|we'll|my|our)\b/i,
  },
  {
    about: 'tools and work, if they are known',
    pattern: new RegExp(
      String.raw`${WE}(?:use|type|code|program|format|indent|spell|deploy|ship|release|test|commit|merge) ${WHAT}`,
    ),
    wanted: { kinds: ['tool', 'text', 'time', 'answer'], among: ['goods', 'genre'], counts: true },
    unless: /\buse (?:a |an |the |my )?(?:\w+ )?(?:shell|chair|bus|car|van)s?$/i,
  },
  {
    about: 'how he writes and reads',
    pattern: new RegExp(
      String.raw`${WE}(?:write|draft|sign|edit|proofread|outline|read|review|publish|print|number|cite|quote) ${WHAT}`,
    ),
    wanted: { counts: true, plain: true },
    unless:
      /\b(?:letters?|writ(?:e|es|ing)|read) to\b|\babout (?:my|our|me)\b|\b(?:writ\w+|sign\w*|publish\w*|draft\w*) (?:\w+ ){0,3}?(?:as|under) (?!\w+-\w+-\w+$|words$|numbers$|lists?$|tables?$)/i,
  },
  {
    about: 'what he has taken up, if it is known',
    pattern:
      /^(?:i've been|i have been|i'm|i am|i(?: have|'ve)? (?:just |recently )?started) (?:just )?(?:learning|restoring|building|playing|collecting|painting|drawing|knitting|sewing|baking|reading|writing|translating|carving|practising|practicing|keeping bees)(?<what>.*)$/,
    wanted: { kinds: ['music', 'goods', 'hobby', 'genre', 'text', 'language', 'nature', 'food', 'tool'] },
  },
  {
    about: 'the program that is called like a person',
    pattern: new RegExp(String.raw`\beditor is ${EDITORS}$`),
  },
  {
    about: 'pastimes, if they are known',
    pattern: new RegExp(
      String.raw`${WE}(?:play|collect|paint|draw|sing|dance|listen to|watch|speak|study|learn|ride|drive|fold|carve) (?!with\b|to\b|for\b)${WHAT}`,
    ),
    wanted: { kinds: ['music', 'goods', 'hobby', 'genre', 'language', 'tool', 'text'] },
  },
  {
    about: 'what he makes with his hands',
    pattern: new RegExp(String.raw`${WE}(?:knit|sew|cook|bake|grow|climb|swim)(?<what>(?: .+)?)$`),
    wanted: { plain: true },
    unless: /\bown$|\bfor\b/i,
  },
  {
    about: 'food, if it is known',
    pattern: new RegExp(
      String.raw`${WE}(?:eat|(?:take|have) my (?:coffee|tea|eggs)) (?!too\b|a lot\b|every\b|alone\b|to\b|less\b|more\b|only\b|no\b|not\b)${WHAT}`,
    ),
    wanted: { clock: true, plain: true },
    unless: /\b(?:one|once|half)\b/i,
  },
  {
    about: 'drinks without alcohol',
    pattern: new RegExp(String.raw`${WE}drink ${WHAT}`),
    wanted: { kinds: ['drink'], among: ['food'], clock: true },
  },
  {
    about: 'when he works, meets and gets up',
    pattern: new RegExp(
      String.raw`${WE}(?:work|meets?|wake up|get up|start|starts|finish|stop|write|go to bed|close|open|train)(?: work)? (?<what>(?:from|at|on|before|after|until|till|by|in|every) .+)$`,
    ),
    wanted: { clock: true, plain: true },
  },
  { about: 'when he is away', pattern: new RegExp(String.raw`${I_AM}(?:out|off|away) on ${DATES}$`) },
  {
    about: 'what he works with, if it is known',
    pattern: new RegExp(String.raw`${WE}work with ${WHAT}`),
    wanted: { kinds: ['tool', 'text'], among: ['answer'], counts: true },
  },
  {
    about: 'animals and their names',
    pattern: new RegExp(
      String.raw`^(?:(?:my|our) (?:[\p{L}'-]+ ){0,2}|(?:i|we) (?:have|own|keep|have got|'ve got) (?:[\p{L}\d-]+ ){0,3}|i've got (?:[\p{L}\d-]+ ){0,3})${PET}(?:'s name)?(?: and (?:an? |two |three )?${PET})?(?: (?:is |are )?(?:called |named )?(?:an? )?[\p{L}-]{2,20})?$`,
      'u',
    ),
  },
  {
    about: 'texts and tasks',
    pattern: new RegExp(
      String.raw`^(?:${DETERMINER} (?:(?!${PREPOSITION} )[\p{L}\d'-]+ ){0,2}?${TEXT_NOUN}|${TEXT_NOUN})(?![\p{L}]| (?:walker|sitter|minder))`,
      'u',
    ),
    unless: /\b(?:at|near|behind|opposite|outside|beside) (?:the )?\p{Lu}/u,
  },
  {
    about: 'things of his, if all is known that is said of them',
    pattern: new RegExp(
      String.raw`^(?:my|our|the|i have an?|i own an?|we have an?) (?<what>(?:[\p{L}\d'-]+ ){0,3}?(?:${THINGS}|${GOODS}|team|car|bike|boat|laptop|server)(?:s|'s)?(?![\p{L}]).*)$`,
      'u',
    ),
    wanted: { clock: true, plain: true },
  },
  {
    about: 'what he does for a living',
    pattern: new RegExp(
      String.raw`(?:${I_AM}|^i work as )an? (?:${OF_TRADE} ){0,2}?${TRADE}(?: by (?:trade|training|day))?$`,
      'u',
    ),
    unless: /\b(?:former|failed|struggling|unemployed|disgraced|ex)\b/i,
  },
]

export function isHarmlessForm(written: string, lower: string): boolean {
  return HARMLESS_RULES.some(({ pattern, unless, wanted }) => {
    const found = pattern.exec(lower)
    if (!found || unless?.test(written) === true) return false
    return wanted === undefined || isKnownHarmless(found.groups?.['what'] ?? '', wanted)
  })
}

/** A reason, a long number, or something else of his, which may tell more than the form of the sentence does. */
export const ASIDE: RegExp = new RegExp(
  String.raw`\b(?:because|since|due to|on account of|which is why|thanks to)\b|\d{4}|\S (?:my|our|his|her|their) (?!(?:[\p{L}'-]+ ){0,2}?${NOUN}(?![\p{L}]))`,
  'u',
)
