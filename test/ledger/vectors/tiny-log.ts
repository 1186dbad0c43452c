import { createPrivateKey } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type JsonObject, canonicalJson, sha256 } from '../../../src/core/index.ts'
import { SECRET } from '../../../src/ledger/index-rows.ts'
import {
  type LedgerOptions,
  type OpenLedger,
  type UnsignedReceipt,
  createMac,
  openLedger,
  readSigningKey,
  signReceipt,
  systemDisk,
  verifierKey,
  verifyAll,
} from '../../../src/ledger/index.ts'
import { TreeBuilder, leafHash } from '../../../src/ledger/merkle.ts'
import { createMemoryLedgerIndex } from '../../../src/storage/index.ts'
import { testClock } from '../../test-clock.ts'

const counting = (from: number): Buffer => Buffer.from(Array.from({ length: 32 }, (_, index) => from + index))
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex') // RFC 8410: everything before the 32 bytes of the private key

/** Keys that anybody can make again: 32 bytes that count up. They are for this example only. */
const MAC_KEY = counting(0)
const SIGNING_PEM = createPrivateKey({ key: Buffer.concat([PKCS8, counting(32)]), format: 'der', type: 'pkcs8' })
  .export({ type: 'pkcs8', format: 'pem' })
  .toString()
const SECRET_FILE = `${counting(64).toString('base64')}\n`
const ORIGIN = 'countersign/example'

/** What a log needs beside its folder; the same keys every time, and an index that forgets. */
export async function exampleOptions(
  folder: string,
): Promise<LedgerOptions & { readonly clock: ReturnType<typeof testClock> }> {
  const index = createMemoryLedgerIndex()
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'secret.key'), SECRET_FILE)
  await index.exclusively(async held => held.set(SECRET, { sha256: sha256(SECRET_FILE) }))
  const clock = testClock(Date.UTC(2026, 0, 2, 3, 4, 5))
  return {
    disk: systemDisk(folder),
    index,
    clock,
    macKey: MAC_KEY,
    signingKey: readSigningKey(SIGNING_PEM),
    origin: ORIGIN,
  }
}

export function mustOpen(opened: Awaited<ReturnType<typeof openLedger>>): OpenLedger {
  if (!opened.ok) throw new Error(opened.error.message)
  return opened.value
}

/**
 * Four lines with fixed keys and times: the log begins, a right is given, a call says what it will do, and what came of it. Gives back the
 * texts that the page shows beside the files themselves.
 */
export async function writeTinyLog(folder: string): Promise<Readonly<Record<string, string>>> {
  const options = await exampleOptions(folder)
  const { clock } = options
  const ledger = mustOpen(await openLedger(options))
  clock.pass(1_000)
  await ledger.append({ type: 'permission', body: ({ at }) => ({ permission: grant(at) }) })
  clock.pass(1_500)
  await ledger.append({ type: 'intent', uses: ['idempotency:idem_1'], body: intent })
  clock.pass(20)
  const outcome = await ledger.append({ type: 'outcome', body: place => outcomeBody(place, ledger) })
  const note = await ledger.checkpoint()
  await ledger.close()
  if (!outcome.ok || !note.ok) throw new Error('the example could not be written')
  const lines = readFileSync(join(folder, 'log', '000001.jsonl'), 'utf8')
    .split('\n')
    .slice(0, -1)
  const unsigned = unsignedReceipt(outcome.value, ledger)
  return {
    'mac-key': MAC_KEY.toString('hex'),
    'signing-key': SIGNING_PEM.trimEnd(),
    'verifier-key': verifierKey(ORIGIN, options.signingKey.publicKey),
    'line-mac-key': createMac(MAC_KEY)(ORIGIN),
    'mac-input': lines[0]?.replace(/"mac":"[0-9a-f]{64}"/, '"mac":""') ?? '',
    ...treeTexts(lines),
    'signed-receipt': canonicalJson(unsigned),
    signature: signReceipt(unsigned, ledger.receiptKey.mac).signature,
    verification: JSON.stringify(verifyAll(options), null, 2),
  }
}

