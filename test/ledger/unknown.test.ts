import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { type JsonObject, isJsonList, isJsonObject, textOf } from '../../src/core/index.ts'
import { readEntries, systemDisk, verifyAll } from '../../src/ledger/index.ts'
import { callTool } from '../../src/runtime/index.ts'
import { buildCaller } from '../children/ledger-start.ts'
import { startTestServer } from '../http-server.ts'
import { countingTool, openTestRuntime } from '../open-test-runtime.ts'
import { lacksSandbox } from '../system-needs.ts'
import { type WorkFolder, workFolder } from '../work-folder.ts'
import { failingDisk, isLog } from './failing-disk.ts'
import { runVerifier } from './vectors/independent-verifier.ts'

type Moment = 'intent' | 'file' | 'outcome'

type Dies = (moment: Moment, tool: string, args: JsonObject) => Promise<void>

/** Makes calls in processes that die at a moment. */
async function dyingIn({ root, state }: WorkFolder): Promise<Dies> {
  const start = await buildCaller('dying-caller')
  return async (moment, tool, args) => {
    const child = start([root, state, moment, tool, JSON.stringify(args)])
    child.ready.catch(() => undefined) // it never says so
    expect(await child.ended).toEqual({ code: null, signal: 'SIGKILL' })
  }
}

const objectsIn = (value: unknown, key: string): readonly JsonObject[] => {
  const list = isJsonObject(value) ? value[key] : undefined
  return isJsonList(list) ? list.filter(isJsonObject) : []
}

const unknownOf = async (folder: WorkFolder): Promise<readonly JsonObject[]> => {
  const { code, value } = await folder.json('ledger', 'verify')
  expect({ code, failed: objectsIn(value, 'failed') }).toEqual({ code: 0, failed: [] })
  return objectsIn(value, 'unknown')
}

test('a write that was killed is listed by verify and doctor, with what its file is like now', async () => {
  const folder = workFolder()
  const dies = await dyingIn(folder)
  folder.write('a.md', 'one\n')
  folder.write('gone.md', 'two\n')
  folder.write('b.md', 'three\n')
  await dies('intent', 'file_write', { path: 'a.md', content: 'new\n' })
  await dies('outcome', 'file_edit', { path: 'b.md', old_text: 'three', new_text: 'four' })
  await dies('intent', 'file_write', { path: 'c.md', content: 'new\n' })
  await dies('outcome', 'file_write', { path: 'd.md', content: 'new\n' })
  await dies('intent', 'file_write', { path: 'gone.md', content: 'new\n' })
  rmSync(join(folder.root, 'gone.md'))
  const unknown = await unknownOf(folder)
  expect(unknown.map(({ target, file }) => [target, file])).toEqual([
    ['a.md', 'as_before'],
    ['b.md', 'changed'],
    ['c.md', 'as_before'],
    ['d.md', 'written'],
    ['gone.md', 'gone'],
  ])
  expect(unknown[0]).toMatchObject({
    tool: 'file_write',
    session_id: 's1',
    look: 'a.md is as it was before the call, so the call has most likely changed nothing.',
    command: `countersign ledger looked-at ${textOf(unknown[0]?.['call_id'])}`,
  })
  const printed = await folder.run('ledger', 'verify')
  expect(printed.code).toBe(0)
  expect(printed.out).toContain('! file_write: its end was never recorded')
  expect(printed.out).toContain('look     d.md holds what the call was to write.')
  const { value } = await folder.json('doctor')
  const found = objectsIn(value, 'findings').filter(({ name }) => name === 'unknown')
  expect(found.map(({ ok, fix }) => [ok, fix])).toEqual(unknown.map(({ command }) => ['warning', command]))
  expect(textOf(found[0]?.['says'])).toMatch(
    /^file_write \(.*\) began at .* in session s1, and its end was never recorded\./,
  )
})

test.skipIf(lacksSandbox)('of a command the copies are named that were made before it ran', async () => {
  const folder = workFolder()
  const dies = await dyingIn(folder)
  folder.write('a.md', 'one\n')
  await dies('outcome', 'bash', { command: 'mkdir made && touch made/new.txt' })
  const [unknown] = await unknownOf(folder)
  expect(unknown).toMatchObject({ tool: 'bash', target: null, file: null })
  const copies = / Copies of files from before it lie in (.*)\.$/.exec(textOf(unknown?.['look']))?.[1] ?? ''
  expect(existsSync(copies)).toBe(true)
  expect(copies.startsWith(folder.state)).toBe(true)
})

