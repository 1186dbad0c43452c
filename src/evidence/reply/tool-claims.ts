import { type Mention, findMentions } from './places.ts'
import type { Sentence } from './sentences.ts'

/** A sentence that says that something was looked at, changed or called. */
export type ToolClaim = {
  readonly claim: string
  /** `looks`: read or searched; `changes`: wrote something; `calls`: this very tool; `cites`: says what a file or a result says. */
  readonly kind: 'looks' | 'changes' | 'calls' | 'cites'
  readonly paths: readonly string[]
  readonly tool?: string
}

const ADVERBS =
  '(?:just|already|also|then|now|first|next|carefully|quickly|briefly|again|thoroughly|actually|manually|personally|even|simply|indeed|did|successfully|finally|since|gone ahead and|went ahead and|both)'
const I_HAVE = `\\b(?:I|we)(?:['’]?ve|\\s(?:have|had))?(?:\\s${ADVERBS}){0,3}\\s`
const WAS_ABLE = '\\b(?:I|we) (?:was|were) (?:also )?able to\\s|\\b(?:I|we) (?:managed to|did(?: indeed| also| already)?)\\s'

const THINGS =
  '(?:files?|folders?|director(?:y|ies)|workspace|repo(?:sitory)?|codebase|manuscript|outline|compendium|scenes?|chapters?|documents?|docs|drafts|(?:character|location)s? (?:sheets?|cards?|files?)|source code|web(?:site)?s?|internet|online|web ?pages?|urls?|databases?|file ?system|search tools?|all (?:of )?(?:the|them|it)|everything|everywhere)'
const NEAR = '[^.;:!?]{0,70}?'
const FOUND = '(?:results?|match(?:es)?|hits?|mentions?|occurrences?|references?|instances?|files?|entries|passages?)'
const THING_OR_FILE = `(?:\\b${THINGS}\\b|\\uf8ff)`

/** These say by themselves that a tool was used. */
const STRONG: readonly string[] = [
  `${I_HAVE}(?:searched\\b(?!\\s(?:my|our)\\s(?:memory|mind|heart))|grepped\\b|googled\\b|looked (?:it|that|this|them|her|him) up\\b|looked up\\b)`,
  `${I_HAVE}(?:fetched|downloaded|visited|browsed|opened)\\s(?:the|a|your|this|that)\\s(?:\\w{1,20}\\s)?(?:page|site|website|article|url|link)s?\\b`,
  `(?:${I_HAVE}(?:ran|performed|did|made|conducted|executed|carried out|used|invoked|called)|\\b(?:I|we)(?:['’]ve|\\shave)(?:\\s${ADVERBS}){0,3}\\s(?:run|done))\\s(?:a|an|the|this|that|another|your|some|all|two|three|several|my)?\\s?(?:[\\w-]{1,24}\\s){0,3}?(?:search(?:es)?|lookups?|scans?|quer(?:y|ies)|tools?|tool calls?|commands?|scripts?|tests?|test suite|checks?|greps?|listings?|functions?)\\b`,
  `${I_HAVE}(?:found|got|see|saw|counted)\\s(?:the\\s|only\\s|about\\s)?(?:[\\w"-]{1,16}\\s){0,2}?${FOUND}\\b(?!\\s(?:for|between) your)`,
  "\\bhere(?:['’]s| is| are)\\s(?:what I found|(?:the )?(?:search results|results of (?:the|my) search|(?:contents?|output) of the (?:file|search|tool)))\\b",
  '\\bsearch results?\\s?:',
  '[*[(](?:checks?|checking|reads?|reading|search(?:es|ing)|opens?|opening|scan(?:s|ning)|runs?|running|executing|calling)\\s[^*\\])\\n]{0,60}(?:file|folder|outline|scene|search|tool|command|manuscript|\\uf8ff)[^*\\])\\n]{0,40}[*\\])]',
  '^\\s*(?:Searching|Checking|Reading|Scanning|Opening|Running)\\s[^\\n]{0,60}(?:\\.\\.\\.|…)',
  '\\b(?:the|all) (?:tests?|test suite|command|script|build) (?:has |have )?(?:passed|ran successfully|completed successfully|succeeded)\\b',
  `${I_HAVE}(?:sent|emailed|posted|published)\\s(?:the|a|an|your|this|that|it|them|him|her)\\s?(?:[\\w-]{1,20}\\s){0,3}?(?:e-?mails?|messages?|notifications?|posts?|comments?|repl(?:y|ies)|requests?)\\b`,
]

