import { readNumber, readOrdinal } from './number-words.ts'

/** First and last line, counted from 1. */
export type Lines = readonly [first: number, last: number]

/** A file or folder as the reply names it, with the lines that stand right behind it. */
export type Mention = {
  readonly start: number
  readonly end: number
  readonly path: string
  readonly isFile: boolean
  readonly lines: readonly Lines[]
}

/** `line 12`, `lines 3–5 and 9`. */
export type LineMention = { readonly start: number; readonly end: number; readonly lines: readonly Lines[] }

const TOKEN = /[\p{L}\d\p{M}_@.~+%\-/\\*]+/gu
const EXTENSION = /^[A-Za-z][A-Za-z0-9]{0,7}$/
/** What may stand alone as a name; with a folder before it, any ending may. */
const ENDINGS =
  /^(?:md|markdown|mdx|txt|text|rst|adoc|org|tex|json|jsonl|json5|toml|yaml|yml|ini|cfg|conf|env|csv|tsv|xml|html?|css|scss|js|mjs|cjs|jsx|ts|tsx|mts|py|rb|rs|go|java|kt|swift|c|h|cc|cpp|hpp|cs|php|lua|sh|sql|log|lock|fountain|docx?|odt|pdf|rtf|epub|ipynb|svg|png|jpe?g)$/i
const BEHIND =
  /(?::\s?L?|#L?|\s?@\s?L?|\s\(L?(?=\d{1,7}(?:\s?[-–—]\s?\d{1,7})?\))|,\s(?=\d{1,7}(?:\s?[-–—]\s?\d{1,7})?\s?(?:[).;\]]|$)))(\d{1,7})(?:\s?[-–—]\s?L?(\d{1,7}))?/y

/** `:19, 21` */
const ALSO = /(?:,\s?|\s?(?:and|&)\s)(\d{1,7})(?:\s?[-–—]\s?(\d{1,7}))?(?=\s?[),;]|\s?$)/y
const MOST_RANGES = 12

const range = (first: string | undefined, last: string | undefined): Lines => {
  const [from, to] = [Number(first), Number(last ?? first)]
  return to < from ? [to, from] : [from, to]
}

/** Without an ending or a slash there is no name of a file or folder, and most sentences have neither. */
const MAY_NAME = /\.[A-Za-z]|[/\\]/

/** Names of files and folders. Known ones are found whatever characters they hold. */
export function findMentions(text: string, known: readonly string[] = []): readonly Mention[] {
  const odd = known.filter(path => path.length > 0 && !isPlainToken(path)).flatMap(path => findKnown(text, path))
  if (!MAY_NAME.test(text) && odd.length === 0) return []
  const plain = [...text.matchAll(TOKEN)].flatMap(token => readToken(text, token) ?? [])
  return [
    ...odd,
    ...plain.filter(each => !odd.some(other => each.start < other.end && other.start < each.end)),
  ].toSorted((a, b) => a.start - b.start)
}

const isPlainToken = (path: string): boolean => path.replace(TOKEN, '') === ''

function findKnown(text: string, path: string): readonly Mention[] {
  const base = path.slice(path.lastIndexOf('/') + 1)
  const [whole, short] = [text.indexOf(path), text.indexOf(base)]
  const [start, name] = whole >= 0 ? [whole, path] : [short, base]
  return start < 0 ? [] : [withLines(text, { start, end: start + name.length, path, isFile: true })]
}

function readToken(text: string, token: RegExpExecArray): Mention | undefined {
  const lead = /^(?:\.\.?[/\\])*[/\\-]{0,3}/.exec(token[0])?.[0].length ?? 0
  const bare = token[0].slice(lead).replace(/[.\-~+*\\]{1,4}$/, '')
  if (
    bare === '' ||
    text.startsWith('//', token.index) ||
    /[:/]\/$/.test(text.slice(Math.max(0, token.index - 2), token.index))
  )
    return undefined
  const path = bare.replaceAll('\\', '/').replace(/^\*+/, '')
  const ending = path.slice(path.lastIndexOf('.') + 1)
  const isFile =
    path.includes('.') &&
    EXTENSION.test(ending) &&
    (path.includes('/') || ENDINGS.test(ending)) &&
    !path.startsWith('.')
  if (!isFile && !/[^/]\/(?:[^/]|$)/.test(path)) return undefined
  return withLines(text, {
    start: token.index + lead,
    end: token.index + lead + bare.length,
    path: path.replace(/\/$/, ''),
    isFile,
  })
}

