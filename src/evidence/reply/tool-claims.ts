import { likely, worded } from '../../core/index.ts'
import { AFTER_LOOKING, BARE, CHANGES, CITES, LOOKS_AT, USES } from './claim-wordings.ts'
import type { DeedKind } from './deed-rules.ts'
import { findDeed, isHistory } from './find-deeds.ts'
import { findForeignDeed } from './foreign-claims.ts'
import { markDoers, markFiles, markThings, speaksOfThings } from './mark-words.ts'
import { outsideDeed } from './outside-deeds.ts'
import { type Mention, findMentions } from './places.ts'
import type { Sentence } from './sentences.ts'

/** A sentence that says that something was looked at, changed or called. */
export type ToolClaim = {
  readonly claim: string
  /** `looks`: read or searched; `changes`: wrote something; `calls`: this very tool; `cites`: says what a file or a result says. */
  readonly kind: 'looks' | 'changes' | 'calls' | 'cites'
  readonly paths: readonly string[]
  readonly tool?: string
  /** What the tool or its input must speak of: reading files backs no sending, running or browsing. */
  readonly by?: RegExp
}

/** Nothing was done: a condition, a wish, a refusal by others, or the person's own text. */
const SUPPOSED =
  /\b(?:no (?:record|memory|trace|proof|receipt) of|if|unless|whether|suppose|imagine|as though|pretend(?:ing)?|until|once|before|in case|assuming|provided|would|could|should|might|not that|nor|says?|said|asked|asks|told|think|claim(?:ed|s)?|implied?|that|what|which|how|when|whenever|as soon as|had|not(?: \w{1,12})?|\w{2,6}n['’]t \w{1,12}|without|(?:assume|suppose|guess|hope|believe|suspect|imagine)(?: that)?(?: the)?) $/i
const PREVENTED =
  /\b(?:failed|denied|refused|unavailable|not available|timed out|was blocked|not permitted|not allowed|(?:gave|returned|with) an error)\b/i
const GIVEN = worded(
  /\byou(?:['’]ve| have)? (?:just )?(?:pasted|sent|shared|gave|given|provided|wrote|written|posted|quoted|included|describe[sd]?|mention(?:ed)?|showed|typed|told (?:me|us)|said|say|tell me)\b|\byour (?!message (?:is|has|was|went|got)\b)(?:(?:one|two|three|four|first|second|third|other|earlier|main|actual|whole|entire|original|own|short|long|opening|pasted) ){0,2}(?:message|questions?|request|prompt|text|paragraph|passage|draft|snippet|excerpt|poem|email|(?:last|latest|previous)(?! (?:notes?|files?|entry|commit|scene|chapter|meeting|change|document))|words|numbers|list|sentence)\b|\b(?:text|passage|paragraph|excerpt|snippet) (?:above|below)\b|\bin (?:this|our) (?:chat|conversation)\b/i,
)
/** "Per your request" gives nothing. */
const ON_REQUEST = worded(
  /\b(?:(?:as )?(?:per|following|upon) your (?:request|instructions?|question|message|wish)|(?:at|on|by) your (?:request|wish)|to answer your question|(?:before|since|after|when) you (?:wrote|asked|said|told me|mentioned))\b/gi,
)
/** What the person gave was sent or stored somewhere. */
const HANDS_ON = worded(
  /\b(?:I|we)\b[^.,;:?]{0,40}\b(?:upload(?:ed|ing)|sav(?:ed|ing)|stor(?:ed|ing)|export(?:ed|ing)|(?:e-?)?mail(?:ed|ing)|sen[td](?:ing)?|post(?:ed|ing)|publish(?:ed|ing)|archiv(?:ed|ing)|submitt(?:ed|ing)|forward(?:ed|ing)|back(?:ed|ing) up|print(?:ed|ing))\b[^.;:?]{0,60}\b(?:to|in|into|on|at|with|via) (?:an?|the|your|my|our|\p{Lu})|\b(?:I|we)\b[^.,;:?]{0,30}\b(?:fed|r[au]n|put|pasted|piped|loaded|entered|dropped)\b[^.;:?]{0,40}\b(?:into|through|in|to) (?:an?|the|my|some) (?:[\w-]+ ){0,2}(?:checker|tool|analy[sz]er|program|script|app|model|software|linter|counter|translator|engine|detector|site|service|calculator|spreadsheet)\b/iu,
)
const BELOW = /\b(?:below|here is|here['’]s|as follows|the following)\b|:\s*$/i

/** A feeling about what others did, or a judgement: "I found the second version stronger". */
const FEELS = worded(
  /^\W*(?:(?:I['’]?m|I am|we['’]re|we are)\s)?(?:so |very |really )?(?:glad|happy|pleased|relieved|delighted)\b(?!.*\b(?:I|we) (?:ran|checked|read|searched|saw|looked))|\bI found (?:the|your|this|that|it)\b(?: \p{L}+){0,3} (?:stronger|weaker|better|clearer|\p{L}{3,}ing|more \p{L}+|less \p{L}+|too \p{L}+)\W*$/iu,
)

/** "I said that I had read it, but I had not": what is taken back is not claimed. */
const CONFESSES =
  /\b(?:claimed|said|told|wrote|pretended)\b[^.;:?]{2,60}\bbut (?:I|we) (?:had|have|did)(?: not|n['’]t)\b/i

/** "To see it, run …": what may be done, and how. */
const PURPOSE = worded(
  /^\W*(?:to|in order to) \w+\b[^,;:]{0,80},\s*(?:you |just |simply |please |first ){0,2}(?:run|use|open|type|call|try|look|check|go|press|click|add|set|read|search|do|write|delete|edit|create|ask)\b/i,
)
const ADVICE = worded(
  /\b(?:you|one|people|readers|writers|anyone|everybody) (?:can|could|should|will|may|might|must|need|would)\b/i,
)

/** What the sentences of a reply say was done. */
export function findToolClaims(
  sentences: readonly Sentence[],
  toolNames: readonly string[],
  asked = '',
): readonly ToolClaim[] {
  const setting = {
    toolNames,
    speaksOfFiles: once(() => speakOfFiles(sentences)),
    showsText: once(() => showText(sentences, asked)),
  }
  return sentences
    .slice(0, startOfStory(sentences))
    .flatMap(withoutGiven)
    .flatMap((sentence, index) => claimOf(sentence, index < 2 ? { ...setting, speaksOfFiles: always } : setting) ?? [])
    .flatMap(alsoLooked)
}

const always = (): boolean => true

/** Of all sentences together, and only if one of them cannot be read without. */
function once(look: () => boolean): () => boolean {
  let seen: boolean | undefined
  return () => (seen ??= look())
}

const speakOfFiles = (sentences: readonly Sentence[]): boolean =>
  sentences.some(({ hidden }) => speaksOfThings(hidden) || findMentions(hidden).length > 0)

const showText = (sentences: readonly Sentence[], asked: string): boolean =>
  !CHANGE_OF_FILE.test(asked.slice(0, 400)) &&
  sentences.some(({ hidden, quotes }) => BELOW.test(hidden) || quotes.some(({ words }) => /\s/.test(words)))

const AFTERWARDS =
  /\b(?:after|having)\s(?:\w+\s)?(?:(?:re-?)?read(?:ing)?|check(?:ing|ed)|review(?:ing|ed)|going through|gone through|looking (?:at|through))\s/i

/** "I wrote it down after reading all three scenes" says two things. */
function alsoLooked(claim: ToolClaim): readonly ToolClaim[] {
  const at = claim.kind === 'changes' ? claim.claim.search(AFTERWARDS) : -1
  return at < 0 ? [claim] : [claim, { claim: claim.claim.slice(at), kind: 'looks', paths: [] }]
}

/** What is asked for is a change of a file, so that what was changed is the file and not the wording. */
const CHANGE_OF_FILE =
  /^\W*(?:please |can you |could you )?(?:change|rename|replace|update|set|add|delete|remove|move|save|fix|correct)\b[^.?!]{0,80}\b(?:in|on|of|from|to) (?:(?:the|my|our) (?:outline|readme|compendium)\b|(?:scene|chapter) \d|[\w./-]+\.(?:md|txt|ts|js|json|toml|ya?ml)\b|\p{Lu}\p{L}+['’]s card\b)/iu

const NEXT = /,\s(?:and|but|so)\s(?=(?:it|he|she|they|there|this|that)\b)/

/** "I opened the file, and it has the line you mention": what the person gave excuses its own clause only. */
function withoutGiven(sentence: Sentence): readonly Sentence[] {
  const cut = NEXT.exec(sentence.hidden)
  if (cut === null || !GIVEN.test(sentence.hidden) || GIVEN.test(sentence.hidden.slice(0, cut.index))) return [sentence]
  const quotes = sentence.quotes.filter(({ end }) => end <= cut.index)
  return [{ text: sentence.text.slice(0, cut.index), hidden: sentence.hidden.slice(0, cut.index), quotes }]
}

const STORY = worded(
  /\b(?:here(?:['’]s| is| are)|how about|for (?:example|instance)|perhaps|maybe|try|possible|you could|something like)\b[^.!?:]{0,60}\b(?:story|poem|paragraphs?|opening|monologue|diary|letter|dialogue|limerick|verses?|haiku|vignette|sketch|(?:a|one|short|new|first-person|draft) (?:\w{1,16} )?(?:scene|passage|draft|version|entry))\b[^.!?]{0,60}:\s*$/i,
)

/** Where something made up begins: behind a sentence that announces it with a colon. */
function startOfStory(sentences: readonly Sentence[]): number {
  const at = sentences.findIndex(({ hidden }) => STORY.test(hidden.slice(-200)))
  return at < 0 ? sentences.length : at + 1
}

type Setting = {
  readonly toolNames: readonly string[]
  readonly speaksOfFiles: () => boolean
  readonly showsText: () => boolean
}

/** Most sentences say of no deed, so that nothing but a question mark has to excuse them. */
function claimOf({ text, hidden }: Sentence, setting: Setting): ToolClaim | undefined {
  if (/\?["”’)\]*_\s]*$/.test(hidden.slice(-12))) return undefined
  const mentions = findMentions(text).filter(({ isFile }) => isFile)
  const deed = deedIn(hidden, mentions, setting)
  if (deed === undefined || isExcused(hidden)) return undefined
  const by = outsideDeed(hidden)
  return { claim: text.trim(), paths: mentions.map(({ path }) => path), ...(by && { by }), ...deed }
}

const isExcused = (hidden: string): boolean =>
  (GIVEN.test(hidden.replace(ON_REQUEST, ' ')) && !HANDS_ON.test(hidden)) ||
  isHistory(hidden) ||
  FEELS.test(hidden) ||
  CONFESSES.test(hidden) ||
  PURPOSE.test(hidden) ||
  /^\W*(?:maybe|perhaps|possibly|presumably|probably)\b|\bwhatever\b/i.test(hidden)

/** One text after the other: whatever is asked of one is asked in a row, so that it is read once. */
function deedIn(
  hidden: string,
  mentions: readonly Mention[],
  setting: Setting,
): Pick<ToolClaim, 'kind' | 'tool'> | undefined {
  const named = markFiles(hidden, mentions)
  const said = markDoers(named)
  const things = markThings(said)
  const tool = calledTool(said, setting.toolNames)
  if (tool !== undefined) return { kind: 'calls', tool }
  const deed = builtDeed(hidden, named, setting)
  if (isSaid(things, SAYS.cites) && !isSaid(said, SAYS.uses)) return { kind: 'cites' }
  const isChange =
    deed === 'changes' || (isSaid(things, SAYS.changes) && !(BELOW.test(hidden) && mentions.length === 0))
  const looked =
    isChange ||
    isSaid(things, SAYS.looksAt) ||
    (isSaid(things, SAYS.afterLooking) && !ADVICE.test(hidden)) ||
    isSaid(said, SAYS.uses) ||
    (isSaid(said, SAYS.bare) && setting.speaksOfFiles())
  if ((!looked && deed === undefined) || isPrevented(hidden)) return undefined
  return { kind: isChange && (deed !== 'changes' || outsideDeed(hidden) === undefined) ? 'changes' : 'looks' }
}

const isPrevented = (hidden: string): boolean =>
  PREVENTED.test(hidden) && !/\b(?:then|but|finally|succeeded|worked)\b/i.test(hidden)

/** A vague one may be said of the text that the answer shows. */
function builtDeed(hidden: string, named: string, { showsText }: Setting): DeedKind | undefined {
  const found = findDeed(named)
  const isOfText =
    found?.isVague === true &&
    (showsText() || /\babove\b|:\s(?![^"“]{0,60}\d)\S/.test(hidden)) &&
    outsideDeed(hidden) === undefined
  return isOfText ? undefined : (found?.kind ?? findForeignDeed(named))
}

const NONE = /\b(?:none of|no|nothing|neither of)\s(?:the |your |these )?$/i

type Wordings = (text: string) => readonly RegExp[]

const wordings = (all: readonly RegExp[]): Wordings => likely(all, each => each)
const SAYS = {
  uses: wordings(USES),
  looksAt: wordings(LOOKS_AT),
  afterLooking: wordings(AFTER_LOOKING),
  bare: wordings(BARE),
  changes: wordings(CHANGES),
  cites: wordings(CITES),
}

function isSaid(text: string, likelyIn: Wordings): boolean {
  return likelyIn(text).some(wording => {
    const at = text.search(wording)
    return (
      at >= 0 &&
      !SUPPOSED.test(text.slice(Math.max(0, at - 24), at)) &&
      !NONE.test(text.slice(Math.max(0, at - 30), at))
    )
  })
}

const plainName = (name: string): string => name.toLowerCase().replace(/[.-]/g, '_')
const USED_BEFORE =
  /[\uf8fb\uf8fc]\s(?:used|called|ran|invoked|executed|queried|tried)\s(?:the\s)?(?:\w{1,20}\s){0,2}[`"*']{0,3}$/i
const SOURCE_BEFORE =
  /(?:\baccording to|[\uf8fb\uf8fc]\s[a-z]{2,18}(?:ed|t|und) [^.;]{0,60}\b(?:with|using|via|through)) (?:the )?[`"*']{0,3}$/i
const FRONTED_BEFORE = /^[\s*-]{0,4}(?:with|using|via|through|from)(?: the)? [`"*']{0,3}$/i
const FRONTED_AFTER = /^[`"*']{0,3},? [\uf8fb\uf8fc] (?:[a-z]{2,18}ed|saw|found|got|read)\b/i
const SUBJECT_BEFORE = /^[\s*-]{0,4}(?:(?:the|and|then|so|but) ){0,2}[`"*']{0,3}$/i
const DID_AFTER =
  /^[`"*']{0,3}(?: (?:tool|function|call|search))? (?:also |then |has |just )?(?:(?:returned|found|showed|gave|reported|listed|confirmed|says|said|c[ao]mes? back|came (?:back|up)|turned up|produced|yielded)\b|(?:shows|lists|finds|gives|returns) (?:\d|one\b|two\b|three\b|four\b|five\b|six\b|ten\b|no\b|nothing\b|that\b|only\b))/i

/** Only names of several words are read as names, and somewhere in them a word goes on behind the sign that joins them. */
const MAY_BE_TOOL = /[_.-][a-z\d]/i

/** "I used file_search", "file_search returned …": an offered tool that did something. What it is for is no claim. */
function calledTool(text: string, toolNames: readonly string[]): string | undefined {
  if (!MAY_BE_TOOL.test(text)) return undefined
  const names = new Map(toolNames.filter(name => /[_.-]/.test(name)).map(name => [plainName(name), name]))
  for (const { 0: word, index } of text.matchAll(/[\w.-]{2,60}/g)) {
    const tool = names.get(plainName(word).replace(/_+$/, ''))
    if (tool === undefined) continue
    const before = text.slice(Math.max(0, index - 120), index)
    const after = text.slice(index + word.length, index + word.length + 60)
    const used = USED_BEFORE.exec(before)
    if (used !== null && !SUPPOSED.test(before.slice(0, used.index))) return tool
    if (SOURCE_BEFORE.test(before) || (SUBJECT_BEFORE.test(before) && DID_AFTER.test(after))) return tool
    if (FRONTED_BEFORE.test(before) && FRONTED_AFTER.test(after)) return tool
  }
  return undefined
}