/** These may be said of a thought or of the person's own words, unless a file or the like is their object. */
const PAST =
  '(?:[a-z-]{2,20}ed|read|went|gone|been (?:through|over)|dug|ran|saw|seen|found|got|gotten|(?:had|took|taken) (?:a|another) (?:[a-z]{2,12} )?(?:look|glance|peek|pass)|(?:took|taken) the time to (?:read|check|look|review|search|go)|put|made|sent|wrote|written|sought)'
/** Feelings, thoughts, talk, and what one makes up in an answer: these are said of files without having touched them. */
const NO_DEED =
  '(?:lik|lov|enjoy|want|hop|assum|guess|imagin|suggest|propos|need|ask|wonder|believ|preferr|promis|offer|mention|explain|plann|intend|expect|decid|agre|wish|recommend|suppos|describ|summari[sz]|draft|compos|sketch|outlin|shorten|invent|pictur|tri|attempt|fail|refus|answer|repli|not|bas|pretend|learn|split|rephras|titl|call|nam)'
const LOOKED = `(?!${NO_DEED}ed\\b|(?:need|indeed|feed)\\b|(?:written|wrote|made|thought|meant|said|told)\\s(?:a|an|some|three|two|the|this|it|no|in mind|that|to)\\b)${PAST}\\b`
const LOOKS =
  '(?:read|check|look (?:at|into|through|up)|review|examine|inspect|verify|confirm|analy[sz]e|go through|open|list|retrieve|fetch|access|load|find|locate|search|scan)'
const LOOKING =
  '(?:reading|checking|searching|scanning|reviewing|looking (?:at|through|into|up)|examining|inspecting|opening|going (?:through|over)|read|checked|searched|scanned|reviewed|looked (?:at|through|into)|examined|inspected|gone (?:through|over))'
const A_LOOK = '(?:look|glance|peek|check|review|read(?:ing)?|search|scan|pass|inspection|examination|analysis)'
const WEAK: readonly string[] = [
  `${I_HAVE}${LOOKED}\\s(?=${NEAR}${THING_OR_FILE})`,
  `${I_HAVE}(?:made|had|wrote|written)\\s(?=[^.;:!?]{0,60}?\\s(?:in|into|to|at|as)\\s[\`"*]?\\uf8ff)`,
  `\\b(?:I|we) can (?:also |now )?(?:confirm|see|verify|tell|report)\\b(?!\\s(?:why|how|what|where))(?=${NEAR}${THING_OR_FILE})`,
  `^\\s*(?:(?:just|ok(?:ay)?|alright)[, ]+)?(?:finished|done|completed) (?:reading|reviewing|checking|searching|scanning|going through)\\s(?=${NEAR}${THING_OR_FILE})`,
  `\\b(?:a|one|my) (?:[\\w-]{1,12} )?${A_LOOK} (?:of|at|through|into|in|over)\\s(?=${NEAR}${THING_OR_FILE})(?=[^.;]{0,80}?\\b(?:shows|showed|reveals|revealed|tells|told|confirms|confirmed|found|finds|suggests|suggested)\\b)`,
  `\\b(?:in|from|across|throughout) (?:the |your |all )?(?:the )?${THING_OR_FILE}[^.;:!?]{0,30}?,?\\s(?:I|we)(?:['’]ve| have| just)? (?:found|saw|read|noticed|see|find)\\b`,
  '\\b(?:my|the) tools? (?:shows?|says?|reports?|tells?|indicates?|finds?|found)\\b',
  `(?:${WAS_ABLE})(?:also )?${LOOKS}\\s(?=${NEAR}${THING_OR_FILE})`,
  `\\bmy (?:\\w{1,12} )?(?:search|review|reading|scan|check|inspection|analysis|examination) of\\s(?=${NEAR}${THING_OR_FILE})`,
  `${THING_OR_FILE}[` +
    '`' +
    `*")]?\\s(?:that )?I(?:['’]ve| have| just)?\\s(?:read|reviewed|checked|searched|scanned|looked (?:at|through)|opened|examined|saw)\\b`,
  `${THING_OR_FILE}[` +
    '`' +
    `*")]?\\s(?:was|were|has been|have been)\\s(?:all |carefully |fully )?(?:searched|checked|scanned|reviewed|examined|listed|inspected|read|opened|loaded|analy[sz]ed)\\b`,
  `^[\\s*•\\d.)✓✅-]{0,6}(?:Checked|Searched|Scanned|Ran|Reviewed|Verified|Confirmed|Looked (?:at|through|in))\\s(?=${NEAR}(?:${THING_OR_FILE}|\\b(?:search|all|each|every)\\b))`,
]

