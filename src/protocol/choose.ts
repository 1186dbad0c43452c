import type { CallContext, CallRequest, Result, ToolCall, Toolbox } from '../core/index.ts'
import { groupFindings } from './group.ts'
import type { Finding } from './interpret.ts'
import { type Place, placeOf } from './layout.ts'
import type { Piece } from './scan/piece.ts'

/** The calls that a reply asks for, or the first thing that was wrong with what it asked for. */
export type Choice =
  | { readonly kind: 'none' }
  | { readonly kind: 'invalid'; readonly failure: Result<never> & { ok: false } }
  | { readonly kind: 'calls'; readonly calls: readonly [ToolCall, ...ToolCall[]]; readonly from: number; readonly through: number }

type Resolved = { readonly result: Result<ToolCall>; readonly explicit: boolean }

/**
 * Takes the first group whose first call is valid. A group that clearly means to call and is wrong ends the search:
 * running what comes after it would run things out of order.
 */
export function chooseCalls(pieces: readonly Piece[], findings: readonly Finding[], ask: { tools: Toolbox; context: CallContext }): Choice {
  let first: Choice = { kind: 'none' }
  for (const group of groupFindings(meantAsCalls(pieces, findings), pieces)) {
    const resolved = group.flatMap(({ finding, place }) => finding.requests.map(request => resolve(request, place, ask)))
    const calls = resolved.flatMap(({ result }) => (result.ok ? [result.value] : []))
    const [head] = resolved
    if (head?.result.ok === true) return { kind: 'calls', calls: [head.result.value, ...calls.slice(1)], ...span(group) }
    if (head !== undefined && !head.result.ok && first.kind === 'none') first = { kind: 'invalid', failure: head.result }
    if (head?.explicit === true) break
  }
  return first
}

export type Placed = { readonly finding: Finding; readonly place: Place }

/** Leaves out sample code, signatures and calls that are only mentioned in a sentence. */
function meantAsCalls(pieces: readonly Piece[], findings: readonly Finding[]): readonly Placed[] {
  return findings
    .map(finding => ({ finding, place: placeOf(pieces, finding) }))
    .filter(({ finding, place }) => place.framed || (!place.amongCode && (place.alone || !isCodeLike(finding))))
}

const isCodeLike = (finding: Finding): boolean => finding.requests[0]?.dialect === 'python'

function resolve(request: CallRequest, place: Place, { tools, context }: { tools: Toolbox; context: CallContext }): Resolved {
  const fixups = place.fenced && !place.framed ? ['strip_fence', ...request.fixups] : request.fixups
  const result = tools.resolve({ ...request, fixups }, context)
  return { result, explicit: place.framed || request.dialect !== 'python' }
}

const span = (group: readonly Placed[]): { from: number; through: number } => ({
  from: group[0]?.finding.from ?? 0,
  through: group.at(-1)?.finding.through ?? 0,
})
