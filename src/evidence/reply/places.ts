import type { TextSpan } from '../match/search-folded.ts'

/** First and last line, counted from 1. */
export type Lines = readonly [first: number, last: number]

/** A file, folder or pattern as the reply names it, with the lines that stand right behind it. */
export type Mention = {
  readonly start: number
  readonly end: number
  readonly path: string
  /** Known, or with an ending; else a folder or a pattern. */
  readonly isFile: boolean
  readonly lines: readonly Lines[]
}

/** What stands together and names one place: `path:12`, `(path, lines 3-5, receipt rcpt_…)`, `line 12 of path`. */
export type CitedPlace = {
  readonly start: number
  readonly end: number
  readonly name: string | undefined
  readonly lines: readonly Lines[]
  readonly section: string | undefined
  readonly receipts: readonly string[]
}

const TOKEN = /[\p{L}\d\p{M}_@.~+%\-/\\*]+/gu
const ENDING = /(?:[^.]{2,}\.[A-Za-z][A-Za-z0-9]{0,7}|[^.]\.[A-Za-z][A-Za-z0-9]{1,7})$/
/** Of a person or a site; `@types/node.ts` is a file. */
const ADDRESS = /^www\.|[^/]@/i
const BEHIND =
  /(?::\s?L?|#L?|\s?@\s?L?|\s\(L?(?=\d{1,7}(?:\s?[-–—]\s?\d{1,7})?\)))(\d{1,7})(?:\s?[-–—]\s?L?(\d{1,7}))?/y
/** `:19, 21` */
const ALSO = /(?:,\s?|\s?(?:and|&)\s)(\d{1,7})(?:\s?[-–—]\s?(\d{1,7}))?(?=\s?[),;]|\s?$)/y
const MOST_RANGES = 12
const LONGEST_PATH = 400

const range = (first: string | undefined, last: string | undefined): Lines => {
  const [from, to] = [Number(first), Number(last ?? first)]
  return to < from ? [to, from] : [from, to]
}

/** Names of files and folders. Known ones are found whatever characters they hold. */
export function findMentions(text: string, known: readonly string[] = []): readonly Mention[] {
  const names = namesOf(known)
  const odd = findKnown(text, names)
  const plain = [...text.matchAll(TOKEN)].flatMap(token => readToken(text, token, names.spelled) ?? [])
  return [...odd, ...apartFrom(odd, plain)].toSorted((a, b) => a.start - b.start)
}

type Stretch = { readonly start: number; readonly end: number }

/** Those that meet none of the others. Both stand in the order of the text, so that one pass is enough. */
function apartFrom<T extends Stretch>(others: readonly Stretch[], all: readonly T[]): readonly T[] {
  let [next, reached] = [0, 0]
  return all.filter(({ start, end }) => {
    for (let other = others[next]; other !== undefined && other.start < end; other = others[++next])
      reached = Math.max(reached, other.end)
    return reached <= start
  })
}

/** What files that are known may be called. */
type Names = {
  /** A name in composed letters, and as the file spells it. */
  readonly spelled: ReadonlyMap<string, string>
  /** Those that hold more than a token does, longest first. */
  readonly odd: RegExp | undefined
}

/** An answer may have thousands of lines to read, all of them with the same known files. */
const namesRead = new WeakMap<readonly string[], Names>()

function namesOf(known: readonly string[]): Names {
  const names = namesRead.get(known) ?? readNames(known)
  namesRead.set(known, names)
  return names
}

function readNames(known: readonly string[]): Names {
  const all = known.flatMap(path => [path, baseOf(path), ...bareOf(path)])
  const odd = known.flatMap(path => [path, baseOf(path)]).filter(name => name.replace(TOKEN, '') !== '')
  const longestFirst = [...new Set(odd)].toSorted((a, b) => b.length - a.length).map(escapePattern)
  return {
    spelled: new Map(all.map(name => [name.normalize('NFC'), name])),
    odd: longestFirst.length === 0 ? undefined : new RegExp(longestFirst.join('|'), 'g'),
  }
}

