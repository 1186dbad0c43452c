import { join } from 'node:path'
import { type JsonObject, type Receipt, isJsonList, isJsonObject, textOf } from '../../../core/index.ts'
import type { Entry } from '../../../ledger/index.ts'
import { linkedIssues } from '../../../records/index.ts'
import type { ServerParts } from '../server-parts.ts'
import type { ReceiptLinks } from '../shapes.ts'

const MAX_EVENTS = 20_000
const MAX_CITED = 50

/** The links of a receipt: its grant, the claims of the answer about it, and its issues. */
export async function receiptLinks(receipt: Receipt, entry: Entry, parts: ServerParts): Promise<ReceiptLinks> {
  return {
    grant: grantIn(entry),
    cited_by: await citedBy(receipt, parts),
    issues: linkedIssues(join(parts.runtime.root, '.control-room', 'audit'), receipt.receipt_id),
  }
}

function grantIn({ body: { permission } }: Entry): ReceiptLinks['grant'] {
  if (!isJsonObject(permission) || typeof permission['grant_id'] !== 'string') return null
  return { grant_id: permission['grant_id'], capability: textOf(permission['capability']) }
}

/** The answer's claims about the receipt, from the events of its turn as long as they are stored. */
async function citedBy(
  { receipt_id: id, session_id: session, turn_id: turn }: Receipt,
  parts: ServerParts,
): Promise<ReceiptLinks['cited_by']> {
  const last = await parts.hub.last(session)
  const kept = await parts.runtime.events.read(session, { after: Math.max(0, last - MAX_EVENTS), limit: MAX_EVENTS })
  const cited = kept
    .flatMap(({ event }) => (event['turn_id'] === turn ? findingsIn(event) : []))
    .filter(({ receipt }) => receipt === id)
    .map(({ claim, holds, because, code }) => ({
      claim: textOf(claim),
      holds: holds === true,
      because: textOf(because),
      code: textOf(code),
    }))
  // The same quote is often in the prose and in the Evidence line.
  return [...new Map(cited.map(each => [each.claim, each])).values()].slice(0, MAX_CITED)
}

/** The findings of an answer; a draft that was corrected does not count. */
function findingsIn({ type, findings, then }: JsonObject): readonly JsonObject[] {
  return type === 'evidence.checked' && then !== 'corrected' && isJsonList(findings)
    ? findings.filter(isJsonObject)
    : []
}