type Named = { readonly start: number; readonly end: number; readonly path: string; readonly isFile: boolean }

function withLines(text: string, named: Named): Mention {
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

const LINES =
  /(?<![\p{L}\d])(?:lines?|ln|ll|L|zeilen?|lignes?|líneas?|righe|riga|regels?)(?:\s{1,3}numbers?|\s{1,3}nos?)?[.:=]?\s{0,3}#?(\d{1,7}(?:(?:\s?[-–—,&]\s?|\s?,?\s(?:to|through|and|until)\s)(?:lines?\s)?\d{1,7}){0,12})/giu

const IN_WORDS =
  /(?<![\p{L}\d])(?:lines?\s(?:number\s)?([a-z]{3,9}(?:[-\s][a-z]{3,9}){0,3})|(\d{1,7})(?:st|nd|rd|th)\slines?|([a-z]{3,9}(?:-[a-z]{3,9})?)\slines?)(?![\p{L}\d])/giu

export function findLines(text: string): readonly LineMention[] {
  const found = [...text.matchAll(LINES)].map(match => ({ match, lines: readRanges(match[1] ?? '') }))
  const words = /\blines?\b/i.test(text)
    ? [...text.matchAll(IN_WORDS)].map(match => ({ match, lines: readWords(match) }))
    : []
  return [...found, ...words.filter(({ lines }) => lines.length > 0)]
    .map(({ match, lines }) => ({ start: match.index, end: match.index + match[0].length, lines }))
    .toSorted((a, b) => a.start - b.start)
}

/** `line fifteen`, `the 17th line`, `the third line`. */
function readWords([, behind, figures, before]: RegExpMatchArray): readonly Lines[] {
  const number = figures === undefined ? (readNumber(behind ?? '') ?? readOrdinal(before ?? '')) : Number(figures)
  return number === undefined ? [] : [[number, number]]
}

/** `3`, `3-5`, `3, 7 and 9`. */
function readRanges(text: string): readonly Lines[] {
  const ranges = text.split(/,|&|\sand\s/i).map(part => [...part.matchAll(/\d{1,7}/g)].map(([number]) => number))
  return ranges.filter(([first]) => first !== undefined).map(([first, last]) => range(first, last))
}

const RECEIPT = /\brcpt[_-][0-9a-z][\w-]{0,80}/gi
/** What is called a receipt, but does not look like one of ours: a number, or an id of another kind. */
const CALLED_SO =
  /\breceipts?(?:[ _-]?ids?)?[\s:=(#`*"]{1,4}(?:(?:no\.?|number|id|nr\.?|is|was)[\s:=(#`*"]{1,4}){0,2}((?=[a-z_-]{0,12}[0-9])[\w-]{4,80})|\breceipts?\b[^.\n"“]{0,24}?(?:#|\b(?:no\.|number|id|nr\.)[\s:#]{1,3})((?=[a-z_-]{0,12}[0-9])[\w-]{1,80})/gi

/** Ids of receipts as the reply gives them, whether they are any or not. */
export const findReceipts = (text: string): readonly string[] => {
  if (!/rcpt|receipt/i.test(text)) return []
  const ids = [...text.matchAll(RECEIPT)].map(([id]) => id)
  const others = [...text.matchAll(CALLED_SO)]
    .map(match => match[1] ?? match[2] ?? '')
    .filter(id => !/^rcpt[_-]/i.test(id))
  return [...new Set([...ids, ...others].map(id => id.replace(/[-_]+$/, '')))]
}
