import { longPattern } from '../core/index.ts'

/**
 * What the words around a call say about it: that it is made now, that it is only talked about, something that speaks
 * against it, or nothing. `strange`: they lead to it, and nobody knows how.
 */
export type Stance = 'announces' | 'talks' | 'doubtful' | 'strange' | 'silent'

const RUN = '(?:run|call|execute|send|invoke|issue|perform|make|use|do)'
const NOT =
  "(?:do not|don['’]t|never|must not|mustn['’]t|should not|shouldn['’]t|will not|won['’]t|would " +
  "not|wouldn['’]t|cannot|can['’]t|not going to)"
const NEGATED = new RegExp(
  `\\b${NOT}\\s+(?:\\w+\\s+){0,2}${RUN}\\b(?! (?:any|the other|another))|\\b(?:instead of|rather than|rather not)\\b`,
  'i',
)
const POINTS = /\b(?:this|that|these|it|following|below)\W*$/i // `Do not run this.`
const POINTS_ON = /\b(?:as follows|following|below|this|these)\W*$/i // `The expected output is as follows.`
const EXAMPLE = longPattern('i')`
    \b(?:for example|for instance|e\.g\.|(?:an?|another|some|few|following) (?:[\w-]+ ){0,2}examples?
    |(?:example|sample) (?:\w+ )?(?:call|request|invocation|usage)s?|hypothetical(?:ly)?|beispiele?|z\. ?b\.
    |exemples?|ejemplos?|esempio|exemplo)(?![\w-])|^\W*examples?\b|\bexamples?\W*$|例如|比如|示例|例えば
  `
const GENERIC = longPattern('i')`
    \bsomething like\b|\b(?:an?|any|every|each|such) (?:[\w-]+ ){0,3}(?:call|invocation)s?\b.*\b(?:looks?|written
    |has|have|consists?)\b
  `
const ATTRIBUTED = longPattern('i')`
    \b(?:documentation|docs?|readme|manual|logs?|spec(?:ification)?|paper|transcript|history|tutorial
    |article)\b.{0,40}\b(?:says?|said|contains?|shows?|reads?|states?|has)\b
  `
const PERMISSION = longPattern('i')`
    \b(?:do you want|would you like|shall i|should i|may i|want me to
    |is (?:this|that) (?:ok|okay|right|correct|what you))\b[^.!]*\?\W*$
  `
/** The same question ("shall I …?") in other languages. */
const PERMISSION_ELSEWHERE = longPattern('iu')`
    (?:^|[\s,.!?¿])(?:soll(?:te)? ich|darf ich|(?:möchte(?:st|n)?|willst|wollen) (?:du|sie|ihr)|dois-je|puis-je
    |(?:voulez|souhaitez)-vous|(?:veux|souhaites)-tu|(?:quiere[sn]?|desea[sn]?|prefiere[sn]?) que
    |(?:debo|debería|puedo|devo|dovrei|posso|deveria) |vuoi che|vuole che|(?:quer|deseja) que|zal ik
    |wil je)\b[^.!]*\?\W*$|(?:要不要|是否|需要我|要我|しますか|しましょうか|할까요|мне ).*[?？]\W*$
  `
const CONDITION = longPattern('i')`
    \b(?:if you (?:want|wish|like|confirm|agree|approve|prefer)|once you
    |(?:after|when|until) you (?:confirm|approve|agree)|please confirm|before i (?:run|call|send|do|execute|make))\b
  `
/** These lead to a call that is not made now: another's, an earlier, a wrong or a possible one. */
const ELSEWHERE = longPattern('i')`
    \b(?:such as|yourself|your own|wrong|incorrect|mistakes?|unsafe|dangerous|malicious|earlier|previously|yesterday
    |already|tries to|would have|otherwise|confirm|specification|defines?|drafts?|propos(?:al|ed)|suggest(?:ion|ed)
    |review|approval|permission|consent|confirmation|pending|paste|documentation|expected|decision|plans?|options?
    |alternatives?|attackers?|hypothetical(?:ly)?)\b|\bi (?:ran|called|sent|used|executed|tried)\b
    |\bi(?:['’]ve| have) (?:\w+ )?(?:made|run|called|sent|used|executed|tried|done|issued)\b
    |\b(?:not|un) ?(?:sure|certain)\b|\b(?:hesitate|reluctant)\b
    |\b(?:previous|last|failed|original|old) (?:\w+ )?(?:calls?|requests?|attempts?
    |commands?)\b(?!.*\b(?:i|we|let)\b)|\b(?:copy|adapt)\b(?=.*\b(?:you|your|into)\b)
  `
