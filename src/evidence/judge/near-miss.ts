import { findPassages } from '../match/find-passages.ts'
import { foldText } from '../match/fold.ts'

const LEAST = 5 // words in a row; fewer are met by chance
const MOST_WORDS = 60
const LARGEST = 400_000 // characters

/** Half of the words of a quote stand in a text in a row, or all but one of them: it was taken from there, whole or with a word altered. */
export function isNearMiss(quote: string, text: string): boolean {
  const words = quote.trim().split(/\s+/)
  const run = Math.max(LEAST, Math.ceil((words.length - 1) / 2))
  const rest = words.length - run
  if (words.length > MOST_WORDS || text.length > LARGEST) return false
  const starts = rest < 0 ? [] : [...new Set([0, rest, Math.floor(rest / 2)])]
  const isRun = starts.some(start => {
    const part = words.slice(start, start + run).join(' ')
    return findPassages(text, foldText(part.replace(/[.,;:!?]+$/, ''))).next().done !== true
  })
  return isRun || isAltered(wordsOf(quote), text)
}

const FEWEST = 4
const MANY = 8 // from here on two words may be altered
const TELLING = 4 // letters of a word that is not met by chance
const MOST_PLACES = 40

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’]\p{L}+)*/gu) ?? []

/** The longest words are where one looks; one of two is not the altered one. */
function isAltered(quote: readonly string[], text: string): boolean {
  if (quote.length < FEWEST) return false
  const most = quote.length < MANY ? 1 : 2
  const anchors = quote.map((word, at) => ({ word, at })).toSorted((a, b) => b.word.length - a.word.length)
  return anchors.slice(0, most + 1).some(({ word, at }) => {
    if (word.length < TELLING) return false
    const reach = quote.join(' ').length + 40
    const [before, after] = [quote.slice(0, at).toReversed(), quote.slice(at + 1)]
    return placesOf(word, text).some(place => {
      const left = compare(before, wordsOf(text.slice(Math.max(0, place - reach), place)).toReversed())
      const right = compare(after, wordsOf(text.slice(place + word.length, place + word.length + reach)))
      return left.altered + right.altered <= most && left.telling + right.telling > 0
    })
  })
}

function placesOf(word: string, text: string): readonly number[] {
  const places: number[] = []
  const wording = new RegExp(word, 'gi')
  for (let match = wording.exec(text); match !== null && places.length < MOST_PLACES; match = wording.exec(text))
    if (!LETTER.test(text[match.index - 1] ?? '') && !LETTER.test(text[match.index + word.length] ?? ''))
      places.push(match.index)
  return places
}

const LETTER = /[\p{L}\p{N}]/u

type Compared = { readonly altered: number; readonly telling: number }

/** Word by word from the anchor on: where they part, one was exchanged, left out or put in, whichever lets the next ones meet again. */
function compare(quote: readonly string[], there: readonly string[]): Compared {
  let [at, altered, telling] = [0, 0, 0]
  for (const [index, word] of quote.entries()) {
    if (word === there[at]) telling += word.length >= TELLING ? 1 : 0
    else {
      altered += 1
      const [next] = quote.slice(index + 1)
      if (next !== undefined && next === there[at]) at -= 1
      else if (word === there[at + 1]) at += 1
    }
    at += 1
  }
  return { altered, telling }
}
