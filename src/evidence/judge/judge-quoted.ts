import { worded } from '../../core/index.ts'
import type { EvidenceFinding } from '../../core/index.ts'
import { findTerm } from '../match/find-term.ts'
import { namesBarePlace, placePhrases } from '../reply/place-phrases.ts'
import { readBody } from '../reply/read-citations.ts'
import { isOfTalk } from '../reply/says-of-place.ts'
import type { Sentence } from '../reply/sentences.ts'
import { type Case, finding } from './case.ts'
import type { OpenFile } from './file-shelf.ts'
import { isNearMiss } from './near-miss.ts'
import { judgeQuote } from './judge-quote.ts'
import { linesMeant, placeAtEdge } from './lines-meant.ts'
import { linesOf } from '../match/line-counter.ts'
import { isLong, namesEdge } from './quoting.ts'
import { resolveScope } from './resolve-scope.ts'
import { headingsOf, sectionOf } from './sections.ts'
import { contentWords } from './structural.ts'

const SAYS_SO = worded(
  /\b(?:line|lines) \d|\b(?:the|this|that|its) (?:file|text|scene|chapter|outline|passage|document|sheet|entry|card|manuscript|page|paragraph)\b.{0,60}\b(?:says?|said|reads?|states?|notes?|describes?|opens? with|begins? with|ends? with|puts? it)\b|\bscenes? \d{1,3}\b.{0,60}\b(?:says?|reads?|states?|opens? with|begins? with|ends? with)\b/i,
)
/** Made up by the one who answers, for the person to take or leave. */
const OFFERS =
  /\b(?:possible|drafts?|versions?|revised|alternatives?|better|rather than|something like|sketch|how about|options?|rewritten|suggestions?|might|may|new|example|like(?! (?:this|that))|rename|retitle|so-called|what (?:I|one) (?:would )?call)\b/i
const PLACED =
  /\b(?:scenes?|chapters?) (?:\d|one|two|three)|\b(?:first|second|third|last) scene\b|\boutline\b|\b(?:sheet|card|manuscript)\b/i

const isPlaced = (words: string): boolean => PLACED.test(words) || placePhrases(words).length > 0

