import { likely } from '../../core/index.ts'

/** A search or a listing by that name is one that a tool made: whoever read the files has looked, but called no search. */
const SEARCH =
  /\b(?:the|my|our|an?|this|that|another|one|two|three|several) (?:[\w-]+ ){0,2}?(?:search(?:es)?|lookups?|quer(?:y|ies)|greps?)\b(?!\s(?:bar|box|engine|function|tool|party))|\bsearch results?\b|\bgrep(?:ped|ping)\b/i
const LISTING =
  /\b(?:the|my|our|an?|this|that) (?:[\w-]+ ){0,2}?listings?\b|\blisted (?:the |all |every |your )?(?:[\w-]+ ){0,2}?(?:files|folders?|director(?:y|ies)|workspace|contents?)\b/i

/** Whatever was run is a program, unless it is a look or a search that is spoken of so. */
const RUNS =
  /\b(?:I|we)(?:['’]ve| have)?(?: just| also| then| now){0,2} (?:ran|re-?ran|executed)\b(?! (?:it|them|this|that|through|over|into|out|across|with|away|by|past|down|on|up|off|after|for|to|from|around|back)\b| (?:(?:an?|the|another|one|two|three|my|your|some|several|more) )?(?:[\w-]+ ){0,3}?(?:search(?:es)?|look(?:up)?s?|quer(?:y|ies)|checks?|scans?|comparisons?|pass(?:es)?|read(?:ing|-through)?|reviews?|greps?|list(?:ing)?s?|eyes?|fingers?|risk|idea|numbers|analys[ie]s|through|over|past|by|into|counts?|sweep|tools?)\b)/i

/** Deeds that no reading of files can back: a word for the deed, and what the tool or its input must speak of. */
const OUTSIDE: readonly (readonly [said: RegExp, by: RegExp])[] = [
  [
    /\b(?:web|internet|online|websites?|web ?pages?|urls?|browser|google[d]?|wikipedia)\b/i,
    /web|https?:|url|fetch|brows|online|internet|google|wiki/i,
  ],
  [
    /\b(?:verified|validated|confirmed|checked)\b[^.;]{0,40}\b(?:with|by|against|using|through) (?:the )?(?:test suite|tests|linter|compiler|build)\b|\b(?:r[au]n|running|re-?running|reran|executed|passed|pass(?:es)?|compiled?|tested|launched|green)\b[^.;]{0,60}\b(?:tests?|suite|scripts?|commands?|code|build|linter|compiler|program|shell)\b|\b(?:tests?|suite|scripts?|commands?|code|build|linter|compiler|program)\b[^.;]{0,40}\b(?:r[au]n|executed|pass(?:e[sd])?|succeed(?:s|ed)?|compile[sd]?|is green|are green|is clean)\b/i,
    /run|exec|test|shell|bash|command|script|build|compil|term|npm|make|code|python|process|lint/i,
  ],
  [
    /\b(?:r[au]n|running|used)\b[^.;]{0,30}\b(?:counter|checker|analy[sz]er|formatter|profiler|parser|converter|detector|plugin|extension)\b/i,
    /run|exec|test|shell|bash|command|script|count|check|analy|format|profil|pars|convert|detect|plugin/i,
  ],
  [
    /(?<!\b(?:no|not a|any) )\b(?:spell(?:ing)?|grammar|plagiarism|readability|sentiment|style|fact)[- ]?(?:check\w*|analysis|report|scores?|scan)\b/i,
    /spell|grammar|plagiar|readab|sentiment|style|lint|fact/i,
  ],
  [
    /\b(?:I|we)\b[^.;:?]{0,60}\b(?:in|with|using) (?:Python|Excel|MATLAB|JavaScript|Perl|Bash|a spreadsheet|a script|a shell)\b/,
    /run|exec|shell|bash|command|script|python|code|sheet|excel/i,
  ],
  [/\b(?:rebooted|restarted|migrations?)\b/i, /run|exec|shell|bash|command|boot|restart|migrat/i],
  [
    /\b(?:sent|(?:e-?)?mailed|messaged|texted|notified|posted|published|tweeted|forwarded|faxed)\b/i,
    /mail|send|sent|message|text|notif|post|publish|chat|slack|tweet/i,
  ],
  [
    /\b(?:I|we)\b[^.;:?]{0,20}\b(?:showed|shown|gave|given|passed|handed)\b[^.;:?]{2,40}\bto (?:an?|your|my|the|another|two|some) (?:\w+ )?(?:friend|editor|colleague|agent|publisher|teacher|expert|proofreader|lawyer)|\b(?:I|we)\b[^.;:?]{0,20}\b(?:asked|contacted|spoke (?:to|with)|talked (?:to|with)|heard (?:back )?from|told) (?:the|your|our|my) (?!questions?|same|reader|stor|tale|joke|truth)/i,
    /mail|send|sent|message|chat|call|phone|ask|contact|slack/i,
  ],
  [
    /\b(?:scheduled|booked|phoned|ordered|placed (?:the|an|your) order|timer|alarm|(?:set|setting|create|created|scheduled|add|added|made) (?:up )?(?:an?|the|your|another) (?:[\w-]+ )?reminder(?!\s(?:in|into|on|at|to the|to your)\b)|reminders? (?:is |are |has been |was )?(?:now )?(?:set|scheduled|created|added)|calendar|invitation|appointment)\b/i,
    /calendar|schedul|book|remind|event|appoint|phone|call|order|timer|alarm/i,
  ],
  [
    /\b(?:opened|created|filed|raised|submitted|closed|merged) (?:a |the |an |your )?(?:pull request|merge request|PR|MR|ticket|issue)\b/i,
    /git|gh|pull|merge|issue|ticket|jira|shell|exec|run/i,
  ],
  [
    /\b(?:installed|deployed|pushed|committed|merged (?:it|them|everything|[^.;]{0,30}\b(?:branch|request|PR|main|master|trunk)))\b/i,
    /install|deploy|push|commit|merge|git|npm|pip|package|run|exec|shell/i,
  ],
  [
    /\b(?:I|we)\b[^.;:?]{0,40}\b(?:checked|looked|searched|read|reviewed|went|saw|seen|compared)\b[^.;:?]{0,24}\b(?:history|version control|commits|metadata|clipboard|trash|recycle bin|inbox)\b/i,
    /git|histor|version|commit|meta|log|clip|trash|mail|run|exec|shell|bash|command|term/i,
  ],
  [RUNS, /run|exec|test|shell|bash|command|script|build|compil|term|npm|make|code|python|process|lint/i],
  [SEARCH, /search|grep|find|quer|look|scan|glob|\brg\b|index|web|run|exec|shell|bash|command|term/i],
  [LISTING, /list|\bls\b|dir|tree|glob|find|run|exec|shell|bash|command|term/i],
]

const likelyOutside = likely(OUTSIDE, ([said]) => said)

/** What a receipt must speak of to back the sentence; undefined when any will do. */
export const outsideDeed = (words: string): RegExp | undefined =>
  likelyOutside(words).find(([said]) => said.test(words))?.[1]
