import { type JsonObject, type ModelMessage, type NativeCall, parseJsonText, sha256 } from '../../core/index.ts'
import { receiptIn } from '../../ledger/index.ts'
import type { KnownCall } from '../../session/index.ts'
import { actionHashOf, recordedCall } from '../call/handed-call.ts'
import { type CallEnd, EXCERPT, callEnd, endDraft } from '../call/record-call.ts'
import type { CallRuntime } from '../call/call-runtime.ts'
import type { SettledCall } from './client-conversation.ts'

/** Why a result that a client sent is not taken for that of a call of ours. */
type StrayReason = 'unknown' | 'foreign' | 'altered' | 'changed'

export type Settled = {
  readonly settled: readonly SettledCall[]
  readonly strays: readonly { readonly id: string; readonly because: StrayReason }[]
  /** The session that the newest known call belongs to. */
  readonly session: string | undefined
  /** Of the calls that this conversation has made since the person last spoke. */
  readonly signatures: readonly string[]
}

type ToldResult = {
  readonly id: string
  readonly content: string
  readonly call: NativeCall | undefined
  readonly isNew: boolean
}

/** Records and receipts outcomes of handed calls that the client reports, once each, and only for calls of ours. */
export async function settleResults(
  messages: readonly ModelMessage[],
  principal: string,
  runtime: CallRuntime,
): Promise<Settled> {
  const settled: SettledCall[] = []
  const strays: { readonly id: string; readonly because: StrayReason }[] = []
  const signatures: string[] = []
  let session: string | undefined
  for (const told of resultsIn(messages)) {
    const known = await runtime.handed.find(told.id)
    const because = strayReason(told, known, principal)
    if (because !== undefined) {
      strays.push({ id: told.id, because })
      await noteStray(told, { because, principal }, runtime)
    }
    if (!known || known.principal !== principal) continue
    session = known.session
    if (told.isNew) signatures.push(known.signature)
    const receipt = because === undefined && known.state === 'open' ? await settleOne(told, known, runtime) : undefined
    if (receipt) settled.push(receipt)
  }
  return { settled, strays, session, signatures }
}

/** Every result, with the call that the conversation says it belongs to. */
function resultsIn(messages: readonly ModelMessage[]): readonly ToldResult[] {
  const calls = new Map<string, NativeCall>()
  const lastUser = messages.findLastIndex(({ role }) => role === 'user')
  return messages.flatMap((message, index) => {
    if (message.role === 'assistant')
      for (const call of message.calls ?? []) if (call.id !== undefined) calls.set(call.id, call)
    if (message.role !== 'tool') return []
    return [{ id: message.callId, content: message.content, call: calls.get(message.callId), isNew: index > lastUser }]
  })
}

/** Without the call beside it, or with other arguments than were handed over, a result says nothing about our call. */
function strayReason(
  { call, content }: ToldResult,
  known: KnownCall | undefined,
  principal: string,
): StrayReason | undefined {
  if (!known) return 'unknown'
  if (known.principal !== principal) return 'foreign'
  const args = typeof call?.arguments === 'string' ? parseJsonText(call.arguments) : call?.arguments
  if (!call || args === undefined || args === null || !isSame(call.name, args, known)) return 'altered'
  return known.state === 'told' && known.resultHash !== sha256(content) ? 'changed' : undefined
}

function isSame(name: string, args: Parameters<typeof actionHashOf>[1], known: KnownCall): boolean {
  try {
    return actionHashOf(name, args) === known.actionHash
  } catch {
    return false // half a character has no canonical form, so it cannot be what was handed over
  }
}

const MAX_SHOWN = 80

/** Once: the whole conversation comes again with every request. */
async function noteStray(
  { id }: ToldResult,
  { because, principal }: { because: StrayReason; principal: string },
  runtime: CallRuntime,
): Promise<void> {
  const { handed, ledger, filter } = runtime
  if (!(await handed.noteOnce(sha256(`${because} ${principal} ${id}`)))) return
  const shown = filter.message(id.slice(0, MAX_SHOWN).toWellFormed())
  ledger.note({ type: 'system', body: () => ({ event: 'result_not_taken', because, principal, tool_call_id: shown }) })
}

async function settleOne(
  { content }: ToldResult,
  known: KnownCall,
  runtime: CallRuntime,
): Promise<SettledCall | undefined> {
  const { handed, ledger, vault } = runtime
  const intent = ledger.openIntent(known.id)
  const resultHash = sha256(content)
  if (intent === undefined || !(await handed.claim(known, resultHash))) return undefined
  const end = endOf(content, { known, intent }, runtime)
  const kept = end.fullText.length > EXCERPT ? vault.keep(Buffer.from(end.fullText)) : undefined
  const written = kept && !kept.ok ? kept : await ledger.append(endDraft(recordedCall(known), end, runtime))
  const receipt = written.ok && typeof written.value === 'object' ? receiptIn(written.value) : undefined
  if (!receipt) {
    await handed.release(known)
    return undefined
  }
  await handed.settle(known, { resultHash, receipt: receipt.receipt_id })
  return { id: known.id, tool: known.tool, receipt: receipt.receipt_id, decidedBy: receipt.decided_by }
}

type Open = { readonly known: KnownCall; readonly intent: number }

/** The client reports this outcome; only the client knows whether the tool did what it should. */
function endOf(content: string, { known, intent }: Open, { filter }: CallRuntime): CallEnd {
  const text = filter.text(content.toWellFormed(), known.tool)
  const data: JsonObject = { told_by: known.principal }
  return callEnd({
    result: 'success',
    output: { text, data, sources: [] },
    fullText: text,
    attempts: 1,
    intent,
    data,
  })
}
