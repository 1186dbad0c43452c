/** The kinds of things of which a liking or a use says nothing that anybody would mind. */
export type ThingKind =
  | 'food'
  | 'drink'
  | 'colour'
  | 'time'
  | 'tool'
  | 'text'
  | 'answer'
  | 'genre'
  | 'music'
  | 'hobby'
  | 'goods'
  | 'nature'
  | 'language'

const list = ({ raw }: TemplateStringsArray): ReadonlySet<string> => new Set(raw.join(' ').trim().split(/\s+/))

/**
 * Word by word, in the singular, in lower case. A fact about an object is kept without a question only if each of its words stands here, so
 * a word belongs here only if it is harmless beside all the others: no names of people, no alcohol, no medicine, nothing with two meanings
 * of which one is delicate.
 */
export const THINGS_BY_KIND: Readonly<Record<ThingKind, ReadonlySet<string>>> = {
  food: list`
    pie cake cookie biscuit bun bread sourdough toast roll bagel croissant scone pancake waffle muffin pastry tart pudding custard chocolate
    fudge toffee caramel liquorice shortbread marzipan icecream sorbet yoghurt yogurt cheese cheddar brie feta butter jam marmalade honey syrup
    egg omelette porridge oat oatmeal muesli granola cereal rice risotto pasta spaghetti lasagne noodle ramen dumpling pizza burger sandwich soup
    stew broth curry chili salad sushi taco burrito paella couscous hummus falafel tofu tempeh seitan bean lentil chickpea pea potato chip crisp
    tomato cucumber carrot onion garlic leek spinach kale cabbage broccoli cauliflower pepper aubergine courgette zucchini pumpkin squash beet
    beetroot radish celery fennel mushroom olive avocado corn sweetcorn artichoke asparagus lettuce apple pear plum peach apricot cherry
    strawberry raspberry blueberry blackberry gooseberry currant grape raisin fig date orange lemon lime grapefruit mandarin banana mango
    pineapple papaya melon kiwi rhubarb coconut nut walnut hazelnut almond peanut pistachio cinnamon cardamom vanilla ginger nutmeg saffron basil
    oregano thyme rosemary mint parsley coriander cilantro dill chive salt vinegar mustard ketchup mayonnaise pesto gravy sauce spice anchovy
    tuna salmon cod fish chicken popcorn snack breakfast lunch dinner supper dessert meal food vegetable fruit berry sweet savoury`,
  drink: list`coffee espresso cappuccino latte decaf tea chai matcha rooibos camomile cocoa water juice lemonade squash smoothie milk milkshake cordial`,
  colour: list`red orange yellow green blue teal turquoise cyan indigo violet purple lilac mauve magenta pink brown beige ochre grey gray black white cream maroon olive navy
    crimson scarlet gold silver colour color pastel`,
  time: list`monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november
    december spring summer autumn fall winter christmas easter weekday weekend morning afternoon evening night noon midnight midday dawn dusk day
    week month year hour minute season sunrise clock`,
  tool: list`
    vim neovim nvim emacs nano helix zed sublime vscode code studio visual intellij webstorm pycharm notepad word scrivener obsidian notion logseq kate
    gedit ulysses libreoffice excel docs google markdown latex asciidoc typst html css json yaml toml xml csv pdf epub git github gitlab mercurial
    npm pnpm yarn bun pip poetry cargo gradle maven make cmake docker podman kubernetes terraform ansible linux fedora ubuntu debian arch nixos
    windows mac macos macbook ios android thinkpad unix bash zsh fish powershell tmux screen python javascript typescript rust go golang java
    kotlin swift ruby perl php haskell elixir erlang scala clojure lisp lua sql postgres postgresql mysql redis firefox chrome chromium safari edge
    browser editor terminal shell keyboard layout dvorak qwerty qwertz azerty colemak mouse trackpad monitor laptop computer machine printer scanner
    tablet notebook pen pencil paper desk chair lamp framework library database font serif sans typeface theme mode dark-mode linter formatter
    eslint prettier oxlint vitest jest pytest semantic versioning version branch commit pull request merge rebase test build pipeline api schema
    app program software plugin extension shortcut hotkey command line tool spreadsheet calendar kanban wiki utf ascii unicode cet utc gmt
    timezone zone locale repo repository deploy open source static typed type function class`,
  text: list`
    tab space indentation indent comma semicolon colon apostrophe hyphen dash quote quotation mark exclamation emoji bullet point list table
    heading headline title caption footnote endnote paragraph sentence word chapter scene act prologue epilogue preface appendix glossary index
    outline synopsis draft manuscript text essay article report note page column newsletter blog post letter email mail comment blurb adverb
    adjective metaphor simile cliche dialogue plot prose verse rhyme tense past present person view voice spelling grammar punctuation style
    format number numeral date metric imperial unit celsius fahrenheit kilometre kilometer mile litre liter gram kilogram inch iso british
    american english oxford serial issue book copy edition cover print deadline file folder document slide deck puzzle release system typo capital
    lowercase uppercase letterhead signature`,
  answer: list`answer reply explanation summary summaries example feedback detail overview step tone humour humor joke jargon formality talk long short brief longer shorter concise
    blunt direct plain formal informal casual polite terse verbose thorough simple`,
  genre: list`
    novel story stories tale poem poetry fiction nonfiction fantasy crime mystery mysteries thriller detective romance horror ghost western memoir
    biography biographies history comic manga graphic satire comedy comedies drama tragedy documentary documentaries film movie cinema series
    podcast radio theatre musical play science sci fi folklore fairy myth essay magazine saga cosy noir`,
  music: list`
    music jazz blues rock pop folk fado soul funk reggae techno house ambient classical baroque opera symphony song album piano cello violin viola
    guitar bass banjo ukulele mandolin harp flute clarinet oboe bassoon saxophone trumpet trombone horn tuba drum accordion harmonium organ
    harmonica recorder choir orchestra band quartet instrument`,
  hobby: list`
    crossword sudoku jigsaw chess go checkers draughts backgammon scrabble domino board game card videogame tennis badminton squash football soccer rugby
    cricket hockey basketball volleyball golf bowling cycling running jogging walking hiking climbing swimming rowing sailing kayaking skiing
    skating yoga pilates gardening cooking baking knitting crochet sewing quilting weaving embroidery pottery painting drawing sketching
    calligraphy woodworking carving origami photography birdwatching stargazing astronomy reading writing travelling camping fishing museum
    restoring collecting dancing singing juggling magic trick scarf sock sweater jumper hat`,
  goods: list`
    stamp coin postcard spoon map globe umbrella fountain pen button badge record vinyl shell teapot mug cup puzzle stone fossil poster bike
    bicycle tandem car van estate hatchback volvo skoda toyota volkswagen ford renault peugeot train tram bus plane ferry boat camera kettle oven
    bookshelf candle clock watch model furniture seat aisle window standing`,
  nature: list`
    rain thunderstorm storm snow sun sunshine wind fog mist sea ocean beach lake river mountain hill forest wood tree flower rose tulip daffodil lavender
    fern moss garden plant herb cat dog rabbit horse bird owl robin tortoise turtle hedgehog fox otter whale bee butterfly weather heat cold`,
  language: list`english french german spanish italian portuguese dutch danish swedish norwegian finnish icelandic polish czech latin greek esperanto welsh irish catalan
    japanese language`,
}

