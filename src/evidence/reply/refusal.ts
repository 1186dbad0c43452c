import { worded } from '../../core/index.ts'
import { type Sentence, readSentences } from './sentences.ts'

/** Says that it does not know, could not find, may not, has not looked. */
const REFUSES = worded(
  /\b(?:(?:I|we)(?:['’]m| am| are|['’]re|['’]ve)? (?:(?:honestly|really|simply|currently|also|just|still|afraid I) )?(?:(?:do not|don['’]t|did not|didn['’]t|cannot|can['’]t|can not|could not|couldn['’]t|have not|haven['’]t|will not|won['’]t|would rather not|was not able|wasn['’]t able|were not able|was unable|am unable|am not able|not able|unable|not sure|not certain|unsure|have no|lack|need more|am missing|only (?:seen|read|looked|opened|had|got)|have only (?:seen|read|looked|opened|had|got)|found nothing|would have to|would need|need (?:access|permission)|never)\b)|(?:it is|it['’]s|that is|that['’]s) (?:not clear|unclear|beyond|not possible|not something|impossible)|(?:is not|isn['’]t) (?:possible|clear|known)|(?:can(?:not|['’]t| not)|could(?: not|n['’]t)) be (?:answered|determined|told|said|known|verified|confirmed|settled|checked|inferred)|unknown|silent (?:on|about)|no (?:tool|way for me)|not (?:enough|sufficient) information|(?:could not|couldn['’]t|did not|didn['’]t|cannot|can['’]t|unable to|not able to) (?:find|locate|see|determine|tell|say|open|read)|none of (?:the|these|my) (?:\w+ ){0,2}(?:results|files|scenes|cards|documents|notes|sources) (?:says?|tells?|mentions?|gives?|explains?|shows?|reveals?|names?)|none of the results|(?:is not|isn['’]t|are not|aren['’]t) (?:in|among|part of|something in) (?:the|any of the|what|anything) (?:[a-z]{1,16} ){0,3}(?:I|we) (?:have|had|read|was|were|saw|got)|nothing (?:in|of|from) [^.;]{1,40}? (?:tells?|says?|shows?|indicates?|reveals?|suggests?)|neither (?:the |of )?[^.;,]{2,40} (?:says?|tells?|gives?|explains?|shows?|reveals?)|found nothing|(?:there (?:was|is)|saw) nothing|(?:receipts?|files?|scenes|results|lines|notes|what|all|everything) (?:that )?(?:I|we)(?:['’]ve| have| had)?(?: (?:read|seen|opened|got))? (?:only|just|merely)|nothing (?:that )?I (?:have )?(?:read|saw|found|have|was shown)|have to pass|no idea|leaves? (?:that|it|this) open|sorry|I apologi[sz]e|unfortunately|permission (?:was |is )?denied|access (?:was |is )?denied|(?:nothing|none) (?:in|of) what I (?:read|was shown|saw)|(?:do(?:es)? not|don['’]t|doesn['’]t|never) (?:say|tell|state|specify|give|reveal|explain|indicate|cover|address|go into)s?)\b/i,
)

/** What goes with a refusal: an offer, a wish, a question, a courtesy. */
const ACCOMPANIES = worded(
  /^[\s*_-]{0,4}(?:if\b|please\b|you (?:can|could|may|might|would|will need|need)\b|could you\b|would you\b|do you\b|shall\b|should\b|let me know\b|feel free\b|tell me\b|once\b|to answer\b|for that\b|that way\b|so\b|then\b|otherwise\b|instead\b|perhaps\b|maybe\b|sorry\b|thank|I(?:['’]d| would| can| could| will|['’]ll| only| am|['’]m)\b|begin the message\b|try\b|ask\b|therefore\b|let['’]s\b|however\b[, ]{1,2}(?:you|I can help|please|if)\b|I (?:suggest|recommend)\b|my (?:capabilities|knowledge|main|primary)\b|the last thing I was told\b)/i,
)

const TURN = /\b(?:but|however|although|though|still|that said|yet)\b|;|\s[—–-]\s/i
const COURTESY = worded(
  /^[\s*_]{0,3}(?:hi|hello|hey|thanks|thank you|ok|okay|sure|certainly|of course|sorry|understood|got it|you(?:['’]re| are) welcome|goodbye|good (?:morning|evening|question)|please)\b/i,
)
const FEW_WORDS = 6

/** What the model is and what its tools are for: said of itself, not of the files. */
const ABOUT_TOOLS = /\b(?:functions?|tools?|capabilit(?:y|ies)|APIs?|AI|assistant|real-time|permissions?)\b/
const REPORTS = /\b(?:returned|found|showed|shows|says|said|reported|listed|according)\b/i
const aboutTools = (words: string): boolean => ABOUT_TOOLS.test(words) && !REPORTS.test(words)

/** Says that something is not known or could not be done, and claims nothing beside. */
export const refuses = ({ hidden }: Sentence): boolean => REFUSES.test(hidden) && !addsClaim(hidden)

function passes(sentence: Sentence): boolean {
  const { hidden } = sentence
  if (/\?["”’)\]*_\s]{0,6}$/.test(hidden) || refuses(sentence)) return true
  if (addsClaim(hidden) || TELLS.test(hidden)) return false
  return (
    ACCOMPANIES.test(hidden) ||
    aboutTools(hidden) ||
    (COURTESY.test(hidden) && hidden.trim().split(/\s+/, FEW_WORDS).length < FEW_WORDS)
  )
}

const TELLS = /\bI can (?:still |at least |however )?(?:tell|say|answer|confirm|give|report)\b/i

const SAYS_SOMETHING = 3 // words

/** "I do not know his age, but he is a baker": the part behind the turn is a claim unless it refuses, too. */
function addsClaim(hidden: string): boolean {
  const turn = TURN.exec(hidden)
  if (turn === null) return false
  const rest = hidden.slice(turn.index + turn[0].length)
  return (
    (rest.match(/\p{L}{2,}/gu) ?? []).length >= SAYS_SOMETHING &&
    !REFUSES.test(rest) &&
    !ACCOMPANIES.test(rest.trim()) &&
    !aboutTools(rest)
  )
}

/** Questions, offers, courtesies and refusals only: nothing is claimed, so nothing is to be proved. */
export const claimsNothing = (sentences: readonly Sentence[]): boolean => sentences.every(passes)

/** Those that are neither questions nor offers, courtesies or refusals. */
export const claimingSentences = (sentences: readonly Sentence[]): readonly Sentence[] =>
  sentences.filter(sentence => !passes(sentence))

/** Nothing is claimed, and at least one sentence says that something is not known or could not be done. */
export function isRefusal(reply: string): boolean {
  const sentences = readSentences(reply)
  return sentences.some(refuses) && claimsNothing(sentences)
}
