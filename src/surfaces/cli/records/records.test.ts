import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runProgram } from '../../../../test/children/run-child.ts'
import { type WorkFolder, workFolder } from '../../../../test/work-folder.ts'

type Receipt = { readonly receipt_id: string; readonly tool_id: string; readonly session_id: string }

async function withCalls(): Promise<WorkFolder> {
  const folder = workFolder()
  folder.write('a.md', 'one\n')
  await folder.run('call', 'file_read', 'path=a.md', '--allow', 'FileAccess', '--session', 's1')
  await folder.run('call', 'file_write', 'path=b.md', 'content=x', '--allow', 'FileWrite', '--session', 's2')
  await folder.run('call', 'file_read', 'path=a.md', '--session', 's2')
  return folder
}

const receiptsOf = async (folder: WorkFolder, ...flags: string[]): Promise<readonly Receipt[]> =>
  (await folder.json('receipts', 'list', ...flags)).value as readonly Receipt[]

describe('receipts', () => {
  test('are listed, also those of one session, and shown in full', async () => {
    const folder = await withCalls()
    expect((await receiptsOf(folder)).map(({ tool_id, session_id }) => [tool_id, session_id])).toEqual([
      ['file_read', 's1'],
      ['file_write', 's2'],
      ['file_read', 's2'],
    ])
    const [last] = await receiptsOf(folder, '--session', 's2', '--limit', '1')
    expect((await folder.json('receipts', 'show', last?.receipt_id ?? '')).value).toEqual(last)
    expect((await folder.run('receipts', 'show', 'rcpt_x')).err).toMatch(/^receipt_unknown: /)
  })

  test('of a folder where nothing was called are none, and nothing is made there', async () => {
    const folder = workFolder()
    expect((await folder.json('receipts', 'list')).value).toEqual([])
    expect((await folder.json('verify')).value).toEqual({
      entries: 0,
      receipts: 0,
      verified: 0,
      uncheckable: 0,
      failed: [],
      checkpoint: null,
      unknown: [],
    })
    expect(() => readFileSync(join(folder.root, '.control-room/audit/audit.jsonl'))).toThrow('ENOENT')
  })
})

describe('verify', () => {
  test('counts receipts, all or those of a session or one', async () => {
    const folder = await withCalls()
    const [first] = await receiptsOf(folder)
    expect((await folder.json('ledger', 'verify')).value).toMatchObject({ receipts: 3, verified: 3, failed: [] })
    expect((await folder.json('verify', '--session', 's2')).value).toMatchObject({
      receipts: 2,
      verified: 2,
      failed: [],
    })
    expect((await folder.json('verify', '--receipt', first?.receipt_id ?? '')).value).toMatchObject({
      receipts: 1,
      verified: 1,
      failed: [],
    })
    expect((await folder.json('verify', '--receipt', 'rcpt_x')).code).toBe(4)
  })

  test('[RCPT-05] names the line that was changed, and ends with 4', async () => {
    const folder = await withCalls()
    const path = join(folder.root, '.control-room/audit/log/000001.jsonl')
    writeFileSync(path, readFileSync(path, 'utf8').replace('"path":"b.md"', '"path":"c.md"'))
    const { code, value } = await folder.json('verify')
    expect(code).toBe(4)
    expect(value).toMatchObject({
      failed: expect.arrayContaining([expect.objectContaining({ file: 'log', line: 5, check: 'mac' })]),
    })
    expect((await folder.run('verify')).out).toMatch(/log, line 5.*: mac\n {4}expected .+\n {4}found {4}.+/)
  })

  test('finds what a kept checkpoint does not agree with', async () => {
    const folder = await withCalls()
    const note = join(folder.state, 'note.txt')
    expect((await folder.run('ledger', 'checkpoint', '--out', note)).code).toBe(0)
    expect((await folder.json('verify', '--checkpoint', note)).value).toMatchObject({
      failed: [],
      checkpoint: { size: 7 },
    })
    writeFileSync(note, readFileSync(note, 'utf8').replace('\n7\n', '\n6\n'))
    expect((await folder.run('verify', '--checkpoint', note)).code).toBe(4)
    expect((await folder.run('ledger', 'checkpoint', '--out', note)).err).toMatch(/^input_unreadable: /)
  })
})

