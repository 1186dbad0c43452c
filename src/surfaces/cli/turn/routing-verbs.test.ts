import { describe, expect, test } from 'vitest'
import { scriptIn } from '../../../../test/scripts.ts'
import { workFolder } from '../../../../test/work-folder.ts'

const linesIn = (out: string): readonly unknown[] =>
  out
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))

describe('route', () => {
  test("prints the router's output, who decided and why", async () => {
    const folder = workFolder()
    expect(await folder.json('route', 'Read the file notes.md')).toMatchObject({
      code: 0,
      value: {
        Intent: 'file_task',
        NeedsFileAccess: true,
        NeedsWeb: false,
        RiskLevel: 'low',
        Confidence: expect.any(Number),
        decidedBy: 'heuristic',
        because: expect.any(String),
      },
    })
    expect((await folder.json('route', '/browse', 'x')).value).toMatchObject({
      Intent: 'browse_once',
      decidedBy: 'prefix',
    })
    expect((await folder.run('route', '/browse x')).out).toMatch(
      /^browse_once {2}\(risk low, confidence 1, decided by prefix\)\n {2}needs {4}Web, BrowserAutomation\n/,
    )
  })

  test('--file routes a line for each row, in order, and keeps the ids', async () => {
    const folder = workFolder()
    folder.write('rows.jsonl', '{"id":"a","text":"/chat hi"}\n\n{"text":"/read x"}\n{"id":3,"text":"/run ls"}\n')
    const { code, out } = await folder.run('route', '--file', `${folder.root}/rows.jsonl`)
    expect(code).toBe(0)
    expect(linesIn(out)).toMatchObject([
      { id: 'a', Intent: 'chat_only' },
      { Intent: 'file_task' },
      { id: 3, Intent: 'system_task' },
    ])
    expect(linesIn(out)[1]).not.toHaveProperty('id')
  })

  test('a row without a text is named, and so is a file that is not there', async () => {
    const folder = workFolder()
    folder.write('rows.jsonl', '{"text":"/chat hi"}\n{"id":2}\n')
    expect(await folder.run('route', '--file', `${folder.root}/rows.jsonl`)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^input_unreadable: Line 2 /),
    })
    expect((await folder.run('route', '--file', `${folder.root}/none.jsonl`)).err).toMatch(
      /^input_unreadable: Cannot read /,
    )
    expect([(await folder.run('route')).code, (await folder.run('route', 'x', '--file', 'y')).code]).toEqual([2, 2])
  })

  test('a model that is set for it is asked, and with --no-model nobody is', async () => {
    const folder = workFolder()
    const model = scriptIn(folder, '{"Intent":"lookup_search","Confidence":0.9}')
    folder.write('../home/.config/countersign/countersign.toml', `[router]\nmodel = ${JSON.stringify(model)}\n`)
    const text = 'I wonder about the thing with the harbour'
    expect((await folder.json('route', text)).value).toMatchObject({ Intent: 'lookup_search', decidedBy: 'model' })
    expect((await folder.json('route', text, '--no-model')).value).toMatchObject({ decidedBy: 'heuristic' })
  })
})

describe('policy', () => {
  test('prints exactly what an intent may use', async () => {
    const folder = workFolder()
    expect(await folder.json('policy', 'chat_only')).toEqual({
      code: 0,
      value: { AllowedTools: [], ForbiddenTools: ['*'], RequiredPermissions: [] },
    })
    expect((await folder.json('policy', 'lookup_search')).value).toEqual({
      AllowedTools: ['web_search'],
      ForbiddenTools: ['screen_capture', 'system_execute', 'file_read', 'memory_store_facts'],
      RequiredPermissions: ['BrowserControl'],
    })
    expect((await folder.run('policy', 'chat_only')).out).toBe(
      'chat_only\n  allowed      none\n  forbidden    everything\n  permissions  none\n',
    )
    expect(await folder.run('policy', 'nonsense')).toMatchObject({ code: 2, err: expect.stringContaining('chat_only') })
  })
})

describe('why with a message', () => {
  test('says by which rule a tool is withheld, how the message was read, and what would offer it', async () => {
    const folder = workFolder()
    const { out } = await folder.run('why', 'file_read', 'Hello', 'there')
    expect(out).toMatch(/^file_read is withheld: chat_only does not offer it\./)
    expect(out).toMatch(/the message was read as chat_only, because .*\. Start the message with \/read to offer it\./)
    expect((await folder.json('why', 'file_write', 'Read notes.md')).value).toMatchObject({
      offered: false,
      message: { intent: 'file_task', offered: false, prefix: '/edit' },
    })
  })

  test('says by which rule it is offered; a rule of the configuration still withholds it', async () => {
    const folder = workFolder()
    expect((await folder.json('why', 'file_read', 'Read notes.md')).value).toMatchObject({
      offered: true,
      message: { offered: true, intent: 'file_task', prefix: null },
    })
    folder.write(
      'countersign.toml',
      '[tools.authorization]\nenabled = true\n[[tools.authorization.rules]]\naction = "deny"\ntools = ["file_read"]\n',
    )
    expect((await folder.json('why', 'file_read', 'Read notes.md')).value).toMatchObject({
      offered: false,
      because: 'rule 1 of [tools.authorization] denies every call of it',
      message: { offered: false, rule: 'rule 1 of [tools.authorization] denies every call of it', prefix: null },
    })
  })
})

describe('sessions list', () => {
  test('the last used first, as many as asked for', async () => {
    const folder = workFolder()
    expect((await folder.run('sessions', 'list')).err).toContain('No sessions yet')
    for (const session of ['s1', 's2', 's1'])
      await folder.run('ask', `Hello from ${session}`, '--model', scriptIn(folder, 'Hello.'), '--session', session)
    expect((await folder.json('sessions', 'list')).value).toMatchObject([
      { id: 's1', title: 'Hello from s1', turns: 2, agent: 'main' },
      { id: 's2', turns: 1 },
    ])
    expect((await folder.json('sessions', 'list', '-n', '1')).value).toHaveLength(1)
    expect((await folder.run('sessions', 'list', '-n', '0')).code).toBe(2)
  })
})
