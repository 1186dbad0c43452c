import { readNumber } from '../reply/number-words.ts'
import { AUXILIARY, OF_NOTHING } from './slots.ts'
import { stemOf } from './structural.ts'
import type { Exchanged } from './exchanged-words.ts'

const TOKEN = /\p{L}+(?:[-'’]\p{L}+)*|[.,;:!?()"“”—–\n]/gu
const DETERMINER = /^(?:an?|the|his|her|their|its|my|our|your|some|this|that|one)$/i
const REACH = 3

type Doing = { readonly verb: string; readonly things: readonly string[] }

/** Each word with the thing that stands right behind it, behind an article: "brought the wheelbarrow". */
function doingsIn(text: string): readonly Doing[] {
  const tokens = text.match(TOKEN) ?? []
  return tokens.flatMap((token, index) => {
    if (
      !/^\p{Ll}{4,}$/u.test(token) ||
      AUXILIARY.test(token) ||
      OF_NOTHING.test(token) ||
      !DETERMINER.test(tokens[index + 1] ?? '')
    )
      return []
    const things: string[] = []
    for (const word of tokens.slice(index + 2, index + 2 + REACH)) {
      if (!/^\p{Ll}/u.test(word) || OF_NOTHING.test(word) || readNumber(word) !== undefined) break
      things.push(stemOf(word))
    }
    return things.length === 0 ? [] : [{ verb: stemOf(token), things }]
  })
}

/** "Brought a boat" where the quote says "brought the wheelbarrow". */
export function exchangedObject(statement: string, quotes: readonly string[]): Exchanged | undefined {
  const said = doingsIn(statement)
  const shown = said.length === 0 ? [] : quotes.flatMap(doingsIn)
  const isAlike = shown.some(each => said.some(({ verb }) => verb === each.verb))
  const words = new Set(isAlike ? (statement.match(TOKEN) ?? []).map(stemOf) : [])
  for (const { verb, things } of shown.length === 0 ? [] : said) {
    const alike = shown.filter(each => each.verb === verb)
    const [other] = alike
    if (other !== undefined && alike.every(each => !each.things.some(thing => words.has(thing))))
      return { said: things.join(' '), shown: other.things.join(' ') }
  }
  return undefined
}
