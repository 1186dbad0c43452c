import { DEED_RULES, type DeedKind } from './deed-rules.ts'
import { type Tag, tagOf } from './deed-words.ts'

/** Ways to say one thing in several words, as the one word for it. */
const MERGED: readonly (readonly [RegExp, string])[] = [
  [/[*_`~]/g, ''],
  [/\u2019/g, "'"],
  [/\b(?:double|triple|fact|cross|spot|sanity|re)[- ]?check(ed|ing)\b/gi, 'check$1'],
  [/\btried (?:it|this|that|them)(?: out)?\b/gi, 'checked'],
  [/\b(?:brought|called|pulled|popped)(?: (?:it|them|the \w{1,20}))? (?:up|open)\b/gi, 'opened'],
  [/\b(?:complete|finished|over)(?=\s*(?:[.,:;!]|$))/gi, 'done'],
  [/\b(I|we|they|you)'ve\b/gi, '$1 have'],
  [/\b(I)'m\b/gi, '$1 am'],
  [/\b(\w{1,12})'ll\b/gi, '$1 will'],
  [/\b(\w{1,12})'d\b/gi, '$1 would'],
  [/\b(it|that|there|here|he|she|what)'s\b/gi, '$1 is'],
  [/\b(\w{1,8})n't\b/gi, '$1 not'],
  [
    /\b(?:had|took|taken|did|done|made|given|gave)(?: (?:it|them|this|that|the \w{1,20}))? (?:a|an|another|one) (?:[\w-]{1,20} ){0,2}?(?:look|glance|peek|pass|read|read-through|scan|search|skim|sweep|dive|check|review|once-over)\b/gi,
    'checked',
  ],
  [/\b(?:having|taking) (?:a|another|one) (?:[\w-]{1,20} ){0,2}?(?:look|glance|peek|check|read)\b/gi, 'checking'],
  [/\blook(?:ed|ing) at (?:it|this|that) (?:from|as|differently)\b/gi, 'felt'],
  [/\blook(ed|ing) (?:back )?(?:(?:it|them|this|that|her|him) )?(?:at|through|into|up|over|inside|around|in)\b/gi, 'check$1'],
  [
    /\b(?:went|gone) (?:back )?(?:through|over|into)(?=\s(?:the|all|every|each|your|it|them|this|that|both|my|its|everything|\d|scenes?|files?|\u{f8ff}))|\bbeen (?:through|over|all over)\b/giu,
    'checked',
  ],
  [/\b(?:tracked|hunted|chased|ran) down\b|\b(?:sniffed|ferreted) out\b/gi, 'checked'],
  [/\bgoing (?:back )?(?:through|over)\b/gi, 'checking'],
  [/\b(?:por|leaf|thumb|comb|flipp|trawl|paw)(ed|ing) (?:over|through)\b/gi, 'check$1'],
  [/\bd(?:ug|igging) (?:into|through|around in)\b/gi, 'checked'],
  [/\b(?:went|gone) (?:ahead|on) and\b|\b(?:went|gone) and\b/gi, 'just'],
  [/\b(?:managed|was able|were able|got around) to\b|\btook the (?:liberty|time|trouble) (?:of|to)\b/gi, 'managed-to'],
  [/\bopened with\b/gi, 'began with'],
  [/\bran (?:into|out|away)\b/gi, 'met'],
  [/\bread (?:it|this|that|them) as\b/gi, 'took it as'],
  [/\bas I read it\b/gi, 'as such'],
  [/\bturned (?:out|into|away|to)\b/gi, 'became'],
  [/\b(?:lines?|scenes?|chapters?|sections?) (?=\d)/gi, 'scene '],
]

const TOKEN = /[\p{L}\p{N}][\p{L}\p{N}'-]*|\u{f8ff}|["\u{e000}]+|[.,;:()!?—–]/gu
const MAX_TOKENS = 400

type Read = { readonly words: string; readonly tags: string }

/** The sentence as a row of tags. Names of files are one character already, quoted words are hidden. */
export function readTags(said: string): Read {
  const words = MERGED.reduce((text, [from, to]) => text.replace(from, to), said)
  let tags = ''
  for (const { 0: token } of [...words.matchAll(TOKEN)].slice(0, MAX_TOKENS)) tags += nextTag(token, tags)
  return { words, tags }
}

/** "I run" is a habit, "I have run" and "was run" are deeds. */
const nextTag = (token: string, before: string): Tag =>
  /^(?:re-?)?run$/i.test(token) ? (/[hB]a*$/.test(before) ? 'L' : 'l') : tagOf(token)

const HABIT =
  /\b(?:novels?|stor(?:y|ies)|fiction|films?|movies?|plots?|hero(?:ine)?|detectives?|thrillers?|tales?|legends?|usually|typically|often|normally|generally|always|sometimes|in general|tends? to|in \d{4}|centur(?:y|ies)|histor(?:y|ical)|stud(?:y|ies)|experiments?|trials?|surveys?|polls?|researchers?|scientists?|scholars?|police|doctors?|patients?|chess|elections?|jury|crew)\b/i

/** Talk of habits, history and stories, in which the one who answers has no part. */
export const isOfOthers = (said: string): boolean => HABIT.test(said) && !/\b(?:I|we|my|our)\b/i.test(said)

/** In other words than tags can tell: what is open, what a result says, what a file says now, and that tests are green. */
const THING =
  '(?:files?|folders?|outline|manuscript|compendium|documents?|(?:character |location )?(?:sheets?|cards?)|scenes?(?: \\d{1,4})?|\u{f8ff})'
const GOT = '(?:results?|outputs?|listings?|hits|matches|readout|search|scan|lookup|grep|query|diff)'
const said = (kind: DeedKind, wording: string): readonly [DeedKind, RegExp] => [kind, new RegExp(wording, 'iu')]

const SAID: readonly (readonly [DeedKind, RegExp])[] = [
  said(
    'looks',
    '\\b(?:based on|from|in|after|per|by) my (?:[\\w-]{1,16} )?(?:analysis|review|reading|examination|inspection|check|search|scan|count|comparison) (?:of|through) (?!(?:the |this )?(?:situation|question|request|mood))',
  ),
  said('looks', `\\bhere is what (?:the |your |this )?${THING} (?:says|contains|holds|shows)\\b`),
  said('looks', '\\btook (?:me|us) [^.,;:]{0,30}\\bto (?:get|go|work|read|search|check|look|comb|dig|find)\\b'),
  said(
    'looks',
    '\\b(?:the|my|this|that) (?:[\\w-]{1,16} ){0,2}?(?:log|run|output|build|console|report|scan|check|diff|search)(?: [^.,;:]{1,24})? (?:is|was|came back|comes back|looks|looked) (?:all |now |completely )?(?:clean|green|empty|fine|ok(?:ay)?|successful|clear|done)\\b',
  ),
  said('changes', '\\byour (?:[\\w-]{1,16} ){1,3}?(?:has|have) been (?:now |successfully |just )?\\w{2,14}(?:ed|en|nt)\\b'),
  said(
    'looks',
    `\\b(?:I|we) have (?:got )?(?:it|them|(?:[^.,;:]{1,40} )?${THING}[^.,;:]{0,30}) (?:open|loaded|in front of (?:me|us)|on (?:my |the )?screen|at hand|pulled up)\\b`,
  ),
  said('looks', `${THING} (?:tells?|told|shows?|showed) me\\b`),
  said(
    'looks',
    `\\b(?:comes?|came|taken|drawn|copied|quoted|straight|directly|verbatim) (?:straight |directly |verbatim )?(?:from|out of) (?:the |this )?${THING}`,
  ),
  said('looks', `\\bI (?:gather|learn(?:ed|t)?|know|understand|infer|conclude|deduce)(?:ed)? (?:this |that |it )?from (?:the )?${THING}`),
  said(
    'looks',
    `\\b(?:according to|as (?:stated|shown|described|written|seen|noted|recorded|listed) in|as can be seen (?:in|from)) (?:the |this )(?:[a-z]{1,16} )?${THING}`,
  ),
  said(
    'looks',
    `\\b(?:according to|as per|per|based on|judging (?:by|from)|going by|given|from) (?:what )?(?:the|my|this|these|that|those|all) (?:[\\w-]{1,16} ){0,2}?${GOT}\\b`,
  ),
  said(
    'looks',
    `\\bas (?:the|my|these|this) (?:[\\w-]{1,16} ){0,2}?${GOT}(?: \\w{1,12}){0,3}? (?:shows?|makes?|proves?|confirms?|indicates?|tells?|says?|suggests?|demonstrates?)\\b`,
  ),
  said('looks', '^\\W*(?:output|stdout|search results?|matches|hits|listing|console|grep|tool (?:output|result)s?)\\s?:'),
  said(
    'looks',
    '\\b(?:all|the|every|your|both) (?:[\\w-]{1,16} ){0,2}?(?:tests?|specs?|suite|build|linter)(?: all| now| still)? (?:pass(?:es|ed)?|succeed(?:s|ed)?|(?:is|are|was|were|came back|comes back|come back) (?:now |all )?(?:green|clean|passing|successful))\\b|\\ball green\\b|^\\W*tests? pass(?:es|ed)?\\b',
  ),
  said(
    'changes',
    '\\b(?:the|your|my|that|this|all|both)?\\s?(?:edit|change|fix|update|correction|patch|rename|revision|deletion|tweak|commit|addition)s? (?:[^.,;:]{0,40} )?(?:is|are|was|were|has been|have been|went) (?:now |already |all |safely )?(?:in(?=\\s*(?:[.,;:!—–]|$))|live|done|made|saved|applied|completed?|through|finished|in place|pushed|stored|committed|written)\\b',
  ),
  said(
    'changes',
    '(?:\\b(?:file|outline|manuscript|document|scene|sheet|card)\\b(?: \\d{1,7})?|\\u{f8ff})[^.,;:]{0,24}\\bnow (?:says|reads|contains|starts with|begins with|ends with|lists)\\b',
  ),
]

/** Says the sentence by its build that something was looked at or changed? Suppositions and what others did are none. */
export function findDeed(said: string): DeedKind | undefined {
  const { words, tags } = readTags(said)
  const isHabit = HABIT.test(words)
  for (const { kind, build, isOfOthers } of DEED_RULES) {
    const at = tags.search(build)
    if (at >= 0 && !isSupposed(tags, at, isOfOthers === true) && !(isOfOthers === true && isHabit)) return kind
  }
  const plain = /c|C/.test(tags) || isHabit ? undefined : SAID.find(([, wording]) => isPlain(words, wording))
  return plain?.[0]
}

const DENIED = /\b(?:not|never|no|nor|cannot)\s(?:\w{1,12}\s){0,2}$/i

function isPlain(words: string, wording: RegExp): boolean {
  const at = words.search(wording)
  return at >= 0 && !DENIED.test(words.slice(Math.max(0, at - 40), at))
}

const OTHERS_WORD = /(?:^|[.,:])[^S.,:]*[ce]:$/

/** A condition or somebody's word before it in the same clause; "had I looked"; "she would say: I looked". */
function isSupposed(tags: string, at: number, isOfOthers: boolean): boolean {
  const clause = /[^.,:]*$/.exec(tags.slice(0, at + 1))?.[0] ?? ''
  const supposed = isOfOthers ? /[cCmn]|.q/ : /c|h(?=S$)|n[^.,:]*ed?S$/
  return supposed.test(clause) || OTHERS_WORD.test(tags.slice(0, at + 1 - clause.length))
}
