import { worded } from '../../core/index.ts'
const MASK = '\0'
const MAX_PARAGRAPH = 800 // characters; what is longer was pasted, people do not write to a program like that
const MAX_MESSAGE = 20_000

/** Somebody else speaks from here on, to the end of the message: nothing says where he stops. */
const OTHERS_TEXT = worded(
  /\b(?:file|files|page|site|website|article|document|doc|docs|readme|readme\.md|comment|comments|log|mail|e-mail|email|letter|message|post|tweet|result|results|output|tool|text|transcript|prompt|note|config|manual|book|paper|passage|source|[\w-]+\.(?:md|txt|json|html?|pdf|csv|toml|ya?ml|log|docx?))\b[^.!?\n]{0,60}\b(?:says?|said|saying|reads|states?|stated|contains?|shows?|claims?|claimed|wrote|tells|told|goes|mentions?|mentioned|asks?|asked|according)\b|\baccording to\b|\b(?:i|we) (?:copied|pasted|quote)\b|^[ \t]*-{2,40}[ \t]*(?:original|forwarded)|^dear \S+/im,
)
/** Commands to a program that reads it, which no person writes about himself. */
const TAKEOVER = worded(
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.!?\n]{0,30}\b(?:previous|prior|earlier|above|preceding|all|any|your|system)\b[^.!?\n]{0,20}\b(?:instructions?|prompts?|rules|messages?|directions?|guidelines)\b|\bsystem prompt\b|\bnew instructions\b|<\/?(?:system|user|assistant|instructions?)>|\[\/?inst\]|<\|/i,
)
const OTHERS_WORDS = worded(
  /\b(?:he|she|they|it|who|someone|somebody|everyone|everybody|people|some|\p{L}{1,30} (?:teacher|boss|friend|doctor|mother|father|mum|mom|dad|wife|husband|sister|brother|editor|partner|agent|colleague)|\p{Lu}\p{Ll}{1,30})\s{1,3}(?:says?|said|wrote|writes|told|tells|claims?|claimed|thinks?|thought|believes?|believed|mentioned|asked|calls? it|insists?)\b[^.!?\n]*/gu,
)
const FENCE = /^[ \t]*(?<mark>`{3,}|~{3,})[^\n]*(?:\n(?![ \t]*\k<mark>)[^\n]*)*(?:\n[^\n]*)?/gm
const QUOTED_LINES = /^[ \t]*>[^\n]*$/gm
const MARKUP_LINES = /^[ \t]*[{}[\]<|#][^\n]*$/gm
const TAGS = /<\/?[a-z][^<>\n]{0,200}>/i
const INLINE_CODE = /`(?![\w.+-]{1,30}`)[^`\n]*`/g
const QUOTES = /"[^"\n]*"|“[^“”\n]*”|«[^«»\n]*»|„[^„“”\n]*[“”]|(?<![\p{L}\d’'])['‘][^'‘\n]*?['’](?![\p{L}\d])/gu
/** A name in quotation marks is still a name that the user gives. */
const NAMING = /(?:call me|named|called|name is|go by|nickname is|nickname|known as)\s+$/i
const SHORT_NAME = /^.[\p{L}\d][\p{L}\d' .-]{0,29}.$/u
const MATERIAL = /:(?=\s)/g
const OWN_LIST =
  /(?:\b(?:remember|memori[sz]e|forget|in mind|note|to (?:your )?memory|about me|about myself|fyi|by the way|for the record|know|context)\b[^:.!?\n]{0,40})$/i

const blank = (text: string): string => text.replace(/[^\n]/g, MASK)
const restAfter = (text: string, at: number): string => (at < 0 ? text : text.slice(0, at) + blank(text.slice(at)))

/**
 * The message with everything blanked that is not the user's own statement: code, quotes, quoted lines, what follows a colon or "the file
 * says", long pasted paragraphs. Every other character keeps its place. A message that tries to give orders to a program is blank.
 */
export function ownWords(message: string): string {
  const even = message.replace(/\r/g, '\n')
  if (even.length > MAX_MESSAGE || TAKEOVER.test(even)) return blank(even)
  let text = even.replace(FENCE, blank).replace(QUOTED_LINES, blank)
  text = restAfter(text, text.search(TAGS))
  text = blankQuotes(text.replace(MARKUP_LINES, blank).replace(INLINE_CODE, blank))
  text = restAfter(text, text.search(OTHERS_TEXT))
  text = restAfter(text, materialIn(text))
  text = restAfter(text, worksOn(text))
  return blankPasted(text.replace(OTHERS_WORDS, blank))
}

export const isBlank = (text: string): boolean => text.includes(MASK)

function blankQuotes(text: string): string {
  return text.replace(QUOTES, (quoted, at: number) =>
    SHORT_NAME.test(quoted) && NAMING.test(text.slice(Math.max(0, at - 20), at)) ? quoted : blank(quoted),
  )
}

/** A line that gives something to work on, or asks about "this": what stands below it is that. */
const WORK = worded(
  /^(?:[^\n]{0,40}\n[ \t\n]{0,4})?(?:(?:please|can you|could you|would you|now|hi|hello|hey|ok)[ ,]{1,3}){0,3}(?:proof-?read|translate|summari[sz]e|sum up|explain|fix|correct|rewrite|rephrase|paraphrase|edit|shorten|improve|polish|rate|review|analy[sz]e|critique|check|format|convert|classify|interpret|extract|continue|finish|complete|compare|comment on|judge|grade|score|transcribe|tidy up|clean up|(?:give|write)(?: me)? (?:feedback|a summary|comments))\b[^\n]*\n|^[^\n]{0,300}?\b(?:this|these|those|the following|below)\b[^\n]*[?:.]?[ \t]*\n(?=[ \t]*(?:\n|[-*•\d>]))/i,
)

const worksOn = (text: string): number => {
  const own = text.trimStart()
  const found = WORK.exec(own)
  return found === null ? -1 : text.length - own.length + found[0].length
}

/** Behind a colon stands what is to be worked on, unless the words before it say that it is to be remembered. */
function materialIn(text: string): number {
  for (const { index } of text.matchAll(MATERIAL))
    if (!OWN_LIST.test(text.slice(Math.max(0, index - 80), index))) return index
  return -1
}

const blankPasted = (text: string): string =>
  text
    .split(/(\n[ \t]*\n)/)
    .map(part => (part.length > MAX_PARAGRAPH ? blank(part) : part))
    .join('')
