import { inAnyCase } from '../../core/index.ts'

/** One form in which people state something about themselves. Tried on a clause without greetings, from its first letter on. */
export type Statement = { readonly kind: string; readonly pattern: RegExp; readonly unless?: RegExp }

/** Alternatives, over several lines. */
const any = ({ raw }: TemplateStringsArray): string =>
  `(?:${raw
    .join('')
    .trim()
    .split(/\s*\|\s*/)
    .join('|')})`
const form = (kind: string, pattern: string, unless?: RegExp): Statement => ({
  kind,
  pattern: inAnyCase(`^${pattern}`),
  ...(unless && { unless }),
})

const I_AM = String.raw`(?:i am|i'm|im)`
const HAVE = String.raw`(?:i have|i've|i've got|i have got|i own|we have|we own|we've got)`
const SOMETIMES = String.raw`(?:(?:really|also|always|usually|mostly|often|only|still|absolutely|quite|normally|generally|sometimes|rarely|now|just|personally|simply|mainly|do) ){0,2}`
const NOT = String.raw`(?:(?:do not|don't|never|can't|cannot|no longer) ){0,1}`
/** Points at something of this talk. */
const HERE =
  /^\S+(?:\s\S+){0,3}?\s(?:it|this|that|these|those|them|him|her|you|your|yours|how you|what you|the (?:first|second|third|last|next|other|new|former|latter|idea|result|answer|way you|one|version|above|suggestion|draft you|option|plan))\b/i
const NOW =
  /\b(?:right now|at the moment|today|tonight|currently stuck|error|bug|exception|failing|crash\w*|yesterday|last night|this morning|this afternoon|this week|just now|tomorrow)\b|\bis what$/i

const RELATION = any`wife|husband|partner|girlfriend|boyfriend|mother|father|mum|mom|dad|parents|sister|sisters|brother|brothers|son|sons|daughter|daughters|child|children
  |kid|kids|baby|twins|grandmother|grandfather|grandma|grandpa|aunt|uncle|cousin|niece|nephew|boss|manager|editor|agent|publisher|doctor|dentist|therapist
  |landlord|friend|best friend|neighbou?r|colleague|teacher|coach|mentor|team|company|firm|client|dog|cat|puppy|kitten|rabbit|horse|parrot|hamster|pet
  |lawyer|solicitor|barrister|midwife|carer|sponsor|\w+ologist|psychiatrist|(?:parole|probation) officer|social worker|mortgage|pension|house style|style guide
  |novel|book|story|hero|heroine|protagonist|villain|narrator|office|school|family|flatmate|roommate|band|column|shop|magazine`
const DOES = any`is|are|was|has|have|had|likes|like|loves|love|hates|hate|prefers|prefer|lives|live|works|work|studies|study|plays|play|speaks|speak|goes|go|turns|turned
  |wants|runs|handles|uses|use|opens|closes|meets|meet|publishes|ships|starts|ends|teaches|writes|drives|eats|needs|died|moved|called|calls|comes|owns|sells|does not|doesn't|can't|cannot`
/** A thing of which one says how it is just now, or what one thinks. */
const PASSING_THING =
  /^(?:my|our) (?:\S+ ){0,2}?(?:code|test|tests|build|question|questions|problem|problems|issue|issues|guess|point|bad|concern|worry|idea|thought|thoughts|suggestion|understanding|function|branch|script|query|request|computer|internet|connection|screen|pleasure|apologies|mistake|fault|turn|impression|assumption|feeling|hope|plan|plans|keys|next step|text|sentence|essay|answer)(?:s)? (?:is|are|was|were)\b/i
const PASSING_STATE =
  /^(?:my|our) .{1,60}? (?:is|are|was) (?:so |very |really |too |still |not |now |just )*(?:broken|slow|failing|ready|done|wrong|fine|working|here|there|gone|late|down|empty|missing|ok|okay|good|bad|great|long|short|finished|stuck|confusing|killing|driving|making|getting|going|trying)\b/i
