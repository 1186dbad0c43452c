// Which words must stand in a text so that a pattern can match it at all? Looking for words is quicker than trying a pattern, and above
// all a pattern that is never tried is never compiled: a short command would spend a fifth of its time on that.

/** One of these must stand in the text, in lower case; undefined: nothing can be said. */
export type NeededWords = readonly string[] | undefined

const PLAIN_RUN = /[a-zA-Z ,'-]+(?![*+?{])/y
const SHORTEST = 2
const MOST = 200

export function neededWords({ source, ignoreCase, flags }: RegExp): NeededWords {
  if (ignoreCase && /[uv]/.test(flags)) return undefined // there "s" is also the long "ſ" of old prints, which has no other lower case
  return new Reader(source).alternatives()?.words
}

/** `length`: how telling the least telling of them is. Each belongs to one reading, so alternatives are added in place. */
type Need = { readonly words: string[]; length: number }

/** What takes no room in the text, what is not known, and letters, which stand for themselves. */
type Item = { readonly letter?: string; readonly need?: Need | undefined; readonly isNothing?: true }
const NOTHING: Item = { isNothing: true }
const UNKNOWN: Item = {}

/** Reads the source of a pattern from left to right. What it does not know says nothing, so it never asks for too much. */
class Reader {
  readonly #source: string
  #at = 0

  constructor(source: string) {
    this.#source = source
  }

  /** Up to the end or the closing bracket: each must need something, and then one of all that they need must be there. */
  alternatives(): Need | undefined {
    let all = this.#sequence()
    while (this.#source[this.#at] === '|') {
      this.#at += 1
      all = either(all, this.#sequence())
    }
    return all
  }

  /** The most telling of all that it needs: letters side by side, or what a part of it needs. */
  #sequence(): Need | undefined {
    let best: Need | undefined
    let run = ''
    for (;;) {
      run += this.#plainRun()
      const character = this.#source[this.#at]
      if (character === undefined || character === '|' || character === ')') return better(best, needOf(run))
      const { letter, need, isNothing } = this.#item(character)
      if (isNothing) continue
      const least = this.#least()
      if (letter !== undefined && least !== 0) run += letter
      if (letter !== undefined && least === undefined) continue
      best = better(best, needOf(run))
      if (letter === undefined && least !== 0) best = better(best, need)
      run = letter !== undefined && least !== 0 ? letter : ''
    }
  }

  /** Letters that nothing is said of, at one go; one with a quantifier is left for `#item`. */
  #plainRun(): string {
    PLAIN_RUN.lastIndex = this.#at
    const run = PLAIN_RUN.exec(this.#source)?.[0] ?? ''
    this.#at += run.length
    return run.toLowerCase()
  }

  #item(character: string): Item {
    if (character === '(') return this.#group()
    if (character === '[') return this.#class()
    if (character === '\\') return this.#escaped()
    this.#at += 1
    if (character === '^' || character === '$') return NOTHING
    return character === '.' || !isPlain(character) ? UNKNOWN : { letter: character.toLowerCase() }
  }

  /** What is only looked at from afar takes no room: the letters around it stand side by side. */
  #group(): Item {
    const mark = this.#source.slice(this.#at + 1, this.#at + 4)
    const isLook = /^\?<?[=!]/.test(mark)
    if (mark.startsWith('?<') && !isLook) this.#at = this.#source.indexOf('>', this.#at)
    else if (mark.startsWith('?')) this.#at += mark[1] === '<' ? 3 : 2
    this.#at += 1
    const need = this.alternatives()
    this.#at += 1
    return isLook ? NOTHING : { need }
  }

  #class(): Item {
    while (this.#source[this.#at] !== ']') this.#at += this.#source[this.#at] === '\\' ? 2 : 1
    this.#at += 1
    return UNKNOWN
  }

  #escaped(): Item {
    const character = this.#source[this.#at + 1] ?? ''
    this.#at += 2
    if (character === 'b' || character === 'B') return NOTHING
    if (!/[a-zA-Z0-9]/.test(character)) return isPlain(character) ? { letter: character } : UNKNOWN
    const more = MORE[character]
    if (more === undefined) return UNKNOWN
    more.lastIndex = this.#at
    this.#at += more.exec(this.#source)?.[0].length ?? 0
    return UNKNOWN
  }

  /** How often it must occur at least; undefined without a quantifier, which is once and no more. */
  #least(): number | undefined {
    const character = this.#source[this.#at]
    if (character !== '?' && character !== '*' && character !== '+' && character !== '{') return undefined
    const least =
      character === '+'
        ? 1
        : character === '{'
          ? Number.parseInt(this.#source.slice(this.#at + 1, this.#at + 8), 10)
          : 0
    this.#at = character === '{' ? this.#source.indexOf('}', this.#at) + 1 : this.#at + 1
    if (this.#source[this.#at] === '?') this.#at += 1
    return least
  }
}

/** What belongs to an escape besides its letter. */
const MORE: Readonly<Record<string, RegExp>> = {
  u: /\{[^}]*\}|[0-9a-fA-F]{4}/y,
  x: /[0-9a-fA-F]{2}/y,
  p: /\{[^}]*\}/y,
  P: /\{[^}]*\}/y,
  k: /<[^>]*>/y,
  c: /[A-Za-z]/y,
}

/** Only these have one lower case that every mode of patterns agrees on. */
const isPlain = (character: string): boolean => character >= ' ' && character <= '~'

function either(one: Need | undefined, other: Need | undefined): Need | undefined {
  if (one === undefined || other === undefined || one.words.length + other.words.length > MOST) return undefined
  for (const word of other.words) one.words.push(word)
  one.length = Math.min(one.length, other.length)
  return one
}

function needOf(run: string): Need | undefined {
  return run.length < SHORTEST ? undefined : { words: [run], length: tellingLength(run) }
}

/** The longer, and of two equally long ones the fewer. */
function better(one: Need | undefined, other: Need | undefined): Need | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return other.length - other.words.length / MOST > one.length - one.words.length / MOST ? other : one
}

/** Words that stand nearly everywhere tell nothing. */
const COMMON = new Set(
  'a an and are as at be been but by das der die du el en et file for from has have i ich in is it la le les my not of on or that the this to un was were with you'.split(
    ' ',
  ),
)

function tellingLength(run: string): number {
  if (!run.includes(' ')) return COMMON.has(run) ? 1 : run.length
  let longest = 1
  for (const word of run.split(' ')) if (word.length > longest && !COMMON.has(word)) longest = word.length
  return longest
}