/** Said before what came of it; of the person himself it is advice. */
const AFTERWARDS: readonly string[] = [
  `\\b(?:after|upon|having|from)\\s(?:${ADVERBS}\\s)?${LOOKING}\\s(?=${NEAR}${THING_OR_FILE})`,
  `\\b(?:upon|on|after) (?:a )?(?:\\w{1,12} )?(?:review|inspection|examination|analysis) of\\s(?=${NEAR}${THING_OR_FILE})`,
  `\\b(?:after|upon|on|from|following|in) (?:a|my|one|another) (?:[\\w-]{1,12} )?${A_LOOK} (?:of|at|through|into|in|over)\\s(?=${NEAR}${THING_OR_FILE})`,
]
const ADVICE = /\b(?:you|one|people|readers|writers|anyone|everybody) (?:can|could|should|will|may|might|must|need|would)\b/i

/** Without an object at all: "I checked, and …". */
const BARE = `${I_HAVE}(?:(?:had|took|taken) (?:a|another) (?:[a-z]{2,12} )?(?:look|glance|peek)|looked into (?:it|this|that)|read (?:everything|(?:it|them|this|that) (?:all|through|completely|carefully)))\\b|${I_HAVE}(?:tested|ran|executed)\\s(?:it|this|that|them|the (?:code|script|command|program))\\b|${I_HAVE}(?:(?:double[- ]?)?checked|looked|searched|verified|confirmed)(?=\\s*(?:[.,:;!—–]|-\\s|$)|\\s(?:and|but|it|them|that|this|again|twice|for you|carefully|thoroughly)\\b)`

const RESULTS: readonly string[] = [
  "\\b(?:according to|based on|judging by|going by|per|as per)\\s(?:the |my |a |an )?(?:file |web |online |text |folder |recent )?(?:search(?:es)?|tools?(?:['’]s)?|results?|tool outputs?|outputs?|listings?|lookups?|scans?|files?)\\b(?! (?:you|that you|above|format|extension|system|name|type|size))",
  '\\b(?:my|the|a|this) (?:file |web |online |text |full-text |quick )?(?:search|lookup|scan|grep|tool(?: call)?|tool (?:output|result)s?|directory listing)(?: (?:of|in|through|across|for|over) (?:(?!\\b(?:would|will|could|can|should|may|might)\\b)[^.;]){0,60}?)? (?:shows|showed|returned|found|reveals|revealed|indicates|indicated|confirms|confirmed|turned up|came back|came up|yielded|listed|reported|produced|gave|said)\\b',
  '\\b(?:a|my) (?:file |text )?(?:search|lookup|scan) (?:of|in|for|across) [^.;]{0,60}? (?:returns|finds|yields|turns up|gives)\\b',
  '\\b(?:my (?:search|lookup|scan)|(?:search|tool|lookup) (?:results?|outputs?)) (?:shows?|returns?|finds?|reveals?|indicates?|confirms?|lists?|says?|tells?|suggests?)\\b',
  '\\b(?:based on|from|after|in|per) my (?:search|lookup|scan|reading of|review of|check of)\\b',
  '\\b(?:the|my) (?:scan|search|lookup|check|review) is (?:now )?(?:complete|done|finished)\\b',
  '\\b(?:the )?(?:search|tool|query) [^.;]{0,24}\\bit (?:gave|returned|found|showed) (?:me )?(?:[\\w-]{1,12} )?(?:results?|match(?:es)?|hits?|nothing|files?)\\b',
  '\\bthe results (?:show|say|indicate|confirm|reveal) that [^.;]{0,80}?\\b(?:mention|occur|appear|stand|file|scene|line|folder)',
]

const CHANGE_VERBS =
  '(?:saved|wrote|written|created|updated|edited|modified|changed|deleted|removed|renamed|moved|added|appended|replaced|overwrote|overwritten|fixed|inserted|stored|committed|corrected|applied)'
