import {
  type CallContext,
  type CallRequest,
  type Fault,
  type Result,
  type ToolCall,
  type Toolbox,
  fail,
} from '../core/index.ts'
import { placeholderIn } from './dialects/placeholder.ts'
import { groupNeighbours } from './group.ts'
import type { FoundCalls } from './interpret.ts'
import { Layout, type CallSurroundings } from './layout.ts'
import { type Piece, joinPieces } from './scan/piece.ts'
import { withoutDependents } from './needs-result.ts'
import { isInSentence, stancesOf } from './spoken.ts'
import type { Stance } from './stance.ts'

/** The calls that a reply asks for, or the first thing that was wrong with what it asked for. */
export type CallChoice =
  | { readonly kind: 'none' }
  /** Calls that the words around them only speak of. */
  | { readonly kind: 'talk' }
  /** A valid call, and words that leave open whether it is made now. */
  | { readonly kind: 'doubtful' }
  /** The reply is a call, and not one that can be read for certain. */
  | { readonly kind: 'unclear' }
  | { readonly kind: 'invalid'; readonly fault: Fault }
  | { readonly kind: 'echo' }
  | {
      readonly kind: 'calls'
      readonly calls: readonly [ToolCall, ...ToolCall[]]
      readonly from: number
      readonly through: number
      /** Nothing that may still come can turn these calls into talk about calls. */
      readonly settled: boolean
    }

type LocatedCalls = FoundCalls & {
  readonly place: CallSurroundings
  readonly stance: Stance
  /** In a sentence: what follows on its line may still say that it is not made. */
  readonly isInSentence: boolean
}
export type ChoiceContext = {
  readonly tools: Toolbox
  readonly context: CallContext
  /** What tools, files and memory said this turn. */
  readonly shown: readonly string[]
}

/**
 * Takes the first group whose first call is valid. A group that clearly means to call and is wrong ends the search:
 * running what comes after it would run things out of order.
 */
export function chooseCalls(
  pieces: readonly Piece[],
  findings: readonly FoundCalls[],
  asked: ChoiceContext,
): CallChoice {
  if (findings.length === 0) return { kind: 'none' }
  const { meant, isTalk } = meantAsCalls(pieces, withoutDependents(pieces, findings))
  let first: CallChoice = { kind: isTalk && meant.length === 0 ? 'talk' : 'none' }
  for (const group of meant.length === 1 ? [meant] : groupNeighbours(meant, pieces)) {
    const [head, ...rest] = resolveAll(withoutRepeats(readableStart(group), pieces), pieces, asked)
    // what comes after it must not run in its place
    if (head === undefined) return group[0]?.isWhole === true ? { kind: 'unclear' } : first
    if (head.ok && group.some(finding => isEcho(pieces, finding, asked.shown))) return { kind: 'echo' }
    if (head.ok && group[0]?.stance === 'doubtful') return { kind: 'doubtful' }
    if (head.ok)
      return {
        kind: 'calls',
        calls: [head.value, ...valid(rest)],
        ...span(group),
        settled: isSettled(pieces, group[0]),
      }
    if (first.kind === 'none') first = { kind: 'invalid', fault: head.error }
    if (group[0] !== undefined && isExplicit(group[0])) break
  }
  return first
}

/** Up to the first that cannot be read. */
function readableStart(group: readonly LocatedCalls[]): readonly LocatedCalls[] {
  const unreadable = group.findIndex(finding => finding.requests.length === 0)
  return unreadable < 0 ? group : group.slice(0, unreadable)
}

/** Leaves out sample code, signatures and calls that are only spoken of. */
function meantAsCalls(
  pieces: readonly Piece[],
  findings: readonly FoundCalls[],
): { readonly meant: readonly LocatedCalls[]; readonly isTalk: boolean } {
  const layout = new Layout(pieces)
  const stances = stancesOf(pieces, findings, layout)
  const meant: LocatedCalls[] = []
  let next = 0
  for (const finding of findings) {
    const stance = stances[next++] ?? 'silent'
    const placed = stance === 'talks' ? undefined : placeFinding(finding, stance, layout)
    if (placed !== undefined && isMeant(placed)) meant.push(placed)
  }
  return { meant, isTalk: stances.includes('talks') }
}

