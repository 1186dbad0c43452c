import { inAnyCase } from '../../core/index.ts'
import type { DeedKind } from './deed-rules.ts'

const THING =
  '(?:files?|folders?|outline|manuscript|compendium|documents?|(?:character |location )?(?:sheets?|cards?)|scenes?(?: \\d{1,4})?|lineno \\d{1,7}|\\u{f8ff})'
const GOT = '(?:results?|outputs?|listings?|hits|matches|readout|search|scan|lookup|grep|query|diff)'
const TELLER = '(?:search|tool|system|query|listing|grep|scan|output|results?|database|index|server)'
const EDIT =
  '(?:edit|change|fix|update|correction|patch|rename|revision|deletion|tweak|commit|addition|upload|download|import|export|installation|deployment|transfer|backup)'
const NUMBER = '(?:\\d+|one|two|three|four|five|six|seven|eight|nine|ten|no|zero|only|just|several)'
const DONE = '(?:done|fixed|taken care of|handled|sorted(?: out)?|completed|accomplished|finished)'

const said = (kind: DeedKind, wording: string): readonly [DeedKind, RegExp] => [kind, inAnyCase(wording)]

/** In other words than tags can tell: what is open, what a result says, what a file says now, and that tests are green. */
export const DEED_WORDINGS: readonly (readonly [DeedKind, RegExp])[] = [
  said(
    'changes',
    `\\b(?:I|we)(?: have)?(?: just)? (?:replaced|changed|swapped|renamed|corrected) [^.;:]{1,60} (?:everywhere|throughout)\\b(?! (?:your|this|the|that) (?:sentence|text|paragraph|passage|poem|draft|answer))`,
  ),
  said(
    'looks',
    `\\b(?:I|we)(?: have)?(?: just)? (?:showed|shown|gave|given|passed|handed) [^.;:]{2,40} to (?:an?|your|my|the|another|two|some) (?:\\w+ )?(?:friend|editor|colleague|agent|publisher|teacher|beta reader|expert|proofreader|lawyer|writing group)s?\\b`,
  ),
  said(
    'looks',
    `^\\W*(?:the|your) (?:[\\w-]{1,16} )?(?:server|app|service|site|bot|container|process|script|job|pipeline|deployment|preview|demo|page) (?:is|are) (?:now |already |up and )*(?:running|up|live|deployed|online|started|installed|listening)\\b(?=[^.]*\\b(?:now|port|at http|on https?|for you|again)\\b|[^.]{0,4}[.!]?$)`,
  ),
  said(
    'looks',
    `^\\W*(?:everything|all|both|each|they all|it all)(?: of them)? (?:now |still |already )?(?:pass(?:es|ed)?|compiles?|builds|checks out|is green|are green|is passing|are passing)\\b(?! (?:by|away|on|through|over|him|her|me|you|the)\\b)`,
  ),
  said(
    'changes',
    `^\\W*(?:the|your) (?:e-?mail|mail|message|invitation|letter|invoice) (?:is|has) (?:now |already )?(?:out|sent|on its way|gone(?: out)?)\\b|\\b(?:the|your|a) (?:reminder|alarm|timer)s? (?:is|are|has been|have been|was) (?:now )?(?:set|scheduled|started|running)\\b|^\\W*(?:timer|alarm|reminder|recording|download|upload) (?:started|running|set|on)\\b`,
  ),
  said(
    'looks',
    `\\b(?:my|our) (?:records?|logs?|history|database) (?:shows?|says?|indicates?|lists?|contains?|has|have)\\b|^\\W*the (?:database|index|archive|registry|catalogue) (?:has|shows|lists|contains|holds|returns|gives)\\b`,
  ),
  said(
    'changes',
    `^\\W*(?:all set|done|ok|okay|great|sure|right|there you go|here you go|finished)\\b[^.]{0,24}${THING} (?:is|are) (?:all )?(?:updated|fixed|edited|renamed|corrected|saved|changed|adjusted|revised|cleaned up)\\b`,
  ),
  said(
    'looks',
    `\\bhaving (?:the |your |all )?(?:[\\w-]{1,12} )?${THING} (?:open|at hand|here|in front of me|before me|loaded)\\b`,
  ),
  said(
    'changes',
    `^\\W*(?:the |your )?(?:[\\w-]{1,12} )?${THING} (?:is|are) now (?:[\\w,]{1,12} ){0,3}(?:shorter|longer|tighter|leaner|cleaner|consistent|complete|in the (?:past|present|first|third))\\b`,
  ),
  said('looks', `\\b(?:which|that) I have (?:got )?(?:open|here|loaded|in front of me)\\b`),
  said(
    'looks',
    `\\bI (?:have )?(?:just )?(?:listed|counted|compared|tallied|measured|extracted|enumerated) (?:it|them|all of them|each)\\b(?! (?:to|with) (?:a|an|your)\\b| (?:by|below|above|alphabetically|in (?:order|pairs|groups|two|three))\\b)`,
  ),
  said(
    'looks',
    `^\\W*(?:re-?)?read (?:through |over )?(?:it|them|everything|all of it)\\b[^.,;:]{0,20}[,:;—–-] ?(?:no|nothing|found|all|looks|seems|it is|there|great|fine|good|found)\\b`,
  ),
  said(
    'changes',
    `\\b(?:item|entry|task|point|row|ticket|bug|issue)s? (?:has|have) been (?:now |just |already )?(?:ticked|checked|crossed|struck|removed|added|closed|resolved|fixed|updated|marked)\\b`,
  ),
  said(
    'looks',
    `\\b(?:it|search|tool|query) (?:found|returned|gave|showed|turned up|came back with) ${NUMBER} (?:\\w+ )?(?:match(?:es)?|hits?|results?|files?|mentions?|occurrences?)\\b`,
  ),
  said('looks', `${THING} (?:is|are) (?:now )?(?:open|loaded|up) (?:in front of me|here|on my screen|right here)\\b`),
  said('looks', `^\\W*(?:on |in )?lineno \\d{1,7} (?:clearly )?(?:says|reads|states|shows)\\b`),
  said(
    'looks',
    `^\\W*(?:tests?|build|lint(?:er)?|type ?checks?|suite|CI)\\s*[:=–-]\\s*(?:ok|pass|green|clean|fine|success|all|\\d|✅|✓|fail)`,
  ),
  said(
    'looks',
    `\\b(?:which|that) I (?:have )?(?:re-?)?read (?:from|in full|earlier|carefully|twice|completely|through|top|to the end)\\b`,
  ),
  said(
    'looks',
    `\\byour (?:[\\w-]{1,16} )?(?:notes|files?|docs|documents|records|code|repo|repository|tests|folder|logs) (?:clearly |also |already )?(?:says?|shows?|lists?|mentions?|tells?|confirms?|contains?|states?)\\b`,
  ),
  said(
    'looks',
    `\\bas (?:far as )?I (?:could|can|was able to|have|just) (?:verify|verified|confirm|confirmed|see|seen|check|checked|tell from)\\b`,
  ),
  said(
    'looks',
    `\\b(?:the|your) (?:[\\w-]{1,16} )?${THING} (?:clearly |all )?(?:confirms?|proves?|supports?|backs?|bears?) (?:this|that|it)\\b`,
  ),
  said(
    'changes',
    `^\\W*(?:reminder|alarm|timer|meeting|event|appointment|backup|(?:e-?)?mail|message|invitation|note|change|fix|update|commit|entry|task|ticket|issue)s? (?:set|sent|created|scheduled|added|saved|made|applied|pushed|booked|filed|opened|closed)(?! by\\b)(?![^.]*\\b(?:is|are|was|were|can|will|should|may|must|have|has)\\b)[^.,;:]{0,60}[.!]?\\s*$`,
  ),
  said(
    'looks',
    `\\bI (?:can |could )?(?:see|saw|gather|read|learn|notice) (?:from|in|on|by) (?:the |your )?(?:[\\w-]{1,16} )?${THING}`,
  ),
  said(
    'looks',
    `\\b(?:which|that) I (?:have )?(?:just|now|only just) (?:opened|read|checked|looked|found|pulled|loaded|searched|reviewed|went)\\b`,
  ),
  said(
    'looks',
    `\\b(?:git|npm|npx|yarn|pnpm|pip|cargo|make|pytest|docker|kubectl|grep|rg|curl|node|python3?|tsc|eslint|mvn|gradle|jest|vitest)\\b(?: [\\w./:-]{1,24}){0,4} ?(?:shows?|showed|prints?|printed|returns?|returned|reports?|reported|says|said|gives|gave|lists|listed|finds|found|came back|comes back|exited|exits|→|->|=>)(?: with)?(?: me)? (?:\\d|no\\b|nothing\\b|one\\b|two\\b|three\\b|four\\b|five\\b|six\\b|several\\b|only\\b|that\\b|clean|green|passed|failed|ok\\b|success|error)`,
  ),
  said(
    'changes',
    `(?:\\b(?:TODO|FIXME|bug|issue|typo|error|warning|mistake|duplicate|slip|comment|line|import|entry|item)s?\\b[^.,;:]{0,12}\\b(?:in|from|of|on) (?:the |your )?${THING}|\\u{f8ff}) (?:is|are|has been|have been|was|were) (?:now |finally |already |all )*(?:gone|fixed|resolved|corrected|removed|deleted|cleaned up|sorted)\\b`,
  ),
  said(
    'looks',
    `\\b(?:from|by|going by|judging (?:by|from)|based on|according to|given|per|to judge (?:by|from)) (?:what|everything|all|whatever)(?: that)? (?:I|we) (?:can |could |was able to |have |just |now ){0,3}(?:see|saw|seen|read|find|found|gather|gathered|make out|checked|reviewed|looked at)\\b`,
  ),
  said(
    'looks',
    `\\b(?:after|upon|on|having|when|by) (?:running|rerunning|executing|testing|building|compiling|linting|run|executed|built|compiled)\\b(?![^.]*\\b(?:you|your|will|would|can|could|should|may|might|must)\\b)[^.,;:]{0,40}\\b(?:tests?|suite|specs?|build|linter|code|script|command|\\u{f8ff})\\b[^.]*\\b(?:pass(?:es|ed)?|fail(?:s|ed)?|green|red|errors?|works?|worked|clean|fine|output|printed|prints|got|saw)\\b`,
  ),
  said(
    'changes',
    `(?:\\b(?:files?|outline|manuscript|documents?|sheets?|cards?|tests?|modules?|functions?|notes|readme|code|config|scenes?(?: \\d{1,4})?)|\\u{f8ff})(?: (?:and|or) \\u{f8ff})? (?:is|are)(?: (?:both|all|already|finally))?(?: now (?:been )?(?:fixed|updated|changed|edited|renamed|corrected|removed|deleted|added|replaced|moved|formatted|cleaned(?: up)?|rewritten|sorted|saved|created|adjusted|revised|refactored|patched)\\b| (?:fixed|updated|changed|edited|renamed|corrected|removed|deleted|added|replaced|moved|formatted|cleaned(?: up)?|rewritten|sorted|saved|created|adjusted|revised|refactored|patched) now\\b)`,
  ),
  said('looks', `^\\W*(?:search|grep|lookup|listing|scan|query)\\s*(?:→|->|=>)\\s*(?:${NUMBER})\\b`),
  said('looks', `^\\s*[✓✔✅☑]\\S?\\s*(?:read|opened|searched|checked|listed|scanned)\\s`),
  said('looks', `\\bI (?:was|have been) (?:only |just )*(?:in|inside|over at) (?:the )?${THING}`),
  said(
    'looks',
    `\\bI (?:remember|recall) (?:reading|opening|seeing|searching|checking|looking at) (?:the |your )?${THING}`,
  ),
  said('looks', `^\\W*the (?:file|document) (?:clearly )?(?:says|states|shows) that\\b`),
  said(
    'changes',
    `\\bthe (?:typo|error|mistake|duplicate) (?:is|has been) (?:now )?(?:gone|fixed|corrected|removed)\\b`,
  ),
  said(
    'looks',
    `\\b(?:based on|from|in|after|per|by) my (?:[\\w-]{1,16} )?(?:analysis|review|reading|examination|inspection|check|search|scan|count|comparison)\\b(?! of (?:the |this )?(?:situation|question|request|mood))`,
  ),
  said('looks', `\\bhere is what (?:the |your |this )?${THING} (?:says|contains|holds|shows)\\b`),
  said('looks', `\\btook (?:me|us) [^.,;:]{0,30}\\bto (?:get|go|work|read|search|check|look|comb|dig|find)\\b`),
  said(
    'looks',
    `(?<!(?:have|take|takes|worth|deserves?|for|with) )\\b(?:a|one|another|the first|my) (?:[\\w-]{1,12} )?(?:(?:look|glance|peek) (?:at|into|through|inside|over)|check) (?:the |your )?(?:[\\w-]{1,12} )?${THING}(?![^.]*\\b(?:will|would|can|could|should|may|might)\\b)`,
  ),
  said(
    'looks',
    `\\b(?:the|my|this|that) (?:[\\w-]{1,16} ){0,2}?(?:log|run|output|build|console|report|scan|check|diff|search|audit|analysis|comparison|listing|inspection|count)(?: [^.,;:]{1,24})? (?:is|was|has been|came back|came out|comes back|looks|looked) (?:all |now |completely )?(?:clean|green|empty|fine|ok(?:ay)?|successful|clear|done|negative|positive|fruitless)\\b`,
  ),
  said(
    'looks',
    `\\b(?:I|we) have (?:got )?(?!no\\b|not\\b|nothing\\b|never\\b)(?:it|them|(?:[^.,;:]{1,40} )?${THING}[^.,;:]{0,30}) (?:open|loaded|in front of (?:me|us)|on (?:my |the )?screen|at hand|pulled up)\\b`,
  ),
  said('looks', `${THING} (?:that )?(?:I|we) have (?:open|loaded|here|in front|on screen)\\b`),
  said('looks', `\\b(?:the|its|my) (?:[\\w-]{1,16}'s )?(?:console |tool |script |program )?output was\\b`),
  said(
    'changes',
    `\\bI am (?:now |all )?done with (?:the |your |all )?(?:[\\w-]{1,12} )?${EDIT}s?\\b|\\b(?:is|are) (?:now )?on disk\\b`,
  ),
  said('looks', `${THING} (?:tells?|told|shows?|showed) me\\b`),
  said(
    'looks',
    `\\b${TELLER} (?:tells?|told|shows?|showed|gives?|gave|says?|is telling|is showing|is giving|are telling|are showing) (?:me|us)\\b|^\\W*(?:the|my) (?:search|tool|query|grep|scan) (?:tool|function|engine|output|results?) (?:says?|shows?|reports?|gives?|lists?|finds?|found|returned|returns) (?:that\\b|there\\b|\\d|${NUMBER})`,
  ),
  said(
    'looks',
    `\\bI (?:have )?(?:just )?asked (?:the |a )?(?:database|search|tool|system|server|index|api|web|internet|google|wikipedia)\\b`,
  ),
  said(
    'looks',
    `\\b(?:comes?|came|taken|drawn|copied|quoted|straight|directly|verbatim) (?:straight |directly |verbatim )?(?:from|out of) (?:the |this )?${THING}`,
  ),
  said(
    'looks',
    `\\bI(?: am)? (?:quot(?:e|ing)|cit(?:e|ing)|copy(?:ing)?|gather|learn(?:ed|t)?|know|understand|infer|conclude|deduce)(?:ed)? (?:\\w{1,10} ){0,2}?from (?:the )?${THING}`,
  ),
  said(
    'looks',
    `\\bI (?:can )?see (?:that |how )?(?:the )?${THING} (?:[^.,;:]{0,24} )?(?:says|has|lists|contains|mentions|reads)\\b`,
  ),
  said('looks', `\\b(?:what|the thing that) (?:struck|surprised|puzzled|caught) (?:me|my eye)\\b[^.,;:]{0,30}${THING}`),
  said(
    'looks',
    `\\b(?:according to|as (?:stated|shown|described|written|seen|noted|recorded|listed|found|confirmed|verified) in|as can be seen (?:in|from)) (?:the |this )(?:[a-z]{1,16} )?${THING}`,
  ),
  said(
    'looks',
    `\\b(?:according to|as per|per|based on|judging (?:by|from)|going by|given|from|thanks to) (?:what )?(?:the|a|my|this|these|that|those|all) (?:[\\w-]{1,16} ){0,2}?(?:${GOT}|metadata|timestamps?|(?:git|commit|revision|edit|version) (?:log|history))\\b`,
  ),
  said(
    'looks',
    `\\bas (?:the|my|these|this) (?:[\\w-]{1,16} ){0,2}?${GOT}(?: \\w{1,12}){0,3}? (?:shows?|makes?|proves?|confirms?|indicates?|tells?|says?|suggests?|demonstrates?)\\b`,
  ),
  said(
    'looks',
    `\\b(?:a|the|my|searching|scanning|grepping) (?:[\\w-]{1,12} )?(?:search|grep|scan|lookup|query)? ?(?:for|of|in) .{1,40}? (?:gives|finds|shows|returns|yields|turns up) ${NUMBER}\\b`,
  ),
  said(
    'looks',
    `\\bthere (?:is|are|was|were) ${NUMBER} (?:[\\w-]{1,12} )?(?:hits?|match(?:es)?|results?)\\b(?! (?:for|between|of) your)`,
  ),
  said('looks', `^\\W*it (?:returned|came back|yielded|printed|gave (?:me )?back)\\b(?! (?:to|from|home|here))`),
  said(
    'looks',
    '^\\W*(?:output|stdout|search results?|matches|hits|listing|console|grep|tool (?:call )?(?:output|result)s?|results? of (?:the|my|a) (?:search|scan|check|query|lookup))\\s?:',
  ),
  said(
    'looks',
    '[*[(<](?:checks?|reads?|opens?|search(?:es)?|looks? (?:at|up|through)|scans?|consults?)\\s[^*\\])>\\n]{2,40}[*\\])>]',
  ),
  said(
    'looks',
    `\\b(?:all|the|every|your|both) (?:[\\w-]{1,16} ){0,2}?(?:tests?|specs?|suite|build|linter|type ?check(?:er|ing|s)?|compilation|lint|CI|pipeline)(?: all| now| still)?(?: have| has)? (?:pass(?:es|ed)?|succeed(?:s|ed)?|(?:is|are|was|were|came back|comes back|come back) (?:now |all )?(?:green|clean|passing|successful))\\b|\\ball green\\b|^\\W*(?:tests?|builds?|CI|pipeline) (?:pass(?:es|ed)?|(?:is|are|was|were|came back|come back) (?:now |all )?(?:green|clean|passing|successful))\\b`,
  ),
  said(
    'looks',
    `^\\W*(?:(?:ok|okay|right|great|sure)\\W+)?(?:it|that|this|all|everything|job|mission)(?: is| has been| are)?(?: now| all| already)? ${DONE}\\b(?! (?:with|by) )|\\bconsider it (?:done|saved|fixed|sent)\\b`,
  ),
  said(
    'changes',
    `\\byour (?:[\\w-]{1,16} ){1,3}?(?:has|have) been (?:now |successfully |just )?\\w{2,14}(?:ed|en|nt)\\b`,
  ),
  said(
    'changes',
    `\\b(?:the|your|my|that|this|all|both)?\\s?${EDIT}s? (?:[^.,;:]{0,40} )?(?:is|are|was|were|has been|have been|went) (?:now |already |all |safely )?(?:in(?=\\s*(?:[.,;:!—–]|$)| (?:the )?${THING})|live|done|made|saved|applied|completed?|through|finished|in place|pushed|stored|committed|written)\\b`,
  ),
  said(
    'changes',
    '(?:\\b(?:file|outline|manuscript|document|scene|sheet|card)\\b(?: \\d{1,7})?|lineno \\d{1,7}|\\u{f8ff})[^.,;:]{0,24}\\bnow (?:says|reads|contains|has|carries|starts with|begins with|ends with|lists)\\b',
  ),
  said(
    'changes',
    `(?:file|outline|manuscript|document|sheet|card|\\u{f8ff}) (?:is|are) (?:now )?(?:ready|in place|up to date|saved|live)\\b|\\b(?:is|are) (?:now in \\u{f8ff}|in \\u{f8ff} now)`,
  ),
  said(
    'changes',
    '\\b(?:I|we) (?:have )?(?:just |already )?(?:put|added|placed|written|noted|saved|entered|set|crossed|ticked|struck|checked|removed|taken|took) [^.,;:]{1,40} (?:on|to|in|into|off|from) (?:your|my|the) (?:[\\w-]{1,12} )?(?:list|calendar|notes|memory|diary|log|schedule|tracker|database|to-?do)\\b',
  ),
  said('looks', `\\bI can (?:also |now )?(?:confirm|verify|see)(?: that)? (?:the )?lineno \\d`),
  said(
    'changes',
    `\\b(?:files|chapters|scenes|cards|documents|sections|entries) now (?:all )?(?:have|say|read|contain|carry|start|end)\\b`,
  ),
  said(
    'looks',
    `^\\W*checks out\\b|\\bit (?:builds|compiles) (?:now|again)\\b|\\bit (?:builds|compiles|runs|works) (?:fine|cleanly|without (?:errors|warnings|problems)|on my)\\b`,
  ),
  said('looks', `\\b(?:the|my) (?:output|listing|diff) (?:has|holds|speaks|looks|seems|reads)\\b`),
  said(
    'looks',
    `\\b(?:there (?:is|are|was|were) [^.,;:]{1,30}|I see [^.,;:]{0,30}) in (?:the|my) (?:output|results?|listing)\\b|^\\W*in the (?:output|results|listing),? I see\\b`,
  ),
  said(
    'looks',
    `\\bthe (?:terminal|console|linter|compiler|shell|browser|debugger|(?:spell )?checker) (?:says|shows|reports|prints|has|is|gives|displays) (?:no|nothing|"|\\d|happy|quiet|clean|only|two|three)`,
  ),
  said(
    'looks',
    `\\bwith (?:the |your )?${THING} (?:open|loaded)\\b[^.]*\\bI\\b|\\bI am (?:now |currently )?(?:in|on|at|inside) (?:the )?(?:file|folder|outline|lineno \\d)`,
  ),
  said(
    'looks',
    `\\b(?:is|are) (?:now )?in (?:the|your) (?:[\\w-]{1,16} )?(?:folder|directory|workspace|repo)\\b(?! (?:you|where|that))`,
  ),
  said(
    'changes',
    `\\b(?:typo|mistake|error|duplicate|slip|word|line|paragraph|sentence|mention)s?(?: (?:in|from|of|on) (?:the )?${THING})? (?:is|are|was|were|has been|have been) (?:now )?(?:gone|fixed|corrected|removed|deleted)(?: (?:in|from) (?:the )?${THING}|(?<=${THING} (?:is|are|was|were|has been|have been) (?:now )?(?:gone|fixed|corrected|removed|deleted)))`,
  ),
  said(
    'changes',
    `\\b(?:there is now|you now have) (?:a|an|one|two|three|\\d+) (?:[\\w-]{1,16} ){0,2}?(?:file|scene|folder|entry|chapter)s?\\b`,
  ),
  said(
    'changes',
    `\\bthe (?:updated|new|corrected|revised|edited|fixed|renamed) (?:[\\w-]{1,16} )?(?:file|outline|manuscript|document|scene)\\b[^.]*\\b(?:in|at|under|as) \\u{f8ff}`,
  ),
  said(
    'looks',
    `\\bI (?:have )?(?:just )?(?:phoned|booked|ordered|placed (?:the|an|your) order|turned (?:on|off) (?:the|your)|set (?:a|an|the|your) (?:timer|alarm|reminder)|let \\w{2,20} know)\\b`,
  ),
  said(
    'looks',
    '(?<!\\b(?:will|would|could|can|should|may|might|start|begin|narrow|widen|limit|in|help) )(?<!\\b(?:start|begin|narrow|widen|limit) (?:in |by |with )?)\\bmy (?:[\\w-]{1,12} )?(?:search(?:es)?|query|queries|lookup|scan|grep)\\b(?! (?:will|would|could|can|should|may|might|tools?|function)\\b)',
  ),
  said(
    'looks',
    `\\btook (?:me |us )?[^.,;:]{0,20}\\b(?:searches|tries|attempts|lookups|queries) to (?:find|locate|get|see)\\b`,
  ),
  said('looks', `\\b(?:from|in) (?:the |your )${THING},? I (?:can )?(?:see|read|gather|learn|tell)\\b`),
  said(
    'looks',
    `\\bI have (?:got )?(?:the|your|my) (?:[\\w-]{1,12} )?(?:results?|output|listing)\\b|\\bmy (?:[\\w-]{1,12} )?(?:reading|review|check|inspection|analysis|examination|comparison) of (?:the |your |all )?(?:[\\w-]{1,12} )?${THING}(?! (?:will|would|could|can|should|may|might)\\b)`,
  ),
  said(
    'changes',
    `^\\W*(?:the |your )?(?:file )?(?:task|operation|job|request|write|update|edit|save|rename|upload|deployment|backup|deletion)s?(?: (?:is|was|has been))?(?: now)? (?:done|completed?|finished|succeeded|successful|a success)\\b`,
  ),
  said(
    'changes',
    `${THING} now exists?\\b|\\b(?:all|every|each|both) (?:[^.,;:]{1,40} )?(?:has|have|was|were) (?:now |all )?(?:been )?(?:replaced|removed|deleted|renamed|updated|changed|corrected|fixed|added|saved)\\b`,
  ),
  said(
    'looks',
    `\\b(?:searches|tool calls|calls|queries|lookups) later\\b|\\bthe (?:results?|output) of (?:the|my|this|a) (?:[\\w-]{1,12} )?(?:search|query|scan|lookup|check|grep|analysis)\\b|^\\W*the (?:data|records?) shows?\\b`,
  ),
  said(
    'looks',
    `^\\W*(?:[\\w-]{1,12} )?(?:searches|scans|queries|lookups|greps|checks)\\b[^.,;:]{0,40}\\b(?:returned|found|turned up|came back|gave|yielded|showed|revealed|produced)\\b`,
  ),
  said(
    'looks',
    `\\bnothing (?:was|is|has been) (?:found|returned|shown|reported)\\b[^.,;:]{0,20}\\b(?:search|tool|scan|query|files?|folder|outline|scenes?)\\b`,
  ),
  said(
    'looks',
    `\\b(?:I|we)(?: have)?(?: just| also| already)? (?:asked|contacted|spoke (?:to|with)|talked (?:to|with)|heard (?:back )?from|told) (?:the|your|our|my) (?!questions?|same|reader|stor|tale|joke|truth)`,
  ),
  said(
    'looks',
    `^\\W*(?:what I did(?! (?:here|there|instead|wrong|is|was)\\b)|steps taken|actions taken|done so far)\\b`,
  ),
  said(
    'looks',
    `\\b(?:based on|from|judging by|given) what I (?:have )?(?:just )?(?:found|could see|saw|seen)\\b|\\bI (?:could|can|have) (?:see|seen|read) in (?:the )?${THING}`,
  ),
  said(
    'looks',
    `\\bas (?:confirmed|verified|shown|proved|indicated) by (?:the |my )?(?:search|tool|scan|file|output|results?|[a-z]+_[a-z]+)\\b`,
  ),
]
