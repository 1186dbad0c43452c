import type { EvidenceCode, EvidenceFinding, EvidenceKind } from '../../core/index.ts'
import { type EvidenceContract, kindOwed, missingSource } from '../contract.ts'
import type { CitationKind, Judged } from './judge-citation.ts'
import { finding } from './open-case.ts'
import { verdictOf } from './verdicts.ts'

/** Which kinds of citation fulfil what is owed: a quote also says where something stands. */
const FULFILS: Readonly<Record<EvidenceKind | 'any', readonly CitationKind[]>> = {
  quote: ['quote'],
  place: ['place', 'quote'],
  scope: ['scope'],
  any: ['quote', 'place', 'scope', 'receipt'],
}

const MISSING: Readonly<Record<EvidenceKind | 'any', readonly [EvidenceCode, string]>> = {
  any: ['location_missing', 'The Evidence line names no quote, no place and no receipt that could be checked.'],
  quote: ['quote_missing', 'The Evidence line quotes no file.'],
  place: ['location_missing', 'The Evidence line names no line or section of a file.'],
  scope: ['scope_missing', 'The Evidence line does not say where something was looked for in vain.'],
}

const NO_LINE = 'The answer has no Evidence line, so nothing in it was checked.'

export type LineCase = {
  /** The Evidence lines that say something. */
  readonly lines: readonly string[]
  /** What the line cites. */
  readonly cited: readonly Judged[]
  readonly asksForAccess: boolean
  /** Nothing was cited elsewhere in the answer either. */
  readonly isUnchecked: boolean
}

/** What a contract demands and the answer's Evidence line does not give. */
export function judgeContract(
  contract: EvidenceContract,
  { lines, cited, asksForAccess, isUnchecked }: LineCase,
): readonly EvidenceFinding[] {
  const [line = ''] = lines
  if (lines.length === 0)
    return [
      finding('The answer', 'line_missing', { because: isUnchecked ? NO_LINE : 'The answer has no Evidence line.' }),
    ]
  if (lines.length > 1)
    return [finding(lines.join(' '), 'line_multiple', { because: `The answer has ${lines.length} Evidence lines.` })]
  if (asksForAccess || cited.some(each => verdictOf(each.finding.code) === 'failed')) return []
  const kind = kindOwed(contract)
  const fulfils = FULFILS[kind ?? 'any']
  const fitting = cited.filter(each => each.finding.holds && fulfils.includes(each.kind))
  if (fitting.length === 0) {
    const [code, because] = MISSING[kind ?? 'any']
    return [finding(line, code, { because })]
  }
  const source = missingSource(
    contract,
    cited.flatMap(each => each.finding.file ?? []),
  )
  const because = `The role ${contract.role ?? ''} must cite: ${source ?? ''}.`
  return source === undefined ? [] : [finding(line, 'source_wrong', { because })]
}

const TAGS = /<\/?(?:think|thinking|tool_call|function_call)>|\[TOOL_CALLS?\]|<\|[\w_]+\|>/i
const DELIBERATES =
  /^(?:(?:ok|okay|so)\W{1,2}(?:so )?)?(?:we need to|i need to|let me think|the user (?:ask|want)s|plan:|step 1\b)/i
const NAMED = /"(?:tool|tool_name|name|function)"\s{0,4}:\s{0,4}"([\w.-]{1,80})"/gi
/** The bracket stands right behind the name, and in it what may be arguments; words in brackets are prose. */
const CALLED = /^[ \t>`*-]{0,6}([\w.-]{2,80})[({]\s{0,8}(?:["'`{[)}]|[\w./-]{1,80}\s{0,4}[=:)}])/gm

/** An answer that thinks aloud, or writes a call instead of making it. */
export function judgeForm(text: string, toolNames: readonly string[]): readonly EvidenceFinding[] {
  const names = new Set(toolNames.map(name => name.toLowerCase()))
  const isCall = [...text.matchAll(NAMED), ...text.matchAll(CALLED)].some(match =>
    names.has((match[1] ?? '').toLowerCase()),
  )
  if (
    isCall ||
    (/^\s*(?:`{3}\w*\s+)?\{/.test(text) && /"tool"\s*:/.test(text)) ||
    /tool_call|function_call|TOOL_CALL/.test(TAGS.exec(text)?.[0] ?? '')
  )
    return [
      finding(text, 'tool_syntax', { because: 'The answer holds a tool call written as text. Nothing was called.' }),
    ]
  const opening = text.trimStart().replace(/^[*_#>\s-]{1,8}/, '')
  return TAGS.test(text) || DELIBERATES.test(opening)
    ? [finding(opening, 'cot_leak', { because: 'The answer begins with deliberation instead of the answer.' })]
    : []
}
