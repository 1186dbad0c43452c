import type { Described } from './described.ts'

const CALLING = 'call calling called name naming rename renaming refer referring referred label dub'.split(' ')
const ADDRESSING = ['address', 'addressing', 'addressed']
/** "buddy is what you should call me", "can I be called Duke". */
const NAME_FIRST =
  / is what .*call (?:me|you) $| (?:be|being|are now|am now|is now|you are) (?:called|named|known as) \S+ /
/** Behind "call me" stands no name but a time or a thing. */
const NO_NAME: ReadonlySet<string> = new Set(
  `later back tomorrow when if a an at on today tonight now please again anytime about for in taxi cab uber that soon`.split(
    ' ',
  ),
)

/** One of these stands in every way to give a name. */
const NAMING: ReadonlySet<string> = new Set([...CALLING, ...ADDRESSING, 'named', 'known', 'what'])

/** "call me Al", "I will refer to you as Hal": a name for one of the two who talk. Who asks for the name gives none. */
export function isNaming(c: Described): boolean {
  if (c.asksWord || !c.bare.some(word => NAMING.has(word))) return false
  if (NAME_FIRST.test(c.full)) return true
  const words = c.bare
  const at = words.findIndex((_, index) => isCalling(words, index))
  if (at < 0) return false
  const name = words[at + 1] === 'to' ? nameAfter(words, at + 2) : words[at + 2]
  return name !== undefined && !NO_NAME.has(name)
}

const isPerson = (word = ''): boolean => word === 'me' || word === 'you' || word === 'myself' || word === 'yourself'
const isCalling = (words: readonly string[], at: number): boolean => {
  const [before = '', word = '', next = ''] = [words[at - 1], words[at], words[at + 1]]
  if (word === 'name' && NOUN_AFTER.has(before)) return false
  return (CALLING.includes(word) && (isPerson(next) || next === 'to')) || (ADDRESSING.includes(word) && next === 'me')
}
const NOUN_AFTER: ReadonlySet<string> = new Set(['the', 'a', 'my', 'your', 'what', 'which', 'whose', 'this', 'new'])
const nameAfter = (words: readonly string[], at: number): string | undefined =>
  isPerson(words[at]) ? words[at + 1] : undefined
