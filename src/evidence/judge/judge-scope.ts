import {
  type EvidenceFinding,
  type Json,
  type Receipt,
  compileGlob,
  isJsonList,
  isJsonObject,
} from '../../core/index.ts'
import { findPassages } from '../match/find-passages.ts'
import { foldText } from '../match/fold.ts'
import { createLineCounter } from '../match/line-counter.ts'
import type { Citation } from '../reply/read-line.ts'
import { type Case, type OpenFile, finding } from './open-case.ts'

const MAX_FILES = 2_000
const MAX_CHARACTERS = 64_000_000 // of all files, once for each term
const MAX_TERMS = 8

/** Looks for what is said to be missing, in every file of the scope. */
export async function judgeScope(
  { claim, terms, scope }: Citation,
  cited: readonly Receipt[],
  of: Case,
): Promise<EvidenceFinding> {
  const paths = await pathsOf(scope, of)
  if (typeof paths === 'string') return finding(claim, 'scope_unknown', { because: paths })
  const files = terms.length > MAX_TERMS ? undefined : await openAll(paths, of, MAX_CHARACTERS / terms.length)
  if (files === undefined) {
    const because = 'That is too much to search, or a part of it cannot be read.'
    return finding(claim, 'absence_unsearched', { because })
  }
  for (const term of terms) {
    for (const { path, text } of files) {
      const line = lineOf(term, text)
      if (line === undefined) continue
      return finding(claim, 'absence_false', {
        because: `"${term}" stands in ${path}:${line}.`,
        file: path,
        lines: [line, line],
      })
    }
  }
  const isOfScope = (receipt: Receipt): boolean =>
    terms.some(term => hasSearched(receipt, term, paths)) || paths.some(path => hasRead(receipt, path))
  const other = cited.find(receipt => !isOfScope(receipt))
  if (other !== undefined) {
    const because = `Receipt ${other.receipt_id} is one of another search.`
    return finding(claim, 'receipt_elsewhere', { because, receipt: other.receipt_id })
  }
  const where = paths.length === 1 ? (paths[0] ?? '') : `${paths.length} files`
  const names = terms.map(term => `"${term}"`).join(', ')
  const searches = terms.map(term => of.sound.find(receipt => hasSearched(receipt, term, paths)))
  const isRead = paths.every(path => of.sound.some(receipt => hasRead(receipt, path)))
  if (!isRead && searches.includes(undefined)) {
    const because = `${names} stands nowhere in ${where}, but no receipt shows that it was looked for there.`
    return finding(claim, 'unbacked', { because })
  }
  const because = `${names} stands nowhere in ${where}.`
  return finding(claim, 'verified', { because, ...(searches[0] && { receipt: searches[0].receipt_id }) })
}

/** The files that a scope means; a sentence if it means none. */
async function pathsOf(scope: readonly string[], { files }: Case): Promise<readonly string[] | string> {
  if (scope.length === 0) return 'The line does not say in which files it looked.'
  const listed = await files.all()
  const paths: string[] = []
  for (const name of scope) {
    const found = name.includes('*') ? 'none' : await files.find(name)
    if (found === 'several') return `Several files are called ${name}.`
    const below = found === 'none' && listed.ok ? listed.value.filter(isBelow(name)) : []
    paths.push(...(found === 'none' ? below : [found.path]))
    if (found === 'none' && below.length === 0) return `There is no file or folder ${name} to look in.`
  }
  return [...new Set(paths)]
}

function isBelow(name: string): (path: string) => boolean {
  if (name === '.') return () => true
  if (name.includes('*')) return compileGlob(name)
  const folder = `${name.toLowerCase()}/`
  return path => path.toLowerCase().startsWith(folder) || path.toLowerCase().includes(`/${folder}`)
}

/** Undefined where not all of it can be searched. */
async function openAll(
  paths: readonly string[],
  { files }: Case,
  most: number,
): Promise<readonly OpenFile[] | undefined> {
  if (paths.length > MAX_FILES) return undefined
  const opened: OpenFile[] = []
  let length = 0
  for (const path of paths) {
    const file = await files.open(path)
    if (!file.ok || (length += file.value.text.length) > most) return undefined
    opened.push(file.value)
  }
  return opened
}

/** The first line in which the words stand as whole words, in either number. */
function lineOf(term: string, text: string): number | undefined {
  const words = term.trim()
  const forms = [words, `${words}s`, `${words}es`, ...(/[^s]s$/i.test(words) ? [words.slice(0, -1)] : [])]
  const starts = forms.flatMap(form => {
    const found = findPassages(text, foldText(form)).next()
    return found.done === true ? [] : [found.value[0]]
  })
  return starts.length === 0 ? undefined : createLineCounter(text)(Math.min(...starts))
}

const hasRead = ({ file_refs }: Receipt, path: string): boolean => file_refs.some(ref => ref.path === path)

/** One of its arguments holds the word; if another is a path, the search went no further than that. */
function hasSearched({ inputs: given }: Receipt, term: string, paths: readonly string[]): boolean {
  const inputs = textsIn(given)
  if (!inputs.some(input => findPassages(input, foldText(term)).next().done !== true)) return false
  const places = inputs.filter(input => input === '.' || paths.some(path => isBelow(input)(path) || path === input))
  if (places.length === 0) return !inputs.some(isPlace)
  return paths.every(path => places.some(place => place === path || isBelow(place)(path)))
}

const isPlace = (input: string): boolean => /^[\w.-]+(?:\/[\w.*-]+)+$/.test(input) || /\.\w{1,8}$/.test(input)

const textsIn = (value: Json): readonly string[] => {
  if (typeof value === 'string') return [value]
  if (isJsonList(value)) return value.flatMap(textsIn)
  return isJsonObject(value) ? Object.values(value).flatMap(each => (each === undefined ? [] : textsIn(each))) : []
}
