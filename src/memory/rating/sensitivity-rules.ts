import type { Sensitivity } from '../fact.ts'

export type SensitivityRule = {
  readonly kind: string
  readonly sensitivity: Exclude<Sensitivity, 'low'>
  readonly about: string
  /** Tried on lower-case words with single spaces. */
  readonly pattern?: RegExp
  /** Tried on the text as it was written. */
  readonly written?: RegExp
  /** What looks the same and is harmless is taken out first. */
  readonly harmless?: RegExp
  /** A second look at what was found in the text as written. */
  readonly accepts?: (found: string) => boolean
}

/** Alternatives, over several lines. */
const words = ({ raw }: TemplateStringsArray): string =>
  `(?:${raw
    .join('')
    .trim()
    .split(/\s*\|\s*/)
    .join('|')})`

const FAMILY = words`wife|husband|spouse|partner|girlfriend|boyfriend|fianc[eé]e?|ex-wife|ex-husband|mother|father|mum|mom|mommy|mummy|dad|daddy|parents?
  |sister|sisters|brother|brothers|siblings?|twins?|son|sons|daughter|daughters|child|children|kid|kids|baby|toddler|grandson|granddaughter|grandchildren
  |grandchild|grandmother|grandfather|grandma|grandpa|granny|grandparents|aunt|uncle|cousins?|niece|nephew|in-laws|mother-in-law|father-in-law|stepson
  |stepdaughter|stepmother|stepfather|stepdad|stepmum|stepmom|(?:my|our|his|her|the) family`
const PEOPLE = words`editor|boss|manager|agent|publisher|doctor|gp|dentist|therapist|lawyer|solicitor|accountant|landlord|landlady|tenant|friend|friends
  |best friend|neighbou?r|neighbou?rs|colleague|colleagues|co-?worker|teammate|flatmate|room-?mate|teacher|tutor|coach|mentor|student|supervisor|client
  |customer|assistant|secretary|translator|illustrator|co-?author|cleaner|nanny|babysitter|priest|imam|rabbi|pastor|ceo|cto|director|team lead|lead`
const CONDITION = words`diabet\w*|asthma\w*|cancer|tumou?r|migraines?|epilep\w*|depress\w*|anxiety|bipolar|schizo\w*|adhd|autis\w*|dyslexi\w*|dementia
  |alzheimer\w*|parkinson\w*|arthritis|hiv|aids|hepatitis|coeliac|celiac|eczema|psoriasis|insomnia|anorexi\w*|bulimi\w*|ptsd|ocd|stroke|heart attack
  |heart disease|heart condition|high blood pressure|hypertension|anaemi\w*|anemi\w*|thyroid|lupus|sclerosis|endometriosis|allerg\w*|intoleran\w*
  |colou?r-?blind|blind|deaf|disab\w*|wheelchair|chronic\w*|illness|disease|disorder|syndrome|addict\w*|alcoholic|sober|pregnan\w*|miscarriage|abortion
  |fertility|ivf|menopause|blood type|blood pressure|blood sugar|cholesterol|covid|long covid|fibromyalgia|glaucoma|hearing aid`
const CARE = words`diagnos\w*|medication|medicines?|medical|prescri\w*|pills?|insulin|inhaler|antidepressants?|chemo\w*|dialysis|surgery|surgeon
  |hospital\w*|clinic|therapy|therapist|psychiatrist|psychologist|counsell?or|rehab|symptoms?|injur\w*|vaccin\w*|mental health|health|sertraline
  |fluoxetine|citalopram|escitalopram|prozac|zoloft|xanax|lithium|metformin|ibuprofen|aspirin|statins?|warfarin|methadone|ritalin|adderall|levothyroxine
  |antibiotics|painkillers?|birth control|contracepti\w*|hormones?`
const BELIEF = words`catholic|protestant|christian|muslim|islam|jewish|judaism|hindu|buddhist|sikh|mormon|atheist|agnostic|religio\w*|church|mosque|synagogue
  |pray|baptis\w*|vote|voted|voting|political\w*|conservative|labour party|republican|democrat|liberal party|socialist|communist|union member|trade union
  |gay|lesbian|bisexual|queer|straight|asexual|transgender|trans|non-?binary|sexual\w*|my pronouns|ethnic\w*|immigrant|refugee|asylum`
