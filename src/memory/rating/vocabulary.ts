/** Alternatives, over several lines. */
export const words = ({ raw }: TemplateStringsArray): string =>
  `(?:${raw
    .join('')
    .trim()
    .split(/\s*\|\s*/)
    .join('|')})`

export const FAMILY: string = words`wife|husband|spouse|partner|girlfriend|boyfriend|fianc[eé]e?|ex|exes|ex-\w+|mother|father|mum|mom|mommy|mummy|dad|daddy|parents?|parenting
  |sister|sisters|brother|brothers|siblings?|twins?|son|sons|daughter|daughters|child|children|kid|kids|baby|toddler|grandson|granddaughter|grandchildren
  |grandchild|grandmother|grandfather|grandma|grandpa|granny|grandparents|aunt|auntie|uncle|cousins?|niece|nephew|in-laws|mother-in-law|father-in-law|stepson
  |stepdaughter|stepmother|stepfather|stepdad|stepmum|stepmom|(?:my|our|his|her|the) family|custody|alimony|divorc\w*|separation|marriage|wedding|honeymoon
  |affair|lover|mistress|dating|foster\w*|godson|goddaughter|childcare|nursery|kindergarten|school run`
export const PEOPLE: string = words`editor|boss|manager|agent|publisher|doctor|gp|dentist|therapist|lawyer|solicitor|accountant|landlord|landlady|tenant|friend|friends
  |best friend|neighbou?r|neighbou?rs|colleague|colleagues|co-?worker|teammate|flatmate|room-?mate|teacher|tutor|coach|mentor|student|supervisor|client
  |customer|assistant|secretary|translator|illustrator|co-?author|cleaner|nanny|babysitter|priest|imam|rabbi|pastor|ceo|cto|director|team lead|lead
  |sponsor|carer|guardian|caseworker|social worker|barrister|trustee|executor|lodger|housemate|driver|pen ?pal`
export const CONDITION: string = words`diabet\w*|asthma\w*|cancer|tumou?r|migraines?|epilep\w*|depress\w*|anxiety|bipolar|schizo\w*|adhd|autis\w*|dyslexi\w*|dementia
  |alzheimer\w*|parkinson\w*|arthritis|hiv|aids|hepatitis|coeliac|celiac|gluten|lactose|eczema|psoriasis|insomnia|anorexi\w*|bulimi\w*|ptsd|ocd|stroke|heart attack
  |heart disease|heart condition|high blood pressure|hypertension|anaemi\w*|anemi\w*|thyroid|lupus|sclerosis|endometriosis|allerg\w*|intoleran\w*
  |colou?r-?blind|blind|deaf|disab\w*|wheelchair|chronic\w*|illness|disease|disorder|syndrome|addict\w*|alcohol\w*|sober|pregnan\w*|miscarriage|abortion
  |fertility|ivf|menopause|blood type|blood pressure|blood sugar|cholesterol|covid|long covid|fibromyalgia|glaucoma|hearing aid|guide dog|assistance dog|stammer\w*|stutter\w*
  |tourette\w*|crohn\w*|ibs|colitis|colostomy|catheter|incontinen\w*|seizures?|fainting|panic attacks?|phobia|self-harm\w*|suicid\w*|overdose\w*|trauma\w*
  |assault\w*|abus\w*|raped?|survivor|burn-?out|breakdown|hypno\w*|impoten\w*|infertil\w*|contagious|infect\w*|hernia|gout|ulcers?|shingles|sciatica|vertigo
  |tinnitus|sleep badly|sleep poorly|can't sleep|overweight|obes\w*|underweight|smok\w+|vap(?:e|ing)|drunk|hungover|weed|cannabis|cocaine|heroin|drugs?|stoned`
export const CARE: string = words`diagnos\w*|medication|medicines?|medical|medicated|prescri\w*|pills?|tablets? (?:at|in|every|each|for|because)|(?:the|my|take|takes|taking|blue|white|heart) tablets|insulin
  |inhaler|antidepressants?|chemo\w*|dialysis|surger\w*|surgeon|hospital\w*|clinic|therap\w+|psychiatr\w*|psycholog\w*|counsell?or|counsell?ing|rehab\w*|symptoms?|injur\w*
  |vaccin\w*|mental health|health|sertraline|fluoxetine|citalopram|escitalopram|prozac|zoloft|xanax|valium|lithium|metformin|ibuprofen|aspirin|statins?|warfarin
  |methadone|ritalin|adderall|levothyroxine|antibiotics|painkillers?|birth control|contracepti\w*|hormones?|midwi\w+|hospice|carer|physio\w*|pacemaker|prosthe\w*
  |stoma|cpap|crutches|braces|dentures|transplant\w*|biops\w*|x-?ray|mri|ct scan|scan results?|check-?up|blood tests?|operation|operated on|paramedic came|ambulance
  |a&e|ward|treatment (?:for|at|room|plan)|injections?|the shakes|support group|twelve[- ]step|aa|na meetings?|disabled parking|sick note|sick leave|off sick|care home|nursing home`