/** The ways in which models lead to a call that they make. */
const PRESENTED = longPattern('i')`
    \bhere(?:['’]s| is| are)\b|\b(?:the|following) (?:[\w'’\x60().-]+ ){0,12}?["'\x60]?
    (?:(?:api|function|tool)?[ _]?calls?|functions?|answer|solution|response|code
    |information)(?:\(s\))?["'\x60]?(?![\w-]).{0,200}:\W*$|\b(?:is|are) (?:given by|as follows)\W*$
    |^\W*(?:voici|hier (?:ist|sind)|aqu[ií] est[aá]|ecco)\b|以下|調用|调用
  `
const OWN = longPattern('i')`
    \b(?:i|we)(?:['’](?:ll|m|re|d like)| (?:will|am|are|can|must|should|shall|need|have to|want|now|then|first|use
    |call|make|run|delete|read|check|look|search|get|do|send|start|begin))\b(?! (?:not|never|only))
  `
const OWN_ELSEWHERE = longPattern('iu')`
    \b(?:ich werde|ich \p{L}+ jetzt|je vais|voy a|vou|vado a|ik ga
    |jag ska)\b(?!.*\b(?:nicht|nie|keine?|pas|jamais|no|nunca|não|non|niet|inte)\b)|(?:我来|我将|我会|让我|我现在)(?!.*[不没])
  `