describe('a log that was cut', () => {
  test('stops everything until a person accepts it, which is recorded', async () => {
    const folder = await withCalls()
    const path = join(folder.root, '.control-room/audit/log/000001.jsonl')
    writeFileSync(path, `${readFileSync(path, 'utf8').split('\n').slice(0, 3).join('\n')}\n`)
    const refused = await folder.json('call', 'file_read', 'path=a.md', '--allow', 'FileAccess')
    expect(refused).toMatchObject({ code: 1, value: { ok: false, receipt: null, fault: { code: 'ledger_cut' } } })
    expect((await folder.run('ledger', 'accept')).code).toBe(2)
    expect((await folder.json('ledger', 'accept', '--yes')).value).toMatchObject({
      accepted: true,
      kind: 'changed',
      expected: { size: 7 },
      found: { size: 3 },
      decided_by: 'flag',
    })
    expect((await folder.run('verify')).code).toBe(0)
    expect((await folder.run('call', 'file_read', 'path=a.md', '--allow', 'FileAccess')).code).toBe(0)
    expect((await folder.run('verify')).code).toBe(0)
  })

  test('also when it is gone altogether', async () => {
    const folder = await withCalls()
    rmSync(join(folder.root, '.control-room'), { recursive: true })
    expect((await folder.run('verify')).code).toBe(4)
    expect((await folder.run('call', 'file_list', '--allow', 'FileAccess')).err).toMatch(/^ledger_cut: /)
    rmSync(join(folder.root, '.control-room'), { recursive: true })
    expect((await folder.run('ledger', 'accept', '--yes')).code).toBe(0)
    expect(readFileSync(join(folder.root, '.control-room/.gitignore'), 'utf8')).toBe('*\n')
    expect((await folder.run('call', 'file_list', '--allow', 'FileAccess')).code).toBe(0)
  })

  test('is not accepted when there is nothing to accept', async () => {
    const folder = await withCalls()
    expect((await folder.json('ledger', 'accept', '--yes')).value).toMatchObject({ accepted: false })
  })
})

describe('the folder of the records', () => {
  test('is kept out of version control by the call that makes it, and only by that', async () => {
    const folder = await withCalls()
    const path = join(folder.root, '.control-room/.gitignore')
    expect(readFileSync(path, 'utf8')).toBe('*\n')
    rmSync(path)
    await folder.run('call', 'file_list')
    expect(() => readFileSync(path)).toThrow('ENOENT')
  })
})

describe('the log', () => {
  test('is exported byte for byte, and told in words', async () => {
    const folder = await withCalls()
    const stored = readFileSync(join(folder.root, '.control-room/audit/log/000001.jsonl'), 'utf8')
    expect((await folder.run('ledger', 'export')).out).toBe(stored)
    expect((await folder.run('ledger', 'tail', '--lines', '2')).out.trimEnd().split('\n')).toHaveLength(2)
    expect((await folder.run('ledger', 'tail')).out).toMatch(/file_write: creates b\.md \(1 line\)/)
  })

  test('is told from its end: ten entries, or as many as -n says', async () => {
    const folder = await withCalls()
    for (let each = 0; each < 5; each++) await folder.run('call', 'file_read', 'path=a.md')
    const told = async (...flags: string[]): Promise<readonly string[]> =>
      (await folder.run('ledger', 'tail', ...flags)).out.split('\n').slice(0, -1)
    const lines = readFileSync(join(folder.root, '.control-room/audit/log/000001.jsonl'), 'utf8').trimEnd().split('\n')
    expect(await told('--json')).toEqual(lines.slice(-10))
    expect(await told('--json', '-n', '3')).toEqual(lines.slice(-3))
    expect(await told('-n', '0')).toEqual([])
    expect((await folder.run('ledger', 'tail', '-n', 'all')).err).toMatch(/^usage_invalid: .*whole number/)
  })

  test('is followed until Ctrl+C, which ends it with 130', async () => {
    const folder = await withCalls()
    const { state, root } = folder
    const follower = runProgram({
      args: ['ledger', 'tail', '--follow', '-n', '1', '--json', '--workspace', root],
      environment: { COUNTERSIGN_STATE: state },
    })
    await follower.says('\n')
    await folder.run('call', 'file_read', 'path=first.md')
    await follower.says('first.md')
    await folder.run('call', 'file_read', 'path=second.md')
    await follower.says('second.md')
    follower.process.kill('SIGINT')
    expect(await follower.ended).toEqual({ code: 130, signal: null })
    expect(follower.printed().trimEnd().split('\n')).toHaveLength(3)
  })

  test('with a torn end is put right by the next call', async () => {
    const folder = await withCalls()
    appendFileSync(join(folder.root, '.control-room/audit/log/000001.jsonl'), '{"at":"2026-')
    expect((await folder.run('verify')).code).toBe(0)
    expect((await folder.run('call', 'file_list', '--allow', 'FileAccess')).code).toBe(0)
    expect((await folder.run('verify')).code).toBe(0)
  })
})