/** Words that carry no object of their own. */
const PLAIN_WORDS: ReadonlySet<string> = list`
  a an the my our your some any no not every each all both most more many much lot lots of in on at by to for from with without over than and or but
  as after before until till between during while when i we do don't is are be it's its either neither rather instead too very really quite
  mostly mainly usually always often never only still also just so well badly better best first last second third next again again once twice
  everything anything one's ones hand home work use write read edit early late daily weekly monthly fresh old new good great nice big small large
  little tiny light dark bright pale deep soft hard hot cold warm cool iced green dry crunchy smooth thick thin slow fast quick quiet loud loudly
  strong mild spicy salty bitter sour extra double single wide narrow round flat square standard local modern ancient classic traditional vegan
  vegetarian homemade seasonal printed handwritten spare free private public clear clean tidy neat favourite favorite kind sort way piece bit half
  past quarter am pm noon end start time office shop closes close opens open starts ends meets due drink dish off straight curly password manager`
const NUMBER_WORDS: ReadonlySet<string> = list`one two three four five six seven eight nine ten eleven twelve dozen`
const CLOCK = /^\d{1,2}(?:[:.]\d{2})?(?:am|pm)?$/
const MAX_WORDS = 24

export type Wanted = {
  /** One of its words must be of one of these kinds; of any, where nothing is said. */
  readonly kinds?: readonly ThingKind[]
  /** Beside them, and besides colours and times, only words of these kinds may stand. */
  readonly among?: readonly ThingKind[]
  /** Words for small numbers are known as well. */
  readonly counts?: true
  /** And times of the clock. */
  readonly clock?: true
  /** Times and manners alone are enough: "late", "by hand". */
  readonly plain?: true
}

/** Is each word of it known, and one of them a thing that is wanted here? */
export function isKnownHarmless(what: string, { kinds, among = [], counts, clock, plain }: Wanted): boolean {
  const words = what
    .toLowerCase()
    .split(/[\s,;/()"“”.!-]+|(?<=\s|^)'|'(?=\s|$)/)
    .filter(word => word !== '')
  if (words.length === 0 || words.length > MAX_WORDS) return plain === true && words.length === 0
  const allowed = kinds && new Set<ThingKind>([...kinds, ...among, 'colour', 'time'])
  const known = words.every(
    word =>
      PLAIN_WORDS.has(word) ||
      kindsOf(word).some(kind => allowed?.has(kind) ?? true) ||
      /^[a-z]$/.test(word) ||
      ((counts === true || clock === true) && NUMBER_WORDS.has(word)) ||
      (clock === true && CLOCK.test(word)),
  )
  if (!known || plain === true) return known
  return words.some(word => kindsOf(word).some(kind => kinds?.includes(kind) ?? true))
}

const KINDS = Object.entries(THINGS_BY_KIND) as readonly (readonly [ThingKind, ReadonlySet<string>])[] // oxlint-disable-line typescript/no-unsafe-type-assertion -- the keys of the table above

function kindsOf(word: string): readonly ThingKind[] {
  return KINDS.filter(
    ([kind, known]) => known.has(word) || (kind !== 'colour' && singulars(word).some(each => known.has(each))),
  ).map(([kind]) => kind)
}

const singulars = (word: string): readonly string[] => [
  word.replace(/'s$/, ''),
  word.replace(/s$/, ''),
  word.replace(/es$/, ''),
  word.replace(/ies$/, 'y'),
]
