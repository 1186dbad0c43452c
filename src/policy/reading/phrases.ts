import type { Token } from './tokens.ts'

const LONGEST_PHRASE = 5

/** Every run of up to five words, so that a phrase is found at one look. Put together at the first look: many clauses get none. */
export class Phrases {
  readonly words: readonly Token[]
  private all: ReadonlySet<string> | undefined

  constructor(words: readonly Token[]) {
    this.words = words
  }

  has(phrase: string): boolean {
    this.all ??= phrasesIn(this.words)
    return this.all.has(phrase)
  }
}

function phrasesIn(words: readonly Token[]): ReadonlySet<string> {
  const all = new Set<string>()
  for (let start = 0; start < words.length; start++) {
    let phrase = words[start] ?? ''
    all.add(phrase)
    const end = Math.min(words.length, start + LONGEST_PHRASE)
    for (let at = start + 1; at < end; at++) all.add((phrase = `${phrase} ${words[at]}`))
  }
  return all
}
