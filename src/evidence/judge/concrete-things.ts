/** Things that one can see, eat, ride or hold, and that hardly any other word means: who names one has it from somewhere. */
const CONCRETE: ReadonlySet<string> = new Set(
  [
    'coffee tea beer wine whisky whiskey rum gin brandy cocoa lemonade milk cider champagne vodka',
    'pie cake bread butter cheese soup stew sandwich sausage bacon pizza pasta potato apple banana plum biscuit cookie chocolate scone pancake porridge pudding',
    'dog cat horse cow sheep goat pig rabbit donkey parrot seagull raven owl swan goose chicken hen rat wolf snake spider whale dolphin shark puppy kitten pony',
    'piano guitar violin flute trumpet harmonica accordion fiddle organ',
    'gun pistol rifle revolver knife sword axe dagger',
    'scarf glove umbrella necklace sweater skirt waistcoat raincoat cardigan bracelet monocle moustache beard tattoo',
    'bicycle bike motorbike motorcycle taxi truck tractor helicopter aeroplane airplane tram ferry yacht canoe',
    'sofa armchair candle telescope binoculars telephone radio television computer laptop typewriter compass newspaper bible diary',
    'church castle hotel museum cinema factory chapel palace bakery pharmacy',
    'doctor nurse policeman priest soldier butcher dentist vicar plumber mayor',
  ]
    .join(' ')
    .split(' '),
)

/** Other names for much the same, and what is one of the sort: who calls shortbread a biscuit has it from there. */
const KIN: readonly (readonly string[])[] = [
  'biscuit cookie shortbread cracker',
  'bread toast loaf',
  'truck lorry van',
  'sweater jumper pullover cardigan',
  'scarf shawl',
  'raincoat coat mackintosh',
  'bicycle bike',
  'motorbike motorcycle',
  'aeroplane airplane plane',
  'gun pistol rifle revolver shotgun',
  'dog puppy terrier hound',
  'cat kitten',
  'horse pony mare',
  'hen chicken',
  'whisky whiskey',
  'fiddle violin',
  'sofa couch settee',
  'telephone phone mobile',
  'television telly',
  'radio wireless',
  'computer laptop',
  'diary journal log',
  'priest vicar minister',
  'church chapel',
  'policeman constable',
].map(words => words.split(' '))

/** The word itself and whatever else it may be called in the text. */
export const namesOf = (thing: string): readonly string[] => KIN.find(words => words.includes(thing)) ?? [thing]

const WORD = /(?<!\p{L})\p{Ll}{3,}(?!\p{L})/gu

/** Those of a text, in the singular. */
export const concreteThings = (text: string): readonly string[] =>
  (text.match(WORD) ?? [])
    .map(word => (CONCRETE.has(word) ? word : word.replace(/(?<=ch|sh|x|o|s)es$|s$/, '')))
    .filter(word => CONCRETE.has(word))
