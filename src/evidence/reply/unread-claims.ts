// What is said of the workspace as a matter of fact, whoever read it: "the card says", "according to your list", "the tests pass".

import { inAnyCase } from '../../core/index.ts'

const wording = (words: string): RegExp => inAnyCase(words)

const LEAD =
  "^\\W*(?:(?:so|well|yes|yep|no|right|ok|okay|sure|and|but|also|indeed|actually|currently|in fact|as it stands|overall|thanks for waiting|great question|good question|it(?:['’]s| is) (?:confirmed|clear|certain|settled)|confirmed|sure enough|true|correct|exactly|interestingly|apparently|note that|fun fact|short answer|answer|let me (?:check|confirm|see|look|verify)|one moment|hold on)\\W+){0,3}"
const HOLDS =
  '(?:has|have|contains?|lists?|says?|states?|shows?|mentions?|includes?|names?|describes?|gives?|tells|notes|holds|ends|opens|starts|begins|defines?|exports?|imports?|uses?|calls?|returns?|covers?|plans|introduces|agrees?|disagrees?|confirms?|puts|makes|is (?:planned|drafted|told|set|narrated|written|about|called|titled|only planned|still a draft|only a draft|empty|missing)|are (?:planned|drafted|set|written|called|titled|empty)|consists? of|runs to|features|reads)'
/** A noun that may be the name of a file without its ending, or what files of the workspace are called in general. */
const NAME =
  '(?:whole |entire |current |latest )?(?<name>[\\p{L}][\\p{L}\\d_-]{2,40})(?: (?:file|document|doc|notes?|module|card|sheet|list))?'
const PHRASE = "(?<phrase>(?:(?:the|your|our|his|her|their|its) |\\p{Lu}\\p{L}+['’]s )[^.,;:!?]{3,50}?)"
const SCENE = '(?<scene>scene (?:\\d{1,3}|one|two|three|four|five))'
const PATH = '[`*]{0,3}(?<path>[\\p{L}\\d_./-]{2,80}\\.[a-z]{1,5})[`*]{0,3}'
const THING = `(?:line \\d{1,5} of )?(?<thing>(?:the|your|our|his|her|their|its) ${NAME}|${PHRASE}|${SCENE}|${PATH})`

const IN = '(?:in|on|at|under|inside|within|across|throughout)'
const STANDS =
  '(?:mentioned|named|defined|declared|used|set|found|located|listed|called|imported|exported|described|planned|stored|kept|written|introduced|repeated|missing|given|stated|noted|recorded|shown|spelled|spelt)'

/** The thing is what the sentence is about, what it goes by, or where something is said to be. */
export const TELLS: readonly RegExp[] = [
  wording(
    `(?:${LEAD}|[:;—–] )(?:it|that|this|he|she|they)(?:['’]s| is|['’]re| are) (?:also |only |right |all ){0,2}${IN} ${THING}(?=\\s*[,.;:!]|\\s*$)`,
  ),
  wording(`${LEAD}there(?: is| are|['’]s| was| were) [^.,;:!?]{2,60}? ${IN} ${THING}(?=\\s*[,.;:!]|\\s*$)`),
  wording(
    `${LEAD}(?:I see (?:that )?)?you(?:['’]ve| have)(?: got)? [^.,;:!?]{2,50}? ${IN} ${THING}(?=\\s*[,.;:!]|\\s*$)`,
  ),
  wording(
    `${LEAD}[^.,;:!?]{2,50}? (?:is|are|was|were) (?:only |also |never |first |just ){0,2}${STANDS} (?:\\p{L}+ ){0,2}?${IN} ${THING}(?=\\s*[,.;:!]|\\s*$|\\s(?:as|with|and|by)\\b)`,
  ),
  wording(`${LEAD}${THING} (?:currently |already |also |only |actually |clearly |itself |both |all ){0,2}${HOLDS}\\b`),
  wording(
    `${LEAD}(?:according to|based on|per|as per|judging (?:by|from)|going by|following|as (?:stated|written|noted|listed|shown|recorded) in) ${THING}(?=\\s*[,.]|\\s*$|\\s(?:there|it|he|she|they|the|we|you|your|nobody|no|nothing)\\b)`,
  ),
]

/** Guessed, general, denied, advised, or said by the person. */
export const GUESSES: RegExp =
  /\?["”’)\]*_\s]*$|\b(?:if|unless|would|could|should|might|may|can|will|must|perhaps|maybe|probably|think|guess|believe|suppose|imagine|usually|often|typically|ideally|in general|generally|normally|always|when|whenever|once (?:I|you|we|the|it|that|they|he|she|your|this|a|an|everything|done|all|my)|until|you (?:said|told|wrote|mentioned|say|gave|described|pasted)|your (?:message|description|words|question|summary)|as you|opinion|let['’]s say|assuming|for example|for instance|too|enough|needs?|not|never|n['’]t|only if|every (?:good|project|novel)|most)\b/i

/** What files of the workspace are called in general: nobody knows which, so anything that was read will do. */
export const GENERIC: RegExp =
  /^(?:(?:the|your|our|his|her|their|its|\p{Lu}\p{L}+['’]s) )?(?:\p{L}+ ){0,2}?(?:cards?|sheets?|files?|folder|directory|workspace|repo|repository|codebase|notes|docs|to-?do list|outline|manuscript|compendium|readme|changelog|test suite|tests|suite|spreadsheet|calendar)$/iu
