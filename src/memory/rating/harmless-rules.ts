import { DATES, EDITORS, PET, TASKS, THINGS, WORKS, words } from './vocabulary.ts'

export type HarmlessRule = {
  readonly about: string
  /** Tried on lower-case words with single spaces. */
  readonly pattern: RegExp
  /** Not where the text, as it was written, has this. */
  readonly unless?: RegExp
}

const NOUN = `(?:${WORKS}|${THINGS}|${TASKS}|${PET})(?:s|'s)?`
const OFTEN = String.raw`(?:(?:really|also|always|usually|mostly|often|only|still|absolutely|quite|normally|generally|sometimes|rarely|never|now|just|personally|simply|mainly|do|don't|do not|currently) ){0,3}`
/** Of tastes only: what somebody cannot do any more may be an illness. */
const UNABLE = String.raw`(?:(?:can't|cannot|no longer) ){0,1}`
const WE = String.raw`^(?:i|we|our team) ${OFTEN}`
const I_AM = String.raw`^(?:i am|i'm|im) (?:also |currently |still |not |now |strictly |mostly )*`
const TRADE = words`engineer|developer|programmer|coder|designer|architect|administrator|analyst|scientist|researcher|mathematician|physicist|chemist|biologist|geologist|historian|linguist
  |writer|author|novelist|poet|playwright|journalist|reporter|columnist|editor|copy-?editor|proofreader|translator|interpreter|publisher|illustrator|librarian|archivist|bookseller|teacher|lecturer
  |professor|tutor|student|nurse|doctor|paramedic|dentist|vet|pharmacist|accountant|bookkeeper|lawyer|consultant|manager|director|producer|photographer|filmmaker|musician|composer|singer|cellist
  |painter|sculptor|potter|carpenter|joiner|electrician|plumber|builder|mechanic|welder|tailor|gardener|farmer|beekeeper|baker|cook|chef|waiter|waitress|barista|brewer|driver|pilot|sailor|fisherman
  |conductor|tester|maintainer|owl|night owl|early bird|morning person|beginner|slow reader|fast reader|fast typist|freelancer`
const DETERMINER = words`my|our|the|all|every|each|this|a|an|i have an?|i own an?|we have an?`
const PREPOSITION = words`in|at|of|on|with|from|behind|under|by|for|to|about|and|or|is|are|was|has`
const TIME = String.raw`(?:(?:about |around |half past |quarter to )?(?:\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)|the ${DATES}|${DATES}|every|each|two|home)`

/**
 * A fact is kept without a question only if one of these speaks for it and no rule of sensitivity against it. They are forms of speech about
 * tastes, tools, work and animals; what fits none of them is asked, because a list of what is delicate is never complete.
 */