const escapePattern = (words: string): string => words.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** `SCN-the-harbour-office` is a name without its ending; a plain word is none. */
function bareOf(path: string): readonly string[] {
  const bare = baseOf(path).replace(/\.\w{1,8}$/, '')
  return /\w[-_]\w/.test(bare) ? [bare] : []
}

function findKnown(text: string, { odd }: Names): readonly Mention[] {
  if (odd === undefined) return []
  return [...text.matchAll(odd)].map(({ 0: path, index: start }) =>
    withLines(text, { start, end: start + path.length, path, isFile: true }),
  )
}

function readToken(text: string, token: RegExpExecArray, names: ReadonlyMap<string, string>): Mention | undefined {
  const lead = /^(?:\.\.?[/\\])*[/\\-]{0,3}/.exec(token[0])?.[0].length ?? 0
  const bare = token[0].slice(lead).replace(/[.\-~+*\\]{1,4}$/, match => (match.startsWith('*') ? match : ''))
  const isAddress =
    text.startsWith('//', token.index) || /[:/]\/$/.test(text.slice(Math.max(0, token.index - 2), token.index))
  if (bare === '' || bare.length > LONGEST_PATH || isAddress || /^rcpt_/i.test(bare)) return undefined
  const written = bare.replaceAll('\\', '/').replace(/^\*+(?=[^*/.])|(?<=\.\w+)\*+$/g, '')
  const known = names.get(written.normalize('NFC'))
  const path = known ?? written
  const isFile = known !== undefined || (ENDING.test(path) && !path.includes('*') && !ADDRESS.test(path))
  if (!isFile && !/[^/]\/(?:[^/]|$)|\*\./.test(path)) return undefined
  const [above] = /^(?:(?:\.\.?)?[/\\])+/.exec(token[0]) ?? ['']
  return withLines(text, {
    start: token.index + (above === '' ? lead : 0),
    end: token.index + lead + bare.length,
    path: (isFile ? above.replaceAll('\\', '/').replace(/(?<!\.)\.\//g, '') : '') + path.replace(/\/$/, ''),
    isFile,
  })
}

function withLines(text: string, named: Omit<Mention, 'lines'>): Mention {
  BEHIND.lastIndex = /[`*_)]/.test(text[named.end] ?? '') ? named.end + 1 : named.end
  const match = BEHIND.exec(text)
  if (match === null) return { ...named, lines: [] }
  const lines = [range(match[1], match[2])]
  let end = match.index + match[0].length
  for (ALSO.lastIndex = end; lines.length < MOST_RANGES;) {
    const more = ALSO.exec(text)
    if (more === null) break
    lines.push(range(more[1], more[2]))
    end = ALSO.lastIndex
  }
  return { ...named, end, lines }
}

const MORE_LINES = /(?:(?:\s?[-–—,&]\s?|\s?,?\s(?:to|and)\s)(?:lines?\s)?\d{1,7}){0,12}/.source
const LINES = new RegExp(`(?<![\\p{L}\\d])(?:lines?|ll?(?=\\.)|L)[.:=]?\\s{0,3}#?(\\d{1,7}${MORE_LINES})`, 'giu')
/** `3`, `3-5`, `3, 7 and 9`. */
const readRanges = (text: string): readonly Lines[] =>
  text
    .split(/,|&|\sand\s/i)
    .map(part => [...part.matchAll(/\d{1,7}/g)].map(([number]) => number))
    .filter(([first]) => first !== undefined)
    .map(([first, last]) => range(first, last))

const SECTION = /(?:\b(?:section|heading)|§)[\s:]{0,3}(?:["“]([^"“”\n]{1,200})["”]|([^\s,;()"“][^,;()"\n]{0,118}))/gi
const RECEIPT = /(?:\breceipts?(?:[ _]ids?)?[\s:=`]{1,3})?\brcpt_[0-9a-z][\w-]{0,80}/gi
/** What is called a receipt, but has not the form of ours. */
const ODD_RECEIPT = /\breceipt(?:[ _]id)?[\s:=#]{1,3}(?!rcpt_)(?=[\w-]{0,20}\d)[\w-]{4,80}/gi

const receiptIn = (words: string): string => (/[\w-]+$/.exec(words)?.[0] ?? '').replace(/[-_]+$/, '')

const MOST_RECEIPTS = 1_000 // more than anybody checks

/** Ids of receipts as the reply gives them, whether they are any or not. */
export function findReceipts(text: string): readonly string[] {
  const ids = new Set<string>()
  for (const [words] of text.matchAll(RECEIPT)) if (ids.add(receiptIn(words)).size >= MOST_RECEIPTS) break
  return [...ids]
}

const NO_PLACE = { name: undefined, lines: [], section: undefined, receipts: [] }

/** Every place that a text names. `hidden` is as long as `text`, with nothing legible between quote marks. */
export function findPlaces(text: string, hidden: string, known: readonly string[]): readonly CitedPlace[] {
  const files = findMentions(hidden, known).filter(({ isFile }) => isFile)
  let marks: readonly CitedPlace[] = files.map(({ start, end, path: name, lines }) => ({
    ...NO_PLACE,
    start,
    end,
    name,
    lines,
  }))
  const add = (matches: Iterable<RegExpExecArray>, read: (match: RegExpExecArray) => Partial<CitedPlace>): void => {
    const found = [...matches].map(match => {
      const [start, end] = [match.index, match.index + match[0].length]
      return { ...NO_PLACE, start, end, ...read(match) }
    })
    marks = [...marks, ...apartFrom(marks, found)].toSorted((a, b) => a.start - b.start)
  }
  add(text.matchAll(SECTION), match => ({ section: (match[1] ?? match[2] ?? '').trim() }))
  for (const pattern of [RECEIPT, ODD_RECEIPT])
    add(hidden.matchAll(pattern), match => ({ receipts: [receiptIn(match[0])] }))
  add(hidden.matchAll(LINES), match => ({ lines: readRanges(match[1] ?? '') }))
  const places: CitedPlace[] = []
  for (const mark of marks) {
    const last = places.at(-1)
    const isNear = last !== undefined && mark.start - last.end <= LONGEST_JOIN
    const joined = isNear && JOINS.test(hidden.slice(last.end, mark.start)) ? joinPlaces(last, mark) : undefined
    if (joined) places.splice(-1, 1, joined)
    else places.push(mark)
  }
  return places
}

const LONGEST_JOIN = 200 // characters
const MOST_JOINED = 12 // receipts of one place
/** What may stand between the parts of one place. */
const JOINS = /^[\s`*_'")\]]*[,:([–—-]{0,2}\s*(?:(?:of|in)\s+)?(?:the\s+)?[([`*_'"]*$/i

/** Undefined where both name a part of the same kind: then they are two places. */
export function joinPlaces(one: CitedPlace, other: CitedPlace): CitedPlace | undefined {
  const isSame = one.name !== undefined && other.name !== undefined && baseOf(one.name) === baseOf(other.name)
  if (one.name !== undefined && other.name !== undefined && !isSame) return undefined
  if (one.lines.length > 0 && other.lines.length > 0) return undefined
  if (one.section !== undefined && other.section !== undefined) return undefined
  if (one.receipts.length >= MOST_JOINED) return undefined
  return {
    start: one.start,
    end: other.end,
    name: isSame && (other.name ?? '').length > (one.name ?? '').length ? other.name : (one.name ?? other.name),
    lines: [...one.lines, ...other.lines],
    section: one.section ?? other.section,
    receipts: [...one.receipts, ...other.receipts],
  }
}

const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

export const within = <T extends { readonly start: number }>([start, end]: TextSpan, all: readonly T[]): readonly T[] =>
  all.filter(each => each.start >= start && each.start < end)
