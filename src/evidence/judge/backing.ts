import type { EvidenceCode, FileRef, Receipt } from '../../core/index.ts'
import { findPassages } from '../match/find-passages.ts'
import type { Pattern } from '../match/search-folded.ts'
import type { Lines } from '../reply/places.ts'
import type { Case } from './case.ts'
import type { OpenFile } from './file-shelf.ts'

/** How well a true claim about some lines of a file is backed by what was read. */
export type Backing = { readonly code: EvidenceCode; readonly because: string; readonly receipt?: string }

type Passage = { readonly lines: Lines; readonly words: Pattern }
type Ref = { readonly ref: FileRef; readonly receipt: Receipt }

export const outputOf = ({ outputs }: Receipt): string => (outputs.truncated ? outputs.excerpt : outputs.text)

export const refsOf = ({ sound }: Case, path: string): readonly Ref[] =>
  sound.flatMap(({ receipt }) => receipt.file_refs.filter(ref => ref.path === path).map(ref => ({ ref, receipt })))

export function backingOf(file: OpenFile, passage: Passage, of: Case): Backing {
  const refs = refsOf(of, file.path)
  const last = refs.at(-1)?.receipt.receipt_id
  const named = last === undefined ? {} : { receipt: last }
  if (of.request.sources.written.has(file.path))
    return { code: 'self_written', because: `This session wrote ${file.path} itself, so it proves nothing.`, ...named }
  if (refs.length === 0)
    return {
      code: 'unbacked',
      because: `It stands there, but no receipt of this session says that ${file.path} was read.`,
    }
  const same = refs.filter(({ ref }) => ref.sha256 === file.sha256)
  if (same.length === 0) return { code: 'stale', because: `${file.path} has changed since it was read.`, ...named }
  const covering = coveringRef(same, passage)
  if (covering !== undefined)
    return {
      code: 'verified',
      because: `It stands in ${placeName(file.path, passage.lines)}, as read.`,
      receipt: covering,
    }
  return {
    code: 'unbacked',
    because: `It stands in ${placeName(file.path, passage.lines)}, but those lines were not among what was read.`,
    ...named,
  }
}

/** One receipt that showed all the lines, or the last of several that did so together. */
function coveringRef(refs: readonly Ref[], { lines: [first, last], words }: Passage): string | undefined {
  const whole = refs.find(({ ref, receipt }) => isShown(ref, receipt, { lines: [first, last], words }))
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
function isShown(ref: FileRef, receipt: Receipt, { lines: [first, last], words }: Passage): boolean {
  if (ref.start_line !== null && ref.end_line !== null) return ref.start_line <= first && last <= ref.end_line
  return findPassages(outputOf(receipt), words).next().done !== true
}

export const placeName = (path: string, [first, last]: Lines): string =>
  first === last ? `${path}:${first}` : `${path}:${first}-${last}`