const ENDS_SENTENCE = /^[`*"']*(?:\s+(?:now|next|first|for you))*\s*[.!:…]*[`*"']*\s*$/i

function placeFinding(finding: FoundCalls, stance: Stance, layout: Layout): LocatedCalls {
  const { requests, from, through, isCode = false, isWhole = false, isDoubtful = false } = finding
  const place = layout.placeOf(from, through)
  const isSaid =
    stance === 'announces' && isCodeLike(finding) && !place.alone && endsSentence(layout.restOfLine(through))
  const isAsked = isDoubtful || (place.isSample && isCodeLike(finding))
  return {
    requests,
    from,
    through,
    isCode,
    isWhole,
    stance: isAsked ? 'doubtful' : stance,
    isInSentence: stance === 'silent' && isInSentence(finding, layout),
    place: isSaid ? { ...place, alone: true, amid: true } : place,
  }
}

/** Code in a sentence that announces it stands as good as alone, if the sentence ends with it. */
const endsSentence = (rest: string | undefined): boolean => rest !== undefined && ENDS_SENTENCE.test(rest)

function isMeant(finding: LocatedCalls): boolean {
  // our own envelope means a call wherever it stands
  if (finding.isWhole === true || finding.requests[0]?.dialect === 'envelope') return true
  const { framed, amongCode, isSample, partOfCode, alone, argument } = finding.place
  if (framed || amongCode) return framed || (isSample && isCodeLike(finding) && !partOfCode)
  if (isCodeLike(finding)) return alone && !partOfCode
  return !argument
}

const isCodeLike = (finding: FoundCalls): boolean =>
  finding.requests.length === 0 ? finding.isCode === true : finding.requests[0]?.dialect === 'python'
const isExplicit = (finding: LocatedCalls): boolean => finding.place.framed || !isCodeLike(finding)

function resolveAll(
  group: readonly LocatedCalls[],
  pieces: readonly Piece[],
  { tools, context }: ChoiceContext,
): Result<ToolCall>[] {
  const results: Result<ToolCall>[] = []
  for (const { requests, place, from, through } of group) {
    const isFilled = !mayHoldPlaceholder(pieces, from, through)
    for (const request of requests) {
      const result = tools.resolve(withPlace(request, place), context)
      results.push(isFilled ? result : withoutPlaceholders(result))
    }
  }
  return results
}

function mayHoldPlaceholder(pieces: readonly Piece[], from: number, through: number): boolean {
  for (let at = from; at <= through; at++) {
    const text = pieces[at]?.text ?? ''
    if (text.includes('<') || text.includes('...') || text.includes('…')) return true
  }
  return false
}

/** A template that was left as it was calls nothing yet. */
function withoutPlaceholders(result: Result<ToolCall>): Result<ToolCall> {
  const key = result.ok ? placeholderIn(result.value.args) : undefined
  return key === undefined
    ? result
    : fail('tool_call_invalid_args', `"${key}" only stands for a value. Send the call again with the value itself.`)
}

/** The same call written out again further down was said twice, not meant twice. */
function withoutRepeats(group: readonly LocatedCalls[], pieces: readonly Piece[]): readonly LocatedCalls[] {
  if (group.length === 1) return group
  const said = new Set<string>()
  return group.filter(({ from, through }) => {
    const words = joinPieces(pieces.slice(from, through + 1))
    const isNew = !said.has(words)
    said.add(words)
    return isNew
  })
}

/** Where it stood is part of how it was read. */
function withPlace(request: CallRequest, { framed, fenced, amid }: CallSurroundings): CallRequest {
  if (framed || (!fenced && !amid)) return request
  return { ...request, fixups: [fenced ? 'strip_fence' : 'amid_prose', ...request.fixups] }
}

function valid(results: readonly Result<ToolCall>[]): ToolCall[] {
  const calls: ToolCall[] = []
  for (const result of results) if (result.ok) calls.push(result.value)
  return calls
}

/** What a document said is data: a call that repeats it word for word is not the model's own. */
function isEcho(pieces: readonly Piece[], { from, through }: FoundCalls, shown: readonly string[]): boolean {
  if (shown.length === 0) return false
  const slice = joinPieces(pieces.slice(from, through + 1))
  return shown.some(text => text.includes(slice))
}

/** Code may still turn out to be a sample: at the end of its line, or of its fence, it no longer can. */
function isSettled(pieces: readonly Piece[], first: LocatedCalls | undefined): boolean {
  if (first === undefined || first.place.framed) return true
  const after = pieces.slice(first.through + 1)
  if (first.place.fenced) return isBlockJudged(after)
  const [next] = after
  if (first.place.opened && next === undefined) return false
  return (
    !(isCodeLike(first) || first.isInSentence) ||
    (next !== undefined && (next.kind !== 'text' || next.text.includes('\n')))
  )
}

/**
 * Words after a fence may still call it an example. They have done so once their line ends or something else begins.
 */
function isBlockJudged(after: readonly Piece[]): boolean {
  const close = after.findIndex(piece => piece.kind === 'fence')
  const [next, ...rest] = close < 0 ? [] : after.slice(close + 1)
  return next !== undefined && (next.kind !== 'text' || rest.length > 0 || /\S[^\n]*\n/.test(next.text))
}

const span = (group: readonly LocatedCalls[]): { from: number; through: number } => ({
  from: group[0]?.from ?? 0,
  through: group.at(-1)?.through ?? 0,
})
