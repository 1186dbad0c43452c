import { type EvidenceFinding, type Receipt, compileGlob } from '../../core/index.ts'
import { findMentions } from '../reply/places.ts'
import { findQuotes, hideQuotes } from '../reply/quote-marks.ts'
import type { ToolClaim } from '../reply/tool-claims.ts'
import { refsOf } from './backing.ts'
import { type Case, finding } from './case.ts'
import { askedFor, speaksOf } from './judge-tool-claim.ts'
import { type ScopePart, resolveScope } from './resolve-scope.ts'

/** Every thing of which a sentence says that it was read, searched or changed needs a receipt of its own. What the line says was looked for in vain is looked for again elsewhere. */
export async function judgeThings(
  { claim, kind }: ToolClaim,
  of: Case,
  isLine = false,
): Promise<EvidenceFinding | undefined> {
  if (kind !== 'looks' && kind !== 'changes') return undefined
  const quotes = findQuotes(claim.slice(0, LONGEST))
  const hidden = withOwners(hideQuotes(claim.slice(0, LONGEST), quotes))
  const doing = kind === 'changes' ? CHANGED : LOOKED
  for (const { 0: verb, index } of [...hidden.matchAll(doing)].slice(0, MAX_VERBS)) {
    if (isDenied(hidden.slice(Math.max(0, index - 30), index))) continue
    const object = hidden.slice(index + verb.length).split(STOPS, 1)[0] ?? ''
    const unbacked = (because: string): EvidenceFinding => finding(claim, 'tool_claim_unbacked', because)
    const isSearch = SEARCHED.test(verb) && !isLine
    const quoted = isSearch
      ? quotes.filter(({ start }) => start >= index && TERM_BEFORE.test(hidden.slice(0, start)))
      : []
    const searched = quoted.length > 0 || !isSearch ? quoted : termIn(hidden.slice(index + verb.length))
    const where = hidden.slice(index + verb.length).split(CLAUSE_ENDS, 1)[0] ?? ''
    if (searched.length > 0 && searched.every(({ words }) => wasAsked(words, of))) {
      const unsearched = await outsideSearch(
        searched.map(({ words }) => words),
        where,
        of,
      )
      if (unsearched !== undefined) return unbacked(`No search of this session for these words covers ${unsearched}.`)
      continue
    }
    const into = PUTS.test(verb) ? INTO.exec(where)?.[1] : undefined
    for (const thing of [...object.replace(SOME_LINES, ' ').split(PARTS), ...(into === undefined ? [] : [into])].slice(
      0,
      MAX_THINGS,
    )) {
      const missing = await missingFrom(
        thing,
        { kind, isRead: READ.test(verb) || FINISHED.test(verb), isWhole: WHOLE.test(where) || FINISHED.test(verb) },
        of,
      )
      if (missing !== undefined) return unbacked(missing)
    }
    for (const { words } of searched)
      if (!(await wasLookedFor(words, object.trim() === '' ? where : object, of)))
        return unbacked(`No receipt of this session says that ${JSON.stringify(words)} was searched for.`)
  }
  return undefined
}

const LONGEST = 600
const OWNED =
  /\bthe (?:[a-z]+ )?(card|sheet|entry|profile) (?:for|of|on|about) (?:the )?(\p{L}[\p{L}-]+)(?: \p{Lu}[\p{L}-]+)?/gu

/** "The card for Ruben" is Ruben's card; as long as before. */
const withOwners = (hidden: string): string =>
  hidden.replace(OWNED, (all: string, paper: string, owner: string) => `${owner}'s ${paper}`.padEnd(all.length))
const MAX_VERBS = 6
const MAX_THINGS = 8

