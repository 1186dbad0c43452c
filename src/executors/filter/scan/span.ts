import type { FoundCategory } from '../rules/rule.ts'

/** A stretch of text that must not be shown. The lower the rank, the surer the layer that found it. */
export type SecretSpan = {
  readonly start: number
  readonly end: number
  readonly category: FoundCategory
  readonly rule: string
  readonly rank: number
  /** The text of the digest, if it is not the stretch itself: a value has one digest in all its encodings. */
  readonly value?: string
}

/** Joins stretches that overlap, under the name of the surest; the result is in order. */
export function mergeSpans(spans: readonly SecretSpan[]): readonly SecretSpan[] {
  const merged: SecretSpan[] = []
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1)
    if (last === undefined || span.start >= last.end) merged.push(span)
    else merged[merged.length - 1] = joinSpans(last, span)
  }
  return merged
}

function joinSpans(first: SecretSpan, second: SecretSpan): SecretSpan {
  const surest = second.rank < first.rank ? second : first
  const [start, end] = [Math.min(first.start, second.start), Math.max(first.end, second.end)]
  if (surest.start === start && surest.end === end) return surest
  return { start, end, category: surest.category, rule: surest.rule, rank: surest.rank }
}