const TRADE =
  /^(?:i am|i'm|im) an? (?:bit|little|lot|mess|while|step|fool|idiot|genius|pirate|wreck|tad|bit of|huge mess)\b/i

const QUALITIES = any`vegan|vegetarian|pescatarian|omnivore|teetotal|gluten-free|lactose[- ]intolerant|allergic|diabetic|asthmatic|autistic|dyslexic|colou?r-?blind|blind|deaf
  |pregnant|disabled|left-?handed|right-?handed|ambidextrous|married|single|divorced|engaged|widowed|retired|unemployed|self-employed|freelance|bilingual
  |catholic|protestant|christian|muslim|jewish|hindu|buddhist|sikh|atheist|agnostic|gay|lesbian|bisexual|queer|trans|transgender|straight|non-?binary|asexual
  |british|english|scottish|welsh|irish|french|german|spanish|italian|dutch|polish|american|canadian|australian|indian|chinese|japanese|nigerian|kenyan
  |swedish|norwegian|danish|finnish|portuguese|greek|turkish|russian|ukrainian|brazilian|mexican|austrian|swiss|belgian|an? early bird|an? night owl
  |hiv[- ]positive|in therapy|in recovery|in rehab|on universal credit|on benefits|on medication|on bail|on probation|transitioning|going through|staying (?:with|at)|\w+ (?:days|weeks|months|years) sober
  |afraid of|scared of|interested in|fluent in|good at|bad at|new to|used to|named|called|known as|out on|off on|away on|in my \w+ies|in my \w+ts?|in charge of
  |responsible for|married to|from|based in|based near|originally from|born in|born on|over \d|under \d|\d{1,3}(?: years old|$|,)|\d{1,2}\b`
const VERBS = any`use|drive|ride|own|play|speak|study|teach|collect|support|practise|practice|read|write|listen to|watch|follow|cook|bake|grow|run|swim|climb|paint|draw|knit
  |sing|work|live|publish|ship|deploy|release|meet|host|sell|code|review|eat|drink|take|wear|sleep|wake up|get up|smoke|vote|commute|volunteer|edit|format|indent
  |sign|spell|celebrate|pray|train|exercise|shop|travel|weigh|earn|owe|rent|make|suffer|see|belong|go by|go to|wait|start|finish|close|open|call|date|fast|keep (?:kosher|halal|bees|a diary|a journal)`
const HABIT = any`always|usually|never|normally|mostly|often|generally|typically|rarely|only`
const OWNED = any`dogs?|cats?|puppy|puppies|kitten|rabbits?|horses?|parrot|hamster|pets?|fish|tortoise|chickens?|hens|goats?|son|sons|daughters?|child|children|kids?|baby
  |twins|wife|husband|partner|girlfriend|boyfriend|brothers?|sisters?|siblings?|grandchildren|grandson|granddaughter|allerg\w+|diabetes|asthma|cancer|migraines?
  |adhd|dyslexia|epilepsy|depression|anxiety|arthritis|condition|illness|disability|mortgage|loan|debts?|job|degree|phd|licen[cs]e|car|bike|bicycle|boat
  |house|flat|apartment|garden|allotment|cabin|piano|guitar|cello|violin|laptop|mac|macbook|printer|blog|podcast|newsletter|website|shop|deadline|day off
  |meeting every|standing desk|tattoo|accent|stammer|pacemaker|insomnia|restraining order`

/** In this order; the first that fits gives its name. Forms that are not here are facts only if the user says "remember". */
export const STATEMENTS: readonly Statement[] = [
  form(
    'name',
    String.raw`(?:you (?:can|may|should) |please |just |everyone |my friends |people |everybody )?(?:call|calls|address) me (?:as )?[\p{L}"'“]`,
    /^.{0,24}\b(?:call|calls) me (?:a|an|the|when|if|at|on|back|later|tomorrow|today|tonight|crazy|old|names?|by|in)\b/i,
  ),
  form('name', String.raw`(?:i go by|my (?:\w+ ){0,2}(?:nick|user|sur)?name(?: is|'s)) \S`),
  form(
    'preference',
    String.raw`(?:i|we) ${SOMETIMES}${NOT}${SOMETIMES}(?:like|love|enjoy|hate|dislike|prefer|adore|detest|loathe|despise|fancy|stand|avoid|favou?r) \S`,
    HERE,
  ),
  form(
    'preference',
    String.raw`${I_AM} (?:not )?(?:a )?(?:big |huge |great |lifelong )?(?:fan of|fond of|into|keen on|partial to|crazy about) \S`,
    HERE,
  ),
  form(
    'preference',
    String.raw`(?:my|our) (?:all-time |absolute )?(?:favou?rite|preferred|least favou?rite|usual|dream)\b.{1,60}? (?:is|are) \S`,
  ),
  form(
    'place',
    String.raw`(?:i|we) (?:currently |now |just |recently )?(?:live|moved|grew up|was born|were born|reside|come from|am based|are based|study at|work (?:at|in|for|from))\b \S`,
  ),
  form('quality', String.raw`${I_AM} (?:also |currently |still |not |now |strictly |mostly )*${QUALITIES}(?![\p{L}])`),
  form('work', String.raw`${I_AM} (?:also |currently )?an? \p{L}`, TRADE),
  form('work', String.raw`i work (?:as|with|on) (?:an?|the|my)? ?\p{L}`, HERE),
  form(
    'birth',
    String.raw`i (?:just |recently )?(?:turned|turn|will be|was born|am turning) \S`,
    /^i (?:just |recently )?(?:turned|turn) (?:it|on|off|the|to|into|around)\b/i,
  ),
  form(
    'health',
    String.raw`i (?:was|have been|got|'ve been) (?:recently )?(?:diagnosed|vaccinated|operated|treated)\b \S`,
  ),
  form('own', String.raw`${HAVE} (?:\S+ ){0,4}?${OWNED}(?![\p{L}])`, /\b(?:question|problem|idea|issue|file)\b/i),
  form('relation', String.raw`(?:my|our) (?:\S+ ){0,2}?${RELATION}(?:'s \p{L}+)? ${DOES}(?![\p{L}])`, PASSING_STATE),
  form('attribute', String.raw`(?:my|our) (?:[\p{L}'-]+ ){1,4}(?:is|are|will be|starts|ends) (?:not )?\S`),
  form(
    'relation',
    String.raw`\p{L}[\p{L}.'-]{0,30}(?: [\p{L}.'-]{1,30}){0,2} (?:is|are) (?:my|our) [\p{L}' -]{2,40}$`,
    /^(?:what|who|which|where|how|when|why|it|this|that|here|there|these|those|he|she|the|is|are)\b/i,
  ),
  form('habit', String.raw`(?:i|we) ${HABIT} \p{L}{2,}`, HERE),
  form('habit', String.raw`(?:i|we) ${SOMETIMES}${NOT}${VERBS}(?![\p{L}]) \S`, HERE),
]

const NEVER =
  /^(?:i|we) (?:\S+ )?(?:write|read|use|run|see|make|take|go to|work|start|open|close|call|watch|follow|wait) (?:to|for) (?:ask|say|you|report|know|check|see|help)\b/i
const WORD_FORMS =
  /(?:^|\s)(?:would|could|should|might|wonder|guess|think we|need to|want to|going to|trying|used to)(?:\s|$)/i

/** What kind of statement it is, if any. */
export function statementIn(clause: string): string | undefined {
  if (
    WORD_FORMS.test(clause) ||
    PASSING_THING.test(clause) ||
    PASSING_STATE.test(clause) ||
    NEVER.test(clause) ||
    NOW.test(clause)
  )
    return undefined
  const found = STATEMENTS.find(({ pattern, unless }) => pattern.test(clause) && unless?.test(clause) !== true)
  return found?.kind
}