export const BELIEF: string = words`catholic|protestant|christian|muslim|islam\w*|jewish|judaism|hindu\w*|buddhis\w*|sikh|mormon|quaker|methodist|baptist|anglican|evangelical|orthodox|jehovah\w*
  |pagan|wicca\w*|atheist|agnostic|religio\w*|church|mosque|synagogue|temple|chapel|parish|congregation|sermon|mass on|communion|confession|ramadan|lent|kosher|halal|shabbat|sabbath|hijab
  |bible|quran|koran|torah|gospel|god|jesus|allah|pray\w*|baptis\w*|faith|vote|votes|voted|voting|political\w*|conservative|tory|labour party|lib dems?|republican|democrats?|liberal party|socialis\w*
  |communis\w*|anarchis\w*|fascis\w*|feminist|union member|trade union|union rep|activist|protest\w*|brexit\w*|party member|member of the \w+ party|gay|lesbian|bisexual|bi|queer|straight|asexual
  |transgender|trans|transitioning|transitioned|non-?binary|sexual\w*|sex|kinky?|fetish\w*|bdsm|porn\w*|escort|men|women|boys|girls|guys|closeted|came out|come out to|my pronouns|ethnic\w*|race|immigrant\w*
  |migrant|refugee\w*|asylum|undocumented|deport\w*|foreigner|pork`
export const MONEY: string = words`salary|wage|wages|earn|earns|earned|income|debts?|owe|owes|owed|loans?|mortgage|overdraft|savings|pension|inherit\w*|bank|banks|bank account|iban
  |sort code|account number|credit card|debit card|credit score|universal credit|tax|taxes|rent|net worth|budget|bankrup\w*|benefits|unemployed|jobless|arrears|behind with|invoice|net pay
  |paycheck|payslip|p45|p60|shares|stocks|investments?|crypto|bitcoin|bailiffs?|repossess\w*|evict\w*|foreclos\w*|food ?bank|food (?:stamps?|parcels?|vouchers?)|pawn\w*|gambl\w*|betting|casino|poker|roulette|the slots|the machines|lottery|allowance|maintenance payments?
  |redundan\w*|sacked|fired|laid off|let go|dole|welfare|settlement|insurance|premium bonds|broke|skint|in the red|cash|per hour|an hour for|a month before|a year before|money|afford|will is with`
export const HOME: string = words`live|lives|living|lived|reside|resides|moved|moving|grew up|was born|were born|based|staying|settled|raised|rented|renting`
export const NEAR: string = words`in|at|near|to|from|by|outside|around|above|behind|with|opposite|next`
export const STREET: string = words`street|st|avenue|ave|road|rd|lane|drive|close|crescent|square|terrace|boulevard|way|court|row|place|gardens|mews|hill|quay`
export const OFFICIAL: string = words`passport|national insurance|social security|ssn|driving licen[cs]e|driver'?s licen[cs]e|licen[cs]e plate|number plate|id card|id number|tax id|visa|residence permit|green card
  |arrest\w*|bail|convict\w*|criminal|prison\w*|jail|probation|parole|lawsuit|suing|sued|court|tribunal|hearing|solicitors?|restraining order|injunction|police|caution|charged with|tagged
  |witness protection|victim|stalk\w*|blackmail\w*|citizenship|naturali[sz]\w*|crematorium|funeral|cemetery|grave|burial|obituary|bereave\w*|widow\w*`
export const BODY: string = words`back|knees?|hips?|bladder|bowels?|heart|kidneys?|liver|lungs?|skin|eyes?|ears?|eyesight|hearing|stomach|guts?|joints|spine|womb|breasts?|prostate|teeth|tooth|nerves|legs?
  |feet|foot|arms?|hands?|shoulders?|neck|head|brain|blood|bones?|immune system|weight|height|body|hair loss|libido|cycle`

export const PET: string = words`dog|dogs|cat|cats|puppy|kitten|rabbit|rabbits|bunny|hamster|guinea pigs?|parrot|budgie|canary|horse|pony|tortoise|turtle|goldfish|fish|snake|lizard|pet|pets
  |hen|hens|chickens?|goats?|donkey|ferret|gecko|bird|greyhound|bees`
/** Things that have names, too, and nobody minds. */
export const WORKS: string = words`novel|book|story|short story|manuscript|draft|chapter|title|working title|series|trilogy|poem|play|script|screenplay|blog|podcast|column|newsletter
  |magazine|band|team|project|app|game|website|repo|repository|server|laptop|car|bike|boat|house style|style guide|protagonist|villain|hero|heroine
  |character|main character|narrator|antagonist`
