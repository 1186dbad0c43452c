import { type CallContext, type CallRequest, type Fault, type Result, type ToolCall, type Toolbox, canonicalJson } from '../core/index.ts'
import { groupNeighbours } from './group.ts'
import type { Finding } from './interpret.ts'
import { Layout, type Place } from './layout.ts'
import { type Piece, joinPieces } from './scan/piece.ts'

/** The calls that a reply asks for, or the first thing that was wrong with what it asked for. */
export type Choice =
  | { readonly kind: 'none' }
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

type Placed = Finding & { readonly place: Place }
export type Asked = {
  readonly tools: Toolbox
  readonly context: CallContext
  /** What tools, files and memory said this turn. */
  readonly shown: readonly string[]
}

/**
 * Takes the first group whose first call is valid. A group that clearly means to call and is wrong ends the search:
 * running what comes after it would run things out of order.
 */
export function chooseCalls(pieces: readonly Piece[], findings: readonly Finding[], asked: Asked): Choice {
  if (findings.length === 0) return { kind: 'none' }
  let first: Choice = { kind: 'none' }
  for (const group of groupNeighbours(meantAsCalls(pieces, findings), pieces)) {
    const [head, ...rest] = resolveAll(group, asked)
    if (head === undefined) continue
    if (head.ok && group.some(finding => isEcho(pieces, finding, asked.shown))) return { kind: 'echo' }
    if (head.ok) return { kind: 'calls', calls: [head.value, ...valid(rest)], ...span(group), settled: isSettled(pieces, group[0]) }
    if (first.kind === 'none') first = { kind: 'invalid', fault: head.error }
    if (group[0] !== undefined && isExplicit(group[0])) break
  }
  return first
}

/** Leaves out sample code, signatures and calls that are only mentioned in a sentence. */
function meantAsCalls(pieces: readonly Piece[], findings: readonly Finding[]): readonly Placed[] {
  const layout = new Layout(pieces)
  const meant: Placed[] = []
  for (const { requests, from, through } of findings) {
    const placed = { requests, from, through, place: layout.placeOf(from, through) }
    if (isMeant(placed)) meant.push(placed)
  }
  return meant
}

function isMeant(finding: Placed): boolean {
  const { framed, amongCode, alone, argument } = finding.place
  if (framed || amongCode) return framed
  if (isCodeLike(finding)) return alone
  return !argument || finding.requests[0]?.dialect === 'envelope' // our own envelope means a call wherever it stands
}

const isCodeLike = (finding: Finding): boolean => finding.requests[0]?.dialect === 'python'
const isExplicit = (finding: Placed): boolean => finding.place.framed || !isCodeLike(finding)

function resolveAll(group: readonly Placed[], { tools, context }: Asked): Result<ToolCall>[] {
  const results: Result<ToolCall>[] = []
  for (const { requests, place } of group) {
    const read = requests.map(request => tools.resolve(place.fenced && !place.framed ? withoutFence(request) : request, context))
    const isFirst = results.length === 0
    for (const result of read) if (isFirst || !repeats(result, results)) results.push(result)
  }
  return results
}

/** The same call written out again further down was said twice, not meant twice. */
const repeats = (result: Result<ToolCall>, earlier: readonly Result<ToolCall>[]): boolean =>
  result.ok && earlier.some(other => other.ok && sameCall(result.value, other.value))

const sameCall = (one: ToolCall, other: ToolCall): boolean =>
  one.tool === other.tool && canonicalJson(one.args) === canonicalJson(other.args)

const withoutFence = (request: CallRequest): CallRequest => ({ ...request, fixups: ['strip_fence', ...request.fixups] })

function valid(results: readonly Result<ToolCall>[]): ToolCall[] {
  const calls: ToolCall[] = []
  for (const result of results) if (result.ok) calls.push(result.value)
  return calls
}

/** What a document said is data: a call that repeats it word for word is not the model's own. */
function isEcho(pieces: readonly Piece[], { from, through }: Finding, shown: readonly string[]): boolean {
  if (shown.length === 0) return false
  const slice = joinPieces(pieces.slice(from, through + 1))
  return shown.some(text => text.includes(slice))
}

/** Code may still turn out to be a sample: at the end of its line, or of its fence, it no longer can. */
function isSettled(pieces: readonly Piece[], first: Placed | undefined): boolean {
  if (first === undefined || first.place.framed) return true
  const after = pieces.slice(first.through + 1)
  if (first.place.fenced) return after.some(piece => piece.kind === 'fence')
  const [next] = after
  return !isCodeLike(first) || (next !== undefined && (next.kind !== 'text' || next.text.includes('\n')))
}

const span = (group: readonly Placed[]): { from: number; through: number } => ({
  from: group[0]?.from ?? 0,
  through: group.at(-1)?.through ?? 0,
})