const MONEY = words`salary|wage|wages|earn|earns|earned|income|debts?|owe|owes|owed|loans?|mortgage|overdraft|savings|pension|inheritance|bank|bank account|iban
  |sort code|account number|credit card|debit card|credit score|tax|taxes|rent|net worth|budget|bankrup\w*|benefits|unemployed|in arrears|invoice|net pay
  |paycheck|payslip|shares|stocks|investments?`
const HOME = words`live|lives|living|lived|reside|resides|moved|moving|grew up|was born|were born|based|staying|settled|raised`
const NEAR = words`in|at|near|to|from|by|outside|around|above|behind|with`
const STREET = words`street|st|avenue|ave|road|rd|lane|drive|close|crescent|square|terrace|boulevard|way|court|row|place`
const PET = words`dog|dogs|cat|cats|puppy|kitten|rabbit|bunny|hamster|guinea pig|parrot|budgie|canary|horse|pony|tortoise|turtle|goldfish|fish|snake|lizard|pet|pets
  |hen|hens|chicken|goat|donkey|ferret|gecko|bird`
/** Things that have names, too, and nobody minds. */
const WORKS = words`novel|book|story|short story|manuscript|draft|chapter|title|working title|series|trilogy|poem|play|script|screenplay|blog|podcast|column|newsletter
  |magazine|band|team|project|app|game|website|repo|repository|server|laptop|car|bike|boat|house style|style guide|protagonist|villain|hero|heroine
  |character|main character|narrator|antagonist`
/** Of these a name says what is used or liked, not who somebody is. */
const THINGS = words`time ?zone|layout|keyboard|shell|language|languages|browser|os|operating system|laptop|computer|machine|framework|library|database|font|theme
  |colou?r scheme|colou?r|genre|guitar|instrument|camera|currency|spelling|locale|day off|day|deadline|month|season|brand|model|tool|tools|client|terminal
  |distro|package manager|formatter|linter|printer|phone|star sign|drink|food|dish|meal|style|motto|format|units|diet|major|subject|degree`
const DATES = words`mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|january|february|march|april|may|june|july|august|september|october
  |november|december|spring|summer|autumn|winter|christmas|easter`

const CREDENTIAL = words`pass ?word|pass ?phrase|pass ?code|passwd|pwd|api[ -]?keys?|secret key|private key|access key|access token|auth token|bearer token
  |refresh token|client secret|ssh key|gpg key|seed phrase|recovery (?:code|phrase|key)|backup codes?|one[ -]time code|otp|cvv|cvc|security code|pin code
  |pin number|door code|gate code|alarm code|unlock code|locker combination|combination lock|safe combination|login code|2fa`

