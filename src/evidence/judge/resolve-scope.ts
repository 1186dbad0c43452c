import { compileGlob } from '../../core/index.ts'
import { type Lines, findMentions } from '../reply/places.ts'
import type { FileShelf } from './file-shelf.ts'
import { lastIn, numbersIn, withoutCounts } from './numbers-in.ts'
import { headingsOf, sectionOf } from './sections.ts'

/** A file, or some lines of it, in which something is said to stand or not to stand. */
export type ScopePart = { readonly path: string; readonly lines?: Lines }

const EVERYTHING =
  /\b(?:files?|workspace|folder|directory|project|repo|repository|codebase|code base|notes|source code|documents?|everything|anywhere|everywhere|nowhere)\b/i
const WORK = /\b(?:manuscript|novel|book|story|drafts?|scenes)\b/i
/** Words that speak of a document, not of a person or place in it. */
const DOCUMENT =
  /^(?:scenes?|chapters?|parts?|acts?|sections?|outlines?|compendium|canon|lore|characters?|locations?|sheets?|cards?|entry|entries|profiles?|pages?|notes?|files?|folders?|documents?|docs?|readme|modules?|recipes?|meetings?|lists?|budgets?|minutes)$/i
const SMALL =
  /^(?:the|and|for|all|any|from|with|that|this|these|those|every|each|none|one|its|his|her|not|but|was|are|has|man|of|in|word|words|line|lines|found|checked|searched|read|mention|mentions)$/i
/** Folders whose files are cards. */
const CARDS = /^(?:compendium|canon|characters?|locations?|cards?|sheets?|profiles?)$/i
const MAX_READ = 200

const wordsOf = (words: string): readonly string[] =>
  (words.match(/[\p{L}\p{N}]{3,}/gu) ?? []).filter(word => !SMALL.test(word))

const stem = (word: string): string =>
  word
    .toLowerCase()
    .replace(/ies$/, 'y')
    .replace(/(?<=[^s])s$/, '')
const tokensOf = (name: string): readonly string[] =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map(stem)
const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.\w{1,8}$/, '')
const foldersOf = (path: string): readonly string[] => path.split('/').slice(0, -1).map(stem)

/** The files that a place in words means; undefined when it means none for certain. */
export async function resolveScope(words: string, shelf: FileShelf): Promise<readonly ScopePart[] | undefined> {
  const mentions = findMentions(words, shelf.known)
  if (mentions.length > 0) return byPath(mentions, shelf)
  const all = await shelf.all()
  if (!all.ok) return undefined
  const named = onlyCards(words, byName(withoutCounts(words), all.value))
  if (named !== undefined) return byNumber(words, named, { shelf, all: all.value })
  const cards = /\b(?:cards|sheets|profiles)\b/i.test(words) ? all.value.filter(isCard) : []
  if (cards.length > 0) return parts(cards)
  const story = WORK.test(words) ? all.value.filter(path => foldersOf(path).some(folder => WORK.test(folder))) : []
  if (story.length > 0) return parts(story)
  const dated = DATED.test(words) ? byToken(words, all.value) : []
  if (dated.length > 0 && dated.length < all.value.length) return dated
  return EVERYTHING.test(words) || WORK.test(words) ? parts(all.value) : undefined
}

const isCard = (path: string): boolean => foldersOf(path).some(folder => CARDS.test(folder))

/** The card of a thing is not the scene that is called after it. */
function onlyCards(words: string, named: readonly string[] | undefined): readonly string[] | undefined {
  const cards =
    /\b(?:cards?|sheets?|profiles?)\b/i.test(words) && !/\bscenes?\b/i.test(words) ? named?.filter(isCard) : undefined
  return cards === undefined || cards.length === 0 ? named : cards
}

/** "The minutes of 2 March" */
const DATED = /\b(?:minutes|notes?|meeting|entry|log|report|diary|protocol) (?:of|from|for|on) (?:the )?\d/i

const parts = (paths: readonly string[]): readonly ScopePart[] => paths.map(path => ({ path }))

type Named = { readonly path: string; readonly isFile: boolean }

async function byPath(mentions: readonly Named[], shelf: FileShelf): Promise<readonly ScopePart[] | undefined> {
  const found: ScopePart[] = []
  for (const { path, isFile } of mentions) {
    const file = isFile && !path.includes('*') ? await shelf.find(path) : 'none'
    const inFolder = typeof file === 'string' ? await below(path, shelf) : parts([file.path])
    if (file === 'several' || inFolder.length === 0) return undefined
    found.push(...inFolder)
  }
  return found
}

