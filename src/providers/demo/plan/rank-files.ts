import { isHeading } from '../answer/pick-quote.ts'
import { type Seen, pathOf } from './seen.ts'
import { baseName, contentWords, stem, stemsOf } from '../understand/words.ts'

const MAX_TRIES = 3

/** The term itself, then its simple form, then its words, the longest first. */
export function triesFor(term: string): readonly string[] {
  const words = contentWords(term)
  const single = words.length === 1 ? [stem(words[0] ?? '')] : words.toSorted((a, b) => b.length - a.length)
  const tries = [term, ...single].filter(word => word !== '')
  return tries
    .filter((word, at) => tries.findIndex(other => other.toLowerCase() === word.toLowerCase()) === at)
    .slice(0, MAX_TRIES)
}

export const filesIn = (paths: readonly string[]): readonly string[] => paths.filter(path => !path.endsWith('/'))

/** Which of the found files, not read yet, is most likely about these words. */
export function bestFile(seen: readonly Seen[], needles: readonly string[]): string | undefined {
  const read = new Set(seen.map(pathOf))
  const scores = new Map<string, number>()
  const add = (path: string, score: number): void =>
    void scores.set(path, (scores.get(path) ?? nameScore(path, needles)) + score)
  for (const { found } of seen) {
    if (found.failure !== undefined) continue
    for (const path of filesIn(found.paths)) add(path, 0)
    for (const { path, line, text } of found.hits) add(path, isHeading(text) ? (line === 1 ? 6 : 2) : 0.5)
  }
  const ranked = [...scores].filter(([path]) => !read.has(path)).toSorted(([, a], [, b]) => b - a)
  return ranked[0]?.[0]
}

/** Names of files are often made of the words for what they hold. */
function nameScore(path: string, needles: readonly string[]): number {
  const words = new Set(stemsOf(baseName(path)))
  return needles.flatMap(needle => contentWords(needle)).filter(word => words.has(stem(word))).length * 4
}

/** Files of a kind, such as scenes: those in a folder of that name, else those with such a name. */
export function filesOfKind(paths: readonly string[], what: string): readonly string[] {
  const files = filesIn(paths)
  const kind = stem(what.split(' ').at(-1) ?? '')
  if (kind === '' || /^(?:file|document|note|text|item|entry|passage|line|time)$/.test(kind)) return files
  const inFolder = files.filter(path =>
    path
      .split('/')
      .slice(0, -1)
      .some(folder => stemsOf(folder).includes(kind)),
  )
  return inFolder.length > 0 ? inFolder : files.filter(path => stemsOf(baseName(path)).includes(kind))
}
