/** Longer is a document, not a question; only its beginning is read. */
const MAX_QUESTION = 2_000

const ENDINGS = 'md|markdown|txt|text|json|jsonl|ya?ml|toml|csv|html?|rst|org|tex|ts|js|py'
const FILE = new RegExp(
  `(?:[\\p{L}\\p{N}_.-]+/)*[\\p{L}\\p{N}_-][\\p{L}\\p{N}_.-]*\\.(?:${ENDINGS})(?![\\p{L}\\p{N}_/])`,
  'iu',
)
const FOLDER = /(?:^|\s)((?:[\p{L}\p{N}_.-]+\/)+[\p{L}\p{N}_.-]*)(?=[\s,;:]|$)/u
const FOLDER_NAME =
  /\b(?:in|of|inside|under) (?:the |my )?(?:folder |directory )?([\p{L}\p{N}_.-]+)(?: (?:folder|directory))?$|\b(?:the|my) ([\p{L}\p{N}_.-]+) (?:folder|directory)\b|\b(?:folder|directory) ([\p{L}\p{N}_.-]+)/iu

const POLITE =
  /^(?:please|pls|hey|hi|hello|ok|okay|so|and|now|well|then|also|just|kindly|quickly|can you|could you|would you|will you|can i|could i|i want you to|i want to know|i want to|i would like you to|i would like to know|i would like to|i'd like you to|i'd like to know|i'd like to|i need you to|tell me|let me know|do you know|i wonder|use the [\w-]+ tool (?:first )?(?:and|to)|use [\w-]+ (?:and|to))(?:[\s,:!.]+|$)/i

/** Said to the runtime, not to the model. */
const PREFIX = /^\/[a-z]+ /

/** One line, straight quotes, without politeness and the marks at the end. */
export function plainQuestion(text: string): string {
  let said = straighten(text).replace(/\s+/g, ' ').trim().replace(PREFIX, '')
  for (let shorter = said.replace(POLITE, ''); shorter !== said && shorter !== ''; shorter = said.replace(POLITE, ''))
    said = shorter
  return said.replace(/(?:,? (?:please|thanks|thank you))?[\s?!.]*$/i, '').trim()
}

export const straighten = (text: string): string =>
  text
    .slice(0, MAX_QUESTION)
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’‚`]/g, "'")

export const fileIn = (said: string): string | undefined => FILE.exec(said)?.[0]

const LISTED_NAME = /^(?:list|ls|dir|tree) (?:the )?([\p{L}\p{N}_.-]+)$/iu

export function folderIn(said: string): string | undefined {
  const [, path] = FOLDER.exec(said) ?? []
  if (path !== undefined) return path.replace(/\/+$/, '')
  const named = FOLDER_NAME.exec(said)
  const name = named?.[1] ?? named?.[2] ?? named?.[3] ?? LISTED_NAME.exec(said)?.[1]
  return name === undefined || NO_FOLDER.has(name) ? undefined : name
}

const NO_FOLDER = new Set(
  'it this that there here workspace project folder directory manuscript story book total all named called is are files scenes characters locations chapters notes folders documents everything people places the a'.split(
    ' ',
  ),
)

/** What stands in quotes, if anything does. */
export const quotedIn = (said: string): string | undefined =>
  /"([^"]{1,200})"/.exec(said)?.[1] ?? /(?:^|\s)'([^']{1,200})'(?=\W|$)/.exec(said)?.[1]

const ARTICLE =
  /^(?:(?:the|a|an|any|some|all|every|each|our|my|his|her|their) )?(?:(?:word|words|name|phrase|term|text|character|person|place|location|scene called|concept|idea) (?:of )?(?=["'\p{Lu}]))?(?:(?:the|a|an) )?/iu
const TRAILER =
  /\s+(?:(?:is|are|was|were) )?(?:mentioned|described|anywhere|somewhere|at all|exactly|again|there|in (?:it|there|total|all|any (?:scene|file)s?|(?:the|this|my) (?:story|book|novel|manuscript|text|folder|workspace|files?|scenes?|notes?)))$/i

/** The thing itself: quoted, or without articles and what trails behind. */
export function termOf(phrase: string): string {
  const quoted = quotedIn(phrase)
  if (quoted !== undefined) return quoted
  let term = phrase.trim()
  for (let shorter = term.replace(TRAILER, ''); shorter !== term; shorter = term.replace(TRAILER, '')) term = shorter
  return term
    .replace(ARTICLE, '')
    .replace(/'s$/, '')
    .replace(/^["']|["'.,;:!?]+$/g, '')
    .trim()
}