async function below(path: string, shelf: FileShelf): Promise<readonly ScopePart[]> {
  const all = await shelf.all()
  if (!all.ok) return []
  if (!path.includes('*'))
    return parts(all.value.filter(each => each.toLowerCase().startsWith(`${path.toLowerCase()}/`)))
  const matches = compileGlob(path)
  return parts(all.value.filter(each => matches(each)))
}

/** Words that are names of folders or parts of names of files, together; at least one must speak of a document or be a folder. */
function byName(words: string, all: readonly string[]): readonly string[] | undefined {
  let chosen: readonly string[] | undefined
  for (const word of wordsOf(words)) {
    const folders = all.filter(path => foldersOf(path).includes(stem(word)))
    const isDocument = DOCUMENT.test(word)
    const names = folders.length > 0 ? folders : all.filter(path => isNamed(path, word, isDocument))
    if (names.length === 0 || (chosen === undefined && folders.length === 0 && !isDocument && !hasDocument(words, all)))
      continue
    const both = chosen === undefined ? names : chosen.filter(path => names.includes(path))
    chosen = both.length > 0 ? both : chosen
  }
  return chosen
}

const isNamed = (path: string, word: string, isDocument: boolean): boolean =>
  tokensOf(baseOf(path)).includes(stem(word)) && (isDocument || word.length > 2)

const hasDocument = (words: string, all: readonly string[]): boolean =>
  (words.match(/[\p{L}\p{N}]{3,}/gu) ?? []).some(
    word => DOCUMENT.test(word) || all.some(path => foldersOf(path).includes(stem(word)) && word.length > 4),
  )

type Library = { readonly shelf: FileShelf; readonly all: readonly string[] }

/** `scenes 1–3`: by the first heading or the number in the name; a scene that has no file yet may have its part of an outline. */
async function byNumber(
  words: string,
  named: readonly string[],
  { shelf, all }: Library,
): Promise<readonly ScopePart[] | undefined> {
  const noun = stem(/\b(scenes?|chapters?|parts?|acts?|sections?)\b/i.exec(words)?.[0] ?? '')
  if (noun === '') return byToken(words, named)
  const last = lastIn(words)
  const numbers = last === undefined ? numbersIn(words) : (await ownNumbers(named, noun, shelf)).slice(-last)
  if (numbers.length === 0) return parts(named)
  const found = new Map<number, ScopePart>()
  for (const path of [...named.slice(0, MAX_READ), ...all.filter(each => /outline/i.test(each))]) {
    const file = await shelf.open(path)
    if (!file.ok) continue
    const own = ownNumber(file.value, noun)
    if (numbers.includes(own) && !found.has(own)) found.set(own, { path })
    if (/outline/i.test(path)) addSections(file.value, { numbers, noun, found })
  }
  return found.size === numbers.length ? [...found.values()] : undefined
}

/** "The meeting of 16 March": the file whose name has that number, if there is one. */
function byToken(words: string, named: readonly string[]): readonly ScopePart[] {
  const numbers = new Set((withoutCounts(words).match(/(?<![\p{L}\p{N}])\d{1,4}(?![\p{L}\p{N}])/gu) ?? []).map(Number))
  const numbered = named.filter(path =>
    tokensOf(baseOf(path)).some(token => /^\d/.test(token) && numbers.has(Number(token))),
  )
  return parts(numbered.length > 0 ? numbered : named)
}

const ownNumber = ({ path, text }: { readonly path: string; readonly text: string }, noun: string): number =>
  numberOf(headingsOf(text.slice(0, 2_000))[0]?.title ?? '', noun) ??
  Number(/(?:^|\D)(\d{1,4})(?:\D|$)/.exec(baseOf(path))?.[1] ?? Number.NaN)

async function ownNumbers(named: readonly string[], noun: string, shelf: FileShelf): Promise<readonly number[]> {
  const files = await Promise.all(named.slice(0, MAX_READ).map(path => shelf.open(path)))
  const numbers = files.flatMap(file => (file.ok ? [ownNumber(file.value, noun)] : []))
  return numbers.filter(number => Number.isFinite(number)).toSorted((a, b) => a - b)
}

type Wanted = { readonly numbers: readonly number[]; readonly noun: string; readonly found: Map<number, ScopePart> }

function addSections(
  { path, text }: { readonly path: string; readonly text: string },
  { numbers, noun, found }: Wanted,
): void {
  for (const { title } of headingsOf(text)) {
    const number = numberOf(title, noun)
    const lines =
      number !== undefined && numbers.includes(number) && !found.has(number) ? sectionOf(text, title) : undefined
    if (number !== undefined && lines !== undefined) found.set(number, { path, lines })
  }
}

function numberOf(title: string, noun: string): number | undefined {
  const match = /\b(\p{L}{3,20})s?\s+(\d{1,4})\b/u.exec(title)
  return match && stem(match[1] ?? '') === noun ? Number(match[2]) : undefined
}
