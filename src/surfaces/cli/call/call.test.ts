import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openTestRuntime } from '../../../../test/open-test-runtime.ts'
import { workFolder } from '../../../../test/work-folder.ts'

const receiptOf = (value: unknown): string => (value as { receipt: string }).receipt

describe('call', () => {
  test('prints the result, and the receipt beside it', async () => {
    const { run, write } = workFolder()
    write('a.md', 'one\ntwo\n')
    const { code, out, err } = await run('call', 'file_read', 'path=a.md', '--allow', 'FileAccess')
    expect([code, out]).toEqual([0, 'one\ntwo\n'])
    expect(err).toMatch(/^receipt rcpt_[0-9a-f]{24}\n$/)
  })

  test('[ROUTE-15] without a token says so as its result, runs nothing, and the next call is a call like any other', async () => {
    const { json, write } = workFolder()
    write('a.md', 'one\n')
    const refused = await json('call', 'file_read', 'path=a.md')
    expect(refused).toMatchObject({
      code: 1,
      value: {
        ok: false,
        text: 'Permission denied: no active token for FileAccess.',
        data: null,
        replayed: false,
        fault: { code: 'permission_denied' },
      },
    })
    expect(await json('call', 'file_read', 'path=a.md', '--allow', 'FileAccess')).toMatchObject({
      code: 0,
      value: { ok: true, text: 'one' },
    })
  })

  test('with --quiet prints the result and no hint, and of a refusal exactly the line that says why', async () => {
    const { run, write } = workFolder()
    write('a.md', 'one\n')
    expect(await run('call', 'file_read', 'path=a.md', '--quiet', '--allow', 'FileAccess')).toEqual({
      code: 0,
      out: 'one\n',
      err: '',
    })
    expect(await run('call', 'file_read', 'path=a.md', '--quiet')).toEqual({
      code: 1,
      out: '',
      err: 'permission_denied: Permission denied: no active token for FileAccess.\n',
    })
    expect(await run('call', 'file_read', 'path=a.md', '--quiet', '--allow', 'Everything')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^usage_invalid: --allow: .+\n$/),
    })
  })

  test('[IO-02] a long file comes in pages, and the data say what is left', async () => {
    const { json, write } = workFolder()
    write('long.txt', Array.from({ length: 1_200 }, (_, index) => `line ${index + 1}\n`).join(''))
    const first = await json('call', 'file_read', 'path=long.txt', '--allow', 'FileAccess')
    expect(first.value).toMatchObject({ data: { lines_shown: 500, lines_remaining: 700, has_more: true } })
    const last = await json('call', 'file_read', 'path=long.txt', 'start_line=1001', '--allow', 'FileAccess')
    expect(last.value).toMatchObject({ data: { lines_shown: 200, lines_remaining: 0, has_more: false } })
  })

  test.each([
    ['a file', (root: string) => [join(root, 'args.json')], undefined],
    ['standard input', () => ['-'], '{"path":"a.md","start_line":2}'],
    ['JSON that is typed', () => ['{"path":"a.md","start_line":2}'], undefined],
    ['pairs, texts and JSON', () => ['path=a.md', 'start_line:=2'], undefined],
  ])('takes its arguments from %s', async (_where, given, stdin) => {
    const { root, json, write } = workFolder(stdin)
    write('a.md', 'one\ntwo\n')
    write('args.json', '{"path":"a.md","start_line":2}')
    expect(await json('call', 'file_read', ...given(root), '--allow', 'FileAccess')).toMatchObject({
      code: 0,
      value: { text: 'two' },
    })
  })

  test.each([
    [['path=a.md', '--allow', 'Everything'], 2, 'usage_invalid'],
    [['-', 'path=a.md'], 2, 'usage_invalid'],
    [['start_line:=two'], 2, 'usage_invalid'],
    [['path=a.md', 'path=b.md'], 2, 'usage_invalid'],
    [['-'], 2, 'usage_invalid'],
    [['{"path":"a.md"'], 2, 'usage_invalid'],
    [['{"path":"a.md","path":"b.md"}'], 2, 'usage_invalid'],
    [['nowhere.json'], 1, 'input_unreadable'],
  ])('%j is wrong, and says how', async (given, code, fault) => {
    const { run } = workFolder('{"path":"a.md","path":"b.md"}')
    const ended = await run('call', 'file_read', ...given)
    expect(ended.code).toBe(code)
    expect(ended.err).toMatch(new RegExp(`^${fault}: .+`))
  })

  test('of a tool that does not exist leaves a line and no receipt', async () => {
    const { json, root } = workFolder()
    expect(await json('call', 'file_reed', 'path=a.md')).toMatchObject({
      code: 1,
      value: { receipt: null, fault: { code: 'tool_call_unknown_tool' } },
    })
    const audit = readFileSync(join(root, '.control-room/audit/audit.jsonl'), 'utf8')
    expect(JSON.parse(audit)).toMatchObject({
      tool: 'file_reed',
      result: 'rejected',
      error_category: 'ToolNotFound',
      receipt_id: null,
    })
  })

  test('[GATE-05] of the same event acts once and answers twice; another event acts again', async () => {
    const { json, root } = workFolder()
    const order = ['call', 'file_write', 'path=b.md', 'content=x', '--allow', 'FileWrite', '--session', 's1', '--event']
    const first = await json(...order, 'e1')
    const second = await json(...order, 'e1')
    expect([first.value, second.value]).toMatchObject([{ replayed: false }, { replayed: true }])
    expect(receiptOf(second.value)).toBe(receiptOf(first.value))
    rmSync(join(root, 'b.md'))
    await json(...order, 'e1')
    expect(existsSync(join(root, 'b.md'))).toBe(false)
    expect(await json(...order, 'e2')).toMatchObject({ code: 0, value: { replayed: false } })
    expect(existsSync(join(root, 'b.md'))).toBe(true)
  })

  test('that must be asked and finds nobody ends with 6, waits on the list, and runs once after it was approved', async () => {
    const place = workFolder()
    // A right that a person has given before, so that only the confirmation is missing.
    const runtime = await openTestRuntime({ root: place.root, state: place.state })
    await runtime.broker.issue({
      capability: 'FileWrite',
      principal: 'user:local',
      session: null,
      decidedBy: 'rule',
      purpose: 'test',
    })
    const order = ['call', 'file_write', 'path=b.md', 'content=x', '--session', 's1', '--event', 'e1']
    const asked = await place.json(...order)
    expect(asked).toMatchObject({ code: 6, value: { ok: false, fault: { code: 'confirmation_required' } } })
    const [waiting] = (await place.json('permissions', 'pending')).value as { id: string; args: object }[]
    expect(waiting?.args).toEqual({ path: 'b.md', content: 'x' })
    expect((await place.json('call', 'file_write', 'path=b.md', 'content=other', '--session', 's1')).code).toBe(6)
    expect((await place.run('permissions', 'approve', waiting?.id ?? '')).code).toBe(0)
    expect(await place.json(...order)).toMatchObject({ code: 0, value: { ok: true } })
    expect(readFileSync(join(place.root, 'b.md'), 'utf8')).toBe('x')
    expect((await place.run('permissions', 'approve', waiting?.id ?? '')).code).toBe(1)
  })
})

