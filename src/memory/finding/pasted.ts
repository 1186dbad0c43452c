import { likely, worded } from '../../core/index.ts'

const MAX_PARAGRAPHS = 3 // people who tell a program about themselves need no fourth
const MAX_READ = 20_000 // characters; what is longer was not typed
const LONG = 600 // characters, of more than two paragraphs

/** Signs that a message holds a text somebody wants to have looked at, in which an "I" need not be the person who sends it. */
const SIGNS: readonly RegExp[] = [
  // Something is announced.
  /\bhere(?:'s|’s| is| are| comes?) (?:my|the|an?|our|some|what i|another|how)\b|\bthe following\b|\bbelow (?:is|are)\b/i,
  /\b(?:text|log|logs|trace|traceback|output|error|excerpt|extract|draft|scene|chapter|poem|story|letter|mail|email|transcript|snippet|paragraph|bio|blurb) (?:below|follows?|so far|attached|starts here)\b/i,
  // It is to be judged, or worked on.
  /\b(?:what do you (?:think|make) of|what are your thoughts|any thoughts|thoughts\?|your opinion (?:of|on)|how (?:is|was) (?:that|this) for|how (?:does|do|did) (?:this|that|it|the \w+) (?:\w+ )?(?:sound|read|work|look|flow|land)|(?:does|do) (?:this|that|it|these|the) (?:\w+ ){0,2}(?:work|read|sound|flow|land)|would you (?:read on|keep reading)|(?:is|are) (?:it|this|that|they) (?:any )?good|(?:is|are) (?:it|this|that|the \w+) (?:too|convincing|believable)|who sounds|what(?: is|'s|’s) (?:missing|wrong) (?:in|with|here))\b/i,
  /\b(?:rate|review|proof-?read|critique|tighten|improve|polish|shorten|rewrite|rephrase|reword|translate|summari[sz]e|paraphrase|punch up|continue|comment on|feedback on|notes on|look over|have a look at|beta-?read) (?:my|this|these|the|our|below)\b/i,
  /\b(?:cover letter|personal statement|dating profile|my bio|my monologue|my character (?:says|speaks)|first line|opening line|in (?:his|her|their) voice)\b/i,
  /\b(?:is|are|was) (?:this|that|these) (?:\w+ ){0,2}\w+\?|^(?:too|better|funny|good|nice)\b[^.!?\n]{0,30}\?/im,
  // A part is played.
  /\b(?:role-?play\w*|pretend (?:you|to|i|that|we)|act as|in character|speaking as|you are now|let(?:'s|’s| us) play|once upon a time)\b/i,
  /^I(?:'m|’m| am) \p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?(?:,? and|, the|\.) /u,
  // The form of a script, a book or a log.
  /^[ \t]{0,40}(?:INT|EXT)[./]/m,
  /^[ \t]{0,40}\p{Lu}[\p{Lu} .'’-]{1,30}(?:\([^()\n]{1,30}\))?[ \t]{0,10}\n[ \t]{0,40}[^\s\p{Lu}-]?[\p{L}("“]/mu,
  /^[ \t]{0,40}\([^()\n]{1,60}\)[ \t]{0,10}$/m,
  /^(?:chapter|scene|act|prologue|epilogue|part|verse|chorus)(?: [\w-]{1,20}){0,2}[ \t]{0,10}$/im,
  /^\p{Lu}[\p{L} .'’-]{0,30}: .{1,400}\n+\p{Lu}[\p{L} .'’-]{0,30}: /mu,
  /^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|^\[?\d\d:\d\d:\d\d\b|^[ \t]{0,40}at .{1,200}[:(]\d+|^[ \t]{0,40}\[?(?:INFO|WARN|WARNING|ERROR|DEBUG|TRACE|FATAL)\b|^Traceback\b|^\$ \S/m,
]

const likelySigns = likely(SIGNS, sign => sign)

/** A text is spoken of, or something is to be made of one. */
const ABOUT_TEXT = worded(
  /\b(?:essay|stanza|draft|diary|journal|narrator|monologue|dialogue|grammar|tense|rhyme|poem|haiku|sonnet|story|stories|paragraph|sentence|line|scene|character|chapter|verse|lyric|song|speech|letter|mail|email|bio|blurb|opening|ending|text|excerpt|passage|novel|manuscript|script|transcript|log|chat|typo|wording)s?\b|\b(?:make|turn|put|fix|change|convert|sum|check|correct) (?:this|these|it|that|into)\b/i,
)
const OF_HIMSELF = /^(?:i|i['’]m|i['’]ve|im|my|we|we['’]re|our|remember|please remember|from now on|note)\b/i

/** Below a line about a text, or as two sentences after it, an "I" speaks that is most likely of the text. */
function followsText(message: string): boolean {
  const pieces = message.split(/(?<=[.!?…])[ \t]+|(\n)\s*/).filter(piece => piece !== undefined && piece !== '')
  const at = pieces.findIndex(
    piece =>
      ABOUT_TEXT.test(piece) && !OF_HIMSELF.test(piece.replace(/^my (?=\w+ (?:begins|starts|goes|opens|so far))/i, '')),
  )
  if (at < 0) return false
  return pieces[at + 1] === '\n' || pieces.slice(at + 1).filter(piece => OF_HIMSELF.test(piece)).length > 1
}

/** Only what the person expressly asks to remember is his own in such a message. */
export function isPasted(message: string): boolean {
  if (message.length > MAX_READ) return true
  const even = message.replace(/\r\n?/g, '\n').trim()
  const paragraphs = even.split(/\n[ \t]*\n/).length
  return (
    paragraphs > MAX_PARAGRAPHS ||
    (paragraphs > 2 && even.length > LONG) ||
    likelySigns(even).some(sign => sign.test(even)) ||
    followsText(even)
  )
}
