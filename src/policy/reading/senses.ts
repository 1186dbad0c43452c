/** What a word can be about. A word may have several senses; which one counts is decided by what stands beside it. */
export type Sense =
  | 'look'
  | 'open'
  | 'go'
  | 'find'
  | 'change'
  | 'make'
  | 'save'
  | 'remove'
  | 'run'
  | 'start'
  | 'research'
  | 'keep'
  | 'tell'
  | 'compose'
  | 'explain'
  | 'file'
  | 'folder'
  | 'paper'
  | 'code'
  | 'page'
  | 'site'
  | 'web'
  | 'screen'
  | 'window'
  | 'application'
  | 'front'
  | 'shell'
  | 'runnable'
  | 'program'
  | 'machine'
  | 'command'
  | 'readingCommand'
  | 'manuscript'
  | 'story'
  | 'craft'
  | 'weather'
  | 'outdoors'
  | 'traffic'
  | 'flight'
  | 'danger'
  | 'travel'
  | 'eating'
  | 'quality'
  | 'review'
  | 'market'
  | 'news'
  | 'sport'
  | 'event'
  | 'office'
  | 'hours'
  | 'live'
  | 'near'
  | 'top'
  | 'venue'
  | 'money'
  | 'road'
  | 'organiser'
  | 'list'
  | 'sources'
  | 'greeting'

const WORDS: Readonly<Record<Sense, string>> = {
  // what is asked for
  look: `tail read show display print view see look check inspect examine review analyse analyze summarise summarize
    describe list count extract quote compare proofread explain translate tell give get skim recap tldr tally verify
    validate watch peek observe scroll study cross-check audit overview fetch crawl grab monitor`,
  open: 'open load access pull bring fetch',
  go: 'go visit navigate browse surf follow head',
  find: 'find search locate grep seek hunt scan google bing',
  change: `edit change modify update fix correct replace rename refactor rewrite reformat format insert append add
    comment implement shorten sort strip clean bump convert split merge fill apply overwrite move copy put set adjust
    alter tweak revise patch prepend indent uncomment rephrase restructure expand simplify tidy duplicate swap extend
    improve polish capitalise capitalize annotate relocate mv cp rearrange redact finish complete take turn lengthen
    trim`,
  make: 'create make write generate export produce draft touch scaffold mkdir prepare start',
  save: 'save store write export dump put append record download',
  remove: 'delete remove erase wipe drop discard clear trash rm',
  run: `run execute restart kill install uninstall reinstall deploy compile rebuild reboot shutdown mount unmount
    terminate upgrade commit lint unzip untar compress ssh ping invoke rerun relaunch exec hibernate mute unmute
    eject push clone`,
  start:
    'start stop launch build test open close quit shut lock schedule pull fire boot spin bring cancel abort ' +
    'trigger use update check set reload begin turn make',
  research: 'research investigate compare explore dig fact-check evaluate weigh gather scout survey',
  keep: 'remember memorise memorize note keep store save record log jot bear',
  tell: 'tell give say share list name show remind recall repeat know provide advise indicate ask',
  compose: `write compose draft brainstorm invent imagine pretend roleplay suggest translate rewrite rephrase
    paraphrase sing create make generate improvise play design propose give solve calculate convert`,
  explain: 'explain define teach clarify',

  // things on this machine
  file: `file document doc pdf csv spreadsheet txt readme changelog config configuration logfile gitignore dockerfile
    makefile licence license docx dotfile text-file files subfile attachment`,
  folder: 'folder directory dir subfolder subdirectory workspace repository repo codebase downloads documents',
  paper: `manual log logs template letter essay notes script report paper resume cv invoice transcript json yaml
    markdown excel journal diary project slides draft table code stylesheet photos pictures images videos`,
  code: `function method variable import imports module constant interface component endpoint typo bug docstring css
    html usages indentation whitespace`,
  page: 'page homepage url link article blog webpage',
  site: `site website wikipedia bbc amazon reddit github youtube mdn cnn guardian ebay stackoverflow imdb etsy
    facebook instagram linkedin twitter nytimes times`,
  web: 'web internet online google bing duckduckgo',
  screen: 'screen display monitor screenshot onscreen screen-shot screenshots desktop',
  window: 'window tab popup pop-up dialog',
  application: 'app application program',
  front: 'on active focus focused foreground front current currently open title visible using in',

  // what runs
  shell: 'command terminal shell console bash powershell cli commandline cmd zsh',
  runnable: `test tests build linter server migration benchmark job container process service daemon deployment
    pipeline cron package packages dependency dependencies branch app application backup type-check typecheck program
    suite cluster docker computer pc laptop executable binary formatter worker database vm script processes
    migrations lint volume drive staging production`,
  program: `spotify chrome firefox calculator outlook slack zoom vscode nginx apache redis docker photoshop steam
    discord safari teams terminal webpack vite finder notepad`,
  machine: 'disk cpu ram processes uptime port battery gpu kernel hostname git docker',
  // a line that begins with one of these is meant for a shell
  command: `npm npx yarn pnpm git docker docker-compose pip pip3 curl wget sudo apt apt-get brew cargo kubectl ssh
    chmod chown ping systemctl node python python3 bash zsh ps df du tar rsync scp cmake gradle mvn terraform ansible
    helm deno bun poetry rustc gcc kill killall`,
  readingCommand: 'ls cat head tail grep less wc tree dir pwd',

  // the writer's things
  manuscript:
    'chapter scene manuscript outline canon compendium prologue epilogue act subplot storyline worldbuilding backstory',
  story: `character protagonist antagonist villain narrator pov hero heroine plot timeline continuity beat
    foreshadowing story ending novel dialogue twist theme tension arc motif narrative stakes pacing prose voice
    rhythm adverb flashback climax characters`,
  craft: `continuity pacing prose consistency consistent inconsistent inconsistency contradict contradiction
    foreshadowing pov hole timeline dialogue rhythm voice beat narrator protagonist antagonist`,

  // what changes in the world
  weather: `temps weather forecast rain raining rainy snow snowing snowy sunny sunshine temperature humid humidity
    windy umbrella storm stormy drizzle hail cloudy overcast foggy thunderstorm hurricane tornado blizzard chilly
    sunset sunrise pollen raincoat sunscreen heatwave precipitation`,
  outdoors:
    'warmer colder hat hot cold warm wet icy coat jacket degrees climate wind fog freezing sweater heat outside ' +
    'boots shorts sandals gloves sneakers clothes sun',
  traffic: 'eta slowdown delays standstill traffic congestion gridlock roadworks roadwork congested roadblock detour',
  road:
    'commute highway freeway motorway accident route drive directions construction crash interstate lanes roads ' +
    'bridge',
  flight: 'flight plane boarding airline airplane aeroplane layover',
  danger:
    'worried worry afraid safe safely safety dangerous danger risky risk unsafe warning advisory advisories ' +
    'alert careful crime hazard concern precaution unrest terrorism avoid idea violence restriction ban',
  travel: 'travel travels traveling travelling traveler traveller tourist visit visiting trip tourism vacation abroad',
  eating: `restaurant cafe diner bistro pizzeria steakhouse sushi ramen burger pizza bakery brunch bar takeaway
    takeout eat lunch dinner pub eatery taco buffet grill barbecue bbq food`,
  quality: 'good bad decent great best worth recommend recommended like quality worst nice people',
  review: 'reviews rating ratings rated stars yelp tripadvisor reviewed',
  market:
    'price prices stock stocks shares bitcoin ethereum crypto exchange mortgage cost costs trading currency ' +
    'inflation petrol fare nasdaq dow ipo',
  money: 'dollar euro yen pound rupee peso franc usd gbp eur cad inr yuan won krona',
  news: 'stories news headline headlines trending election elections strike',
  sport:
    'finals race game match score league playoffs standings tournament won winning championship bowl olympics ' +
    'playoff superbowl yankees lakers arsenal',
  event: 'concert showtimes cinema festival exhibition eclipse premiere train bus ferry moon movie',
  office: `president minister ceo mayor governor king queen chancellor pope coach chairman population unemployment gdp
    champion`,
  venue: `shopping bars theaters theatres airport station shop store mall supermarket pharmacy hotel hotels atm gym
    museum library bank hospital clinic park beach market grocery salon garage bookstore cinema theatre theater
    places place spot venue club stores shops embassy`,
  // what only the user's own devices and accounts hold
  organiser: `email mail inbox alarm calendar meeting appointment schedule agenda reminder contact playlist song
    podcast episode album audiobook event timer notification message messages list lists party music track radio
    channel light lights movie tv volume vacuum`,
  hours: 'open opens opening closes closed closing busy crowded',
  live: `today tonight tomorrow now currently current latest recent recently yesterday upcoming nowadays newest moment
    weekend ongoing already delayed`,
  near: 'near nearby here around downtown closest nearest local',
  top: `best worst most least top largest biggest highest lowest tallest longest oldest youngest richest fastest
    greatest first leading best-selling highest-grossing highest-paid`,

  list: 'list lists todo reminder groceries checklist',
  sources:
    'source reference citation citations links studies sites pages articles reviews experts papers literature ' +
    'verdict pros options documentation',
  greeting: `hi hello hey yo howdy greetings thanks thank cheers bye goodbye welcome sup hiya morning evening night
    ciao farewell ttyl gday ok okay yes no nope yep yeah maybe sure cool lol haha sorry wow later`,
}

