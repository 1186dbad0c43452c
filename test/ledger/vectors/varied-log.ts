import { type JsonObject, sha256 } from '../../../src/core/index.ts'
import {
  type Draft,
  type LedgerOptions,
  type OpenLedger,
  type UnsignedReceipt,
  openLedger,
  signReceipt,
} from '../../../src/ledger/index.ts'
import { exampleOptions, mustOpen } from './tiny-log.ts'

/** Names that cannot all be folders as they stand. */
const SESSIONS = ['plain', 'Grüße 🎉/../x', '..', 'x'.repeat(100)]

// What canonical JSON is easily got wrong with: keys like numbers, keys beyond U+FFFF, letters that are escaped, every kind of number.
const ORDER = { '10': 'ten', '9': 'nine', '': 'empty', b: { z: 1, a: [1, [2, { '2': 2, '1': 1 }]] } }
const LETTERS = { '\u{1F600}': 'two units', '\uFB33': 'one unit, and yet behind', é: 'é', 'e\u0301': 'another é' }
const ESCAPED = { text: '"\\/\b\f\n\r\t\u0001\u001F\u007F\u2028\uFFFD 🎉', yes: true, no: false, none: null }
const NUMBERS = [0, -0, 1, -1.5, 0.1, 1e21, 1e20, 2 ** 60, 1e-6, 1e-7, 5e-9, 2 ** 52 + 1.5, Number.MAX_SAFE_INTEGER]
const INPUTS: JsonObject = { ...ORDER, ...LETTERS, ...ESCAPED, numbers: NUMBERS }

type Extent = { readonly rounds?: number; readonly sessions?: readonly string[] }

export type VariedLog = { readonly options: LedgerOptions; readonly notes: readonly string[] }

/** Every kind of line, several sessions, many segments, and a checkpoint after each round. */
export async function writeVariedLog(
  folder: string,
  { rounds = 3, sessions = SESSIONS }: Extent = {},
): Promise<VariedLog> {
  const example = await exampleOptions(folder)
  const options = { ...example, segmentBytes: 6_000 }
  const ledger = mustOpen(await openLedger(options))
  const notes: string[] = []
  for (let round = 1; round <= rounds; round++) {
    example.clock.pass(1_000)
    // Those of one session wait for each other; the sessions share flushes.
    await Promise.all(sessions.map(session => callInSession({ session, round, ledger })))
    const note = await ledger.checkpoint()
    if (note.ok) notes.push(note.value)
  }
  await ledger.close()
  return { options, notes }
}

export type Turn = { readonly session: string; readonly round: number; readonly ledger: OpenLedger }

/** A right, a call that acts, the same once more, one that is refused and one that is no call at all. */
export async function callInSession(turn: Turn): Promise<void> {
  const { ledger, session, round } = turn
  const key = `idempotency:${session} ${round}`
  await write(ledger, {
    type: 'permission',
    body: ({ at }) => ({ permission: { ts: at, event: 'PERMISSION_GRANTED', session_id: session } }),
  })
  await write(ledger, {
    type: 'intent',
    uses: [key],
    body: () => ({ session_id: session, call_id: key, inputs: INPUTS, uses: [key] }),
  })
  await write(ledger, endDraft('outcome', turn))
  await write(ledger, {
    type: 'replay',
    body: ({ at }) => ({ audit: { ts: at, session_id: session, call: INPUTS }, facts: { of: key } }),
  })
  await write(ledger, endDraft('refusal', turn))
  await write(ledger, {
    type: 'attempt',
    body: ({ at }) => ({ attempt: { ts: at, raw: '{"tool"' }, audit: { ts: at, tool: 'none' } }),
  })
}

async function write(ledger: OpenLedger, draft: Draft): Promise<void> {
  const written = await ledger.append(draft)
  if (!written.ok) throw new Error(written.error.message)
}

function endDraft(type: 'outcome' | 'refusal', { session, round, ledger }: Turn): Draft {
  return {
    type,
    body: ({ at, seq }) => {
      const who = {
        session_id: session,
        turn_id: `turn ${round}`,
        agent_id: 'main',
        conference_id: null,
        task_id: null,
      }
      const what = {
        receipt_id: `rcpt_${seq}`,
        tool_id: 'look',
        inputs: INPUTS,
        outputs: { text: 'seen', truncated: false } as const,
      }
      const files = [{ path: 'grün.md', start_line: 1, end_line: null, sha256: sha256('grün') }]
      const proof = { timestamp: at, seq, decided_by: 'tty', key_id: ledger.receiptKey.id }
      const unsigned: UnsignedReceipt & JsonObject = { ...who, ...what, file_refs: files, ...proof }
      const { signature, signature_alg } = signReceipt(unsigned, ledger.receiptKey.mac)
      const audit = { ts: at, session_id: session, tool: 'look', call: INPUTS, result: type }
      const attempt = { ts: at, session_id: session, raw: '{"tool":"look"} 🎉', result: type }
      return {
        audit,
        attempt,
        facts: { call_id: `${session} ${round}` },
        receipt: { ...unsigned, signature, signature_alg },
      }
    },
  }
}