const STORED =
  '(?:files?|folders?|director(?:y|ies)|documents?|workspace|disk|manuscript|outline|compendium|repo(?:sitory)?|codebase|scene file|notes? file)'
const STORED_OR_FILE = `(?:\\b${STORED}\\b|\\uf8ff)`
const CHANGED: readonly string[] = [
  `${I_HAVE}${CHANGE_VERBS}\\b(?=[^.;!?]{0,120}?${STORED_OR_FILE})`,
  `(?:\\b(?:the|your|this|that) ${STORED}|\\uf8ff)[` +
    '`' +
    `*")]?\\s(?:has|have|was|were|is|are) (?:now |successfully |been |already ){0,3}${CHANGE_VERBS}\\b`,
  `\\b(?:has|have) (?:now |successfully ){0,2}been ${CHANGE_VERBS}\\s(?:to|in|as|into|from)\\s(?=[^.;!?]{0,60}?${STORED_OR_FILE})`,
  '\\b(?:the |your |all )?changes (?:have been|were|are(?: now)?) (?:saved|applied|written|committed)\\b',
  `^[\\s✓✅*-]{0,6}(?:Saved|Updated|Created|Deleted|Renamed|Moved|Wrote|Edited|Added)\\b(?=[^.;!?]{0,80}?${STORED_OR_FILE})`,
  '^\\s*Done\\b(?=[^\\n]{0,200}\\uf8ff)',
  '^[\\s✓✅*-]{0,6}(?:File|Folder|Note|Document)s? (?:created|saved|updated|written|deleted|renamed|moved)\\b',
  `\\uf8ff[^.!?]{0,60}?${I_HAVE}(?:put|placed|stored|saved|wrote|written|added|left) (?:it|them|this|that|everything) (?:there|in|into|to|down)\\b`,
]

const CITES: readonly string[] = [
  '\\b(?:according to|as (?:stated|written|described|shown|noted|recorded|listed) in|as per|per)\\s(?:the )?(?:file )?[`"*(]?\\uf8ff',
  '\\uf8ff[`*")]?\\s(?:says|states|reads|clearly says|notes|tells us)\\b',
]

const oneOf = (sources: readonly string[]): RegExp => new RegExp(sources.join('|'), 'i')
const LOOKED_EXPRESSION: RegExp = oneOf([...STRONG, ...WEAK, ...RESULTS])
const AFTERWARDS_EXPRESSION: RegExp = oneOf(AFTERWARDS)
const BARE_EXPRESSION: RegExp = oneOf([BARE])
const CHANGED_EXPRESSION: RegExp = oneOf(CHANGED)
const CITES_EXPRESSION: RegExp = oneOf(CITES)
const THINGS_EXPRESSION: RegExp = oneOf([`\\b${THINGS}\\b`])

/** Nothing was done: a condition, a wish, a refusal by others, or the person's own text. */
const SUPPOSED =
  /\b(?:if|unless|whether|suppose|imagine|as though|pretend(?:ing)?|until|once|before|in case|assuming|provided|would|could|should|might|not that|nor|says?|said|asked|asks|told|think|claim(?:ed|s)?|implied?|that) $/i
const PREVENTED =
  /\b(?:failed|denied|refused|unavailable|not available|timed out|was blocked|not permitted|not allowed|(?:gave|returned|with) an error)\b/i
