import type { EvidenceFinding } from '../../core/index.ts'
import { findTerm } from '../match/find-term.ts'
import type { AbsenceClaim, Term } from '../reply/absence-claims.ts'
import { type Case, finding } from './case.ts'
import { type Page, type ScopeLimits, openScope } from './open-scope.ts'
import type { ScopePart } from './resolve-scope.ts'
import { slotsIn } from './slots.ts'
import { stemOf } from './structural.ts'

const LIMITS: ScopeLimits = { files: 2_000, characters: 64_000_000 }

/** Looks for what is said to be missing, in every file of the scope. */
export async function judgeAbsence(
  { claim, terms }: AbsenceClaim,
  scope: readonly ScopePart[],
  of: Case,
): Promise<EvidenceFinding> {
  const pages = await openScope(scope, of, LIMITS)
  if (pages === undefined)
    return finding(claim, 'absence_unsearched', 'The scope is too large to search, or a part of it cannot be read.')
  const isPart = PART.test(claim)
  const there = NO_FILE.test(claim)
    ? terms.flatMap(({ words }) => pages.find(({ path }) => isCalled(path, words)) ?? [])[0]
    : undefined
  if (there !== undefined)
    return finding(claim, 'absence_false', { because: `There is ${there.path}.`, file: there.path })
  for (const term of terms) {
    const place = pages.map(page => placeIn(page, term, isPart)).find(each => each !== undefined)
    if (place !== undefined) {
      const [file, line] = place
      return finding(claim, 'absence_false', {
        because: `"${term.words}" stands in ${file}:${line}.`,
        file,
        lines: [line, line],
      })
    }
  }
  const loose = terms.find(term => isLoose(term, pages))
  if (loose !== undefined)
    return finding(
      claim,
      'absence_unsearched',
      `"${loose.words}" does not stand there word for word, but some of its words do.`,
    )
  const names = terms.map(({ words }) => `"${words}"`).join(', ')
  return finding(
    claim,
    'verified',
    `${names} stands in none of ${pages.length === 1 ? (pages[0]?.path ?? '') : `${pages.length} files`}.`,
  )
}

/** A file is said not to be there. */
const NO_FILE =
  /\b(?:there(?:\s(?:is|are|was)|['’]s) (?:no|not an?|n['’]t an?)|ha(?:s|ve) no|lacks? an?|without an?|contains? no)\b/i

const isCalled = (path: string, words: string): boolean => {
  const base = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  return words.length > 2 && [base, base.replace(/\.\w{1,8}$/, '')].includes(words.toLowerCase().replace(/ file$/, ''))
}

/** Things that are told by their form, not by a word for them. */
const KINDS: readonly (readonly [said: RegExp, form: RegExp])[] = [
  [/^(?:code )?comments?$/i, /^\s*(?:\/\/|\/\*|\*\s|#(?!#| [A-Z])|--\s|<!--)|\s\/\/\s/m],
  [/^(?:headings?|headers?|titles?)$/i, /^#{1,6}\s/m],
  [/^(?:bullets?|bullet points?|lists?|list items?)$/i, /^\s*(?:[-*+]|\d+[.)])\s/m],
  [/^tables?$/i, /^\s*\|.*\|\s*$/m],
  [/^(?:links?|urls?)$/i, /https?:\/\/|\]\(/],
  [/^(?:imports?|import statements?)$/i, /^\s*(?:import\b|from\s+\S+\s+import|#include|require\()/m],
  [/^(?:exports?|exported (?:functions?|members?))$/i, /^\s*export\b/m],
  [/^functions?$/i, /\bfunction\b|=>|\bdef\s|\bfn\s|\bfunc\s/],
  [/^(?:numbers?|digits?|figures?)$/i, /\d/],
  [/^(?:dialogues?|direct speech|spoken lines?|quotation marks)$/i, /["“”«»„]/],
  [/^(?:questions?|question marks?)$/i, /\?/],
  [/^(?:exclamation marks?)$/i, /!/],
  [/^(?:italics?|emphasis)$/i, /(?<![*\w])\*(?!\*)\S[^*\n]*\*/],
]

/** Only a part of the file is spoken of, or not all of the kind. */
const PART =
  /\b(?:start|beginning|opening|end|ending|first|last|top|bottom|middle|lines?|paragraphs?|more|further|other|such|about|between)\b/i

function placeIn({ path, text, firstLine }: Page, term: Term, isPart: boolean): readonly [string, number] | undefined {
  const form = term.quoted || isPart ? undefined : KINDS.find(([said]) => said.test(term.words))?.[1].exec(text)
  if (form) return [path, firstLine + text.slice(0, form.index + form[0].search(/\S/)).split('\n').length - 1]
  const line =
    findTerm(text, term.words) ??
    lineOfCount(text, term) ??
    (term.quoted ? undefined : (lineWithAll(text, contentWords(term)) ?? lineOfOwned(text, term)))
  return line === undefined ? undefined : [path, firstLine + line - 1]
}

const COUNTED = /^(?:exact |total )?(?:number|count|amount) of (?:the )?(\p{L}{3,20})$/iu

/** "The number of steps": a line that counts them. */
function lineOfCount(text: string, { words }: Term): number | undefined {
  const thing = COUNTED.exec(words)?.[1]
  const at =
    thing === undefined
      ? -1
      : text.split('\n').findIndex(line => slotsIn(line).some(({ behind }) => behind.includes(stemOf(thing))))
  return at < 0 ? undefined : at + 1
}

const SMALL =
  /^(?:the|and|for|with|from|that|this|his|her|its|their|any|all|out|off|into|onto|being|been|was|were|are|has|had|have|who|of|in|on|at|to|by|a|an|is)$/i

const contentWords = ({ words }: Term): readonly string[] =>
  (words.replace(/['’]s\b/g, '').match(/[\p{L}\p{N}-]{2,}/gu) ?? []).filter(word => !SMALL.test(word))

/** "The shop's vinegar": the thing, where its owner is spoken of as well. */
function lineOfOwned(text: string, { words }: Term): number | undefined {
  const [, owner = '', owned = ''] = /^(.{2,60})['’]s\s(\S{3,40})$/.exec(words) ?? []
  const last = owner.split(/\s/).at(-1) ?? ''
  return owned === '' || findTerm(text, last) === undefined ? undefined : findTerm(text, owned)
}

const NEAR = 60

/** A line in which all the words stand close together, in whatever order. */
function lineWithAll(text: string, words: readonly string[]): number | undefined {
  const [rare = '', ...others] = words.toSorted((a, b) => b.length - a.length)
  const root = rare.slice(0, Math.max(2, rare.length - 3)).toLowerCase()
  if (others.length === 0 || !text.toLowerCase().includes(root)) return undefined
  for (const [index, line] of text.split('\n').entries()) {
    if (!line.toLowerCase().includes(root)) continue
    const pieces = line
      .split(/(?<=[.!?])\s/)
      .flatMap(piece => (piece.length <= 4 * NEAR ? [piece] : (piece.match(/[^,;]{1,240}/g) ?? [])))
    if (
      pieces.some(
        piece => findTerm(piece, rare) !== undefined && others.every(word => findTerm(piece, word) !== undefined),
      )
    )
      return index + 1
  }
  return undefined
}

/** Several words without quote marks may be there in other words: if one of them stands in the scope, who knows? */
function isLoose(term: Term, pages: readonly Page[]): boolean {
  const words = term.quoted ? [] : contentWords(term)
  return words.length > 1 && words.some(word => pages.some(({ text }) => findTerm(text, word) !== undefined))
}
