import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type JsonObject, isJsonObject, textOf } from '../../src/core/index.ts'
import { type TestServer, codeOf, startTestServer } from '../http-server.ts'
import { nextQuestion } from './asking.ts'
import { lacksSandbox } from '../system-needs.ts'

/** A call of a person's own, with every question answered by yes; its receipt. */
async function call({ api }: TestServer, tool: string, args: JsonObject): Promise<string> {
  const called = api('POST', `/api/tools/${tool}/call`, { args, allow: ['FileWrite', 'FileAccess', 'SystemExecute'] })
  const answered = called.then(() => undefined)
  const question = await Promise.race([nextQuestion(api, 'call').catch(() => undefined), answered])
  if (question) await api('POST', `/api/permissions/${question.id}/decision`, { decision: 'allow' })
  const { json } = await called
  return isJsonObject(json['receipt']) ? textOf(json['receipt']['receipt_id']) : `no receipt: ${JSON.stringify(json)}`
}

const changesOf = async ({ api }: TestServer, receipt: string): Promise<JsonObject> =>
  (await api('GET', `/api/receipts/${receipt}/changes`)).json

test('what a call made of a file is told line by line, also after the file was changed again', async () => {
  const started = await startTestServer()
  const written = await call(started, 'file_write', { path: 'notes.md', content: 'one\ntwo\n' })
  expect(await changesOf(started, written)).toMatchObject({
    changes: [{ path: 'notes.md', what: 'created', change: { added: 2, removed: 0 }, says: null }],
    more: 0,
    rolled_back: false,
  })
  const edited = await call(started, 'file_edit', { path: 'notes.md', old_text: 'two', new_text: 'three' })
  const lines = [
    { sign: ' ', text: 'one' },
    { sign: '-', text: 'two' },
    { sign: '+', text: 'three' },
  ]
  expect(await changesOf(started, edited)).toMatchObject({
    changes: [{ what: 'changed', change: { added: 1, removed: 1, lines } }],
  })
  writeFileSync(join(started.root, 'notes.md'), 'somebody else\n')
  const [change] = (await changesOf(started, edited))['changes'] as readonly JsonObject[]
  expect(change).toMatchObject({ path: 'notes.md', what: 'changed' })
  expect(JSON.stringify(change)).not.toContain('somebody else')
})

test('what reads has no changes, what nobody knows is none, and a key that may not see files sees none', async () => {
  const started = await startTestServer()
  writeFileSync(join(started.root, 'notes.md'), 'one\n')
  const read = await call(started, 'file_read', { path: 'notes.md' })
  expect(await changesOf(started, read)).toMatchObject({ changes: [], more: 0 })
  expect(codeOf(await started.api('GET', '/api/receipts/rcpt_nobody/changes'))).toBe('receipt_unknown')
  expect(codeOf(await started.as(started.newKey())('GET', `/api/receipts/${read}/changes`))).toBe('access_denied')
})

test.skipIf(lacksSandbox)('a command tells all files that it changed, and undo puts them back', async () => {
  const started = await startTestServer()
  const file = (name: string): string => join(started.root, name)
  writeFileSync(file('a.md'), 'The first.\n')
  writeFileSync(file('b.md'), 'The second.\n')
  const receipt = await call(started, 'bash', { command: 'rm a.md && cp b.md c.md && printf "More.\\n" >> b.md' })
  expect(await changesOf(started, receipt)).toMatchObject({
    changes: [
      { path: 'a.md', what: 'deleted', change: { removed: 1, lines: [{ sign: '-', text: 'The first.' }] } },
      { path: 'b.md', what: 'changed', change: { added: 1, removed: 0 } },
      { path: 'c.md', what: 'created', change: { added: 1 } },
    ],
    rolled_back: false,
  })
  expect((await started.api('POST', `/api/receipts/${receipt}/undo`)).json).toMatchObject({ ok: true })
  expect([readFileSync(file('a.md'), 'utf8'), readFileSync(file('b.md'), 'utf8')]).toEqual([
    'The first.\n',
    'The second.\n',
  ])
})