test('of what went elsewhere the address is named, and a repeated call is pointed to the list', async () => {
  const folder = workFolder()
  const dies = await dyingIn(folder)
  await dies('outcome', 'post', { order: 1 })
  const [unknown] = await unknownOf(folder)
  expect(unknown).toMatchObject({
    tool: 'post',
    target: 'https://example.org/orders',
    file: null,
    summary: 'sends an order',
    look: 'Look at https://example.org/orders and see whether it happened.',
  })
  const post = countingTool({
    name: 'post',
    risk: 'write',
    capability: 'MessageSend',
    assess: () => ({ target: { name: 'https://example.org/orders' }, summary: 'sends an order' }),
  })
  const runtime = await openTestRuntime({ root: folder.root, state: folder.state, tools: [post] })
  const order = { tool: 'post', args: { order: 1 }, event: 'e', session: 's1', allow: ['MessageSend'] } as const
  const again = await callTool(order, runtime)
  expect(again).toMatchObject({ ok: false, fault: { code: 'outcome_unknown' } })
  expect(again.text).toContain('countersign ledger verify shows what to look at')
  expect(post.ran).toEqual([])
})

test('one that a person has looked at warns no more, also after a restart, and every verifier accepts the line', async () => {
  const folder = workFolder()
  const dies = await dyingIn(folder)
  await dies('outcome', 'post', { order: 1 })
  await dies('intent', 'post', { order: 2 })
  const [first, second] = (await unknownOf(folder)).map(({ call_id }) => textOf(call_id))
  expect((await folder.run('ledger', 'looked-at', first ?? '')).code).toBe(2)
  expect(await folder.json('ledger', 'looked-at', first ?? '', '--yes')).toMatchObject({
    code: 0,
    value: { call_id: first, looked_at: true, decided_by: 'flag' },
  })
  expect((await unknownOf(folder)).map(({ call_id }) => call_id)).toEqual([second])
  expect((await folder.run('ledger', 'looked-at', first ?? '', '--yes')).err).toContain('resource_unknown')
  const runtime = await openTestRuntime({ root: folder.root, state: folder.state })
  const marks = [...readEntries(runtime.ledgerOptions)].filter(({ body }) => body['event'] === 'looked_at')
  expect(marks).toMatchObject([
    { type: 'system', body: { call_id: first, principal: 'user:local', decided_by: 'flag' } },
  ])
  expect(verifyAll(runtime.ledgerOptions).failed).toEqual([])
  const [begun] = [...readEntries(runtime.ledgerOptions)]
  const audit = join(folder.root, '.control-room', 'audit')
  expect(runVerifier(audit, '--key', textOf(begun?.body['public_key'])).status).toBe(0)
  // What was marked stays marked when the index is made anew from the log.
  writeFileSync(join(audit, 'attempts.jsonl'), '{}\n')
  expect((await folder.run('ledger', 'accept', '--yes')).code).toBe(0)
  expect((await unknownOf(folder)).map(({ call_id }) => call_id)).toEqual([second])
})

test('the next start removes the unfinished file of a killed write, and no other file', async () => {
  const folder = workFolder()
  const dies = await dyingIn(folder)
  folder.write('book/a.md', 'one\n')
  const hidden = (): readonly string[] => readdirSync(join(folder.root, 'book')).filter(name => name.startsWith('.'))
  await dies('file', 'file_edit', { path: 'book/a.md', old_text: 'one', new_text: 'two' })
  const first = hidden()
  await dies('file', 'file_write', { path: 'book/b.md', content: 'new\n' })
  const left = hidden()
  expect([first.length, left.length]).toEqual([1, 1])
  expect(left).not.toEqual(first)
  const others = ['.countersign-0123456789abcdef01234567.tmp', '.countersign-notes.tmp', `${left[0]}.md`]
  for (const name of others) folder.write(`book/${name}`, 'mine\n')
  expect((await unknownOf(folder)).map(({ target, file }) => [target, file])).toEqual([
    ['book/a.md', 'as_before'],
    ['book/b.md', 'as_before'],
  ])
  expect(hidden()).toHaveLength(4)
  await openTestRuntime({ root: folder.root, state: folder.state })
  expect(hidden().toSorted()).toEqual(others.toSorted())
  expect(readFileSync(join(folder.root, 'book/a.md'), 'utf8')).toBe('one\n')
})

