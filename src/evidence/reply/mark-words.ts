import type { Mention } from './places.ts'

const FILE = '\u{f8ff}'
const OTHER_THING = '\u{f8fe}'
const STORED_THING = '\u{f8fd}'
const DID = '\u{f8fc}'
const HAS_DONE = '\u{f8fb}'

/** Each name of a file becomes one character, so that expressions need not read names. */
export function markFiles(hidden: string, mentions: readonly Mention[]): string {
  let [shown, from] = ['', 0]
  for (const { start, end } of mentions) {
    shown += hidden.slice(from, start) + FILE
    from = end
  }
  return shown + hidden.slice(from)
}

const DOER =
  /\b(?:I|we)((?:['’]?ve|\s(?:have|had)(?!\s(?:an?|another|the|no|to)\b))?)(?:\s(?:just|already|also|then|now|first|next|carefully|quickly|briefly|again|thoroughly|actually|manually|personally|even|simply|indeed|successfully|finally|since|gone ahead and|went ahead and|both)){0,3}(?=\s\w)/gi

/** "I", "we have just", "I've already": who did it, and whether it is said in the perfect. */
export const markDoers = (text: string): string =>
  text.replace(DOER, (_doer, have: string) => (have === '' ? DID : HAS_DONE))

const STORED =
  /\b(?:files?|folders?|director(?:y|ies)|workspace|disk|repo(?:sitory)?|codebase|manuscript|outline|compendium|documents?)\b/gi
const OTHER =
  /\b(?:scenes?|chapters?|docs|drafts|(?:character|location)s? (?:sheets?|cards?)|source code|web(?:site)?s?|internet|online|web ?pages?|urls?|databases?|file ?system|search tools?|all (?:of )?(?:the|them|it)|everything|everywhere)\b/gi

/** What can be looked at with a tool; some of it can be changed with one as well. */
export const markThings = (text: string): string => text.replace(STORED, STORED_THING).replace(OTHER, OTHER_THING)

export const speaksOfThings = (text: string): boolean => markThings(text) !== text