const LOOKED =
  /\b(?:read(?:ing)?|re-?read|reviewed|opened|studied|looked (?:at|into|inside)|examined|inspected|skimmed|checked(?=\s[`"*]{0,3}[\w./-]+\.\w{1,5}\b[`"*]{0,3}(?!\s+for\b))|compared|cross-?(?:checked|referenced)|(?:went|gone|been|going|looked|looking|combed|browsed) (?:through|over)|(?:went|gone|turned|returned|referred|dug|dove|delved) (?:back |straight |right |deep )?(?:to|into)|searched|searching|grepped|scanned|(?:ran|did|made|run|done) (?:a |the |another )?(?:\w+ )?search|(?:a|my|the|another) (?:\w+ )?search(?= (?:for|of|in|across|through|over)\b)|(?<=\b(?:I|we)(?:['’]ve| have)?(?: (?:just|also|already|then|now|even|first|carefully|quickly|briefly|again|both)){0,2} )(?!(?:lik|lov|enjoy|want|hop|assum|guess|imagin|suggest|propos|need|ask|wonder|believ|preferr|promis|offer|mention|explain|plann|intend|expect|decid|agre|wish|recommend|describ|draft|compos|sketch|outlin|tri|fail|answer|talk|discuss|thank|bas|invent|start|us)ed\b)[a-z-]{3,16}ed(?: (?:through|over|at|into|up|on|in|with))?)\b/gi
const READ =
  /^(?:re-?)?read|^review|^open|^stud|^examin|^inspect|^skim|^looked (?:at|into|inside)|^compar|^cross|^checked|(?:through|over|to|into)$/i
const FINISHED = /^(?:finish|complet)ed$/i
const SEARCHED = /search|grep|scan/i
const CHANGED =
  /\b(?:updated|edited|changed|modified|rewrote|rewritten|renamed|deleted|removed|moved|saved|created|extended|corrected|fixed|revised|overwrote|overwritten|added|wrote|written|inserted|extended)\b/gi
const STOPS =
  /[;:!?—]|\.(?=\s|$)|\b(?:but|so|before|because|which|where|who|that|if|not|except|without|instead|for|and (?:I|we|it|he|she|they|there|found|saw|got|no|nothing|the answer|here)|as|in order|to(?!\s\d|\s(?:the|its) (?:very )?(?:end|last)))\b|,\s(?:and )?(?:I|it|he|she|they|there|so|but|which|where)\b/i
const SOME_LINES =
  /\b(?:first|last|opening|top)?\s?[\w-]+ (?:lines?|paragraphs?|sentences?|words?|pages?) (?:of|in|from)\b/gi
/** Where something was put is what was changed. */
const PUTS = /^(?:added|wrote|written|inserted|moved|saved)$/i
const INTO = /\s(?:to|into|under|at the end of|on top of)\s((?:the|your|our|my|scene|\p{Lu})[^.,;:!?]{2,60})/iu
const PARTS = /,|\band\b|\bplus\b|\bas well as\b|\bagainst\b/i
/** One word without quote marks, if it can be nothing else but what was looked for. */
function termIn(rest: string): readonly { readonly words: string }[] {
  const word =
    /^[^.;:!?]{0,60}?\bfor\s(?:the\s(?:word|name|term|string)\s)?([\p{L}_][\p{L}\p{N}_]{2,30})(?=\s(?:in|across|through|throughout|over|inside|and|but|gave|gives|returned|returns|found|finds|turned|came|showed|shows|yielded)\b|\s*[.,;:!]|\s*$)/iu.exec(
      rest,
    )?.[1]
  return word === undefined || NO_TERM.test(word) ? [] : [{ words: word.replace(/(?<=\p{L}{3})s$/u, '') }]
}

const NO_TERM =
  /^(?:it|you|that|this|them|those|these|anything|something|everything|references?|mentions?|any|all|more|evidence|errors?|clues|answers?|signs?|him|her|one|ones|both|now|us|me|contradictions?|typos?|mistakes?|problems?|inconsistenc(?:y|ies)|repetitions?|examples?|details?|traces?)$/i
const TERM_BEFORE = /\b(?:for|after)\s(?:the\s)?(?:(?:words?|terms?|phrases?|names?)\s)?$/i
const WHOLE =
  /\b(?:in full|from start to finish|from (?:the )?beginning to (?:the )?end|cover to cover|completely|entirely|in (?:its|their) entirety|(?:whole|entire)|every (?:word|line)|(?:front|top) to (?:back|bottom)|to the end)\b/i
const EVERY = /\b(?:all|every|each|both|whole|entire|complete)\b/i
const NAMED =
  /\b(?:scenes?|chapters?) (?:\d|one|two|three|four|five)|\b(?:first|second|third|fourth|fifth|last|final) (?:scene|chapter)\b|\boutline\b|\b(?:card|sheet|entry|profile)\b/i
/** All of a kind in loose words: one of them will do. */
const KIND = /\b(?:compendium|manuscript|scenes|chapters|cards|folder|directory)\b/i
const DENIED =
  /\b(?:not|never|n['’]t|cannot|could|would|should|can|will|to|if|you(?:['’]ve)?|have you|please|without)\s(?:\w+\s){0,2}$/i

const isDenied = (before: string): boolean => DENIED.test(before)

type Deed = { readonly kind: ToolClaim['kind']; readonly isRead: boolean; readonly isWhole: boolean }

/** Only what is named for certain: a scene by its number, the outline, a card, or all of a kind. */
async function missingFrom(thing: string, { kind, isRead, isWhole }: Deed, of: Case): Promise<string | undefined> {
  const isEvery = EVERY.test(thing)
  const sort = kind === 'changes' ? SORTS.find(([said]) => said.test(thing)) : undefined
  if (sort !== undefined && ![...of.request.sources.written].some(path => sort[1].test(path)))
    return `No receipt of this session says that a file of that sort was changed: ${thing.trim()}.`
  const byName = await namedIn(thing, of)
  const unknown = byName.length > 0 || !isRead ? undefined : DOCUMENT.exec(thing)?.[1]
  if (unknown !== undefined && kind !== 'changes' && !(await isAnywhere(unknown, of)))
    return `There is no ${unknown} in the workspace.`
  const isNamed = byName.length > 0 || NAMED.test(thing)
  const isCalled = !isNamed && CALLED.test(thing)
  if (!isEvery && !isNamed && !isCalled && !KIND.test(thing)) return undefined
  const named: readonly ScopePart[] | undefined =
    byName.length > 0 ? byName.map(path => ({ path })) : await resolveScope(thing, of.shelf)
  const scope = named ?? (CARD.test(thing) ? await resolveScope('the cards', of.shelf) : undefined)
  if (scope === undefined || scope.length === 0 || (isCalled && !isEvery && (await isAllOf(scope, of))))
    return undefined
  const { written } = of.request.sources
  if (kind === 'changes')
    return scope.some(({ path }) => written.has(path))
      ? undefined
      : `No receipt of this session says that ${nameOf(scope)} was changed.`
  if (!isEvery && (!isNamed || named === undefined) && scope.some(({ path }) => isKnownTo(of, path, isRead)))
    return undefined
  for (const { path, lines } of scope) {
    if (written.has(path) || lines !== undefined) continue
    if (!isKnownTo(of, path, isRead)) return `No receipt of this session says that ${path} was read.`
    if (isWhole && isRead && !(await isReadWhole(path, of))) return `Only a part of ${path} was read in this session.`
  }
  return undefined
}

/** "The card" of somebody: one of them will do. */
const CARD = /\b(?:card|sheet|profile)\b/i

/** "The lore file": one of that name, if there is one. */
const CALLED = /\b(?:the|your|our) (?:[\p{L}-]+ ){1,2}file\b/iu

async function isAllOf(scope: readonly ScopePart[], { shelf }: Case): Promise<boolean> {
  const all = await shelf.all()
  return !all.ok || scope.length >= all.value.length
}

const DOCUMENT =
  /\bthe (synopsis|glossary|timeline|appendix|prologue|epilogue|preface|foreword|bibliography|style guide|blurb|treatment|screenplay|transcript|storyboard|map|family tree|index)\b/i

async function isAnywhere(word: string, { shelf, request }: Case): Promise<boolean> {
  const all = await shelf.all()
  const parts = word.toLowerCase().split(' ')
  const isIn = (text: string): boolean => parts.every(part => text.toLowerCase().includes(part))
  return !all.ok || all.value.some(isIn) || isIn(request.asked ?? '')
}

/** By a path, or by its bare name behind an article: "the README", "your budget". */
async function namedIn(thing: string, { shelf }: Case): Promise<readonly string[]> {
  const files: string[] = []
  for (const { path, isFile } of findMentions(thing, shelf.known).slice(0, MAX_THINGS)) {
    const found = isFile ? await shelf.find(path) : 'none'
    if (typeof found !== 'string') files.push(found.path)
  }
  const bare = files.length > 0 ? undefined : BARE_NAME.exec(thing)?.[1]
  const [only, other] = bare === undefined ? [] : await shelf.named(bare)
  return only === undefined || other !== undefined ? files : [only]
}

/** Sorts of files that are known by their names. */
const SORTS: readonly (readonly [said: RegExp, path: RegExp])[] = [
  [
    /^\W*(?:also )?(?:a|an|the|some|two|three|new|another|more|unit|several|your|missing) (?:\w+ )?(?:tests?|specs?|test cases?)\b/i,
    /test|spec/i,
  ],
  [/\b(?:docs|documentation)\b/i, /doc|readme|\.(?:md|rst|adoc)$/i],
  [/\bchange ?log\b/i, /change|history|news/i],
]

const BARE_NAME =
  /^\W*(?:also |both )?(?:the|your|our|my|this|that)\s([\p{L}\p{N}_-]{4,40})(?:\s(?:file|document|doc|note|notes|page|module|script|sheet))?(?=\W*$|\s(?:accordingly|too|again|carefully|fully|now|first|as well|in full|twice|once|completely|file)\b)/iu

/** Of what is read there is a reference; what is searched may only be spoken of. */
const isKnownTo = (of: Case, path: string, isRead: boolean): boolean =>
  refsOf(of, path).length > 0 || (!isRead && of.sound.some(({ receipt }) => speaksOf(receipt, path)))

const nameOf = ([first, second]: readonly ScopePart[]): string =>
  second === undefined ? (first?.path ?? '') : `${first?.path ?? ''} or its like`

/** All lines together; a reference without lines may stand for the whole. */
export async function isReadWhole(path: string, of: Case): Promise<boolean> {
  const file = await of.shelf.open(path)
  if (!file.ok) return false
  const refs = refsOf(of, path).map(({ ref }) => ref)
  if (refs.some(({ start_line, end_line }) => start_line === null || end_line === null)) return true
  let covered = 0
  for (const { start_line, end_line } of refs.toSorted((a, b) => (a.start_line ?? 0) - (b.start_line ?? 0)))
    if ((start_line ?? 0) <= covered + 1) covered = Math.max(covered, end_line ?? 0)
  return covered >= file.value.text.trimEnd().split('\n').length
}

const CLAUSE_ENDS = /[;:!?—]|\.(?=\s|$)|,?\s(?:and|but) (?:I|we|it|found|saw|got|no|nothing|there)\b/i

/** Of the place that is named in words, a file in which no search looked and that was not read to the end. */
async function outsideSearch(words: readonly string[], where: string, of: Case): Promise<string | undefined> {
  if (!EVERY.test(where) && !NAMED.test(where) && !KIND.test(where) && findMentions(where).length === 0)
    return undefined
  const scope = await resolveScope(where, of.shelf)
  for (const { path } of scope ?? []) {
    const isCovered = words.every(each =>
      of.sound.some(({ receipt }) => askedFor(receipt, each) && covers(receipt, path)),
    )
    if (!isCovered && !(await isReadWhole(path, of))) return path
  }
  return undefined
}

const WHERE = /path|dir|folder|root|glob|include|files?$|scope|^in$/i

/** A search that names no place looked everywhere. */
function covers({ inputs }: Receipt, path: string): boolean {
  const places = Object.entries(inputs).flatMap(([key, value]) =>
    WHERE.test(key) && typeof value === 'string' ? [value] : [],
  )
  return places.every(place => {
    const bare = place.replace(/^\.\/|\/$/g, '')
    if (bare === '' || bare === '.' || path === bare || path.startsWith(`${bare}/`)) return true
    return bare.includes('*') && compileGlob(bare)(path)
  })
}

const wasAsked = (words: string, { sound }: Case): boolean => sound.some(({ receipt }) => askedFor(receipt, words))

/** Either a tool was asked for it, or all that is named was read, so that whoever read it has looked. */
async function wasLookedFor(words: string, object: string, of: Case): Promise<boolean> {
  if (wasAsked(words, of)) return true
  const scope = await resolveScope(object, of.shelf)
  if (scope === undefined || scope.length === 0) return false
  for (const { path } of scope) if (refsOf(of, path).length === 0 || !(await isReadWhole(path, of))) return false
  return true
}

const DELETED = /\b(?:deleted|removed|erased|trashed) (?:the file )?[`"*]{0,3}$/i

/** What was deleted is not there any more. */
export async function judgeGone({ claim, kind }: ToolClaim, of: Case): Promise<EvidenceFinding | undefined> {
  if (kind !== 'changes') return undefined
  for (const { path, start, isFile } of findMentions(claim.slice(0, LONGEST)).slice(0, MAX_THINGS)) {
    const before = claim.slice(Math.max(0, start - 40), start)
    if (isFile && DELETED.test(before) && (await of.shelf.open(path)).ok)
      return finding(claim, 'tool_claim_unbacked', `${path} is still there.`)
  }
  return undefined
}
