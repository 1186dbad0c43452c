const WORDS = /[\p{L}\p{N}]+/gu
const MAX_WORDS = 24
const MAX_TEXT = 2_000
const set = ({ raw }: TemplateStringsArray): ReadonlySet<string> => new Set(raw.join('').trim().split(/\s+/))

/** They stand in every question and say nothing about what is asked. */
const EMPTY = set`a an the and or but of to in on at for from with by as is are am was were be been being do does did done have has had i me my mine we us our ours you your
  yours he him his she her it its they them their this that these those what which who whom whose when where why how if so not no yes can could will would
  should shall may might must please tell show give let know knew known remember remembered remind recall said say says told mention mentioned about again
  ever just also there here any some all more most much many very really too than then now today thing things something anything everything stuff m s t re ve d ll
  don doesn didn isn aren wasn im whats wheres whos
  got get store stored save saved memory memories learned learnt fact facts list everything hello hi hey thanks ok okay`
/** They stand in a great part of all facts, so they choose little and cost much. */
const COMMON = set`like likes love loves enjoy hate dislike prefer preference preferences favourite favorite use uses used live lives work works name names called call named
  person place health money family user want need have own always never usually note work habit quality relation attribute instruction kind people`

export type SearchWords = { readonly telling: readonly string[]; readonly common: readonly string[] }

/** The words of a question that can be searched for, each with its plain form. */
export function searchWords(text: string): SearchWords {
  const all = [...new Set(wordsOf(text))].filter(word => !EMPTY.has(word)).slice(0, MAX_WORDS)
  const telling = all.filter(word => !COMMON.has(word))
  return { telling: withStems(telling), common: withStems(all.filter(word => COMMON.has(word))) }
}

/** What is put into the index beside the text itself, so that "dogs" finds "dog". */
export const stemsOf = (text: string): readonly string[] => {
  const words = wordsOf(text)
  return [...new Set(words.map(stem).filter((form, at) => form !== words[at]))]
}

export const wordsOf = (text: string): readonly string[] =>
  text
    .slice(0, MAX_TEXT)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .match(WORDS) ?? []

const withStems = (words: readonly string[]): readonly string[] => [
  ...new Set(words.flatMap(word => [word, stem(word)])),
]

const LEAST_STEM = 3

/** English endings, so far that forms of one word meet; it need not be a word itself. */
export function stem(word: string): string {
  const cut = word
    .replace(/ies$/, 'y')
    .replace(/(?<=ch|sh|x|ss)es$/, '')
    .replace(/(?<=[^s])s$/, '')
    .replace(/(?:ing|ed)$/, '')
  return cut.length >= LEAST_STEM ? cut : word
}