/** "The passage goes: …", unless it is one that was asked for. */
const GOES = worded(
  /\b(?:the|this|that) (?:(?:exact|full|relevant|whole|next|same|very) )?(?:passage|text|paragraph|wording|excerpt)\b(?:['’]s)? (?:[a-z]+ )?(?:goes|runs|continues|is|has|reads|says)\b[^".;]{0,24}$/i,
)

/** "Chekhov said": somebody of whom the files know nothing. */
const SAID =
  /\b(\p{Lu}\p{L}{2,})(?:['’]s)?\s(?:\p{L}+\s){0,2}?(?:says?|said|wrote|writes|puts? it|called|calls|famously|line|advice|rule)\b/gu

function isStrangers(hidden: string, files: readonly OpenFile[]): boolean {
  const names = PLACED.test(hidden)
    ? []
    : [...hidden.matchAll(SAID)]
        .map(match => match[1] ?? '')
        .filter(name => !/^(?:The|She|His|Her|This|That|They)$/.test(name))
  return names.length > 0 && names.every(name => files.every(({ text }) => findTerm(text, name) === undefined))
}

const MAX_FILES = 20
const LONGEST_READ = 400_000 // characters; longer files are looked through only for what is said to stand there
/** Nothing but quoted words, and perhaps "he said": they go on with the sentence before. */
const ALONE = /^[\s"\u{e000}.,!?]*(?:\p{L}+ (?:says?|said|asks?|asked|adds?|added))?[\s.,!?]*$/iu

/** "That's from scene 3." behind a quote. */
const CREDITS =
  /^\W*(?:and |but )?(?:that|this|it|these|those)(?:['’]s| is| are| was| were| comes?| stands?| appears?)(?: \p{Ll}+){0,3} (?:(?:from|in|on|out of)\s|(?:scene|chapter) (?:\d|one|two|three)|the outline)/iu

/** Who says where the words stand in a clause or sentence of its own, says it of them, whatever else is said around them. */
function creditOf({ hidden }: Sentence, next: Sentence | undefined): string | undefined {
  const last = hidden.slice(hidden.lastIndexOf('"') + 1)
  const clause = /[;—–]\s/.exec(last)
  const own = clause === null ? '' : last.slice(clause.index + 2)
  if (CREDITS.test(own)) return withOwner(own, hidden)
  return next !== undefined && isFree(hidden) && CREDITS.test(next.hidden) ? withOwner(next.hidden, hidden) : undefined
}

const isFree = (hidden: string): boolean => ALONE.test(hidden) || placePhrases(hidden).length === 0

/** '"…," I said. (scene 3, line 51)': nothing but a place, which belongs to the quote before it. */
function withPlaceBehind(sentence: Sentence, next: Sentence | undefined): Sentence {
  if (next === undefined || next.quotes.length > 0 || !isFree(sentence.hidden) || !/^\s*[([—–-]/.test(next.hidden))
    return sentence
  const phrases = placePhrases(next.hidden)
  const isPlace =
    phrases.length > 0 &&
    contentWords(phrases.reduce((words, phrase) => words.replace(phrase, ' '), next.hidden)).length === 0
  return isPlace
    ? { text: sentence.text + next.text, hidden: sentence.hidden + next.hidden, quotes: sentence.quotes }
    : sentence
}

/** "… about Bibi; it is on her card": it is Bibi's. */
function withOwner(credit: string, before: string): string {
  const owner = [...before.matchAll(/(?<=[\p{Ll},"\u{e000}] )(\p{Lu}\p{Ll}{2,})\b/gu)].at(-1)?.[1]
  return owner === undefined
    ? credit
    : credit.replace(/\b(?:her|his|their) (?=(?:own )?(?:card|sheet|entry|profile)\b)/i, `${owner}'s `)
}

type Setting = {
  readonly previous: Sentence | undefined
  readonly next: Sentence | undefined
  readonly terms: ReadonlySet<string>
}

/** Quotes in a sentence that says where they stand. Those of no named place are held against all that was read. */
// oxlint-disable-next-line eslint/max-lines-per-function -- this room is being replaced
export async function judgeQuoted(
  alone: Sentence,
  { previous, next, terms }: Setting,
  of: Case,
): Promise<readonly EvidenceFinding[]> {
  const sentence = withPlaceBehind(alone, next)
  const { text, hidden: own } = sentence
  const credit = creditOf(sentence, next)
  const around = ALONE.test(own) && previous?.quotes.length !== 0 ? (previous?.hidden ?? '') : ''
  const hidden = (credit ?? `${around} ${own}`).replace(RECALLING, ' ').replace(TELLING, '$1')
  const titled = await openTitled(sentence, of)
  const meant = titled.length > 0 ? titled : await openDescribed(hidden, of)
  const lead = hidden.split('"', 1)[0] ?? ''
  const isAttributed =
    (of.request.required || isPlaced(hidden) || (GOES.test(lead) && !REWRITES.test(of.request.asked ?? ''))) &&
    !isOfTalk(isPlaced(lead) ? lead : hidden) &&
    !OFFERS.test(`${hidden} ${own}`)
  const saysSo = SAYS_SO.test(hidden)
  const isOfBoth = BOTH.test(hidden) && isAttributed
  const { citations } = readBody(text, of.shelf.known)
  const findings: EvidenceFinding[] = []
  for (const { quote: words, section, mentions, lines } of citations) {
    const entry = sentence.quotes.find(each => each.words.trim() === section?.trim())?.words
    const quote = words ?? entry // 'the log entry "…"' names a part of a file, or quotes from it
    if (quote === undefined || terms.has(quote)) continue
    if (!isLong(quote)) {
      const wrong = namesEdge(own) ? await judgeShort(sentence, quote, of) : undefined
      if (wrong !== undefined) findings.push(wrong)
      continue
    }
    const edge = placeAtEdge(sentence, quote)
    const named =
      edge === undefined
        ? await openNamed(
            mentions.map(({ path }) => path),
            of,
          )
        : await openSaid(edge, of)
    const files =
      named.length > 0
        ? named
        : meant.length > 0
          ? meant
          : saysSo && !isOfBoth
            ? await openMeant(hidden, of)
            : isAttributed || isOfBoth
              ? await openSaid(hidden, of)
              : await openNearest(quote, { hidden: `${hidden} ${own}`, of })
    if (words === undefined && files.some(({ text: there }) => sectionOf(there, quote) !== undefined)) continue
    const isSaid = files.length > 0 && (named.length > 0 || saysSo || !isStrangers(hidden, files))
    const bound = isOfBoth && files.length === 2 ? files.map(file => [file]) : [files]
    for (const each of isSaid ? bound : []) {
      const [file, other] = each
      const meantThere =
        lines.length > 0 || file === undefined || other !== undefined ? lines : linesMeant(sentence, quote, file.text)
      const before = text.slice(0, text.indexOf(quote)).slice(-24)
      findings.push(await judgeQuote({ quote, files: each, lines: meantThere, section: undefined, before }, of))
    }
  }
  return [...findings, ...(await judgeTold(sentence, of))]
}

/** Words that are too few to prove anything stand at the start or the end of a place, or they do not. */
async function judgeShort(sentence: Sentence, quote: string, of: Case): Promise<EvidenceFinding | undefined> {
  const [file, other] = await openSaid(placeAtEdge(sentence, quote) ?? '', of)
  const lines = file === undefined || other !== undefined ? [] : linesMeant(sentence, quote, file.text)
  const words = quote.trim().replace(/[.,;:!?]+$/, '')
  if (
    file === undefined ||
    lines.length === 0 ||
    lines.some(range => findTerm(linesOf(file.text, range) ?? '', words) !== undefined)
  )
    return undefined
  return finding(`"${words}"`, 'quote_wrong_line', {
    because: `It does not stand in line ${lines.at(-1)?.[0] ?? 1}.`,
    file: file.path,
  })
}

const TOLD =
  /,["\u{e000}]*["”]?\s((?:he|she|I|they|\p{Lu}\p{Ll}+) (?:said|asked|told|answered|replied)\b[^"\u{e000}]{20,300}?)[.!?]?\s*$/u

/** `"…," he said, but flat`: what is told behind the spoken words belongs to them, if it is nearly what stands there. */
async function judgeTold({ text, hidden, quotes }: Sentence, of: Case): Promise<readonly EvidenceFinding[]> {
  const last = quotes.at(-1)
  const told = last === undefined ? undefined : TOLD.exec(`,"${hidden.slice(last.end)}`)?.[1]
  if (told === undefined || !/,\W?$/.test(text.slice(0, last?.end)) || of.shelf.known.length === 0) return []
  const files = (await openKnown(of)).filter(file => isNearMiss(told, file.text))
  return files.length === 0 ? [] : [await judgeQuote({ quote: told, files, lines: [], section: undefined }, of)]
}

const PAST_TITLE = /\b(?:in|from|of|see|scene|chapter)[\s:,]{1,2}(?:the )?(?:scene |chapter )?["\u{e000}]$/iu

/** 'In "The Harbour Office" he says': words that are the title of a file name it. */
async function openTitled({ hidden, quotes }: Sentence, of: Case): Promise<readonly OpenFile[]> {
  const titles = quotes
    .filter(({ start }) => PAST_TITLE.test(hidden.slice(0, start + 1)))
    .map(({ words }) => bareTitle(words))
  if (titles.length === 0 || quotes.length < 2) return []
  return (await openKnown(of)).filter(({ text }) =>
    titles.includes(bareTitle(headingsOf(text.slice(0, 2_000))[0]?.title ?? '')),
  )
}

const DESCRIBED =
  /\b[Tt]he (?!(?:first|second|third|fourth|fifth|last|next|same|whole|other|opening|final)\b)(\p{L}[\p{L}'’ -]{2,30}) (?:scene|chapter)\b/u

/** "The chip shop scene", where the words stand in one scene only. */
async function openDescribed(hidden: string, of: Case): Promise<readonly OpenFile[]> {
  const described = DESCRIBED.exec(hidden)?.[1]
  const teller = TOLD_BY.exec(hidden)
  if ((described === undefined && teller === null) || isOfTalk(hidden) || OFFERS.test(hidden)) return []
  const told = teller === null ? [] : await openToldBy(teller[1] ?? teller[2] ?? '', of)
  if (described === undefined || told.length > 0) return told
  const scenes = (await openKnown(of)).filter(({ text }) =>
    /^(?:scene|chapter)\b/i.test(headingsOf(text.slice(0, 2_000))[0]?.title ?? ''),
  )
  const meant = scenes.filter(({ text }) => findTerm(text, described) !== undefined)
  return meant.length === 1 ? meant : []
}

const TOLD_BY =
  /\b(\p{Lu}\p{Ll}{2,})['’]s (?:own )?(?:scene|chapter)\b(?! with\b)|\b(?:scene|chapter) (?:that is |which is )?(?:told|narrated) by (\p{Lu}\p{Ll}{2,})/u

/** "Bibi's scene": those of which a heading says that she tells them. */
async function openToldBy(name: string, of: Case): Promise<readonly OpenFile[]> {
  const all = await of.shelf.all()
  const outlines = all.ok ? all.value.filter(path => /outline/i.test(path)).slice(0, MAX_OUTLINES) : []
  const opened = (await Promise.all(outlines.map(path => of.shelf.open(path)))).flatMap(file =>
    file.ok ? [file.value] : [],
  )
  const headings = opened
    .flatMap(({ text }) => headingsOf(text))
    .filter(({ title }) => title.split(/\bPOV:/)[1]?.includes(name) === true)
  const numbers = headings.flatMap(({ title }) => /^(?:scene|chapter) \d{1,3}/i.exec(title)?.[0] ?? [])
  const scopes = await Promise.all(numbers.map(number => resolveScope(number, of.shelf)))
  return openNamed([...new Set(scopes.flatMap(scope => (scope ?? []).map(({ path }) => path)))], of)
}

const MAX_OUTLINES = 4

const bareTitle = (title: string): string =>
  title
    .toLowerCase()
    .replace(/^(?:scene|chapter|part) \d{1,4}\W*/, '')
    .replace(/[\s.,;:!?]+$/, '')

const REWRITES =
  /\b(?!(?:word|work)s?\b)(?:re)?(?:writ|word|phras|draft|work|mak|cut|shorten|lengthen|chang|improv|edit|translat|suggest|continu|fix|replac|invent|parod|giv)(?:e|es|ing|ten|ed)?\b|\b(?:alternative|version|variant|better|instead|option|idea)s?\b/i

/** "The phrase" is rephrased by nobody. */
const NOUN = /\b(?:the|this|that|an?|his|her|its|their|my) (?:\p{L}+ )?(?:phrase|word|work)s?\b/giu

/** Words that are nearly those of a file, or that somebody of it says, are quoted from it, whether it is named or not; unless new words were asked for or offered. */
async function openNearest(
  quote: string,
  { hidden, of }: { readonly hidden: string; readonly of: Case },
): Promise<readonly OpenFile[]> {
  const asked = of.request.asked ?? ''
  const around = hidden.replace(NOUN, ' ')
  if (
    of.shelf.known.length === 0 ||
    OFFERS.test(hidden) ||
    REWRITES.test(around) ||
    REWRITES.test(asked) ||
    asked.includes(quote)
  )
    return []
  const files = await openKnown(of)
  const short = files.filter(({ text }) => text.length <= LONGEST_READ)
  const lead = hidden.split('"', 1)[0] ?? ''
  const speaker = isOfTalk(lead) ? undefined : SPEAKS.exec(lead)?.[1]
  const isTold = speaker !== undefined && short.some(({ text }) => findTerm(text, speaker) !== undefined)
  return isTold || short.some(({ text }) => isNearMiss(quote, text)) ? files : []
}

/** Somebody of the files speaks, as the story has it: in the present or the past, not in a wish. */
const SPEAKS =
  /(?<![\p{L}])(?!(?:The|She|This|That|They|And|But|Then|Here|When|What)\b)(\p{Lu}\p{Ll}{2,})(?:\s\p{Ll}+ly)?\s(?:says|said|tells|told|asks|asked|replies|replied|answers|answered|admits|admitted|adds|added|thinks|thought|explains|explained|remarks|remarked|whispers|whispered)\b/u

/** Whoever is not sure of the place names it all the same. */
const RECALLING =
  /,? (?:if|unless|as far as|so far as|from what) (?:(?:I|we|my memory)\b|I['’]m\b)[^,.;:!?]{0,40}|, I (?:think|believe|guess|suppose)(?=[,;.:])|^\W*I(?:['’]m| am)? (?:\w+ ){0,2}?(?:think|believe|guess|suppose|reckon|sure|certain) (?:that )?(?=(?:it|that|this|they)\b)/gi

/** Behind a quote the one who tells the scene is speaking. */
const TELLING = /(["\u{e000}],?) I (?:said|asked|replied|answered)\b/gu

/** Each of the two places has the words. */
const BOTH = /\b(?:both|each|(?:as|just as) (?:well as|in)|twice)\b/i

async function openNamed(names: readonly string[], { shelf }: Case): Promise<readonly OpenFile[]> {
  const files: OpenFile[] = []
  for (const name of names) {
    const found = await shelf.find(name)
    const file = typeof found === 'string' ? undefined : await shelf.open(found.path)
    if (file?.ok === true) files.push(file.value)
  }
  return files
}

/** "Scene 2 reads …": that scene; else all that was read. */
async function openMeant(hidden: string, of: Case): Promise<readonly OpenFile[]> {
  const isNamed = /\b(?:scenes?|chapters?) \d|\boutline\b|\b(?:sheet|card|entry)\b/i.test(hidden)
  if (!isNamed && placePhrases(hidden).length > 0) return openSaid(hidden, of)
  const scope = isNamed ? await resolveScope(hidden.replace(/\blines? [\d–, -]+/gi, ' '), of.shelf) : undefined
  const paths = (scope ?? []).map(({ path }) => path)
  return paths.length > 0 && paths.length <= MAX_FILES ? openNamed(paths, of) : openKnown(of)
}

/** "The scene with the lamp, scene 2, has …" */
const APPOSED = /\b(?:the|this|that) (?:scene|chapter)\b[^,".]{0,40}, (?=(?:scene|chapter) \d)/i

/** The places that the sentence names, if it is clear which; else all that was read. */
async function openSaid(said: string, of: Case): Promise<readonly OpenFile[]> {
  const hidden = said.replace(APPOSED, ' ')
  const phrases = namesBarePlace(hidden) ? [] : placePhrases(hidden)
  const scopes = await Promise.all(phrases.map(phrase => resolveScope(phrase, of.shelf)))
  const paths = scopes.flatMap(scope => (scope ?? []).map(({ path }) => path))
  const isClear =
    phrases.length > 0 && scopes.every(scope => scope !== undefined && scope.length > 0) && paths.length <= MAX_FILES
  return isClear ? openNamed([...new Set(paths)], of) : openKnown(of)
}

async function openKnown({ shelf }: Case): Promise<readonly OpenFile[]> {
  const opened = await Promise.all(shelf.known.slice(0, MAX_FILES).map(path => shelf.open(path)))
  return opened.flatMap(file => (file.ok ? [file.value] : []))
}
