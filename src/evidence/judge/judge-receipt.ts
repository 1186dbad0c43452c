import type { EvidenceFinding, Receipt } from '../../core/index.ts'
import { findPassages } from '../match/find-passages.ts'
import type { Pattern } from '../match/search-folded.ts'
import type { Lines, CitedPlace } from '../reply/places.ts'
import { isShown } from './backing.ts'
import { type Case, type OpenFile, finding, shownOutput } from './open-case.ts'

/** The receipts that a citation names; a finding if one is unknown here, does not verify, or is of another tool. */
export function citedReceipts(
  {
    places,
    tools,
    claim,
  }: { readonly places: readonly CitedPlace[]; readonly tools: readonly string[]; readonly claim: string },
  { sources }: Case,
): readonly Receipt[] | EvidenceFinding {
  const cited: Receipt[] = []
  for (const id of new Set(places.flatMap(({ receipts }) => receipts))) {
    const listed = sources.receipts.find(({ receipt }) => receipt.receipt_id === id)
    if (listed === undefined)
      return finding(claim, 'receipt_unknown', { because: `This session has no receipt ${id}.` })
    if (!listed.valid)
      return finding(claim, 'receipt_invalid', { because: `Receipt ${id} does not verify.`, receipt: id })
    cited.push(listed.receipt)
  }
  const other = cited.find(({ tool_id }) => tools.length > 0 && !tools.includes(tool_id))
  return other === undefined
    ? cited
    : finding(claim, 'receipt_elsewhere', {
        because: `Receipt ${other.receipt_id} is one of ${other.tool_id}, not of ${tools.join(' or ')}.`,
        receipt: other.receipt_id,
      })
}

export const isFinding = (found: readonly unknown[] | EvidenceFinding): found is EvidenceFinding => 'because' in found

/** It proves that a tool ran, and nothing else. */
export function judgeReceipt(claim: string, { receipt_id: receipt, tool_id, outputs }: Receipt): EvidenceFinding {
  return outputs.error === undefined
    ? finding(claim, 'verified', { because: `The receipt verifies: ${tool_id} ran.`, receipt })
    : finding(claim, 'unbacked', {
        because: `The receipt verifies, but that call of ${tool_id} did not succeed.`,
        receipt,
      })
}

type Passage = { readonly file: OpenFile; readonly lines: Lines; readonly words: Pattern }

/** Does the receipt show this passage? Of a file that has changed since it can only be told that it was looked at. */
export function showsPassage(receipt: Receipt, { file, lines, words }: Passage): boolean {
  if (receipt.outputs.error !== undefined) return false
  const refs = receipt.file_refs.filter(({ path }) => path === file.path)
  if (refs.some(ref => ref.sha256 !== file.sha256 || isShown({ ref, receipt }, { lines, words }))) return true
  if (refs.some(ref => ref.start_line === null && receipt.outputs.truncated)) return true
  return words.length > 0 && findPassages(shownOutput(receipt), words).next().done !== true
}
