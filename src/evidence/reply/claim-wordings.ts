// Ways to say that something was done. They read sentences in which marks stand for what is said in many ways: see mark-words.ts.
// \uf8fb is "I have (just)", \uf8fc is "I (just)"; \uf8fd is something that is stored, \uf8fe what else can be looked at, \uf8ff a file's name.

/** These say by themselves that a tool was used. Things are not marked here. */
export const USES: readonly RegExp[] = [
  /[\uf8fb\uf8fc]\s(?:searched\b(?!\s(?:nothing|no|none)\b)(?!\s(?:my|our)\s(?:memory|mind|heart))|grepped\b|googled\b|looked (?:it|that|this|them|her|him) up\b|looked up\b(?!\s(?:nothing|no|none)\b))/i,
  /[\uf8fb\uf8fc]\s(?:fetched|downloaded|visited|browsed|opened)\s(?:the|a|your|this|that)\s(?:\w{1,20}\s)?(?:page|site|website|article|url|link)s?\b/i,
  /(?:[\uf8fb\uf8fc]\s(?:ran|performed|did(?!\snot\b)|made|conducted|executed|carried out|used|invoked|called)|\uf8fb\s(?:run|done))\s(?:a|an|the|this|that|another|your|some|all|two|three|several|my)?\s?(?:[\w-]{1,24}\s){0,3}?(?:search(?:es)?|lookups?|scans?|quer(?:y|ies)|tools?|tool calls?|commands?|scripts?|tests?|test suite|checks?|greps?|listings?|functions?)\b/i,
  /[\uf8fb\uf8fc]\s(?:found|got|see|saw|counted)\s(?:the\s|only\s|about\s)?(?:[\w"-]{1,16}\s){0,2}?(?:results?|match(?:es)?|hits?|mentions?|occurrences?|references?|instances?|files?|entries|passages?)\b(?!\s(?:for|between) your)/i,
  /[\uf8fb\uf8fc]\s(?:sent|emailed|posted|published)\s(?:the|a|an|your|this|that|it|them|him|her)\s?(?:[\w-]{1,20}\s){0,3}?(?:e-?mails?|messages?|notifications?|posts?|comments?|repl(?:y|ies)|requests?)\b/i,
  /\bhere(?:['’]s| is| are)\s(?:what \uf8fc found|(?:the )?(?:search results|results of (?:the|my) search|(?:contents?|output) of the (?:file|search|tool)))\b/i,
  /\bsearch results?\s?:/i,
  /[*[(](?:checks?|checking|reads?|reading|search(?:es|ing)|opens?|opening|scan(?:s|ning)|runs?|running|executing|calling)\s[^*\])\n]{0,60}(?:file|folder|outline|scene|search|tool|command|manuscript|\uf8ff)[^*\])\n]{0,40}[*\])]/i,
  /^\s*(?:Searching|Checking|Reading|Scanning|Opening|Running)\s[^\n]{0,60}(?:\.\.\.|…)/i,
  /\b(?:the|all) (?:tests?|test suite|command|script|build) (?:has |have )?(?:passed|ran successfully|completed successfully|succeeded)\b/i,
  /\b(?:my|the) tools? (?:shows?|says?|reports?|tells?|indicates?|finds?|found)\b/i,
  /\b(?:according to|based on|judging by|going by|per|as per)\s(?:the |my |a |an )?(?:file |web |online |text |folder |recent )?(?:search(?:es)?|tools?(?:['’]s)?|results?|tool outputs?|outputs?|listings?|lookups?|scans?|files?)\b(?! (?:you|that you|above|format|extension|system|name|type|size))/i,
  /\b(?:my|the|a|this) (?:file |web |online |text |full-text |quick )?(?:search|lookup|scan|grep|tool(?: call)?|tool (?:output|result)s?|directory listing)(?: (?:of|in|through|across|for|over) (?:(?!\b(?:would|will|could|can|should|may|might)\b)[^.;]){0,60}?)? (?:shows|showed|returned|found|reveals|revealed|indicates|indicated|confirms|confirmed|turned up|came back|came up|yielded|listed|reported|produced|gave|said)\b/i,
  /\b(?:a|my) (?:file |text )?(?:search|lookup|scan) (?:of|in|for|across) [^.;]{0,60}? (?:returns|finds|yields|turns up|gives)\b/i,
  /\b(?:my (?:search|lookup|scan)|(?:search|tool|lookup) (?:results?|outputs?)) (?:shows?|returns?|finds?|reveals?|indicates?|confirms?|lists?|says?|tells?|suggests?)\b/i,
  /\b(?:based on|from|after|in|per) my (?:search|lookup|scan|reading of|review of|check of)\b/i,
  /\b(?:the|my) (?:scan|search|lookup|check|review) is (?:now )?(?:complete|done|finished)\b/i,
  /\b(?:search|tool|query) [^.;]{0,24}\bit (?:gave|returned|found|showed) (?:me )?(?:[\w-]{1,12} )?(?:results?|match(?:es)?|hits?|nothing|files?)\b/i,
  /\bthe results (?:show|say|indicate|confirm|reveal) that [^.;]{0,80}?\b(?:mention|occur|appear|stand|file|scene|line|folder)/i,
]

/** These may be said of a thought or of the person's own words, unless something that can be looked at is their object. */
export const LOOKS_AT: readonly RegExp[] = [
  /[\uf8fb\uf8fc]\s(?:tested|tried|ran|executed|verified|inspected|checked|debugged|profiled|benchmarked)\s(?:[^.;:!?`]{0,40}\s)?`[^`\n]{1,60}`/i,
  // Any deed in the past but feelings, thoughts, talk, and what one makes up in an answer.
  /[\uf8fb\uf8fc]\s(?!(?:lik|lov|enjoy|want|hop|assum|guess|imagin|suggest|propos|need|ask|wonder|believ|preferr|promis|offer|mention|explain|plann|intend|expect|decid|agre|wish|recommend|suppos|describ|summari[sz]|draft|compos|sketch|outlin|shorten|invent|pictur|tri|attempt|fail|refus|answer|repli|not|bas|pretend|learn|rephras|titl|call|nam|talk|discuss|chatt|argu|debat|brainstorm)ed\b|(?:need|indeed|feed)\b|got(?:ten)? (?:an?|some|no|one|two) (?:\w{1,12} )?(?:ideas?|thoughts?|questions?|suggestions?|feeling)\b|(?:written|wrote|made)\s(?:a|an|some|three|two|the|this|it|no|that)\b)(?:[a-z-]{2,20}ed|read(?! about)|went|gone|been (?:through|over)|dug|ran|saw|seen|found|got|gotten|(?:had|took|taken) (?:a|another) (?:[a-z]{2,12} )?(?:look|glance|peek|pass)|(?:took|taken) the time to (?:read|check|look|review|search|go)|put|made|sent|wrote|written|sought)\b\s(?=[^.;:!?]{0,70}?[\uf8fd-\uf8ff])/i,
  /[\uf8fb\uf8fc]\s(?:made|had|wrote|written)\s(?=[^.;:!?]{0,60}?\s(?:in|into|to|at|as)\s[`"*]?\uf8ff)/i,
  /\uf8fc(?<!^\W*(?:once|if|when|as soon as|unless)\b[^;:!?]*)\scan (?:also |now )?(?:confirm|see|verify|tell|report)\b(?![^.]*\b(?:once|when|as soon as|after|if)\b)(?!\s(?:why|how|what|where))(?=[^.;:!?]{0,70}?[\uf8fd-\uf8ff])/i,
  /[\uf8fb\uf8fc]\s(?:(?:was|were) (?:also )?able to|managed to|did(?: indeed| also| already)?)\s(?:read|check|look (?:at|into|through|up)|review|examine|inspect|verify|confirm|analy[sz]e|go through|open|list|retrieve|fetch|access|load|find|locate|search|scan)\s(?=[^.;:!?]{0,70}?[\uf8fd-\uf8ff])/i,
  /^\s*(?:(?:just|ok(?:ay)?|alright)[, ]+)?(?:finished|done|completed) (?:reading|reviewing|checking|searching|scanning|going through)\s(?=[^.;:!?]{0,70}?[\uf8fd-\uf8ff])/i,
  /\b(?:a|one|my) (?:[\w-]{1,12} )?(?:look|glance|peek|check|review|read(?:ing)?|search|scan|pass|inspection|examination|analysis) (?:of|at|through|into|in|over)\s(?=[^.;:!?]{0,70}?[\uf8fd-\uf8ff])(?=[^.;]{0,80}?\b(?:shows|showed|reveals|revealed|tells|told|confirms|confirmed|found|finds|suggests|suggested)\b)/i,
  /\bmy (?:\w{1,12} )?(?:search|review|reading|scan|check|inspection|analysis|examination) of\s(?=[^.;:!?]{0,70}?[\uf8fd-\uf8ff])/i,
  /\b(?:in|from|across|throughout) (?:the |your |all )?(?:the )?[\uf8fd-\uf8ff][^.;:!?]{0,30}?,?\s[\uf8fb\uf8fc] (?:found|saw|read|noticed|see|find)\b/i,
  /[\uf8fd-\uf8ff][`*")]?\s(?:that )?[\uf8fb\uf8fc]\s(?:read|reviewed|checked|searched|scanned|looked (?:at|through)|opened|examined|saw)\b/i,
  /[\uf8fd-\uf8ff][`*")]?\s(?:was|were|has been|have been)\s(?:all |carefully |fully )?(?:searched|checked|scanned|reviewed|examined|listed|inspected|read|opened|loaded|analy[sz]ed)\b/i,
  /^[\s*•\d.)✓✅-]{0,6}(?:The )?[\uf8fd-\uf8ff][`*")]?\s(?:successfully )?(?:read|opened|loaded|searched|checked|scanned|parsed|reviewed|analy[sz]ed|verified|listed|found)(?: successfully| ok| completely| in full)?\s*[.!:,]?\s*$/i,
  /^[\s*•\d.)✓✅-]{0,6}(?:Checked|Searched|Scanned|Ran|Reviewed|Verified|Confirmed|Looked (?:at|through|in))\s(?=[^.;:!?]{0,70}?(?:[\uf8fd-\uf8ff]|\b(?:search|all|each|every)\b))/i,
]

/** Said before what came of it. Of the person it is advice. */
export const AFTER_LOOKING: readonly RegExp[] = [
  /\b(?:after|upon|having|from)\s(?:(?:just|already|also|now|first|carefully|quickly|briefly|thoroughly)\s)?(?:reading|checking|searching|scanning|reviewing|consulting|consulted|studying|studied|looking (?:at|through|into|up)|examining|inspecting|opening|going (?:through|over)|read|checked|searched|scanned|reviewed|looked (?:at|through|into)|examined|inspected|gone (?:through|over))\s(?=[^.;:!?]{0,70}?[\uf8fd-\uf8ff])/i,
  /\b(?:after|upon|on|from|following|in) (?:a |my |one |another )?(?:[\w-]{1,12} )?(?:look|glance|peek|check|review|read(?:ing)?|search|scan|pass|inspection|examination|analysis) (?:of|at|through|into|in|over)\s(?=[^.;:!?]{0,70}?[\uf8fd-\uf8ff])/i,
]

/** Without an object at all: "I checked, and …". */
export const BARE: readonly RegExp[] = [
  /[\uf8fb\uf8fc]\s(?:tested|ran|executed)\s(?:it|this|that|them|the (?:code|script|command|program))\b/i,
  /[\uf8fb\uf8fc]\s(?:(?:had|took|taken) (?:a|another) (?:[a-z]{2,12} )?(?:look|glance|peek)|looked into (?:it|this|that)|read (?:everything|(?:it|them|this|that) (?:all|through|completely|carefully)))\b/i,
  /[\uf8fb\uf8fc]\s(?:(?:double[- ]?)?checked|looked|searched|verified|confirmed)(?=\s*(?:[.,:;!—–]|-\s|$)|\s(?:and|but|it|them|that|this|again|twice|for you|carefully|thoroughly)\b)/i,
]

export const CHANGES: readonly RegExp[] = [
  /\uf8fb\s(?:fixed|changed|renamed|refactored|removed|moved|updated|replaced|rewritten|extracted|inlined|deleted|edited|corrected|patched|simplified|split)\s(?:[^.;:!?`]{0,40}\s)?`[^`\n]{1,60}`(?![^.]*:\s)/i,
  /[\uf8fb\uf8fc]\s(?:saved|wrote|written|created|updated|edited|modified|changed|deleted|removed|renamed|moved|added|appended|replaced|overwrote|overwritten|fixed|inserted|stored|committed|corrected|applied)\b(?=[^.;!?]{0,120}?[\uf8fd\uf8ff])/i,
  /(?:\b(?:the|your|this|that) \uf8fd|\uf8ff)[`*")]?\s(?:has|have|was|were|is|are) (?:now |successfully |been |already ){0,3}(?:saved|written|created|updated|edited|modified|changed|deleted|removed|renamed|moved|added|appended|replaced|overwritten|fixed|inserted|stored|committed|corrected|applied)\b(?! (?:since|meanwhile|in the meantime|again since|on disk since)\b)/i,
  /\b(?:has|have) (?:now |successfully ){0,2}been (?:saved|written|added|appended|moved|stored|inserted|renamed|copied)\s(?:to|in|as|into|from)\s(?=[^.;!?]{0,60}?[\uf8fd\uf8ff])/i,
  /\b(?:the |your |all )?changes (?:have been|were|are(?: now)?) (?:saved|applied|written|committed)\b/i,
  /^[\s✓✅*-]{0,6}(?:Saved|Updated|Created|Deleted|Renamed|Moved|Wrote|Edited|Added)\b(?!\s\uf8fd\s(?:can|are|is|may|will|should|must))(?=[^.;!?]{0,80}?[\uf8fd\uf8ff])/i,
  /^\s*Done\b(?=[^\n]{0,200}\uf8ff)/i,
  /^[\s✓✅*-]{0,6}(?:\uf8fd|Notes?) (?:created|saved|updated|written|deleted|renamed|moved)\b/i,
  /\uf8ff[^.!?]{0,60}?[\uf8fb\uf8fc]\s(?:put|placed|stored|saved|wrote|written|added|left) (?:it|them|this|that|everything) (?:there|in|into|to|down)\b/i,
]

/** What a file says, by its name. */
export const CITES: readonly RegExp[] = [
  /\b(?:according to|as (?:stated|written|described|shown|noted|recorded|listed) in|as per|per)\s(?:the )?(?:file )?[`"*(]?\uf8ff/i,
  /\uf8ff[`*")]?\s(?:says|states|reads|clearly says|notes|tells us)\b/i,
]