function treeTexts(lines: readonly string[]): { readonly leaves: string; readonly roots: string } {
  const tree = new TreeBuilder()
  const [leaves, roots]: [string[], string[]] = [[], []]
  for (const line of lines) {
    const leaf = leafHash(Buffer.from(line))
    tree.add(leaf)
    leaves.push(`${tree.size} ${leaf.toString('hex')}`)
    roots.push(`${tree.size} ${tree.root().toString('hex')}`)
  }
  return { leaves: leaves.join('\n'), roots: roots.join('\n') }
}

type Place = { readonly at: string; readonly seq: number }

// Keys that look like numbers, letters of two and three bytes, and a fraction: what canonical JSON is easily got wrong with.
const INPUTS = { '9': 'nine', '10': 'ten', note: 'Grüße, 5 €', price: 0.5 }
const OUTPUTS = { text: 'done', truncated: false } as const

const SESSION = { session_id: 'demo', turn_id: 'turn_1', agent_id: 'main' }
const DEFINITION = sha256('a definition')

function grant(at: string): JsonObject {
  const right = { grant_id: 'grant_1', capability: 'FileWrite', paths: [], expires_at: '2026-01-02T04:04:06.000Z' }
  const whose = { principal: 'user:local', session_id: 'demo', turn_id: null }
  return { ts: at, event: 'PERMISSION_GRANTED', ...right, ...whose, decided_by: 'tty', purpose: 'set prices' }
}

function intent(): JsonObject {
  const what = {
    call_id: 'call_1',
    tool_id: 'set_prices',
    inputs: INPUTS,
    risk: 'write',
    summary: 'sets two prices',
    target: null,
  }
  const why = {
    decided_by: 'tty',
    definition_hash: DEFINITION,
    idempotency_key: 'idem_1',
    uses: ['idempotency:idem_1'],
  }
  return { ...SESSION, principal: 'user:local', event_id: 'event_1', ...what, ...why }
}

function unsignedReceipt({ at, seq }: Place, { receiptKey }: OpenLedger): UnsignedReceipt & JsonObject {
  const about = {
    receipt_id: 'rcpt_1',
    conference_id: null,
    task_id: null,
    timestamp: at,
    seq,
    decided_by: 'tty',
    key_id: receiptKey.id,
  }
  return { ...SESSION, ...about, tool_id: 'set_prices', inputs: INPUTS, outputs: OUTPUTS, file_refs: [] }
}

function outcomeBody(place: Place, ledger: OpenLedger): JsonObject {
  const unsigned = unsignedReceipt(place, ledger)
  const { signature, signature_alg } = signReceipt(unsigned, ledger.receiptKey.mac)
  return { audit: auditLine(place), facts: FACTS, receipt: { ...unsigned, signature, signature_alg } }
}

function auditLine({ at }: Place): JsonObject {
  const call = {
    tool: 'set_prices',
    call: INPUTS,
    call_id: 'call_1',
    session_id: 'demo',
    phase: 'Executor',
    caller_id: null,
  }
  const end = { result: 'success', exit_code: null, truncated: false, error_category: null, receipt_id: 'rcpt_1' }
  return { ts: at, ...call, ...end, trust: 'Provisional', approved_by: 'tty', grant_id: 'grant_1' }
}

const FACTS: JsonObject = {
  attempts: 1,
  call_id: 'call_1',
  certain: false,
  data: null,
  definition_hash: DEFINITION,
  duration_ms: 12,
  event_id: 'event_1',
  idempotency_key: 'idem_1',
  intent: 3,
  reading: { profile: 'native', dialect: 'order', fixups: [], aliases: [], requested: 'set_prices' },
  result: 'success',
  risk: 'write',
  run_id: null,
  step_id: null,
  target: null,
}

/** `npx tsx test/ledger/vectors/tiny-log.ts` writes the files beside this one anew. */
if (process.argv[1] === import.meta.filename) {
  const here = import.meta.dirname
  rmSync(join(here, 'audit'), { recursive: true, force: true })
  const values = await writeTinyLog(join(here, 'audit'))
  writeFileSync(join(here, 'values.json'), `${JSON.stringify(values, null, 2)}\n`)
}