const SENSES: ReadonlyMap<string, ReadonlySet<Sense>> = collect()

function collect(): ReadonlyMap<string, ReadonlySet<Sense>> {
  const found = new Map<string, Set<Sense>>()
  for (const [sense, words] of Object.entries(WORDS))
    for (const word of words.split(/\s+/)) {
      const known = found.get(word) ?? new Set<Sense>()
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.entries forgets that the keys are senses
      known.add(sense as Sense)
      found.set(word, known)
    }
  return found
}

const NONE: ReadonlySet<Sense> = new Set()

/** Of the word, or of the word without its ending. */
export function sensesOf(word: string): ReadonlySet<Sense> {
  return SENSES.get(word) ?? SENSES.get(knownStem(word)) ?? NONE
}

/** `files` → `file`, `searching` → `search`, `summarised` → `summarise`: only where the shorter word is known. */
export function knownStem(word: string): string {
  const endings = ENDINGS.get(word.at(-1) ?? '')
  if (endings === undefined) return word
  for (const [ending, instead] of endings) {
    if (!word.endsWith(ending) || word.length - ending.length + instead.length < SHORTEST_STEM) continue
    const shorter = word.slice(0, -ending.length) + instead
    if (SENSES.has(shorter)) return shorter
  }
  return word
}
const SHORTEST_STEM = 3
/** What is put for them, by their last letter. */
const ENDINGS: ReadonlyMap<string, readonly (readonly [string, string])[]> = new Map([
  [
    's',
    [
      ['ies', 'y'],
      ['s', ''],
      ['es', ''],
    ],
  ],
  [
    'g',
    [
      ['ing', ''],
      ['ing', 'e'],
      ['nning', 'n'],
      ['tting', 't'],
    ],
  ],
  [
    'd',
    [
      ['ed', ''],
      ['ed', 'e'],
    ],
  ],
])
