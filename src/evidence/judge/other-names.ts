import { stemOf } from './structural.ts'

const NAME = /(?<![\p{L}'’])\p{Lu}\p{Ll}{2,}(?![\p{L}-])/gu
const FIRST_PERSON = /\b(?:I|I['’]\w+|[Mm]y|[Mm]e|[Ww]e|[Oo]ur)\b/

/** What is told of the quoted words, and what it is told from. */
export type Retold = { readonly statement: string; readonly quotes: readonly string[]; readonly files: readonly string[] }

/**
 * A person whom none of the cited files knows under any name, in a statement that tells the quote again. Who says "I" in a quote may have
 * any name.
 */
export function otherName({ statement, quotes, files }: Retold, texts: readonly string[]): string | undefined {
  if (quotes.some(quote => FIRST_PERSON.test(quote)) || !isClearWho({ quotes, files }, texts)) return undefined
  const names = [...new Set(statement.match(NAME) ?? [])].filter(name => files.every(text => !text.includes(name)))
  return names.find(name => isPerson(name, texts) && partnersOf(name, texts).every(partner => files.every(text => !text.includes(partner))))
}

/** "He" and "she" are known where a file is about one person, who is its title. */
const isClearWho = ({ quotes, files }: Pick<Retold, 'quotes' | 'files'>, texts: readonly string[]): boolean =>
  !quotes.some(quote => /\b(?:he|she|him|his|her)\b/i.test(quote)) ||
  files.every(text => (text.slice(0, Math.max(0, text.indexOf('\n'))).match(NAME) ?? []).some(name => isPerson(name, texts)))

/** The cited lines and titles speak of some persons, the statement that tells them again of others only. */
export function otherPerson(statement: string, cited: readonly string[], texts: readonly string[]): string | undefined {
  const shown = cited.join(' ')
  if (FIRST_PERSON.test(shown)) return undefined
  const persons = (words: string): readonly string[] => [...new Set(words.match(NAME) ?? [])].filter(name => isPerson(name, texts))
  const [said, there] = [persons(statement), persons(shown)]
  const isSame = (name: string): boolean => there.includes(name) || partnersOf(name, texts).some(partner => there.includes(partner))
  if (said.length > 0 && there.length > 0 && !said.some(isSame)) return said[0]
  return otherDoer(statement, shown, name => isPerson(name, texts))
}

const DOER = /(?<![\p{L}'’])(\p{Lu}\p{Ll}{2,})(?: \p{Lu}\p{Ll}{2,})? (?:\p{Ll}+ly )?(\p{Ll}{3,})/gu
const NO_DEED =
  /^(?:and|the|for|with|from|was|has|had|are|were|who|not|but|his|her|will|would|that|then|when|into|also|only|does|did|runs?|comes?|goes)$/

/** "Dorrit asks" where it is Ruben who asks, and nobody else. */
function otherDoer(statement: string, shown: string, isKnown: (name: string) => boolean): string | undefined {
  const doersIn = (words: string): readonly (readonly [name: string, deed: string])[] =>
    [...words.matchAll(DOER)]
      .map(([, name = '', deed = '']) => [name, deed] as const)
      .filter(([name, deed]) => !NO_DEED.test(deed) && isKnown(name))
      .map(([name, deed]) => [name, stemOf(deed)])
  const there = doersIn(shown)
  return doersIn(statement).find(([name, deed]) => {
    const doers = there.filter(([, each]) => each === deed).map(([each]) => each)
    return doers.length > 0 && !doers.includes(name) && doers.every(each => statement.includes(each))
  })?.[0]
}

/** Written with a capital behind other words, or as one name with another, and nowhere without one. */
function isPerson(name: string, texts: readonly string[]): boolean {
  if (isCommon(name, texts)) return false
  const behind = new RegExp(`(?:[\\p{Ll},]|\\p{Ll}:) ${name}(?!\\p{L})`, 'u')
  return texts.some(text => behind.test(text)) || partnersOf(name, texts).some(partner => !isCommon(partner, texts))
}

function isCommon(name: string, texts: readonly string[]): boolean {
  const small = new RegExp(`(?<![\\p{L}/_-])${name.toLowerCase()}(?![\\p{L}_-])`, 'u')
  return texts.some(text => small.test(text))
}

/** "Pask" for "Dorrit", if they are written as one name somewhere. */
function partnersOf(name: string, texts: readonly string[]): readonly string[] {
  const pair = new RegExp(`(\\p{Lu}\\p{Ll}{2,}) ${name}(?!\\p{L})|(?<!\\p{L})${name} (\\p{Lu}\\p{Ll}{2,})`, 'gu')
  return texts.flatMap(text => [...text.matchAll(pair)].map(match => match[1] ?? match[2] ?? ''))
}
