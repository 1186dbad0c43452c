import { neededWords } from './needed-words.ts'
import { searchWords } from './search-words.ts'

// Tables of wordings are read against every answer and every message. A pattern that ignores case in Unicode mode (`iu`) takes about
// six times as long as one without, so such tables spell out what a letter is and leave the mode away.

/** Whatever may stand in a word of a living language; whole blocks, so marks and digits inside a block of letters count as well. */
const LETTERS =
  'A-Za-z\\u00aa\\u00b5\\u00ba\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u0386\\u0388-\\u1fff' +
  '\\u2071\\u207f\\u2090-\\u209c\\u2100-\\u214f\\u2183\\u2184\\u2c00-\\u2dff\\u2e2f\\u3005\\u3006\\u3031-\\u303c\\u3041-\\ud7ff\\uf900-\\ufdff' +
  '\\ufe70-\\ufefc\\uff21-\\uff3a\\uff41-\\uff5a\\uff66-\\uffdc'
const SPELLED: Readonly<Record<string, string>> = { '\\p{L}': LETTERS, '\\p{N}': '0-9' }
const SPELLED_IN_ANY_CASE: Readonly<Record<string, string>> = { ...SPELLED, '\\p{Lu}': LETTERS, '\\p{Ll}': LETTERS }

const PIECE = /\\p\{\w+\}|\\u\{([0-9a-fA-F]{4})\}|\\.|\[|\]|[^\\[\]]+/gs

/** The same pattern without Unicode mode. */
export const spelledOut = ({ source, flags, ignoreCase }: RegExp): RegExp =>
  new RegExp(spell(source, ignoreCase ? SPELLED_IN_ANY_CASE : SPELLED), flags.replace('u', ''))

/** A pattern that ignores case, made from its source. Made in Unicode mode first and spelled out then, each class of letters would cost 30 µs. */
export const inAnyCase = (source: string, flags = 'i'): RegExp => new RegExp(spell(source, SPELLED_IN_ANY_CASE), flags)

function spell(source: string, known: typeof SPELLED): string {
  let isInClass = false
  return source.replace(PIECE, (piece, code: string | undefined) => {
    if (piece === '[' || piece === ']') isInClass = piece === '['
    if (code !== undefined) return `\\u${code}`
    const spelled = known[piece]
    if (spelled === undefined && piece.startsWith('\\p')) throw new Error(`${piece} cannot be spelled out`)
    if (spelled === undefined) return piece
    return isInClass ? spelled : `[${spelled}]`
  })
}

/**
 * Those whose patterns may match a text, in their order. Most texts hold none of the words that a pattern needs, and then it need not be
 * tried, nor even compiled.
 */
export function likely<T>(all: readonly T[], patternOf: (each: T) => RegExp): (text: string) => readonly T[] {
  let search: ((text: string) => readonly T[]) | undefined
  return text => {
    search ??= searchWords(all.map(each => ({ each, words: neededWords(patternOf(each)) })))
    return search(text)
  }
}

/** A long pattern that seldom matches: without Unicode mode, and tried only where a word that it needs stands in the text. */
export const worded = (pattern: RegExp): RegExp => new Worded(pattern.ignoreCase ? spelledOut(pattern) : pattern)

class Worded extends RegExp {
  readonly #mayMatch: (text: string) => boolean

  constructor(pattern: RegExp | string, flags?: string) {
    super(pattern, flags)
    this.#mayMatch = known.get(this.source) ?? keep(this)
  }

  override exec(text: string): RegExpExecArray | null {
    if (this.#mayMatch(text)) return super.exec(text)
    if (this.global || this.sticky) this.lastIndex = 0
    return null
  }

  /** The same as it inherits, without the detour by which that finds `exec`. */
  override test(text: string): boolean {
    return this.exec(text) !== null
  }
}

/** By source, because every walk over all matches makes a pattern of its own from the first. */
const known = new Map<string, (text: string) => boolean>()

function keep(pattern: RegExp): (text: string) => boolean {
  const candidates = likely([pattern], each => each)
  const mayMatch = (text: string): boolean => candidates(text).length > 0
  known.set(pattern.source, mayMatch)
  return mayMatch
}

/** Does any of them stand in the text? Those that need no word are asked in one search. */
export function anyOf(patterns: readonly RegExp[]): (text: string) => boolean {
  let ask: ((text: string) => boolean) | undefined
  return text => {
    ask ??= askAny(patterns)
    return ask(text)
  }
}

function askAny(patterns: readonly RegExp[]): (text: string) => boolean {
  const all = patterns.map(each => ({ each, words: neededWords(each) }))
  const wordless = all.filter(({ words }) => words === undefined).map(({ each }) => each)
  const joined = wordless.length > 0 ? join(wordless) : undefined
  const mayMatch = searchWords(all.filter(({ words }) => words !== undefined))
  return text => joined?.test(text) === true || mayMatch(text).some(each => each.test(text))
}

const NAMED_GROUP = /\(\?<(?![=!])[^>]+>/g

function join(patterns: readonly RegExp[]): RegExp {
  const flags = new Set(patterns.map(each => each.flags.replace('g', '')))
  if (flags.size > 1) throw new Error('Wordings that are looked for together must have the same flags.')
  return new RegExp(patterns.map(({ source }) => `(?:${source.replace(NAMED_GROUP, '(?:')})`).join('|'), [...flags][0])
}