test('a call that another process is making is none of them until that process is gone', async () => {
  const { root, state, ...folder } = workFolder()
  const start = await buildCaller('dying-caller')
  const child = start([root, state, 'never', 'post', JSON.stringify({ wait: true })])
  await child.ready
  expect(await unknownOf({ root, state, ...folder })).toEqual([])
  child.kill()
  await child.ended
  expect(await unknownOf({ root, state, ...folder })).toMatchObject([{ tool: 'post', session_id: 's1' }])
})

test('a call that this very process is making is none of them', async () => {
  const folder = workFolder()
  let resolve = (_text: string): void => {}
  const promise = new Promise<string>(done => (resolve = done))
  const send = countingTool({ name: 'send', risk: 'write', capability: 'MessageSend', execute: () => promise })
  const { api, runtime } = await startTestServer({ root: folder.root, state: folder.state, tools: [send] })
  const order = { tool: 'send', args: {}, event: 'e', session: 's1', allow: ['MessageSend'] } as const
  const running = callTool(order, runtime)
  await vi.waitFor(() => expect(send.ran).toHaveLength(1))
  expect(runtime.ledger.unfinished()).toHaveLength(1)
  expect((await api('GET', '/api/audit/unknown')).json).toEqual({ unknown: [] })
  expect(await unknownOf(folder)).toEqual([])
  resolve('sent')
  expect((await running).ok).toBe(true)
})

test('over HTTP: listed with a scope to use, marked only with a scope to approve', async () => {
  const folder = workFolder()
  const dies = await dyingIn(folder)
  await dies('intent', 'post', { order: 1 })
  const { api, as, newKey, runtime } = await startTestServer({ root: folder.root, state: folder.state })
  const { json } = await api('GET', '/api/audit/unknown')
  const [unknown] = objectsIn(json, 'unknown')
  expect(unknown).toMatchObject({ tool: 'post', session_id: 's1', file: null })
  expect(objectsIn((await api('POST', '/api/audit/verify', {})).json, 'unknown')).toEqual([unknown])
  const path = `/api/audit/unknown/${textOf(unknown?.['call_id'])}/looked-at`
  expect((await as(newKey())('POST', path)).status).toBe(403)
  expect((await api('POST', '/api/audit/unknown/call_nobody/looked-at')).status).toBe(404)
  expect(await api('POST', path)).toMatchObject({ status: 200, json: { looked_at: true } })
  expect((await api('GET', '/api/audit/unknown')).json).toEqual({ unknown: [] })
  const marks = [...readEntries(runtime.ledgerOptions)].filter(({ body }) => body['event'] === 'looked_at')
  expect(marks).toMatchObject([{ body: { decided_by: 'console' } }])
})

test('a call whose outcome found no room is one of them, though its process lives', async () => {
  const folder = workFolder()
  const disk = failingDisk(systemDisk(join(folder.root, '.control-room', 'audit')))
  const send = countingTool({ name: 'send', risk: 'write', capability: 'MessageSend' })
  const { api, runtime } = await startTestServer({ root: folder.root, state: folder.state, tools: [send], disk })
  const log = (): string => readFileSync(join(folder.root, '.control-room/audit/log/000001.jsonl'), 'utf8')
  disk.before = step =>
    isLog(step) && step.verb === 'append' && log().includes('"type":"intent"')
      ? new Error('ENOSPC: no space left on device')
      : undefined
  const order = { tool: 'send', args: {}, event: 'e', session: 's1', allow: ['MessageSend'] } as const
  expect((await callTool(order, runtime)).ok).toBe(false)
  expect(send.ran).toHaveLength(1)
  disk.before = () => undefined
  expect(objectsIn((await api('GET', '/api/audit/unknown')).json, 'unknown')).toMatchObject([{ tool: 'send' }])
})
