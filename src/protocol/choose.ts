import type { Fault, ToolCall } from '../core/index.ts'
import { heldBack } from './call-answers.ts'
import { groupNeighbours, onlyGlue } from './group.ts'
import type { FoundCalls } from './interpret.ts'
import { Layout } from './layout.ts'
import type { CallAnswer } from './reading.ts'
import {
  type ChoiceContext,
  type LocatedCalls,
  type ResolvedGroup,
  UNREADABLE,
  writesSeveral,
  notRunAll,
  resolveGroup,
} from './resolve-group.ts'
import { type Piece, joinPieces } from './scan/piece.ts'
import { isCallTag, isEndToken, isResult } from './scan/tags.ts'
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
  | { readonly kind: 'invalid'; readonly fault: Fault; readonly answers: readonly CallAnswer[] }
  | { readonly kind: 'echo' }
  | {
      readonly kind: 'calls'
      readonly calls: readonly [ToolCall, ...ToolCall[]]
      readonly answers: readonly CallAnswer[]
      readonly from: number
      readonly through: number
      /** How much of the text right before them is theirs. */
      readonly lead: number
      /** Nothing that may still come can turn these calls into talk about calls. */
      readonly isSettled: () => boolean
    }

/**
 * Takes the first group whose first call is valid, or in whose form others may run without it. A group that clearly
 * means to call and is wrong ends the search: running what comes after it would run things out of order.
 */
export function chooseCalls(
  pieces: readonly Piece[],
  findings: readonly FoundCalls[],
  asked: ChoiceContext,
): CallChoice {
  if (findings.length === 0) return { kind: 'none' }
  const { meant, isTalk } = meantAsCalls(pieces, withoutDependents(pieces, findings))
  let first: CallChoice = { kind: isTalk && meant.length === 0 ? 'talk' : 'none' }
  const groups = meant.length === 1 ? [meant] : groupNeighbours(meant, pieces)
  for (const [index, group] of groups.entries()) {
    const resolved = resolveGroup(group, pieces, asked)
    const [head] = resolved.answers
    // what comes after it must not run in its place
    if (group[0]?.requests.length === 0) return isUnclear(group, pieces) ? { kind: 'unclear' } : first
    const taken = head && takeGroup(group, resolved, { pieces, asked })
    if (taken?.kind === 'calls') {
      const behind = groups.slice(index + 1).flatMap(later => later.flatMap(finding => behindProse(finding, pieces)))
      return behind.length === 0 ? taken : { ...taken, answers: [...taken.answers, ...behind] }
    }
    if (taken) return taken
    if (first.kind === 'none' && head && 'rejection' in head)
      first = { kind: 'invalid', answers: resolved.answers, fault: head.rejection.fault }
    if (group[0] !== undefined && isExplicit(group[0])) break
  }
  return first
}

/** Of what cannot be read, only what stands in tags is a call for certain. */
function behindProse(finding: LocatedCalls, pieces: readonly Piece[]): readonly CallAnswer[] {
  if (finding.requests.length > 0) return notRunAll(finding.requests, 'behindProse')
  return finding.place.framed || isElement(finding, pieces) ? [UNREADABLE] : []
}

const isElement = ({ from, through }: LocatedCalls, pieces: readonly Piece[]): boolean =>
  through > from && pieces[from]?.kind === 'tag'

/** It is an element, it fills its fence or the reply, or calls that can be read stand behind it. */
function isUnclear(group: readonly LocatedCalls[], pieces: readonly Piece[]): boolean {
  const [head] = group
  return (
    (head !== undefined && isElement(head, pieces)) ||
    head?.isWhole === true ||
    group.some(({ requests }) => requests.length > 0)
  )
}

type Chosen = Extract<CallChoice, { readonly kind: 'calls' | 'echo' | 'doubtful' }>

/** Undefined if nothing of it may run. */
function takeGroup(
  group: readonly LocatedCalls[],
  { calls, answers }: ResolvedGroup,
  { pieces, asked }: { readonly pieces: readonly Piece[]; readonly asked: ChoiceContext },
): Chosen | undefined {
  const isHeadValid = answers[0] !== undefined && 'call' in answers[0]
  const [head, ...rest] = isHeadValid
    ? calls
    : heldBack(answers).flatMap(answer => ('call' in answer ? [answer.call] : []))
  if (head === undefined) return undefined
  if (group.some(finding => isEcho(pieces, finding, asked.shown))) return { kind: 'echo' }
  if (group[0]?.stance === 'doubtful') return { kind: 'doubtful' }
  return {
    kind: 'calls',
    calls: [head, ...rest],
    answers,
    ...span(group),
    lead: group[0]?.lead ?? 0,
    isSettled: () => isSettled(pieces, group[0]) && !mayGrow(group, pieces),
  }
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
  const { requests, from, through, lead, left, isSeveral, isCode, isWhole, isDoubtful } = finding
  const place = layout.placeOf(from, through)
  const isSaid =
    stance === 'announces' && isCodeLike(finding) && !place.alone && endsSentence(layout.restOfLine(through))
  const isAsked = isDoubtful || (place.isSample && isCodeLike(finding))
  return {
    requests,
    from,
    through,
    lead,
    left,
    isSeveral,
    isCode,
    isWhole,
    isDoubtful,
    stance: isAsked ? 'doubtful' : stance,
    isInSentence: stance === 'silent' && isInSentence(finding, layout),
    place: isSaid ? { ...place, alone: true, amid: true } : place,
  }
}

/** Code in a sentence that announces it stands as good as alone, if the sentence ends with it. */
const endsSentence = (rest: string | undefined): boolean => rest !== undefined && ENDS_SENTENCE.test(rest)

function isMeant(finding: LocatedCalls): boolean {
  // our own envelope means a call wherever it stands
  if (finding.isWhole || finding.requests[0]?.dialect === 'envelope') return true
  const { framed, amongCode, isSample, partOfCode, alone, argument } = finding.place
  if (framed || amongCode) return framed || (isSample && isCodeLike(finding) && !partOfCode)
  if (isCodeLike(finding)) return alone && !partOfCode
  return !argument
}

const isCodeLike = (finding: FoundCalls): boolean =>
  finding.requests.length === 0 ? finding.isCode : finding.requests[0]?.dialect === 'python'
const isExplicit = (finding: LocatedCalls): boolean => finding.place.framed || !isCodeLike(finding)

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

const ENDS_CALLS = /^\/\w+calls$|calls[_▁](?:section_)?end/ // the token that closes a section of calls
const MAY_NAME = /^\s*(?:>>>)?[\w.:-]{1,128}\s*$/ // of the next call
const LONGEST_LABEL = 100

/** Another call of the same form may still follow. A list has said all that it has to say. */
function mayGrow(group: readonly LocatedCalls[], pieces: readonly Piece[]): boolean {
  const last = group.at(-1)
  if (last === undefined || !group.every(finding => writesSeveral(finding, pieces))) return false
  if (group.length === 1 && pieces[last.through]?.text.startsWith('[') === true) return false
  for (let at = last.through + 1; at < pieces.length; at++) {
    const { kind = 'text', name = '', text = '' } = pieces[at] ?? {}
    if (kind === 'tag' && (isResult(name) || isEndToken(name) || ENDS_CALLS.test(name))) return false
    if (kind === 'tag' && isCallTag(name) && !name.startsWith('/')) return true
    const isOver = kind !== 'text' || text.length > LONGEST_LABEL || text.trimStart().includes('\n')
    if (isOver && !MAY_NAME.test(text) && !onlyGlue(pieces, at, at + 1)) return false
  }
  return true
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
