/** Whom the texts know, and under which names. */
export type NameBook = {
  /** Written with a capital behind other words, or as one name with another, and nowhere without one. */
  readonly isPerson: (name: string) => boolean
  /** "Pask" for "Dorrit", if they are written as one name somewhere. */
  readonly partnersOf: (name: string) => readonly string[]
}

export function createNameBook(texts: readonly string[]): NameBook {
  const all = texts.join('\n')
  const persons = new Map<string, boolean>()
  const partners = new Map<string, readonly string[]>()
  const partnersOf = (name: string): readonly string[] => remember(partners, name, () => findPartners(name, all))
  const isPerson = (name: string): boolean =>
    remember(
      persons,
      name,
      () => !isCommon(name, all) && (isBehind(name, all) || partnersOf(name).some(partner => !isCommon(partner, all))),
    )
  return { isPerson, partnersOf }
}

function remember<Value>(known: Map<string, Value>, name: string, find: () => Value): Value {
  const before = known.get(name)
  if (before !== undefined) return before
  const found = find()
  known.set(name, found)
  return found
}

/** A plain look comes first: most names stand nowhere in small letters. */
const isCommon = (name: string, all: string): boolean =>
  all.includes(name.toLowerCase()) && new RegExp(`(?<![\\p{L}/_-])${name.toLowerCase()}(?![\\p{L}_-])`, 'u').test(all)

const isBehind = (name: string, all: string): boolean =>
  all.includes(` ${name}`) && new RegExp(`(?:[\\p{Ll},]|\\p{Ll}:) ${name}(?!\\p{L})`, 'u').test(all)

function findPartners(name: string, all: string): readonly string[] {
  if (!all.includes(name)) return []
  const pair = new RegExp(`(\\p{Lu}\\p{Ll}{2,}) ${name}(?!\\p{L})|(?<!\\p{L})${name} (\\p{Lu}\\p{Ll}{2,})`, 'gu')
  return [...new Set([...all.matchAll(pair)].map(match => match[1] ?? match[2] ?? ''))]
}
