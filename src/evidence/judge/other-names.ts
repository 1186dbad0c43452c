const NAME = /(?<![\p{L}'’])\p{Lu}\p{Ll}{2,}(?![\p{L}-])/gu
const FIRST_PERSON = /\b(?:I|I['’]\w+|[Mm]y|[Mm]e|[Ww]e|[Oo]ur)\b/

/** What is told of the quoted words, and what it is told from. */
export type Retold = { readonly statement: string; readonly quotes: readonly string[]; readonly files: readonly string[] }

/**
 * A person whom none of the cited files knows under any name, in a statement that tells the quote again. Who says "I" in a quote may have
 * any name.
 */
export function otherName({ statement, quotes, files }: Retold, texts: readonly string[]): string | undefined {
  if (quotes.some(quote => FIRST_PERSON.test(quote))) return undefined
  const names = [...new Set(statement.match(NAME) ?? [])].filter(name => files.every(text => !text.includes(name)))
  return names.find(name => isPerson(name, texts) && partnersOf(name, texts).every(partner => files.every(text => !text.includes(partner))))
}

const isPerson = (name: string, texts: readonly string[]): boolean =>
  texts.some(text => new RegExp(`[\\p{Ll},] ${name}(?!\\p{L})`, 'u').test(text))

/** "Pask" for "Dorrit", if they are written as one name somewhere. */
function partnersOf(name: string, texts: readonly string[]): readonly string[] {
  const pair = new RegExp(`(\\p{Lu}\\p{Ll}{2,}) ${name}(?!\\p{L})|(?<!\\p{L})${name} (\\p{Lu}\\p{Ll}{2,})`, 'gu')
  return texts.flatMap(text => [...text.matchAll(pair)].map(match => match[1] ?? match[2] ?? ''))
}