export const HARMLESS_RULES: readonly HarmlessRule[] = [
  {
    about: 'what the user likes, wants or avoids; not whom',
    pattern: new RegExp(
      String.raw`${WE}${UNABLE}(?:like|love|enjoy|hate|dislike|prefer|adore|detest|loathe|despise|fancy|stand|avoid|favou?r|want) (?!him\b|her\b|them\b|someone\b|somebody\b|to (?:die|leave|move|marry|quit)\b|people\b)\S`,
    ),
    unless: /\b(?:[Ll]ove|[Aa]dore|[Hh]ate|[Ff]ancy|[Dd]espise|[Ll]oathe|[Aa]void|[Ww]ant)s? \p{Lu}[\p{Ll}'-]+(?: \p{Lu}[\p{Ll}'-]+)?$/u,
  },
  {
    about: 'interests, skills and how he eats or writes',
    pattern: new RegExp(
      String.raw`${I_AM}(?:a )?(?:big |huge |great |lifelong )?(?:fan of|fond of|into|keen on|partial to|crazy about|interested in|fluent in|learning|good at|bad at|vegan|vegetarian|pescatarian|(?:left|right)-?handed|ambidextrous|bilingual)\b`,
    ),
  },
  { about: 'favourites', pattern: /^(?:my|our) (?:all-time |absolute )?(?:least )?(?:favou?rite|preferred|usual) .{1,60}? (?:is|are) \S/ },
  {
    about: 'how the assistant is to work',
    pattern:
      /^(?:from now on|from today on|from here on|going forward|in future|in the future|henceforth)\b|\b(?:from now on|going forward|in future)$/,
  },
  {
    about: 'tools and work',
    pattern: new RegExp(
      String.raw`${WE}(?:use|type|code|program|write|draft|format|indent|spell|sign|edit|proofread|outline|read|review|publish|ship|deploy|release|test|commit|merge|print|number|cite|quote)\b`,
    ),
    unless: /\b(?:letters?|writ(?:e|es|ing)|read) to\b|\babout (?:my|our|me)\b/i,
  },
  {
    about: 'what he has taken up',
    pattern:
      /^(?:i've been|i have been|i'm|i am|i(?: have|'ve)? (?:just |recently )?started) (?:just )?(?:learning|restoring|building|playing|collecting|painting|drawing|knitting|sewing|baking|reading|writing|translating|carving|brewing|practising|practicing|keeping bees)\b/,
  },
  {
    about: 'the program that is called like a person',
    pattern: new RegExp(String.raw`\beditor is ${EDITORS}\b`),
  },
  {
    about: 'pastimes',
    pattern: new RegExp(
      String.raw`${WE}(?:play|collect|paint|draw|knit|sew|cook|bake|grow|sing|climb|swim|dance|listen to|watch|speak|study|learn|ride|drive|fold|carve|brew)\b (?!with\b|to\b|for\b)\S`,
    ),
  },
  {
    about: 'food and drink',
    pattern: new RegExp(
      String.raw`${WE}(?:eat|drink|(?:take|have) my (?:coffee|tea|eggs)) (?!too\b|a lot\b|every\b|alone\b|to\b|less\b|more\b)\S`,
    ),
  },
  {
    about: 'when he works, meets and gets up',
    pattern: new RegExp(
      String.raw`${WE}(?:work|meets?|wake up|get up|start|starts|finish|stop|write|go to bed|close|open|train)(?: work)? (?:from|at|on|before|after|until|till|by|in|every) ${TIME}\b|${I_AM}(?:out|off|away) on ${DATES}\b|${WE}work with (?:\S+ )?${NOUN}\b`,
    ),
  },
  {
    about: 'animals',
    pattern: new RegExp(
      String.raw`^(?:(?:my|our) (?:[\p{L}'-]+ ){0,2}|(?:i|we) (?:have|own|keep|have got|'ve got) (?:[\p{L}\d-]+ ){0,3}|i've got (?:[\p{L}\d-]+ ){0,3})${PET}(?:'s)?(?![\p{L}]| (?:walker|sitter|minder))`,
      'u',
    ),
  },
  {
    about: 'texts, things and tasks',
    pattern: new RegExp(
      String.raw`^(?:${DETERMINER} (?:(?!${PREPOSITION} )[\p{L}\d'-]+ ){0,2}?${NOUN}|${NOUN})(?![\p{L}]| (?:walker|sitter|minder))`,
      'u',
    ),
    unless: /\b(?:at|near|behind|opposite|outside|beside) (?:the )?\p{Lu}/u,
  },
  {
    about: 'what he does for a living',
    pattern: new RegExp(String.raw`(?:${I_AM}|^i work as )an? (?:[\p{L}-]+ ){0,2}?${TRADE}(?: by (?:trade|training|day))?$`, 'u'),
    unless: /\b(?:former|failed|struggling|unemployed|disgraced|ex)\b/i,
  },
]

/** A reason, a long number, or something else of his, which may tell more than the form of the sentence does. */
export const ASIDE: RegExp = new RegExp(
  String.raw`\b(?:because|since|due to|on account of|which is why|thanks to)\b|\d{4}|\S (?:my|our|his|her|their) (?!(?:[\p{L}'-]+ ){0,2}?${NOUN}(?![\p{L}]))`,
  'u',
)