const ASKER = /^[*_#>\s]{0,8}(?:user|human|customer|q|question)\s*[*_]{0,2}:/i
const ANSWERER = /^[*_#>\s]{0,8}(?:assistant|ai|bot|model|a|answer)[*_]{0,2}\s*:?[*_]{0,2}$/i
const LABEL = longPattern('i')`
    ^\W*(?:(?:the|my|final|next|first|tool|function|api|as) ){0,2}(?:tool|function|action
    |(?:(?:tool|function)[_-])?calls?|answer|response|result|results|output|json|request|requested|command|code
    |solution|query|step \d+\b.*|return|await|assistant|commentary|analysis|arguments|args|parameters|params|input
    |name|to|look|see|sure|ok|okay|yes|certainly|done|right|so|well)s?\W*$
  `
const DOING = /^\W*(?:(?:now|next|then|first|so|and)\b[,\s]*)?\p{L}+ing\b/iu
const NEXT = longPattern('i')`
    ^(?:(?:\d+[.)]|[-*])\s*)?(?:first|second|then|next|now|finally|after that|afterwards|and
    |also)\b(?:,? the [\w ]{1,30})?:$
  `
const NO_SENTENCE = /^[^\p{L}]*$|^<[\w|]+\W*$|^[\w.$]*\s*[=(<[{"'`]+$|["'`=([{,|]$/u
const ANNOUNCED = longPattern('i')`
    ^(?:(?:ok|okay|sure|alright|great|first|now|next|then|so|and)\b[,.!:\s]*)*
    (?:i(?:['’]ll| will| am going to|['’]m going to|['’]m| am now)\b|let me\b|let['’]s\b
    |(?:now )?(?:calling|invoking|running|executing|using)\b)
  `
const UNSURE = longPattern('i')`
    \b(?:not|never|would|could|should|might|may|if|once|unless|until|when|after|whether|but|maybe|perhaps|unable
    |otherwise|cannot|\w+n['’]t)\b
  `
const TABLE_ROW = /^\|\s.*\p{L}.*\s\|$/u
const GLUED_WORD = /(?:^|\n)\w{1,40}$/ // `functools[…`
const LIST_ITEM = /^(?:[-*•]|\d+[.)])(?:\s|$)/
const ENDED = /[.!?…。！？]["'”)*]*$/
const SENTENCE_BREAK = /(?<=[.!?])\s+(?=["'“*`]*\p{Lu})/u
const SHOWN_ONLY = longPattern('i')`
    ^\W*(?:this|that|these|it|the above|the (?:call|block|code|json|yaml) above)\b.{0,60}\b(?:example|illustration
    |template|placeholder)s?\b
  `
const FORBIDS = new RegExp(`\\b(?:do not|don['’]t|never|not to) (?:\\w+ )?${RUN} (?:it|this|that|them|these)\\b`, 'i')
const LEFT_TO_YOU = longPattern('i')`
    ^\W*(?:(?:let me know|tell me) (?:if|whether|when)|please confirm|replace\b.*\bwith\b|feel free to
    |(?:just|simply|now)?\s*(?:copy|paste|adapt|adjust|save|put|change) (?:it|this|that|the|these|them)\b)
  `
const MAYBE_YOURS = longPattern('i')`
    ^\W*(?:you (?:can|could|may|might|would|should|need|must|have|will|only|just)\b
    |i (?:have|did|could|would|can)(?:n['’]t| not)\b)|[?？]\W*$
  `
const QUESTION = /[?？]["'”)*]*$/
const ASKS_FOR_FACTS = longPattern('iu')`
    (?:^|[\s,:¿"'])(?:what|who|whose|where|which|when|why|how|was|wer|wo|wann|wie|welche[rsn]?|warum|qui|quoi
    |quel(?:le)?s?|où|quand|comment|combien|pourquoi|qué|quién|dónde|cuándo|cómo|cuál|cuánt[oa]s?|che|chi|dove
    |quando|quanto|come|quem|onde|qual)\b|什么|哪|谁|多少|何|どこ|誰
  `
const ABOUT_IT = /\b(?:following|below|calls?|json|snippet|command|code)\b/i // `What does the following call do?`
const ENGLISH = /\b(?:the|this|that|these|are|were|of|with|you|your|would)\b/i
const QUOTED_LINE = /^\s{0,3}>(?!>>)\s/ // of Markdown; three of them are one family's token
const LONGEST = 400 // characters of prose that can speak about a call next to it

/** By the sentence that leads to the call; a list item speaks for the line that opens its list, too. */
export function stanceOf(before: string): Stance {
  if (before === '') return 'silent'
  const text = before.slice(-LONGEST).replace(/[`*_>\s]+$/, '')
  if (text === '' || GLUED_WORD.test(before)) return 'silent'
  const ownLine = lastLineOf(before.slice(-LONGEST))
  if (QUOTED_LINE.test(ownLine)) return /\p{L}/u.test(ownLine) ? 'talks' : 'doubtful'
  const lines = text.split('\n').map(line => line.trim())
  // a conversation that is told
  if (ANSWERER.test(lines.at(-1) ?? '') && lines.some(line => ASKER.test(line))) return 'doubtful'
  const stance = stanceOfSentence(lastSentence(lines.at(-1) ?? ''))
  if (stance !== 'silent' || !LIST_ITEM.test(lines.at(-1) ?? '')) return stance
  const opening = lines.findLast(line => line !== '' && !LIST_ITEM.test(line))
  return opening === undefined ? 'silent' : stanceOfSentence(lastSentence(opening))
}

/** By what follows the block that it stands in. */
export function stanceBehind(after: string): 'talks' | 'doubtful' | 'silent' {
  if (after === '') return 'silent'
  const [line = ''] = after.slice(0, LONGEST).trim().split('\n')
  const [first = ''] = line.split(SENTENCE_BREAK)
  if (TALKS_BEHIND.some(pattern => pattern.test(first)) || FORBIDS.test(line)) return 'talks'
  return MAYBE_YOURS.test(first) ? 'doubtful' : 'silent'
}

const TALKS_BEHIND = [SHOWN_ONLY, PERMISSION, PERMISSION_ELSEWHERE, LEFT_TO_YOU]

/** Does the sentence make the call now, without a doubt or a condition? */
export const announces = (sentence: string): boolean => ANNOUNCED.test(plain(sentence)) && !UNSURE.test(sentence)

function stanceOfSentence(sentence: string): Stance {
  const isEnded = ENDED.test(sentence) && !/\be\.g\.$/i.test(sentence)
  if (NEGATED.test(sentence) && (!isEnded || POINTS.test(sentence))) return 'talks'
  if (announces(sentence)) return 'announces'
  if ([PERMISSION, PERMISSION_ELSEWHERE, CONDITION].some(pattern => pattern.test(sentence))) return 'talks'
  const isAbout = [EXAMPLE, GENERIC, ATTRIBUTED, TABLE_ROW].some(pattern => pattern.test(sentence))
  const mayPoint = isAbout || (POINTS_ON.test(sentence) && ELSEWHERE.test(sentence))
  if (isEnded && mayPoint && !DOING.test(sentence)) return 'doubtful' // it may still speak of what follows
  if (isEnded) return QUESTION.test(sentence) ? stanceOfQuestion(sentence) : 'silent'
  if (isAbout) return 'talks'
  if (ELSEWHERE.test(sentence)) return 'doubtful'
  return [NO_SENTENCE, PRESENTED, OWN, OWN_ELSEWHERE, LABEL, DOING, NEXT].some(pattern => pattern.test(sentence))
    ? 'silent'
    : 'strange'
}

/** In a language of which nothing else is known, a tag says more than the words before it. */
export const isPlainEnglish = (text: string): boolean => ENGLISH.test(text.slice(-LONGEST))

/** Models repeat a question before they look it up; they do not repeat an order before they carry it out. */
function stanceOfQuestion(sentence: string): Stance {
  if (POINTS.test(sentence) || ABOUT_IT.test(sentence)) return 'doubtful'
  return ASKS_FOR_FACTS.test(sentence) ? 'silent' : 'strange'
}

const lastLineOf = (text: string): string => text.slice(text.lastIndexOf('\n') + 1)
const lastSentence = (line: string): string => line.split(SENTENCE_BREAK).at(-1) ?? ''
const plain = (sentence: string): string => sentence.replace(/^[\s#>*_"'-]+/, '')
