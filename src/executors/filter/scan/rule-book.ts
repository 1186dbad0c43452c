import { RULE_LAYERS } from '../rules/all-rules.ts'
import type { Rule } from '../rules/rule.ts'
import { NAME_KEYWORDS } from '../names/secret-name.ts'
import { type FindNamed, type ReadName, findNamedIn } from '../names/find-named.ts'
import { type KeywordAutomaton, buildKeywordAutomaton } from './keyword-automaton.ts'
import { opensWord } from './opens-word.ts'
import type { Span } from './span.ts'

type CompiledRule = { readonly rule: Rule; readonly rank: number; readonly sticky: RegExp }
type Keyword = {
  readonly length: number
  readonly rules: readonly CompiledRule[]
  readonly isName: boolean
  /** Nothing to try in the middle of a word. */
  readonly onlyOpening: boolean
}

/** Everything that is looked for, compiled once; scanning a text compiles nothing. */
export type RuleBook = {
  readonly compiled: number
  readonly find: (text: string, onSpan: (span: Span) => void) => void
}

export function createRuleBook(readName: ReadName, extraNames: readonly string[]): RuleBook {
  const rules = RULE_LAYERS.flatMap(({ rank, rules: layer }) => layer.map(rule => ({ rank, rule }))).map(
    ({ rank, rule }) => ({
      rule,
      rank,
      sticky: stickily(rule.pattern),
    }),
  )
  const { automaton, keywords } = indexKeywords(rules, [...NAME_KEYWORDS, ...extraNames])
  return { compiled: rules.length, find: (text, onSpan) => findAll({ automaton, keywords, readName }, text, onSpan) }
}

function indexKeywords(
  rules: readonly CompiledRule[],
  names: readonly string[],
): { automaton: KeywordAutomaton; keywords: readonly Keyword[] } {
  const byWord = new Map<string, CompiledRule[]>()
  for (const compiled of rules)
    for (const word of compiled.rule.keywords) byWord.set(word, [...(byWord.get(word) ?? []), compiled])
  const nameWords = new Set(names.map(name => name.toLowerCase()))
  const all = [...new Set([...byWord.keys(), ...nameWords])]
  return {
    automaton: buildKeywordAutomaton(all),
    keywords: all.map(word => keywordOf(word, byWord.get(word) ?? [], nameWords.has(word))),
  }
}

function keywordOf(word: string, rules: readonly CompiledRule[], isName: boolean): Keyword {
  return {
    length: word.length,
    rules,
    isName,
    onlyOpening: !isName && rules.every(({ rule }) => rule.midWord !== true),
  }
}

type Book = {
  readonly automaton: KeywordAutomaton
  readonly keywords: readonly Keyword[]
  readonly readName: ReadName
}

/** A rule is not tried again inside its own match, and a name is read once however many keywords it holds: the work stays linear. */
function findAll({ automaton, keywords, readName }: Book, text: string, onSpan: (span: Span) => void): void {
  let doneUpTo: Map<CompiledRule, number> | undefined // in most texts no rule finds anything
  let findNamed: FindNamed | undefined
  let nameEnd = 0
  automaton.scan(text, (number, end) => {
    const keyword = keywords[number]
    if (keyword === undefined) return
    const start = end - keyword.length
    const opens = opensWord(text, start)
    if (keyword.onlyOpening && !opens) return
    for (const compiled of keyword.rules) {
      if (start < (doneUpTo?.get(compiled) ?? 0) || !(opens || compiled.rule.midWord === true)) continue
      const span = tryRule(compiled, text, start)
      if (span !== undefined || compiled.rule.whole === true)
        (doneUpTo ??= new Map()).set(compiled, span?.end ?? compiled.sticky.lastIndex)
      if (span !== undefined) onSpan(span)
    }
    if (!keyword.isName || end <= nameEnd) return
    findNamed ??= findNamedIn(text, readName)
    const named = findNamed(start, end)
    nameEnd = named.nameEnd
    if (named.span !== undefined) onSpan(named.span)
  })
}

// Only where a part of the match is the secret must the engine tell where the part lies, which takes longer than the match itself.
const stickily = ({ source, flags }: RegExp): RegExp =>
  new RegExp(source, `${flags}y${source.includes('(?<secret>') ? 'd' : ''}`)

function tryRule({ rule, rank, sticky }: CompiledRule, text: string, start: number): Span | undefined {
  sticky.lastIndex = start
  const match = sticky.exec(text)
  if (match === null) return undefined
  const [from, end] = match.indices?.groups?.['secret'] ?? [
    start - (match.groups?.['head']?.length ?? 0),
    start + match[0].length,
  ]
  if (rule.accepts !== undefined && !rule.accepts(text.slice(from, end))) return undefined
  return { start: from, end, category: rule.category, rule: rule.id, rank }
}