/** Of these a name says what is used or liked, not who somebody is. */
export const THINGS: string = words`time ?zone|layout|keyboard|shell|language|languages|browser|os|operating system|laptop|computer|machine|framework|library|database|font|theme
  |colou?r scheme|colou?r|genre|guitar|instrument|camera|currency|spelling|locale|day off|day|deadline|month|season|brand|model|tool|tools|client|terminal
  |distro|package manager|formatter|linter|printer|phone|star sign|drink|food|dish|meal|style|motto|format|units|diet|major|subject|degree`
export const DATES: string = words`mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|january|february|march|april|may|june|july|august|september|october
  |november|december|spring|summer|autumn|winter|christmas|easter|weekdays|weekends?|mornings?|afternoons?|evenings?|night|nights|noon|midnight|lunch|breakfast|dinner`
export const EDITORS: string = words`vim|neovim|nvim|emacs|nano|helix|zed|sublime|vs ?code|visual studio|intellij|webstorm|pycharm|notepad|word|scrivener|obsidian|cursor|atom|kate|gedit
  |ulysses|libreoffice|google docs`
/** What people work on, and with; a note about them tells nothing about a person. */
export const TASKS: string = words`act|acts|map|maps|prologue|epilogue|preface|appendix|glossary|index|footnotes?|scenes?|paragraphs?|sentences?|dialogue|plot|outline|synopsis|notes?|texts?|essay|article|report|paper|page|pages
  |table|tables|lists?|headings?|headlines?|commas?|quotes|quotation marks|exclamation marks|hyphens|dashes|dates|tense|point of view|metaphors?|adverbs?|letters|emails|slides|deck|document|documents|docs
  |files?|folders?|code|codebase|branch|branches|commits?|pull requests?|tests?|build|builds|pipeline|releases?|version|versions|issue|issues|tickets?|backlog|sprint|roadmap|milestone|api|endpoint|schema
  |config|logs|dashboard|meeting|meetings|stand-?up|shifts?|print run|print|cover|isbn|proofs|copies|edition|publisher's template|printer's marks|agenda|minutes|recipe|summary|summaries|answers?|replies|demo|blurb|poems?|archive|notebook|spaces|tabs`
/** Things of a household and a workplace: a note about one is harmless only if all of it is known. */
export const GOODS: string = words`office hours|office|shop|order|order number|parcel|password manager|monitors?|desk|standing desk|coffee|tea|lunch|breakfast|garden|piano|cello|violin|orchestra|choir|bicycle|camera|kettle`

export const CREDENTIAL: string = words`pass ?word|pass ?phrase|pass ?code|passwd|pwd|api[ -]?keys?|secret key|private key|access key|access token|auth token|bearer token
  |refresh token|client secret|ssh key|gpg key|seed phrase|recovery (?:code|phrase|key)|backup codes?|one[ -]time code|otp|cvv|cvc|security code|security question|pin code
  |pin number|door code|gate code|alarm code|unlock code|entry code|code to the|code for the|locker combination|combination lock|combination (?:is|for)|combination of (?:the|my|our) (?:\w+ )?(?:safe|lock|locker|vault|box|bike|case|suitcase)|safe combination|(?:safe|gate|door|lock|garage|barrier|box|locker|phone|laptop) (?:opens?|unlocks?|is opened|is unlocked) with|get(?:s)? into the \w+ with|card ends in|account ends in|three digits|last (?:three|four) digits|login code|login is|2fa
  |log ?in (?:\w+ ){0,4}with|logged in with|sign in with|maiden name|to get in|lets? (?:you|me|us|anyone) in with|lock is \d|key to the (?:server|api|vault|account)`
/** What is opened by a number and nothing else has one. */
export const LOCK: string = words`safe|vault|lock|bike lock|padlock|lock ?box|key ?safe|key ?box|keypad|alarm|burglar alarm|cash ?box|gun cabinet|deposit box|gate|barrier|front door`
/** What a code or a pattern opens. */
export const LOCKED: string = words`safe|vault|lock|padlock|lock ?box|key ?safe|key ?box|keypad|alarm|cash ?box|locker|garage|gate|door|front door|entrance|entry|building|house|flat|shed|cellar|basement|barrier|intercom
  |lift|suitcase|briefcase|phone|tablet|laptop|sim|sim card|card|bank card|debit|credit|voicemail|account|bank|banking|parental|child lock|gun cabinet|car|boat|storage|unit|warehouse|server room|office`
/** Keys that are words. */
export const KEYED: string = words`licen[cs]e|product|activation|serial|encryption|decryption|master|wallet|signing|wi-?fi|wlan|wireless|network|router|hotspot|wep|wpa2?|vpn|security|host|admin|root|account|unlock|reset|verification
  |authenticator|confirmation|login|access`