describe('undo', () => {
  test('puts back the bytes before a write, once, and only while nobody has changed the file', async () => {
    const { json, run, root, write } = workFolder()
    write('a.md', 'before\n')
    const edit = ['call', 'file_edit', 'path=a.md', 'old_text=before', 'new_text=after', '--allow', 'FileWrite']
    const first = receiptOf((await json(...edit)).value)
    expect((await run('undo', first)).code).toBe(0)
    expect(readFileSync(join(root, 'a.md'), 'utf8')).toBe('before\n')
    const second = receiptOf((await json(...edit)).value)
    write('a.md', 'somebody else\n')
    const refused = await json('undo', second)
    expect(refused).toMatchObject({ code: 1, value: { fault: { code: 'file_changed' } } })
    expect(readFileSync(join(root, 'a.md'), 'utf8')).toBe('somebody else\n')
  })

  test('of an undoing does it again', async () => {
    const { json, root, write } = workFolder()
    write('a.md', 'before')
    const edited = receiptOf(
      (await json('call', 'file_edit', 'path=a.md', 'old_text=before', 'new_text=after', '--allow', 'FileWrite')).value,
    )
    const undone = receiptOf((await json('undo', edited)).value)
    expect((await json('undo', undone)).code).toBe(0)
    expect(readFileSync(join(root, 'a.md'), 'utf8')).toBe('after')
  })

  test('of a new file removes it', async () => {
    const { json, root } = workFolder()
    const made = receiptOf((await json('call', 'file_write', 'path=n.md', 'content=x', '--allow', 'FileWrite')).value)
    const undone = await json('undo', made)
    expect([undone.code, existsSync(join(root, 'n.md'))]).toEqual([0, false])
    expect((await json('undo', receiptOf(undone.value))).code).toBe(0)
    expect(readFileSync(join(root, 'n.md'), 'utf8')).toBe('x')
  })

  test('of a read, and of nothing, is refused', async () => {
    const { json, run, write } = workFolder()
    write('a.md', 'x')
    const read = receiptOf((await json('call', 'file_read', 'path=a.md', '--allow', 'FileAccess')).value)
    expect((await run('undo', read)).err).toMatch(/^undo_refused: /)
    expect((await run('undo', 'rcpt_no')).err).toMatch(/^receipt_unknown: /)
  })
})
