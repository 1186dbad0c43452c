/** Words that say nothing about what is looked for. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an the this that these those some any all every each both few more most other another such no not only own same
   i you he she it we they me him her us them my your his its our their mine yours
   who whom whose which what when where why how whether if then than so because as until while about against between into through
   during before after above below to from up down in out on off over under again further once here there of at by for with
   and or but nor is am are was were be been being have has had having do does did doing can could will would shall should may might must
   let please tell know say says said mean means called name named story book text manuscript anything anyone anybody something someone
   somebody much many often ever get gets got just also too very really exactly happen happens happened`.split(/\s+/),
)

/** Of one text; what is longer is no question. */
const MAX_WORDS = 200

export const wordsOf = (text: string): readonly string[] => (text.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS)

/** Plurals and possessives set aside: good enough to see that two words are the same one. */
export function stem(word: string): string {
  const small = word.toLowerCase().replace(/['’]s?$/u, '')
  if (small.length > 4 && small.endsWith('ies')) return `${small.slice(0, -3)}y`
  if (small.length > 4 && /(?:ss|x|ch|sh)es$/.test(small)) return small.slice(0, -2)
  return small.length > 3 && /[^su]s$/.test(small) ? small.slice(0, -1) : small
}

export const stemsOf = (text: string): readonly string[] => wordsOf(text).map(stem)

/** The words that can be searched for, in their order, each once. */
export function contentWords(text: string): readonly string[] {
  const plain = text.replace(/['’]s\b/gu, '')
  return [...new Set(wordsOf(plain).filter(word => word.length > 1 && !STOP_WORDS.has(word.toLowerCase())))]
}

/** Those that begin with a capital, unless all do. */
export function names(text: string): readonly string[] {
  const words = contentWords(text)
  return words.filter(word => /^\p{Lu}/u.test(word))
}

const NUMBER_WORDS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ')

export const countWord = (count: number): string => NUMBER_WORDS[count] ?? String(count)

export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** `a, b and c`; of many only the first. */
export function joinNames(all: readonly string[], most = 8): string {
  const shown = all.slice(0, most)
  const more = all.length - shown.length
  const parts = more > 0 ? [...shown, `${more} more`] : shown
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`
}

/** The name of a file without its folders. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Without its ending, for people: `SCN-the-harbour-office`. */
export const bareName = (path: string): string => baseName(path).replace(/(?<=.)\.[^.]{1,8}$/, '')
