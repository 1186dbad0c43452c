import { readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type JsonObject, isJsonObject, textOf } from '../../src/core/index.ts'
import { type Disk, systemDisk } from '../../src/ledger/index.ts'
import { scripted } from '../../src/providers/index.ts'
import { type TestServer, startTestServer } from '../http-server.ts'
import { countingTool, testWorkspace } from '../open-test-runtime.ts'

const calls = (
  name: string,
  args: JsonObject,
): { readonly calls: readonly { id: string; name: string; arguments: JsonObject }[] } => ({
  calls: [{ id: `c-${name}`, name, arguments: args }],
})
const READ = calls('file_read', { path: 'notes.md' })
const ANSWER = 'It burned all night.'
const TRUE = `${ANSWER}\n\nEvidence: "The lighthouse burned all night." (notes.md:1)`
const FALSE = 'It was dark.\n\nEvidence: "The lighthouse was dark all night." (notes.md:1)'
const NATIVE = { can: { nativeTools: true } }

const ask = async (
  { api }: TestServer,
  message = 'Read notes.md and tell me about the lighthouse.',
): Promise<JsonObject> =>
  (await api('POST', '/api/ai/chat', { message, session_id: 'sess_e', profile: 'native', allow: ['FileAccess'] })).json

const codeOf = (reply: JsonObject): string => (isJsonObject(reply['stopped']) ? textOf(reply['stopped']['code']) : '')

async function withNotes(
  replies: Parameters<typeof scripted>[0],
  tools: Parameters<typeof startTestServer>[0] = {},
): Promise<TestServer> {
  const started = await startTestServer({ models: { main: scripted(replies, NATIVE) }, ...tools })
  writeFileSync(join(started.root, 'notes.md'), 'The lighthouse burned all night.\n')
  return started
}

test('[EVID-15] the same answer is rejected for a program without any console, and not a word of it is told', async () => {
  const started = await withNotes([READ, FALSE, FALSE])
  const reply = await ask(started)
  expect([codeOf(reply), textOf(reply['text']).includes('dark')]).toEqual(['evidence_failed', false])
  expect(reply['evidence']).toMatchObject({ verdict: 'failed', findings: [{ holds: false, code: 'quote_not_found' }] })
  const proved = await withNotes([READ, TRUE])
  expect(await ask(proved)).toMatchObject({
    text: ANSWER,
    stopped: null,
    evidence: { verdict: 'verified', findings: [{ holds: true, file: 'notes.md', lines: [1, 1] }] },
  })
})

test('[EVID-15] what a request demands is demanded of its answer, and a program reads what was checked and what was not', async () => {
  const demand = { message: 'Read notes.md.', profile: 'native', allow: ['FileAccess'], evidence: 'quote' }
  const bare = await withNotes([READ, ANSWER, ANSWER])
  const { json: refused } = await bare.api('POST', '/api/ai/chat', demand)
  expect([codeOf(refused), refused['evidence']]).toMatchObject([
    'evidence_failed',
    { verdict: null, findings: [{ code: 'line_missing', holds: false }] },
  ])
  const proved = await withNotes([READ, TRUE])
  const { json } = await proved.api('POST', '/api/ai/chat', demand)
  expect(json['evidence']).toMatchObject({
    verdict: 'verified',
    coverage: { citations: 1, verified: 1, unchecked_sentences: 1 },
    summary: '1 quote verified · 1 sentence not checked',
    ran: [{ tool: 'file_read', outcome: 'done', files: 1 }],
    judged: null,
  })
})

test('[EVID-14] a receipt counts only if the session’s list has it', async () => {
  const invented = `${ANSWER}\n\nEvidence: "The lighthouse burned all night." (notes.md:1, receipt rcpt_0123456789abcdef01234567)`
  const started = await withNotes([READ, invented, invented])
  const reply = await ask(started)
  expect([codeOf(reply), reply['evidence']]).toMatchObject([
    'evidence_failed',
    { findings: [{ code: 'receipt_unknown', holds: false }] },
  ])
  const { receipts } = (await started.api('GET', '/api/audit/sessions/sess_e/receipts')).json
  expect(receipts).not.toContain('rcpt_0123456789abcdef01234567')
})

test('where the log itself has gone, no answer comes at all', async () => {
  const place: { root?: string } = {}
  const hide = countingTool({
    name: 'hide',
    risk: 'read',
    capability: 'FileAccess',
    execute() {
      const log = join(place.root ?? '', '.control-room', 'audit', 'log')
      for (const name of readdirSync(log)) renameSync(join(log, name), join(log, `${name}.hidden`))
      return 'hidden'
    },
  })
  const started = await withNotes([READ, calls('hide', {}), TRUE, TRUE], { tools: [hide] })
  place.root = started.root
  const reply = await ask(started)
  expect(hide.ran).toHaveLength(1)
  expect([codeOf(reply) === '', textOf(reply['text']).includes(ANSWER)]).toEqual([false, false])
})

test('[EVID-14] while the list of receipts cannot be read, a true answer is withheld as one that nobody can check', async () => {
  const place = testWorkspace()
  const before = await withNotes([READ, TRUE], place)
  expect(await ask(before)).toMatchObject({ stopped: null, text: ANSWER })
  await before.server.close()
  const real = systemDisk(join(place.root, '.control-room', 'audit'))
  const state = { isDeaf: false }
  const disk: Disk = {
    ...real,
    read(path, from, length) {
      if (state.isDeaf && path.startsWith('sessions')) throw new Error('EIO: i/o error, read')
      return real.read(path, from, length)
    },
  }
  const started = await withNotes([READ, TRUE, TRUE, READ, TRUE], { ...place, disk })
  state.isDeaf = true
  const reply = await ask(started)
  expect([codeOf(reply), textOf(reply['text']).includes(ANSWER)]).toEqual(['evidence_failed', false])
  expect(reply['evidence']).toMatchObject({
    verdict: 'failed',
    findings: [{ holds: false, because: expect.stringContaining('could not be checked') }],
  })
  state.isDeaf = false
  expect(await ask(started)).toMatchObject({ stopped: null, text: ANSWER, evidence: { verdict: 'verified' } })
})
