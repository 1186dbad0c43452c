import { anyOf, worded } from '../../core/index.ts'
import { placePhrases } from './place-phrases.ts'

/** What can stand in a workspace, spoken of as one that is there. */
const THING =
  /\b(?:the|your|this|these|those|both|all|every|each|our)(?: (?!of\b)[\w'’-]+){0,2}? (?:outline|manuscript|compendium|files?|folders?|director(?:y|ies)|documents|document(?= you)|scenes|chapters|cards?|sheets?|entries|notes|repo|repository|codebase|readme|workspace|project(?=\s*[.,;:!]|\s*$))\b(?!['’]?s? (?:format|extension|system|name|type|size)s?\b)/i

/** "You have six entries" */
const COUNTED = worded(
  /\byou(?:['’]ve| have)(?: got)? (?:\d+|two|three|four|five|six|seven|eight|nine|ten|several) (?:\w+ ){0,2}?(?:files|folders|scenes|chapters|entries|cards|sheets|notes|documents)\b/i,
)
const LINE = /\blines? \d{1,5} (?:clearly |also )?(?:says?|reads?|states?|shows?|has|contains?)\b/i
/** These may be what the person has pasted earlier, unless the sentence goes by what they say. */
const WENT_BY = worded(
  /\b(?:as|according to|based on|looking at|judging by|judging from|going by|per)(?: (?:stated|written|described|shown|noted|seen) in)? (?:the|your|this) (?:text|scene|chapter|document|passage)\b/i,
)

/** Asked, supposed, general, denied, wished, advised or said by the person: then nothing is stated. */
const NOT_STATED =
  /\?["”’)\]*_\s]*$|\b(?:if|unless|would|could|should|might|can|cannot|will|shall|must|perhaps|maybe|probably|possibly|likely|guess|suppose|imagine|usually|often|typically|ideally|generally|normally|always|sometimes|when|whenever|once (?:I|you|we|the|it|that|they|he|she|your|this|a|an|everything|done|all|my)|until|before|as soon as|let['’]s|assum\w+|example|instance|please|not|never|no|none|nor|neither|nothing|nobody|unable|want|wants|needs?|seems?|sounds?|happy|glad|sorry|you|how|why|whether|suggest\w*|recommend\w*|propos\w*|ideas?|advice|too|enough|denied|opinion|depends?|ways?|habit|helps?|asked|told(?! (?:by|from|in|through)\b)|planning|next|so far|possible|best|worth|easiest|easier)\b|n['’]t\b|['’](?:d|ll)\b/i
const MAY = /\bmay\b/
/** Said to the person, but of the place. */
const TO_YOU =
  /\byou(?:['’]re| are) (?:absolutely |quite )?(?:right|correct)\b|\bas you(?: can|['’]ll| will)? (?:\w+ )?(?:see|know|notice|find)\b|\byou(?: can|['’]ll| will) (?:see|find|notice) that\b|\bfor you\b|\b(?:that )?you(?:['’]ve| have)? (?:uploaded|attached)\b|^\W*you(?:['’]ve| have)(?: got)?(?= (?:\d|two|three|four|five|six|seven|eight|nine|ten|several)\b)/gi
/** The one who answers speaks of what he meant to do, feels or talks about, not of the place. */
const OWN =
  /\b(?:I|we|I['’](?:ve|m))\b[^;:]*?(?:(?<!\b(?:able|managed)) to [a-z]+|\babout|\bwithout|\bunderstand|\bthought|\benjoy\w*|\blov(?:e|ed)|\bliked?|\bwish\w*|\bhop(?:e|ed|ing)|\bdoubt|\bmean|\bquestions?|\bthank|\bfeel|\btry\w*|\boffer\w*)\b/i
/** Something made up for the person, or talk about the talk. */
const OFFERED = worded(
  /\bhere(?:['’]s| is| are) (?:\w+ ){0,3}?(?:titles?|names?|ideas?|options?|suggestions?|alternatives?|ways?|versions?|drafts?|openings?|endings?|questions?|prompts?|first lines?|last lines?|poems?|haiku|limericks?|stor(?:y|ies)|paragraphs?|letters?)\b|\b(?:questions?|ideas?|points?|thoughts|plans?|worry|worries|concerns?|feedback|comments?|suggestions?|titles?|names?|options?) (?:about|on|for|regarding|concerning)\b/i,
)
/** A purpose, a task, a heading of tasks, a command, or what other people did. */
const NOT_OF_PLACE =
  /^[\s\W\d]*(?:(?:to|in order to) \w+|(?:he|she|they|one(?! of)|some|somebody|someone|people|many|most|good|a good|every good|everybody|writers|readers|editors)\b|\w+ing\b[^,]*$|[^:]{0,30}\b(?:steps?|tasks?|to read|to do|todo|plan)\b[^:]{0,20}:)/i
const COMMAND =
  /^[\s\W\d]*(?:(?:as a rule|in general|ideally|(?:when|if) in doubt|to be safe), )?(?:(?:first|then|next|finally|also|and|just|now|or|so|task \w+|step \w+)[,:]? )*(?:feel free|have a look|read|open|check|look|search|run|use|call|ask|tell|give|paste|send|go|start|begin|add|write|make|put|set|list|find|compare|keep|let|try|type|press|click|rename|move|delete|copy|save|see|consider|take|cut|end|show|note|remember|think|pick|choose|leave|split|turn|name|describe|mark|number|trust|enjoy|skip|mention|introduce|replace|change|fix|bring|drop|give|hold|close|cite|quote|refer|review|edit|update)\b(?!-)/i
/** Commands that print or list say what they do, not what is there. */
const TOOL_TALK = /^\W*(?:the command )?(?:`[^`]+`|\w+_\w+\b|the \w+ tool\b|the command\b)/i
/** What was just made up is "the whole scene". */
const SHOWN = /^\W*(?:that|this|it)(?:['’]s| is) (?:the (?:whole|entire|full|end)|my|your|a|an)\b/i

/** What excuses a place stands before it: "I have read scene 3 and love it" says that it was read. */
function upToPlace(said: string): string {
  const last = placePhrases(said).at(-1) ?? THING.exec(said)?.[0] ?? ''
  return said.slice(0, said.lastIndexOf(last) + last.length)
}

/** Said of the talk, not of the files: what "you" asked for and what "I" found is said of them all the same. */
const OF_TALK =
  /\b(?:You(?! (?:can |will )?(?:find|see|read|have)\b|['’]ll (?:see|find|read)\b)|you(?! (?:asked|wanted|requested|needed|were|are looking|(?:can |will )?(?:see|find|read|have|get|meet))\b|['’]ll (?:see|find|read)\b)|[Yy]our|[Mm]y(?! (?:favou?rite|preferred|own favou?rite|pick)\b)|(?:I|[Ww]e)(?!(?:['’]ve| have)?(?: just| also)? (?:found|find|see|saw|read|noticed|notice|quote|searched|checked|looked|came)\b))\b/

export const isOfTalk = (hidden: string): boolean => OF_TALK.test(hidden)

export const isOffered = (hidden: string): boolean => OFFERED.test(hidden)

export const isCommand = (hidden: string): boolean => COMMAND.test(hidden)

/** Something of the workspace is spoken of, in whatever way. */
export const namesPlace = (hidden: string): boolean => placePhrases(hidden).length > 0 || namesThing(hidden)

const namesThing = anyOf([THING, WENT_BY, COUNTED, LINE])

const FRONTED =
  /^\W*(?:(?:well|so|yes|no|okay|ok|now|and|but)\W+)?(?:judging (?:from|by)|according to|based on|going by|as per|per)\s([^,;:]{3,80}),\s/i

/** "Judging from your outline, …": whatever follows, the place was gone by. */
function goesByPlace(hidden: string): boolean {
  const phrase = FRONTED.exec(hidden)?.[1]
  return phrase !== undefined && namesPlace(phrase) && !NOT_STATED.test(phrase)
}

/** What only tells more of a thing of the place excuses nothing. */
const RELATIVE =
  /(?<!\b(?:in|of|to|for|with|on|from|by|at))\s(?:that|which|who|whose)\s(?![^,;:]*\b(?:I|you|we|me|us)\b)[^,;:]*/gi

/** "I noted it: check scene 3": a command behind a colon says nothing of the place. */
export function withoutOrder(hidden: string): string {
  const colon = hidden.search(/:\s(?=\S)/)
  return colon >= 0 && COMMAND.test(hidden.slice(colon + 1)) ? hidden.slice(0, colon) : hidden
}

/** A plain statement about something that stands in the workspace. */
export function maySayOfPlace(hidden: string): boolean {
  if (!namesPlace(hidden)) return false
  if (goesByPlace(hidden)) return true
  const stated = withoutOrder(hidden)
  if (stated !== hidden && !namesPlace(stated)) return false
  const said = stated.replace(TO_YOU, ' ').replace(RELATIVE, clause => (namesPlace(clause) ? clause : ' '))
  return (
    ![NOT_STATED, MAY, OFFERED, NOT_OF_PLACE, COMMAND, TOOL_TALK, SHOWN].some(excuse => excuse.test(said)) &&
    !OWN.test(upToPlace(said))
  )
}

const TOPIC = /^\W*(?:(?:and|so|oh|ah|hm|well|in)\W+)?(?:[\p{L}\p{N}'’./_-]+ ){0,3}[\p{L}\p{N}'’./_-]+\s?\?\s*$/iu
/** "Let me sum up scene 1:" announces what stands there. */
const SUMS_UP =
  /\b(?:summar\w+|sum up|recap|overview|synopsis|breakdown|run-?through|walk you through|key points|what happens)\b[^.!?]*:\s*$/i

/** "The outline?", "Let me sum up scene 1:": what follows is said of the place. */
export const announcesPlace = (hidden: string): boolean =>
  (TOPIC.test(hidden) || SUMS_UP.test(hidden)) && namesPlace(hidden)