/** The first column of a person's card, the rules by which a text is rated. Each can be read, and each has its own lines in the tests. */
export const SENSITIVITY_RULES: readonly SensitivityRule[] = [
  {
    kind: 'credential',
    sensitivity: 'secret',
    about: 'passwords, keys, codes',
    pattern: new RegExp(
      String.raw`\b${CREDENTIAL}\b|\bpin (?:is|was|for|=|:)|\b(?:login|credentials?|token|secret) (?:is|are|was|=|for \w+ is)\b`,
    ),
    harmless: /\bpass ?word (?:manager|policy|generator|field|reset)\w*/g,
  },
  {
    kind: 'credential',
    sensitivity: 'secret',
    about: 'what looks like a key or a token, whatever it is called',
    written:
      /\b(?:sk|pk|rk|ghp|gho|ghs|github_pat|glpat|xox[abp]|AKIA|ASIA|AIza|eyJ)[-_]?[\w-]{12,}|-----BEGIN|\b(?=[\w+/-]*\d)(?=[\w+/-]*[a-z])(?=[\w+/-]*[A-Z])[\w+/-]{24,}|\b[0-9a-f]{32,}\b/,
    harmless: /\b[A-Z]{2}\d{2}[A-Z0-9]{10,30}\b/g,
  },
  {
    kind: 'payment card',
    sensitivity: 'secret',
    about: 'the number of a card',
    written: /(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/,
    accepts: hasCheckDigit,
  },
  {
    kind: 'name',
    sensitivity: 'sensitive',
    about: 'how the user or another person is called',
    pattern: new RegExp(
      String.raw`\bcall(?:s)? me\b|\bmy (?:\w+ )?(?:name|surname|nickname)\b|\bi(?: am|'m) (?:called|named|known as)\b|\bi go by\b|\bbe called\b|\brefer to me\b|\baddress me\b|\bknow me as\b|\b(?:our|his|her|their|whose) (?:\w+ )?(?:name|surname)\b|\b(?:mr|mrs|ms|dr|prof)\.? \p{L}`,
      'u',
    ),
  },
  {
    kind: 'name',
    sensitivity: 'sensitive',
    about: 'who holds a place in the life of the user',
    pattern: new RegExp(
      String.raw`\b(?:my|our) (?:\w+ ){0,2}${PEOPLE}(?:'s (?:\w+ )?name)? (?:is|are|was|called|named)\b|\bis (?:my|our) (?:\w+ ){0,2}${PEOPLE}\b|\b(?:my|our) (?:\w+ ){0,1}${PEOPLE},? \p{L}+ (?:is|has|said|wants|likes|lives|works)\b`,
      'u',
    ),
    harmless: new RegExp(
      String.raw`\b(?:mail|email|git|ftp|http|chat) client\b|\b(?:password|window|package|file|task|boot) manager\b|\beditor is (?:vim|neovim|nvim|emacs|nano|helix|zed|sublime|vs ?code|visual studio|intellij|webstorm|pycharm|notepad|word|scrivener|obsidian|cursor|atom|kate|gedit|ulysses|libreoffice|google docs)\b`,
      'g',
    ),
  },
  {
    kind: 'name',
    sensitivity: 'sensitive',
    about: 'somebody or something of the user is called like a person',
    pattern: new RegExp(String.raw`\b(?:my|our|a|an|the|one) (?:[\p{L}'-]+ ){1,4}(?:called|named)\b`, 'u'),
    harmless: new RegExp(String.raw`\b(?:${PET}|${WORKS})(?:s|'s)?(?: name)?(?: \p{L}+)? (?:is |are |was )?(?:called|named)\b`, 'gu'),
  },
  {
    kind: 'name',
    sensitivity: 'sensitive',
    about: 'whoever stands behind "my … is" with a capital letter, unless it is a thing or a date',
    written: /\b(?:[Mm]y|[Oo]ur) (?:[\p{L}'-]+ ){1,4}(?:is|are|was) \p{Lu}\p{Ll}|^\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)? is (?:my|our) /u,
    harmless: new RegExp(
      String.raw`\b(?:favou?rite\b.*|(?:${PET}|${WORKS}|${THINGS})(?:'s name)? (?:is|are|was) |(?:is|are|was) ${DATES}\b|is (?:my|our) (?:favou?rite|(?:\p{L}+ )?(?:${PET}|${WORKS}|${THINGS}))\b|^${DATES} is )`,
      'giu',
    ),
  },
  {
    kind: 'name',
    sensitivity: 'sensitive',
    about: 'a first and a last name',
    written: /(?<=\b(?:is|am|are|and|with|for|to|know|knows|meet|met|married|named|called) )\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/u,
    harmless: new RegExp(String.raw`\b(?:favou?rite|favou?rites|fan of|title|${WORKS})\b.*`, 'giu'),
  },
  {
    kind: 'place',
    sensitivity: 'sensitive',
    about: 'where the user or somebody else lives, works or comes from',
    pattern: new RegExp(
      String.raw`\b${HOME} (?:\w+ ){0,3}?${NEAR}\b|\b(?:i am|i'm|he is|she is|we are|we're|they are|comes?|came) (?:originally )?from\b|\b\d+[a-z]? (?:\p{L}+ ){1,3}${STREET}\b|\b(?:post ?code|zip code|postal code|street address|home ?town|(?:my|our|home) address|neighbou?rhood|birth ?place|hometown|home is|house is (?:in|at|on|near)|flat is (?:in|at|on|near)|office is (?:in|at|on|near))\b|\b(?:works?|worked|working|study|studies|studied) (?:at|for) (?!(?:home|night|noon|weekends|least|all|an?|the|my|myself|our|day)\b)\p{L}`,
      'u',
    ),
    harmless: new RegExp(String.raw`\b(?:moved|moving) to (?:next )?${DATES}\b`, 'g'),
  },
  {
    kind: 'place',
    sensitivity: 'sensitive',
    about: 'at a place that has a name',
    written:
      /\b(?:works?|working|stud(?:y|ies|ying)|goes to|go to|teach(?:es)?|shops?|trains?|office|school|university|gym|club)\b[^.]{0,40}? (?:at|in|to|near|for) (?:the )?\p{Lu}/u,
  },
  {
    kind: 'contact',
    sensitivity: 'sensitive',
    about: 'a mail address or a telephone number',
    pattern: /\b(?:phone|telephone|mobile|cell|whatsapp)(?: number)?\b|\bmy (?:\w+ )?number\b|\be-?mail(?: address)? (?:is|=|:)/,
    written: /[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{2,}|(?:\+|\b0)\d[\d ()-]{6,}\d/,
  },
  {
    kind: 'health',
    sensitivity: 'sensitive',
    about: 'illness, care, the body',
    pattern: new RegExp(
      String.raw`\b(?:${CONDITION}|${CARE})\b|\bi weigh\b|\bmy weight\b|\bmg\b|\bin hospital\b|\bhard of hearing\b|\bhearing loss\b|\bsuffer\w* from\b|\b(?:died|dying|passed away|funeral|grief|bereaved)\b`,
    ),
  },
  {
    kind: 'money',
    sensitivity: 'sensitive',
    about: 'income, debts, accounts',
    pattern: new RegExp(String.raw`\b${MONEY}\b|\bpaid (?:\d|[£$€])|\bmake (?:about |around )?(?:\d|[£$€])`),
    written: /[£$€]\s?\d|\b\d[\d,.]*\s?(?:£|\$|€|euros?|pounds|dollars|usd|eur|gbp)|\b[A-Z]{2}\d{2}[A-Z0-9]{11,30}\b/i,
  },
  {
    kind: 'family',
    sensitivity: 'sensitive',
    about: 'relatives and partners',
    pattern: new RegExp(
      String.raw`\b${FAMILY}\b|\banniversary\b|\b(?:married|divorced|widow\w*|adopted|orphan)\b|\b(?:i am|i'm|we are|we're|is|got) (?:single|engaged|separated|dating)\b`,
    ),
  },
  {
    kind: 'birth',
    sensitivity: 'sensitive',
    about: 'age and date of birth',
    pattern: /\b(?:birthday|date of birth|born|years? old|my age|turned \d|turn \d|turns \w+ in|i(?:'m| am) \d{1,3}\b)/,
  },
  {
    kind: 'belief',
    sensitivity: 'sensitive',
    about: 'faith, politics, sexuality, origin',
    pattern: new RegExp(String.raw`\b${BELIEF}\b`),
    harmless: /\bstraight (?:quotes?|lines?|edges?|apostrophes?)\b/g,
  },
  {
    kind: 'identity',
    sensitivity: 'sensitive',
    about: 'numbers by which an office knows a person, and what it holds against him',
    pattern:
      /\b(?:passport|national insurance|social security|ssn|driving licen[cs]e|driver'?s licen[cs]e|licen[cs]e plate|number plate|id card|id number|tax id|visa|arrest\w*|convicted|conviction|criminal|prison|probation|lawsuit|court)\b/,
  },
]

/** Numbers of cards end in a digit that the others decide (Luhn), so that nine out of ten other numbers are told apart. */
function hasCheckDigit(found: string): boolean {
  const digits = found.replace(/\D/g, '')
  let total = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits.charAt(digits.length - 1 - at))
    const counted = at % 2 === 0 ? digit : digit * 2
    total += counted > 9 ? counted - 9 : counted
  }
  return total % 10 === 0
}