const GIVEN =
  /\byou(?:['’]ve| have)? (?:just )?(?:pasted|sent|shared|gave|given|provided|wrote|written|posted|quoted|included|attached|uploaded|describe[sd]?|mention(?:ed)?|showed|typed)\b|\byour (?:message|question|request|prompt|text|paragraph|passage|draft|snippet|excerpt|poem|email|last|latest|previous|words|numbers|list|sentence)\b|\b(?:text|passage|paragraph|excerpt|snippet) (?:above|below)\b|\bin (?:this|our) (?:chat|conversation)\b/i
const BELOW = /\b(?:below|here is|here['’]s|as follows|the following)\b|:\s*$/i

const FILE = '\u{f8ff}'

/** What the sentences of a reply say was done. `wholeReply` tells whether it speaks of files at all. */
export function findToolClaims(sentences: readonly Sentence[], toolNames: readonly string[]): readonly ToolClaim[] {
  const speaksOfFiles = sentences.some(({ hidden }) => THINGS_EXPRESSION.test(hidden) || findMentions(hidden).length > 0)
  return sentences.flatMap((sentence, index) => claimOf(sentence, { toolNames, mayBeBare: speaksOfFiles || index < 2 }) ?? [])
}

type Setting = { readonly toolNames: readonly string[]; readonly mayBeBare: boolean }

function claimOf({ text, hidden }: Sentence, { toolNames, mayBeBare }: Setting): ToolClaim | undefined {
  if (/\?["”’)\]*_\s]*$/.test(hidden.slice(-12)) || GIVEN.test(hidden)) return undefined
  const mentions = findMentions(text).filter(({ isFile }) => isFile)
  const marked = markFiles(hidden, mentions)
  const base = { claim: text.trim(), paths: mentions.map(({ path }) => path) }
  const tool = calledTool(marked, toolNames)
  if (tool !== undefined) return { ...base, kind: 'calls', tool }
  const isPrevented = PREVENTED.test(hidden)
  if (!isPrevented && isSaid(marked, CHANGED_EXPRESSION) && !(BELOW.test(marked) && mentions.length === 0))
    return { ...base, kind: 'changes' }
  if (
    !isPrevented &&
    (isSaid(marked, LOOKED_EXPRESSION) ||
      (isSaid(marked, AFTERWARDS_EXPRESSION) && !ADVICE.test(marked)) ||
      (mayBeBare && isSaid(marked, BARE_EXPRESSION)))
  )
    return { ...base, kind: 'looks' }
  return isSaid(marked, CITES_EXPRESSION) ? { ...base, kind: 'cites' } : undefined
}

/** Each name of a file becomes one character, so that expressions need not read names. */
function markFiles(hidden: string, mentions: readonly Mention[]): string {
  let [shown, from] = ['', 0]
  for (const { start, end } of mentions) {
    shown += hidden.slice(from, start) + FILE
    from = end
  }
  return shown + hidden.slice(from)
}

function isSaid(text: string, expression: RegExp): boolean {
  const at = text.search(expression)
  return at >= 0 && !SUPPOSED.test(text.slice(Math.max(0, at - 24), at))
}

const plainName = (name: string): string => name.toLowerCase().replace(/[.-]/g, '_')
const USED_BEFORE = new RegExp(
  `${I_HAVE}(?:used|called|ran|invoked|executed|queried|tried)\\s(?:the\\s)?(?:\\w{1,20}\\s){0,2}[\`"*']{0,3}$`,
  'i',
)
const SOURCE_BEFORE =
  /\b(?:according to|(?:I|we)(?:['’]ve| have)? [a-z]{2,18}(?:ed|t|und) [^.;]{0,60}\b(?:with|using|via|through)) (?:the )?[`"*']{0,3}$/i
const FRONTED_BEFORE = /^[\s*-]{0,4}(?:with|using|via|through|from)(?: the)? [`"*']{0,3}$/i
const FRONTED_AFTER = /^[`"*']{0,3},? (?:I|we)(?:['’]ve| have| just)? (?:[a-z]{2,18}ed|saw|found|got|read)\b/i
const SUBJECT_BEFORE = /^[\s*-]{0,4}(?:(?:the|and|then|so|but) ){0,2}[`"*']{0,3}$/i
const DID_AFTER =
  /^[`"*']{0,3}(?: (?:tool|function|call|search))? (?:also |then |has |just )?(?:returned|found|showed|gave|reported|listed|confirmed|says|said)\b/i

/** "I used file_search", "file_search returned …": an offered tool that did something. What it is for is no claim. */
function calledTool(text: string, toolNames: readonly string[]): string | undefined {
  for (const { 0: word, index } of text.matchAll(/[\w.-]{2,60}/g)) {
    const tool = toolNames.find(name => /[_.-]/.test(name) && plainName(name) === plainName(word).replace(/_+$/, ''))
    if (tool === undefined) continue
    const before = text.slice(Math.max(0, index - 120), index)
    const used = USED_BEFORE.exec(before)
    const isUsed = used !== null && !SUPPOSED.test(before.slice(0, used.index))
    const after = text.slice(index + word.length, index + word.length + 60)
    if (FRONTED_BEFORE.test(before) && FRONTED_AFTER.test(after)) return tool
    if (isUsed || SOURCE_BEFORE.test(before) || (SUBJECT_BEFORE.test(before) && DID_AFTER.test(after))) return tool
  }
  return undefined
}
