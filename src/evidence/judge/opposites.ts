import { stemOf } from './structural.ts'

/** Words that cannot both be true of the same thing; those on one side of the bar say much the same. */
const SIDES =
  'afraid fear feared frightened scared / love fearless brave bold bored unimpressed, gross / net, keep kept / replace replaced, hire / fire fired, hide hid hidden conceal / show shown reveal, lock / unlock, start / stop, give gave / take took, raise / lower, left / right, first / last, before / after, above / below, always / never, more / less fewer, open opened / closed shut, mother / father, brother / sister, son / daughter, husband / wife, aunt / uncle, grandmother / grandfather, alive survive recover recovered / dead die died death, true / false, north / south, east / west, early / late, morning / evening, sunrise / sunset, high / low, big large huge enormous / small little tiny, old / new, rich wealthy / poor, hot warm / cold chilly, inside / outside, increase / decrease, add / remove, allow permit / forbid forbidden prohibit ban banned, accept / reject refuse decline, enable / disable, maximum / minimum, max / min, public / private, required / optional, left-handed / right-handed, black / white, summer / winter, spring / autumn, upstairs / downstairs, win won / lose lost, push / pull, plus / minus, up / down, all / none, shorter / longer, short / long, short / tall, wet soaked / dry, full / empty, love loved adore / hate hated loathe, like liked / dislike, buy bought / sell sold, arrive arrived / leave, asleep / awake, climb climbed ascend / descend, bright / dark, calm relaxed / nervous anxious, cheap / expensive costly, clean / dirty filthy, cry cried weep wept / laugh laughed, deep / shallow, easy / difficult, fast quick rapid swift / slow, fat thick / thin, wide broad / narrow, male / female, forget forgot forgotten / remember, friend / enemy, happy glad pleased delighted / sad unhappy, guilty / innocent, honest / dishonest, include / exclude, junior / senior, loud noisy / quiet silent, modern / ancient, pass passed / fail failed, succeed success / fail failure, patient / impatient, polite / rude, praise praised / criticise criticize criticised criticized mock mocked, proud / ashamed, genuine authentic / forged fake, correct / wrong incorrect, smooth / rough, safe harmless / dangerous unsafe, save saved / spend spent, sharp / blunt, strong / weak, sweet / sour bitter, temporary / permanent, tight / loose, victory / defeat, whisper whispered / shout shouted, widow widower / unmarried bachelor, teetotal sober / drunk, rise rose risen / fall fell fallen, borrow borrowed / lend lent'

type Sides = { readonly own: readonly string[]; readonly other: readonly string[] }

const stemmed = (side: string): readonly string[] => [
  ...new Set(side.split(' ').map(word => (word.length > 3 ? stemOf(word) : word))),
]

function readSides(): ReadonlyMap<string, readonly Sides[]> {
  const read = new Map<string, Sides[]>()
  for (const pair of SIDES.split(', ')) {
    const [one = [], other = []] = pair.split(' / ').map(stemmed)
    for (const word of one) read.set(word, [...(read.get(word) ?? []), { own: one, other }])
    for (const word of other) read.set(word, [...(read.get(word) ?? []), { own: other, other: one }])
  }
  return read
}

/** Read when the first quote is held against a sentence, not at the start. */
const sidesOf = ((): ((word: string) => readonly Sides[]) => {
  let read: ReadonlyMap<string, readonly Sides[]> | undefined
  return word => (read ??= readSides()).get(word) ?? []
})()

export type Opposite = { readonly said: string; readonly shown: string }

/** Verbs that go with so many things that only the thing behind them tells what they say. */
const LIGHT: ReadonlySet<string> = new Set(stemmed('give gave take took'))

/** Words of a statement whose opposite is shown in their place. Both are sets of stems. */
export function findOpposites(said: ReadonlySet<string>, shown: ReadonlySet<string>): readonly Opposite[] {
  const found: Opposite[] = []
  for (const word of said) {
    for (const { own, other } of LIGHT.has(word) ? [] : sidesOf(word)) {
      const instead = other.find(each => shown.has(each))
      if (instead !== undefined && !own.some(each => shown.has(each)) && !other.some(each => said.has(each)))
        found.push({ said: word, shown: instead })
    }
    if (word.length < LEAST) continue
    const denied = (word.startsWith('un') ? withoutUn(word) : undefined) ?? `un${word}`
    if (shown.has(denied) && !shown.has(word) && !said.has(denied)) found.push({ said: word, shown: denied })
  }
  return found
}

/** The same where the word before a thing was exchanged: "a new sign" for "the old sign", whatever else is new; "a new one" may be a sign. */
export function findTurnedPair(said: string, shown: string): Opposite | undefined {
  if (!hasSides(said)) return undefined
  const words = wordsOf(said)
  let pairs: ReadonlySet<string> | undefined
  for (const [index, word] of words.entries()) {
    const thing = words[index + 1]
    const sides = thing === undefined || thing.length < LEAST ? [] : sidesOf(word)
    for (const { own, other } of sides) {
      const there = (pairs ??= pairsOf(shown))
      const instead = other.find(each => there.has(`${each} ${thing ?? ''}`))
      if (instead !== undefined && !own.some(each => there.has(`${each} ${thing ?? ''}`) || there.has(`${each} one`)))
        return { said: word, shown: instead }
    }
  }
  return undefined
}

/** Told sooner than the stems of all its words. */
const hasSides = (text: string): boolean =>
  (text.toLowerCase().match(/\p{L}{3,}/gu) ?? []).some(
    word => sidesOf(word).length > 0 || (/(?:ed|es|s|e|y|ing|ly)$/.test(word) && sidesOf(stemOf(word)).length > 0),
  )

const wordsOf = (text: string): readonly string[] =>
  (text.match(/\p{L}+(?:-\p{L}+)*|[.,;:!?]/gu) ?? []).map(word => (word.length > 3 ? stemOf(word) : word.toLowerCase()))

function pairsOf(text: string): ReadonlySet<string> {
  const words = wordsOf(text)
  return new Set(words.map((word, index) => `${word} ${words[index + 1] ?? ''}`))
}

const LEAST = 4 // letters; "it" is no part of "unit"

/** "unpaid" denies "paid"; "unless" denies nothing. */
const withoutUn = (word: string): string | undefined =>
  /^un\p{L}{4}/u.test(word) && !/^(?:unless|unlike|until|under|unit|union|uni|uncl)/.test(word)
    ? word.slice(2)
    : undefined
