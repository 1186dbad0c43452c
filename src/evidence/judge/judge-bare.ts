import type { EvidenceCode, EvidenceFinding, Receipt } from '../../core/index.ts'
import { findMentions } from '../reply/places.ts'
import type { Body } from '../reply/read-citations.ts'
import { claimingSentences, isRefusal } from '../reply/refusal.ts'
import { readSentences } from '../reply/sentences.ts'
import { outputOf } from './backing.ts'
import { type Case, finding } from './case.ts'
import type { Answer } from './answer.ts'
import { citedReceipts } from './judge-receipts.ts'
import { askedFor } from './judge-tool-claim.ts'
import { mayCiteReceiptAlone } from './roles.ts'
import { findStray } from './structural.ts'

/** Neither quote nor file: what was looked for, or only that a tool was used. */
export function judgeBare(body: Body, answer: Answer, of: Case): readonly EvidenceFinding[] {
  const { text, terms } = body
  const cited = citedReceipts(text, of)
  const [first] = cited
  if (answer.hasAbsence) {
    const other = first === undefined ? undefined : otherTool(text, cited, of)
    return other === undefined ? [] : [finding(text, ...other)]
  }
  if (first === undefined) return isRefusal(answer.text) ? [] : [withoutReceipt(text, of)]
  if (!mayCiteReceiptAlone(of.request.role)) return []
  const asked = terms.length === 0 || terms.some(term => cited.some(receipt => askedFor(receipt, term)))
  if (!asked)
    return [
      finding(text, 'receipt_elsewhere', {
        because: 'The receipt verifies, but it is one of another search.',
        receipt: first.receipt_id,
      }),
    ]
  const fault = otherTool(text, cited, of) ?? strayFrom(answer, cited)
  if (fault !== undefined) return [finding(text, ...fault)]
  return [
    finding(text, 'verified', {
      because: 'The receipt verifies, and the answer says nothing that it does not show.',
      receipt: first.receipt_id,
    }),
  ]
}

const USED = /\b(?:check|search|scan|list|look|read|ran|used|call|tool|result|output)/i

/** A receipt that is named and wrong has been told already. */
function withoutReceipt(text: string, { request, sound }: Case): EvidenceFinding {
  const isToolClaim = USED.test(text) || request.toolNames.some(name => text.includes(name))
  return isToolClaim && (request.turnReceipts.length > 0 || sound.length > 0)
    ? finding(text, 'receipt_missing', 'It says that a tool was used, but names no receipt of this session.')
    : finding(
        text === '' ? 'Evidence:' : text,
        'file_unnamed',
        'The line names neither a file nor a receipt of this session.',
      )
}

type Fault = readonly [code: EvidenceCode, because: string]

/** "checked with file_write" beside the receipt of a listing. */
function otherTool(text: string, cited: readonly Receipt[], { request }: Case): Fault | undefined {
  const named = request.toolNames.filter(name => namesTool(text, name))
  const other = [...named, ...toolsIn(text)].find(name =>
    cited.every(({ tool_id }) => tool_id.toLowerCase() !== name.toLowerCase()),
  )
  return other === undefined
    ? undefined
    : ['receipt_elsewhere', `The receipt is not one of ${other}, but of ${cited[0]?.tool_id ?? ''}.`]
}

/** "checked with web_search", whether there is such a tool or not. */
const toolsIn = (text: string): readonly string[] =>
  [...text.matchAll(/\b(?:with|using|via|tool)\s[`"*]{0,3}([a-z]{2,20}(?:_[a-z]{2,20}){1,3})\b/gi)].map(
    match => match[1] ?? '',
  )

/** A receipt alone proves that a tool ran and what it returned: nothing else may be claimed beside it. */
function strayFrom({ text, claims }: Answer, cited: readonly Receipt[]): Fault | undefined {
  const told = new Set(claims.filter(({ kind }) => kind !== 'cites').map(({ claim }) => claim))
  const rest = claimingSentences(readSentences(text)).filter(sentence => !told.has(sentence.text.trim()))
  const shown = cited
    .map(receipt => `${receipt.tool_id} ${JSON.stringify(receipt.inputs)} ${outputOf(receipt)}`)
    .join('\n')
  const isCut = cited.some(({ outputs }) => outputs.truncated)
  const unlisted = isCut
    ? undefined
    : findMentions(text).find(({ path, isFile }) => isFile && !shown.includes(baseOf(path)))
  if (unlisted !== undefined) return ['tool_claim_unbacked', `The receipt does not speak of ${unlisted.path}.`]
  const stray = findStray(rest.map(sentence => sentence.text).join('\n'), { words: shown, around: shown })
  if (stray === undefined) return undefined
  return [
    'quote_missing',
    `The receipt proves that a tool ran, not that ${JSON.stringify(stray.sentence)}. Quote the words that say it.`,
  ]
}

const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

const namesTool = (text: string, name: string): boolean =>
  (text.match(/[\w.-]{2,60}/g) ?? []).some(word => word.toLowerCase() === name.toLowerCase())
