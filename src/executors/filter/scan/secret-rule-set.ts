import { RULE_LAYERS } from '../rules/all-rules.ts'
import type { SecretRule } from '../rules/rule.ts'
import { NAME_KEYWORDS } from '../names/secret-name.ts'
import { type FindNamed, type ReadName, findNamedIn } from '../names/find-named.ts'
import { type KeywordAutomaton, buildKeywordAutomaton } from './keyword-automaton.ts'
import type { SecretSpan } from './span.ts'

type CompiledRule = { readonly rule: SecretRule; readonly rank: number; readonly sticky: RegExp }
type Keyword = {
  readonly length: number
  readonly rules: readonly CompiledRule[]
  readonly isName: boolean
  /** Nothing to try in the middle of a word. */
  readonly onlyOpening: boolean
}

/** Everything that is looked for, compiled once; scanning a text compiles nothing. */
export type SecretRuleSet = {
  readonly compiled: number
  readonly find: (text: string, onSpan: (span: SecretSpan) => void) => void
}

export function createSecretRuleSet(readName: ReadName, extraNames: readonly string[]): SecretRuleSet {
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

type RuleIndex = {
  readonly automaton: KeywordAutomaton
  readonly keywords: readonly Keyword[]
  readonly readName: ReadName
}

/** A rule is not tried again inside its match, and a name is read once however many keywords it holds: linear work. */
function findAll({ automaton, keywords, readName }: RuleIndex, text: string, onSpan: (span: SecretSpan) => void): void {
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

// Indices cost more than the match, so they are asked for only where a part of the match is the secret.
const stickily = ({ source, flags }: RegExp): RegExp =>
  new RegExp(source, `${flags}y${source.includes('(?<secret>') ? 'd' : ''}`)

function tryRule({ rule, rank, sticky }: CompiledRule, text: string, start: number): SecretSpan | undefined {
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

const isWordCode = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95

const [HYPHEN, BACKSLASH, PERCENT, LETTER_U, LETTER_X, LETTER_M] = [45, 92, 37, 117, 120, 109]
const BLOB_LENGTH = 24
// oxlint-disable-next-line no-control-regex -- terminals begin their codes with this character
const COLOUR = /(?:\u001b|\\(?:x1b|u001b|033|e))\[[0-9;]{0,8}m$/i

/** Does a word begin here? What stands before may be the end of an escape: `%3D`, `\u003d` or a colour code. */
function opensWord(text: string, start: number): boolean {
  const code = start === 0 ? HYPHEN : text.charCodeAt(start - 1)
  if (code === HYPHEN) return !isInBlob(text, start)
  if (!isWordCode(code)) return true
  const before = (distance: number): number => text.charCodeAt(start - distance)
  if (before(3) === PERCENT) return true
  if ((before(4) === BACKSLASH && before(3) === LETTER_X) || (before(6) === BACKSLASH && before(5) === LETTER_U))
    return true
  return code === LETTER_M && COLOUR.test(text.slice(Math.max(0, start - 12), start))
}

/** In base64 for URLs a hyphen is a digit like any other. */
function isInBlob(text: string, start: number): boolean {
  let from = start - 1
  while (
    from >= 0 &&
    start - from <= BLOB_LENGTH &&
    (isWordCode(text.charCodeAt(from)) || text.charCodeAt(from) === HYPHEN)
  )
    from--
  return start - from > BLOB_LENGTH
}
