import type { Message } from '../reading/message.ts'
import type { Token } from '../reading/tokens.ts'
import type { Described } from './described.ts'
import type { Sign } from './sign.ts'

type Ranked = { readonly sign: Sign; readonly rank: number }
/** With what stands behind the first word of its phrase. */
type Cued = Ranked & { readonly rest: readonly Token[] }
type Index<T> = ReadonlyMap<string, readonly T[]>

/** Finds the signs of a clause. Only signs whose cue stands in the clause are tried. */
export class SignIndex {
  private readonly anything: readonly Ranked[]
  private readonly said: Index<Cued>
  private readonly full: Index<Cued>
  private readonly senses: Index<Ranked>
  private readonly asked: Index<Ranked>
  private readonly heads: Index<Ranked>

  constructor(signs: readonly Sign[]) {
    const all = signs.map((sign, rank) => ({ sign, rank }))
    this.anything = all.filter(({ sign }) => sign.cue.anything)
    this.said = group(byPhrase(all, ({ cue }) => cue.said))
    this.full = group(byPhrase(all, ({ cue }) => cue.full))
    this.senses = group(byKey(all, ({ cue }) => cue.senses))
    this.asked = group(byKey(all, ({ cue }) => cue.asked))
    this.heads = group(byKey(all, ({ cue }) => cue.heads))
  }

  /** In the order in which they were given. */
  seenIn(clause: Described, message: Message): readonly Sign[] {
    const found: Ranked[] = []
    const look = { clause, message, found }
    tryAll(this.anything, look)
    tryPhrases(this.said, clause.phrases.words, look)
    tryPhrases(this.full, clause.allPhrases.words, look)
    for (const sense of clause.senses) tryAll(this.senses.get(sense), look)
    for (const sense of clause.headSenses) tryAll(this.asked.get(sense), look)
    if (clause.head !== '') tryAll(this.heads.get(clause.head), look)
    if (found.length > 1) found.sort((a, b) => a.rank - b.rank)
    return found.map(({ sign }) => sign)
  }
}

type SignSearch = { readonly clause: Described; readonly message: Message; readonly found: Ranked[] }

function tryAll(signs: readonly Ranked[] | undefined, look: SignSearch): void {
  if (signs !== undefined) for (const each of signs) trySign(each, look)
}

function tryPhrases(index: Index<Cued>, words: readonly Token[], look: SignSearch): void {
  for (let at = 0; at < words.length; at++) {
    const cued = index.get(words[at] ?? '')
    if (cued !== undefined) for (const each of cued) if (standsAt(words, at + 1, each.rest)) trySign(each, look)
  }
}

function standsAt(words: readonly Token[], at: number, wanted: readonly Token[]): boolean {
  for (let index = 0; index < wanted.length; index++) if (words[at + index] !== wanted[index]) return false
  return true
}

function trySign(each: Ranked, { clause, message, found }: SignSearch): void {
  const { sign, rank } = each
  if (clause.negated && sign.evenNegated !== true) return
  if (sign.seen(clause, message) && !found.some(other => other.rank === rank)) found.push(each)
}

type Keyed<T> = readonly (readonly [string, T])[]

const byKey = (all: readonly Ranked[], keysOf: (sign: Sign) => readonly string[]): Keyed<Ranked> =>
  all.flatMap(each => keysOf(each.sign).map(key => [key, each] as const))

/** By the first word. */
const byPhrase = (all: readonly Ranked[], phrasesOf: (sign: Sign) => readonly string[]): Keyed<Cued> =>
  all.flatMap(each =>
    phrasesOf(each.sign).map(phrase => {
      const [first = '', ...rest] = phrase.split(' ')
      return [first, { ...each, rest }] as const
    }),
  )

function group<T>(keyed: Keyed<T>): Index<T> {
  const groups = new Map<string, T[]>()
  for (const [key, each] of keyed) {
    const known = groups.get(key)
    if (known === undefined) groups.set(key, [each])
    else known.push(each)
  }
  return groups
}
