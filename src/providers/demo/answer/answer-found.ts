import { type Answer, cite } from './cited-answer.ts'
import { linesOf } from './lines-of.ts'
import { type QuotedLine, bestQuotes } from './pick-quote.ts'
import { filesIn, filesOfKind } from '../plan/rank-files.ts'
import { type Seen, failures, searched } from '../plan/seen.ts'
import { bareName, capitalise, countWord, joinNames, stem } from '../understand/words.ts'

/** What was really looked for: the term, or a simpler form of it after the term gave nothing. */
type Looked = { readonly term: string; readonly instead: string; readonly hits: readonly QuotedLine[] }

function lookedFor(term: string, seen: readonly Seen[]): Looked {
  const used = seen.findLast(({ found }) => found.hits.length > 0)
  const words = used === undefined ? term : (searched([used])[0] ?? term)
  const instead = words.toLowerCase() === term.toLowerCase() ? '' : `Nothing mentions "${term}" in these words. `
  const lines = linesOf(seen).filter(({ text }) => text.toLowerCase().includes(words.toLowerCase()))
  const whole = lines.filter(({ text }) => hasWord(text, words))
  return { term: words, instead, hits: whole.length > 0 ? whole : lines }
}

/** Not as a part of another word: "Hal" does not stand in "halfway". */
function hasWord(text: string, words: string): boolean {
  const [small, wanted] = [text.toLowerCase(), words.toLowerCase()]
  for (let at = small.indexOf(wanted); at >= 0; at = small.indexOf(wanted, at + 1)) {
    const [before, after] = [small.slice(0, at), small.slice(at + wanted.length, at + wanted.length + 3)]
    if (!/[\p{L}\p{N}]$/u.test(before.slice(-2)) && !/^(?!(?:e?s|['’]s)(?![\p{L}\p{N}]))[\p{L}\p{N}]/u.test(after))
      return true
  }
  return false
}

function within(hits: readonly QuotedLine[], files: readonly string[]): readonly QuotedLine[] {
  const chosen = new Set(files)
  return hits.filter(({ path }) => chosen.has(path))
}

const pathsOf = (hits: readonly QuotedLine[]): readonly string[] => [...new Set(hits.map(({ path }) => path))]

/** How many files of a kind hold the words, which ones, and one place word for word. */
export function answerCount(
  wish: { readonly what: string; readonly term: string },
  seen: readonly Seen[],
): Answer | undefined {
  const { term, instead, hits } = lookedFor(wish.term, seen)
  if (hits.length === 0) return answerAbsent(wish.term, seen)
  const atLeast = seen.some(({ found }) => found.more) ? 'at least ' : ''
  const all = pathsOf(hits)
  if (/^times?$/i.test(wish.what))
    return withQuote(
      `${instead}"${term}" stands in ${atLeast}${plural(hits.length, 'line')} of ${plural(all.length, 'file')}.`,
      hits,
      term,
    )
  const files = filesOfKind(all, wish.what)
  if (files.length === 0)
    return withQuote(
      `${instead}I found no ${wish.what} with "${term}", but it stands elsewhere: ${places(hits)}.`,
      hits,
      term,
    )
  const chosen = within(hits, files)
  const verb = files.length === 1 ? 'mentions' : 'mention'
  const count = capitalise(`${atLeast}${plural(files.length, stem(wish.what))}`)
  return withQuote(`${instead}${count} ${verb} "${term}": ${places(chosen)}.`, chosen, term)
}

export function answerFind(
  wish: { readonly term: string; readonly what?: string },
  seen: readonly Seen[],
): Answer | undefined {
  const { term, instead, hits } = lookedFor(wish.term, seen)
  const named = filesIn(
    seen.flatMap(({ call, found }) => (call?.role === 'search' && found.failure === undefined ? found.paths : [])),
  )
  if (hits.length === 0 && named.length > 0)
    return { text: `No line mentions "${wish.term}", but these files are named like it: ${joinNames(named)}.` }
  if (hits.length === 0) return answerAbsent(wish.term, seen)
  const files = filesOfKind(pathsOf(hits), wish.what ?? 'files')
  const chosen = files.length === 0 ? hits : within(hits, files)
  const more = seen.some(({ found }) => found.more) ? ' There is more than I was shown.' : ''
  return withQuote(`${instead}"${term}" is mentioned in ${places(chosen)}.${more}`, chosen, term)
}

/** That something is missing is a claim, too: it says how it was looked for. */
function answerAbsent(term: string, seen: readonly Seen[]): Answer | undefined {
  const words = searched(seen).map(word => `"${word}"`)
  if (words.length === 0 || failures(seen) < seen.length || seen.some(({ found }) => found.failure !== undefined))
    return undefined
  return {
    text: `Nothing mentions "${term}": I searched all files that I may see for ${joinNames(words)} and found no line.`,
  }
}

function withQuote(text: string, hits: readonly QuotedLine[], term: string): Answer {
  const [quote] = bestQuotes(hits, [term], 1)
  return quote === undefined ? { text } : { text: `${text} For example, ${cite(quote)}`, quote }
}

/** `SCN-a.md (lines 3 and 9) and SCN-b.md (line 4)`. */
function places(hits: readonly QuotedLine[]): string {
  const byFile = new Map<string, number[]>()
  for (const { path, line } of hits) byFile.set(path, [...(byFile.get(path) ?? []), line].slice(0, 20))
  return joinNames(
    [...byFile].map(
      ([path, numbers]) => `${path} (${numbers.length === 1 ? 'line' : 'lines'} ${joinNames(numbers.map(String), 6)})`,
    ),
  )
}

type Listed = { readonly folder?: string; readonly what?: string }

/** The folder that was listed in the end, which may not be the one that was asked for. */
function lastFolder(seen: readonly Seen[]): string | undefined {
  const listed = seen.findLast(({ call, found }) => call?.role === 'list' && found.failure === undefined)
  const folder = Object.values(listed?.call?.args ?? {}).find(
    value => typeof value === 'string' && !value.includes('*'),
  )
  return typeof folder === 'string' && folder !== '.' ? folder : undefined
}

/** What a folder holds, or how many of a kind there are. */
export function answerList({ folder, what }: Listed, seen: readonly Seen[]): Answer | undefined {
  const paths = [...new Set(seen.flatMap(({ found }) => (found.failure === undefined ? found.paths : [])))]
  if (seen.every(({ found }) => found.failure !== undefined)) return undefined
  const shownFolder = lastFolder(seen) ?? folder
  const where = shownFolder === undefined ? '' : ` in ${shownFolder}`
  if (what === undefined || /^folders?$/i.test(what)) {
    const shown = what === undefined ? paths : paths.filter(path => path.endsWith('/'))
    return {
      text:
        shown.length === 0
          ? `There is nothing${where}.`
          : `I see ${plural(shown.length, what === undefined ? 'entry' : 'folder')}${where}: ${joinNames(shown, 20)}.`,
    }
  }
  const files = filesOfKind(paths, what)
  if (files.length === 0)
    return {
      text: `I see no files that are called ${what}${where}; what I see is ${joinNames(paths, 12) || 'nothing at all'}.`,
    }
  return {
    text: `There ${files.length === 1 ? 'is' : 'are'} ${plural(files.length, stem(what))}${where}: ${joinNames(files.map(bareName), 20)}.`,
  }
}

function plural(count: number, word: string): string {
  if (count === 1) return `one ${word}`
  const many = /(?:s|x|ch|sh)$/.test(word) ? `${word}es` : word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`
  return `${countWord(count)} ${word === 'people' ? word : many}`
}
