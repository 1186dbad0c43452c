import type { NameBook } from './name-book.ts'
import { stemOf } from './structural.ts'

const NAME = /(?<![\p{L}'’])\p{Lu}\p{Ll}{2,}(?![\p{L}-])/gu
const FIRST_PERSON = /\b(?:I|I['’]\w+|[Mm]y|[Mm]e|[Ww]e|[Oo]ur)\b/

/** What is told of the quoted words, and what it is told from. */
export type Retold = {
  readonly statement: string
  readonly quotes: readonly string[]
  /** The cited lines and the titles of their files. */
  readonly shown: string
  readonly files: readonly string[]
}

/** A statement that tells the quote again, but of somebody else. Who says "I" there may have any name. */
export function otherName(retold: Retold, book: NameBook): string | undefined {
  const { statement, quotes, shown } = retold
  const names = [...new Set(statement.match(NAME) ?? [])]
  if (names.length === 0) return undefined
  const stranger = quotes.some(quote => FIRST_PERSON.test(quote)) ? undefined : strangerTo(names, retold, book)
  return (
    stranger ??
    (FIRST_PERSON.test(shown) ? undefined : (otherPerson(names, shown, book) ?? otherDoer(statement, shown, book)))
  )
}

/** A person whom none of the cited files knows under any name. */
function strangerTo(names: readonly string[], { quotes, files }: Retold, book: NameBook): string | undefined {
  const isNew = (name: string): boolean => files.every(text => !text.includes(name))
  const found = names.find(name => isNew(name) && book.isPerson(name) && book.partnersOf(name).every(isNew))
  return found !== undefined && isClearWho(quotes, files, book) ? found : undefined
}

/** "He" and "she" are known where a file is about one person, who is its title. */
const isClearWho = (quotes: readonly string[], files: readonly string[], { isPerson }: NameBook): boolean =>
  !quotes.some(quote => /\b(?:he|she|him|his|her)\b/i.test(quote)) ||
  files.every(text => (text.slice(0, Math.max(0, text.indexOf('\n'))).match(NAME) ?? []).some(isPerson))

/** The cited lines and titles speak of some persons, the statement of others only. */
function otherPerson(names: readonly string[], shown: string, { isPerson, partnersOf }: NameBook): string | undefined {
  const said = names.filter(isPerson)
  const isThere = (name: string): boolean => shown.includes(name)
  if (said.length === 0 || said.some(name => isThere(name) || partnersOf(name).some(isThere))) return undefined
  return (shown.match(NAME) ?? []).some(isPerson) ? said[0] : undefined
}

const DOER = /(?<![\p{L}'’])(\p{Lu}\p{Ll}{2,})(?: \p{Lu}\p{Ll}{2,})? (?:\p{Ll}+ly )?(\p{Ll}{3,})/gu
const NO_DEED =
  /^(?:and|the|for|with|from|was|has|had|are|were|who|not|but|his|her|will|would|that|then|when|into|also|only|does|did|runs?|comes?|goes)$/

type Doer = { readonly name: string; readonly deed: string }

const doersIn = (words: string): readonly Doer[] =>
  [...words.matchAll(DOER)]
    .map(([, name = '', deed = '']) => ({ name, deed }))
    .filter(({ deed }) => !NO_DEED.test(deed))
    .map(({ name, deed }) => ({ name, deed: stemOf(deed) }))

/** "Dorrit asks Ruben" where it is Ruben who asks, and nobody else. */
function otherDoer(statement: string, shown: string, { isPerson }: NameBook): string | undefined {
  const said = doersIn(statement)
  const there = said.length === 0 ? [] : doersIn(shown)
  return said.find(({ name, deed }) => {
    const doers = there.filter(each => each.deed === deed && isPerson(each.name)).map(each => each.name)
    return doers.length > 0 && !doers.includes(name) && doers.every(each => statement.includes(each)) && isPerson(name)
  })?.name
}
