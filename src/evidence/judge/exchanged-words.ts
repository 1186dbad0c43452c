import { worded } from '../../core/index.ts'
import { stemOf, stemsOf } from './structural.ts'

/** Words of one kind, of which only one is true of the same thing. */
const KINDS: readonly (readonly string[])[] = [
  'red yellow green blue white black grey gray brown orange purple pink golden silver',
  'monday tuesday wednesday thursday friday saturday sunday',
  'january february march april may-month june july august september october november december',
  'winter summer autumn',
  'breakfast lunch dinner supper',
  'north south east west',
  'hourly daily nightly weekly monthly yearly annually',
  'christmas easter michaelmas whitsun halloween',
  'pounds euros dollars kroner francs',
  'miles kilometres kilometers metres yards acres hectares',
  'train bus taxi car bicycle ferry boat ship plane',
  'brick stone wood wooden iron steel concrete',
  'left-handed right-handed ambidextrous',
].map(words => words.split(' '))

const RATE =
  /\b(?:an?|per|each|every)\s(?:(?:few|other|\d+|two|three|four|five|six|ten|twelve|fifteen|twenty|thirty)\s)?(night|day|week|month|year|hour|minute|second|fortnight|morning|evening)s?\b/gi
const FROM_TO = worded(/\bfrom (?:the )?(\p{L}{3,}) (?:to|till|until|through) (?:the )?(\p{L}{3,})/giu)

export type Exchanged = { readonly said: string; readonly shown: string }

/** The month, which is also a word of another kind. */
const MAY = /(?<=\b(?:in|of|since|until|by|early|late|mid|last|next|this|every|\d{1,2}) )May\b/g

const wordsIn = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .replace(MAY, 'may-month')
      .toLowerCase()
      .match(/\p{L}+(?:-\p{L}+)*/gu) ?? [],
  )
const ratesIn = (text: string): readonly string[] =>
  [...text.matchAll(RATE)].map(match => (match[1] ?? '').toLowerCase())

/** Words of a statement that stand where the text has another of their kind. `near` is quoted, `all` is whatever else was cited. */
export function findExchanged(near: string, all: string): (statement: string) => readonly Exchanged[] {
  const [shown, known] = [wordsIn(near), wordsIn(all)]
  const kinds = KINDS.filter(kind => kind.some(word => shown.has(word)))
  const [rate] = ratesIn(near)
  if (kinds.length === 0 && rate === undefined) return () => []
  return statement => {
    const said = wordsIn(statement)
    const found = kinds.flatMap(kind => {
      const mine = kind.filter(word => said.has(word))
      const strange = mine.find(word => !known.has(word))
      const left = kind.find(word => shown.has(word) && !said.has(word))
      return strange === undefined || left === undefined ? [] : [{ said: strange, shown: left }]
    })
    const other =
      rate === undefined ? undefined : ratesIn(statement).find(each => !known.has(each) && !known.has(`${each}s`))
    return rate === undefined || other === undefined ? found : [...found, { said: other, shown: rate }]
  }
}

/** "From sunrise to sunset" for "from sunset to sunrise". */
export function turnedRange(statement: string, shown: string): Exchanged | undefined {
  const ranges = new Set([...shown.matchAll(FROM_TO)].map(match => `${match[1] ?? ''} ${match[2] ?? ''}`.toLowerCase()))
  const turned = [...statement.matchAll(FROM_TO)].find(match =>
    ranges.has(`${match[2] ?? ''} ${match[1] ?? ''}`.toLowerCase()),
  )
  return turned && { said: turned[0], shown: `from ${turned[2] ?? ''} to ${turned[1] ?? ''}` }
}

/** Is it said elsewhere, in a line that has most of the statement's other words? */
export function isSaidElsewhere(word: string, words: readonly string[], texts: readonly string[]): boolean {
  const whole = new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'iu')
  const others = words.map(each => each.toLowerCase()).filter(each => each !== word)
  return texts.some(text =>
    text.split('\n').some(line => {
      if (!whole.test(line)) return false
      const there = stemsOf(line)
      return 2 * others.filter(each => there.has(each) || there.has(stemOf(each))).length > others.length
    }),
  )
}
