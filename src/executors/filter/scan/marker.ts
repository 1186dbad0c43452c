import { createHmac } from 'node:crypto'
import { type FoundCategory, OTHER_CATEGORIES, SECRET_CATEGORIES } from '../rules/rule.ts'
import type { SecretSpan } from './span.ts'

const OPENING = '[REDACTED:'
const MARKER = new RegExp(
  `\\[REDACTED:(?:${[...OTHER_CATEGORIES, ...SECRET_CATEGORIES].join('|')})#[0-9a-f]{8}\\]`,
  'y',
)
const DIGEST_LENGTH = 8

export type Mark = (category: FoundCategory, value: string) => string

/** The digest is keyed: equal values can be told, but without the key no guess can be tested. */
export const createMark =
  (key: string | Uint8Array): Mark =>
  (category, value) =>
    `${OPENING}${category}#${createHmac('sha256', key).update(value).digest('hex').slice(0, DIGEST_LENGTH)}]`

type MarkerRange = { readonly start: number; readonly end: number }

/** Where the text holds markers already: what an earlier pass wrote is never replaced again. */
export function findMarkers(text: string): readonly MarkerRange[] {
  const markers: MarkerRange[] = []
  for (let start = text.indexOf(OPENING); start >= 0; start = text.indexOf(OPENING, start + 1)) {
    MARKER.lastIndex = start
    if (MARKER.test(text)) markers.push({ start, end: MARKER.lastIndex })
  }
  return markers
}

export const isMarker = (text: string): boolean => {
  MARKER.lastIndex = 0
  return MARKER.test(text) && MARKER.lastIndex === text.length
}

/** Both in order, without overlaps: what is left of the spans when the markers are cut out of them. */
export function outsideMarkers(spans: readonly SecretSpan[], markers: readonly MarkerRange[]): readonly SecretSpan[] {
  if (markers.length === 0) return spans
  const left: SecretSpan[] = []
  let next = 0
  for (const span of spans) {
    while (next < markers.length && (markers[next]?.end ?? 0) <= span.start) next++
    left.push(...withoutMarkers(span, markers, next))
  }
  return left
}

function withoutMarkers(span: SecretSpan, markers: readonly MarkerRange[], first: number): readonly SecretSpan[] {
  const pieces: SecretSpan[] = []
  let start = span.start
  for (let index = first; index < markers.length; index++) {
    const marker = markers[index]
    if (marker === undefined || marker.start >= span.end) break
    if (marker.start > start) pieces.push(pieceOf(span, start, marker.start))
    start = Math.max(start, marker.end)
  }
  if (start === span.start && pieces.length === 0) return [span]
  return start < span.end ? [...pieces, pieceOf(span, start, span.end)] : pieces
}

const pieceOf = ({ category, rule, rank }: SecretSpan, start: number, end: number): SecretSpan => ({
  start,
  end,
  category,
  rule,
  rank,
})
