import { type CallContext, type CallRequest, type Result, type ToolCall, type Toolbox, fail } from '../core/index.ts'
import { type NOT_RUN, furtherObject, notRun, toAnswer } from './call-answers.ts'
import { placeholderIn } from './dialects/placeholder.ts'
import type { FoundCalls } from './interpret.ts'
import type { CallSurroundings } from './layout.ts'
import { type CallAnswer, CANNOT_BE_READ } from './reading.ts'
import { type Piece, joinPieces } from './scan/piece.ts'
import { isCallTag } from './scan/tags.ts'
import type { Stance } from './stance.ts'

export type LocatedCalls = FoundCalls & {
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

export type ResolvedGroup = {
  /** All that are valid, in order, whether they run or not. */
  readonly calls: readonly ToolCall[]
  readonly answers: readonly CallAnswer[]
}

/** Reads the calls of a group, and says of each one that does not run why not. */
export function resolveGroup(
  group: readonly LocatedCalls[],
  pieces: readonly Piece[],
  asked: ChoiceContext,
): ResolvedGroup {
  const calls: ToolCall[] = []
  const answers: CallAnswer[] = []
  const unreadable = group.findIndex(({ requests }) => requests.length === 0)
  const readable = unreadable < 0 ? group : group.slice(0, unreadable)
  const repeats = repeatsIn(readable, pieces)
  const single = readable.length === 1 ? -1 : readable.findIndex(finding => !writesSeveral(finding, pieces))
  for (const [index, finding] of readable.entries()) {
    // of the first, all: one value may be a list of calls
    const mayRun = index === 0 || single < 0 || index < single
    const isFilled = !mayHoldPlaceholder(pieces, finding.from, finding.through)
    for (const request of finding.requests) {
      if (repeats.has(finding)) {
        answers.push(notRun(request, 'repeated'))
        continue
      }
      const resolved = asked.tools.resolve(withPlace(request, finding.place), asked.context)
      const result = isFilled ? resolved : withoutPlaceholders(resolved)
      if (result.ok) calls.push(result.value)
      answers.push(result.ok && !mayRun ? furtherObject(request) : toAnswer(request, result))
    }
    if (finding.left.length > 0) answers.push(...notRunAll(finding.left, 'dependent'))
  }
  if (unreadable < 0) return { calls, answers }
  const [first, ...behind] = group.slice(unreadable)
  if (first) answers.push(...(first.left.length > 0 ? notRunAll(first.left, 'dependent') : [UNREADABLE]))
  for (const { requests } of behind) answers.push(...notRunAll(requests, 'unreadable'))
  return { calls, answers }
}

export const notRunAll = (requests: readonly CallRequest[], because: keyof typeof NOT_RUN): readonly CallAnswer[] =>
  requests.map(request => notRun(request, because))

export const UNREADABLE: CallAnswer = { requested: '', args: {}, rejection: CANNOT_BE_READ.rejection }

/** Do the templates of its form write several? Between a call's tokens even bare objects are calls of their own. */
export function writesSeveral(finding: LocatedCalls, pieces: readonly Piece[]): boolean {
  if (finding.isSeveral || finding.place.framed) return true
  const after = pieces.slice(finding.through + 1, finding.through + 3).find(piece => piece.text.trim() !== '')
  return after?.kind === 'tag' && after.name.startsWith('/') && isCallTag(after.name)
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
function repeatsIn(group: readonly LocatedCalls[], pieces: readonly Piece[]): ReadonlySet<LocatedCalls> {
  const repeats = new Set<LocatedCalls>()
  if (group.length === 1) return repeats
  const said = new Set<string>()
  for (const finding of group) {
    const names = finding.requests.map(({ name }) => name) // they may stand before the first piece
    const words = [...names, joinPieces(pieces.slice(finding.from, finding.through + 1))].join(' ')
    if (said.has(words)) repeats.add(finding)
    said.add(words)
  }
  return repeats
}

/** Where it stood is part of how it was read. */
function withPlace(request: CallRequest, { framed, fenced, amid }: CallSurroundings): CallRequest {
  if (framed || (!fenced && !amid)) return request
  return { ...request, fixups: [fenced ? 'strip_fence' : 'amid_prose', ...request.fixups] }
}
