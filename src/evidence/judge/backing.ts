import type { EvidenceCode, FileRef, Receipt } from '../../core/index.ts'
import { findPassages } from '../match/find-passages.ts'
import type { Pattern } from '../match/search-folded.ts'
import type { Lines } from '../reply/places.ts'
import { type Case, type OpenFile, shownOutput, refsOf } from './open-case.ts'

/** How well a true citation of some lines is backed by what was read. */
export type Backing = { readonly code: EvidenceCode; readonly because: string; readonly receipt?: string }

type Passage = { readonly lines: Lines; readonly words: Pattern }
type Ref = { readonly ref: FileRef; readonly receipt: Receipt }

export function backingOf(file: OpenFile, passage: Passage, { sources, sound }: Case): Backing {
  const refs = refsOf(sound, file.path)
  const last = refs.at(-1)?.receipt.receipt_id
  const named = last === undefined ? {} : { receipt: last }
  const place = placeName(file.path, passage.lines)
  if (sources.written.has(file.path))
    return {
      code: 'self_written',
      because: `${file.path} was written in this session, so it proves nothing.`,
      ...named,
    }
  if (refs.length === 0)
    return { code: 'unbacked', because: `It stands in ${place}, but no receipt of this session shows that file.` }
  const same = refs.filter(({ ref }) => ref.sha256 === file.sha256)
  if (same.length === 0) return { code: 'stale', because: `${file.path} has changed since it was read.`, ...named }
  const covering = coveringRef(same, passage)
  if (covering !== undefined) return { code: 'verified', because: `It stands in ${place}, as read.`, receipt: covering }
  return { code: 'unbacked', because: `It stands in ${place}, but no receipt shows those lines.`, ...named }
}

/** One receipt that showed all the lines, or the last of several that did so together. */
function coveringRef(refs: readonly Ref[], { lines: [first, last], words }: Passage): string | undefined {
  const whole = refs.find(each => isShown(each, { lines: [first, last], words }))
  if (whole !== undefined) return whole.receipt.receipt_id
  const ranges = refs.flatMap(({ ref, receipt }) =>
    ref.start_line === null || ref.end_line === null ? [] : [{ from: ref.start_line, to: ref.end_line, receipt }],
  )
  let covered = first - 1
  let id: string | undefined
  for (const { from, to, receipt } of ranges.toSorted((a, b) => a.from - b.from)) {
    if (from > covered + 1 || to <= covered) continue
    covered = to
    id = receipt.receipt_id
    if (covered >= last) return id
  }
  return undefined
}

/** Without a range, only what the receipt itself still shows was read for certain. */
export function isShown({ ref, receipt }: Ref, { lines: [first, last], words }: Passage): boolean {
  if (ref.start_line !== null && ref.end_line !== null) return ref.start_line <= first && last <= ref.end_line
  return findPassages(shownOutput(receipt), words).next().done !== true
}

export const placeName = (path: string, [first, last]: Lines): string =>
  first === last ? `${path}:${first}` : `${path}:${first}-${last}`
