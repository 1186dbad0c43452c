import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runProgram } from '../../../../test/children/run-child.ts'
import { commandLine } from '../../../../test/command-line.ts'
import { AT_A_TERMINAL, CTRL_C } from '../../../../test/pseudo-terminal.ts'
import { called, scriptIn } from '../../../../test/scripts.ts'
import { startOllama, startServer } from '../../../../test/servers/index.ts'
import { type WorkFolder, workFolder } from '../../../../test/work-folder.ts'
import { lacksTerminal } from '../../../../test/system-needs.ts'

const READ = called('file_read', { path: 'notes.md' })
const QUESTION = 'Read the file notes.md and tell me what it says.'

function withNotes(stdin?: string): WorkFolder {
  const folder = workFolder(stdin)
  folder.write('notes.md', 'The lighthouse burned all night.\n')
  return folder
}

const placeOf = ({ root, state }: WorkFolder): { readonly [name: string]: string } => {
  const home = join(dirname(root), 'home')
  return { COUNTERSIGN_STATE: state, HOME: home, XDG_CONFIG_HOME: join(home, '.config') }
}

describe('ask', () => {
  test('prints exactly the object of the contract', async () => {
    const folder = withNotes()
    const { code, value } = await folder.json(
      'ask',
      QUESTION,
      '--model',
      scriptIn(folder, READ, 'It burned.'),
      '--allow',
      'FileAccess',
    )
    expect(code).toBe(0)
    expect(value).toEqual({
      text: 'It burned.',
      stopped: null,
      receipts: [expect.stringMatching(/^rcpt_/)],
      evidence: {
        verdict: null,
        coverage: { citations: 0, verified: 0, unchecked_sentences: 1 },
        findings: [],
        remarks: [],
        summary: 'nothing cited · 1 sentence not checked',
        ran: [{ tool: 'file_read', outcome: 'done', receipt: expect.stringMatching(/^rcpt_/), files: 1 }],
        judged: null,
      },
      usage: { inputTokens: 0, outputTokens: 0, requests: 2 },
      session: expect.stringMatching(/^sess_/),
      turn: expect.stringMatching(/^turn_/),
    })
  })

  test('the answer goes to standard output, everything else to standard error', async () => {
    const folder = withNotes()
    const asked = await folder.run(
      'ask',
      QUESTION,
      '--model',
      scriptIn(folder, READ, 'It burned.'),
      '--allow',
      'FileAccess',
    )
    expect(asked.out).toBe('It burned.\n')
    expect(asked.err).toMatch(/Using scripted:\S+\.\n.*read as file_task: 6 offered: file_read/)
    expect(asked.err).toMatch(
      /file_read \{path: "notes.md"\} ran, \d+ ms\nnothing cited · 1 sentence not checked\nfile_read ✓ 1 file\nreceipt rcpt_\w+\nsession sess_\w+\n$/,
    )
    const quiet = await folder.run('ask', QUESTION, '--model', scriptIn(folder, 'Hm.'), '--quiet', '--no-tools')
    expect(quiet).toMatchObject({ out: 'Hm.\n', err: '' })
  })

  test('[MEM-03] what the memory asks is no part of the answer: the person reads it with the command that says yes, programs find it apart', async () => {
    const folder = withNotes()
    const { out, err } = await folder.run('ask', 'Remember that I am 34', '--model', scriptIn(folder, 'Hello.'))
    expect(out).toBe('Hello.\n')
    expect(err).toContain('Should I remember “I am 34”?\n')
    const command = /countersign memory approve (wish_\w+)/.exec(err)?.[1] ?? ''
    expect((await folder.json('memory', 'list')).value).toEqual([])
    expect((await folder.json('memory', 'approve', command)).value).toMatchObject({ text: 'I am 34' })
    const message = 'Remember:\nI live at 4 Hill Road\nI like pie'
    const { value } = await folder.json('ask', message, '--model', scriptIn(folder, 'I see.'))
    expect(value).toMatchObject({
      text: 'I see.',
      memory: {
        stored: [],
        asked: [
          { id: expect.stringMatching(/^wish_/), text: 'I live at 4 Hill Road' },
          { id: expect.stringMatching(/^wish_/), text: 'I like pie' },
        ],
        note: 'Should I remember “I live at 4 Hill Road” and “I like pie”?',
      },
    })
    const alone = await folder.json('ask', 'Remember that I like tea.', '--model', scriptIn(folder, 'I see.'))
    expect(alone.value).toMatchObject({
      memory: { stored: [{ id: expect.stringMatching(/^fact_/), text: 'I like tea' }], asked: [] },
    })
  })

  test('[MEM-03] a yes in the same session still answers what was asked on standard error', async () => {
    const folder = withNotes()
    const { value } = await folder.json('ask', 'Remember that I am 34', '--model', scriptIn(folder, 'Hello.'))
    const { session } = value as { readonly session: string }
    const { out, err } = await folder.run('ask', 'yes', '--session', session, '--model', scriptIn(folder, 'Fine.'))
    expect(out).toBe('Fine.\n')
    expect(err).toMatch(/remembered “I am 34”; to delete it: countersign memory forget fact_/)
    expect((await folder.json('memory', 'list')).value).toMatchObject([{ text: 'I am 34' }])
  })

  test('- takes the message from standard input, and an empty one is wrong usage', async () => {
    const folder = withNotes(`${QUESTION}\n`)
    const asked = await folder.run(
      'ask',
      '-',
      '--model',
      scriptIn(folder, READ, 'It burned.'),
      '--allow',
      'FileAccess',
      '--events',
    )
    expect(JSON.parse(asked.out.split('\n')[0] ?? '')).toMatchObject({ type: 'turn.started', message: QUESTION })
    expect((await withNotes().run('ask', '', '--model', 'demo')).code).toBe(2)
  })

  test('--events prints what happened, a line each, and then the result', async () => {
    const folder = withNotes()
    const script = scriptIn(folder, READ, 'It burned.')
    const { out } = await folder.run('ask', QUESTION, '--model', script, '--allow', 'FileAccess', '--events', '--json')
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line): { type?: string; seq?: number; text?: string } => JSON.parse(line))
    expect(lines.map(({ type }) => type).slice(0, 3)).toEqual(['turn.started', 'router.completed', 'policy.decided'])
    expect(lines.slice(0, -1).map(({ seq }) => seq)).toEqual(lines.slice(0, -1).map((_, index) => index + 1))
    expect(lines.at(-1)).toMatchObject({ text: 'It burned.' })
  })

  test('foreign text is shown, not obeyed', async () => {
    const folder = withNotes()
    const { out } = await folder.run('ask', 'Hello', '--model', scriptIn(folder, 'a\u001b[2Jb\u202Ec'))
    expect(out).toBe(`${String.raw`a\u{001b}[2Jb\u{202e}c`}\n`)
  })

  test('--only, --no-tools and --require-tool decide what is offered and demanded', async () => {
    const folder = withNotes()
    const offered = async (...flags: readonly string[]): Promise<unknown> => {
      const { out } = await folder.run('ask', QUESTION, '--model', scriptIn(folder, 'Hm.'), '--events', ...flags)
      return out
        .split('\n')
        .map((line): { type?: string; allowed?: unknown } => JSON.parse(line.startsWith('{') ? line : '{}'))
        .find(({ type }) => type === 'policy.decided')?.allowed
    }
    expect(await offered('--only', 'file_read')).toEqual(['file_read'])
    expect(await offered('--no-tools')).toEqual([])
    const demanded = await folder.json(
      'ask',
      QUESTION,
      '--model',
      scriptIn(folder, 'I would rather talk.'),
      '--require-tool',
    )
    expect(demanded).toMatchObject({ code: 1, value: { stopped: { status: 'tool_call_rejected' } } })
    expect((await folder.run('ask', 'x', '--no-tools', '--require-tool')).code).toBe(2)
    expect((await folder.run('ask', 'x', '--allow', 'Everything')).err).toMatch(/unknown capability "Everything"/)
  })
})

describe('ask without a person', () => {
  test('[ROUTE-18] what was not granted is denied without waiting', async () => {
    const folder = withNotes()
    const asked = await folder.json('ask', QUESTION, '--model', scriptIn(folder, READ), '--profile', 'lenient')
    expect(asked).toMatchObject({
      code: 1,
      value: {
        text: 'Permission denied: no active token for FileAccess.',
        stopped: { code: 'permission_denied' },
        receipts: [],
      },
    })
  })

  test('[ROUTE-15] a call without a token is refused with that text as its result, and the next call is still made', async () => {
    const folder = withNotes()
    const write = called('file_write', { path: 'b.md', content: 'x' })
    const script = scriptIn(folder, write, READ, 'Read, not written.')
    const { out, code } = await folder.run(
      'ask',
      'Read notes.md and write b.md',
      '--model',
      script,
      '--allow',
      'FileAccess',
      '--events',
    )
    const events = out
      .split('\n')
      .flatMap((line): { type?: string; tool?: string; text?: string }[] =>
        line.startsWith('{') ? [JSON.parse(line)] : [],
      )
    const results = events.filter(({ type }) => type === 'tool.failed' || type === 'tool.completed')
    expect(results).toMatchObject([
      { type: 'tool.failed', tool: 'file_write', text: 'Permission denied: no active token for FileWrite.' },
      { type: 'tool.completed', tool: 'file_read' },
    ])
    expect(code).toBe(0)
    expect(events.filter(({ type }) => type === 'tool.started').map(({ tool }) => tool)).toEqual(['file_read'])
  })

  test('a call that a person must approve ends with 6, says how, and runs after the approval', async () => {
    const folder = withNotes()
    folder.write(
      '../home/.config/countersign/countersign.toml',
      '[tools.policy]\nenabled = true\n[[tools.policy.rules]]\naction = "ask"\ntools = ["file_write"]\n',
    )
    const script = (): string =>
      scriptIn(folder, called('file_write', { path: 'b.md', content: 'x' }), 'It waits for you.')
    const ask = (): ReturnType<WorkFolder['json']> =>
      folder.json('ask', 'Write the file b.md', '--model', script(), '--allow', 'FileWrite', '--session', 's1')
    const asked = await ask()
    expect(asked).toMatchObject({
      code: 6,
      value: { text: 'It waits for you.', stopped: { code: 'confirmation_required' }, receipts: [] },
    })
    const [pending] = (await folder.json('permissions', 'pending')).value as { id: string }[]
    expect(JSON.stringify(asked.value)).toContain(`countersign permissions approve ${pending?.id}`)
    await folder.run('permissions', 'approve', pending?.id ?? '')
    expect(await ask()).toMatchObject({ code: 0, value: { stopped: null } })
    expect(readFileSync(join(folder.root, 'b.md'), 'utf8')).toBe('x')
  })

  test('a spent script is a stop with exit code 1', async () => {
    const folder = withNotes()
    expect(await folder.json('ask', 'Hello', '--model', scriptIn(folder))).toMatchObject({
      code: 1,
      value: { stopped: { code: 'script_exhausted' } },
    })
    const { out, err } = await folder.run('ask', 'Hello', '--model', scriptIn(folder))
    expect([out, err]).toEqual(['', expect.stringMatching(/\nscript_exhausted: The script holds 0 replies/)])
  })
})

describe('[ROUTE-23] --debug-routing', () => {
  test('prints router, policy, permission, call, answer and post-hook of every message, on standard error', async () => {
    const folder = withNotes()
    const script = scriptIn(folder, READ, 'It burned.')
    const { out, err } = await folder.run(
      'ask',
      QUESTION,
      '--model',
      script,
      '--allow',
      'FileAccess',
      '--debug-routing',
    )
    const lines = err
      .split('\n')
      .flatMap((line): { event?: string }[] => (line.startsWith('{') ? [JSON.parse(line)] : []))
    expect(lines.map(({ event }) => event)).toEqual([
      'ROUTER_OUTPUT',
      'POLICY_DECISION',
      'PERMISSION_CHECK',
      'EXECUTOR_TOOL_CALL',
      'EXECUTOR_RESPONSE',
      'POSTHOOK_MEMORY',
      'POSTHOOK_CLEANUP',
      'EVIDENCE_CHECK',
    ])
    expect(lines[0]).toMatchObject({ Intent: 'file_task', decidedBy: 'heuristic' })
    expect(out).toBe('It burned.\n')
    expect((await folder.run('ask', 'Hello', '--model', 'demo')).err).not.toContain('ROUTER_OUTPUT')
  })
})

describe('who answers', () => {
  test('a name without a known form is wrong usage; a server that does not answer ends with 5 and a result', async () => {
    const folder = withNotes()
    expect(await folder.run('ask', 'Hello', '--model', 'gpt')).toMatchObject({ code: 2, out: '' })
    const gone = await startServer(() => undefined)
    await gone.close()
    const asked = await folder.json('ask', 'Hello', '--model', `${gone.url}/v1#m`)
    expect(asked).toMatchObject({ code: 5, value: { stopped: { code: 'model_unreachable' }, receipts: [] } })
  })

  test('the setting, else the first server that is found, else the demo model, and which one is said', async () => {
    const folder = withNotes()
    const ollama = await startOllama({
      models: ['nomic-embed-text', 'qwen3:4b'],
      replies: ['{"ok":true}', 'Hello from a server.', 'Hello from a server.'],
    })
    onTestFinished(ollama.close)
    const ask = (more: { readonly [name: string]: string }): ReturnType<typeof commandLine> =>
      commandLine(['ask', 'Hello', '--workspace', folder.root], {
        environment: { ...placeOf(folder), COUNTERSIGN_PROVIDERS_PROBE_SCHEMA: 'false', ...more },
      })
    expect((await ask({ OLLAMA_HOST: ollama.url })).err).toContain('Using ollama:qwen3:4b, the first model found here.')
    expect((await ask({ OLLAMA_HOST: ollama.url, COUNTERSIGN_PROVIDERS_MODEL: 'demo' })).err).toContain(
      'Using Demo model (scripted, offline).\n',
    )
  })

  test('what a server said about its model is asked once, not with every command', async () => {
    const folder = withNotes()
    const ollama = await startOllama({ replies: ['One.', 'Two.'] })
    onTestFinished(ollama.close)
    const environment = { ...placeOf(folder), COUNTERSIGN_PROVIDERS_PROBE_SCHEMA: 'false', OLLAMA_HOST: ollama.url }
    for (const text of ['One.', 'Two.']) {
      const { out } = await commandLine(['ask', 'Hello', '--model', 'ollama:qwen3:4b', '--workspace', folder.root], {
        environment,
      })
      expect(out).toBe(`${text}\n`)
    }
    expect(ollama.requests.filter(({ path }) => path === '/api/show')).toHaveLength(1)
  })
})

describe.skipIf(lacksTerminal)('ask at a terminal', AT_A_TERMINAL, () => {
  const EDIT = called('file_edit', { path: 'notes.md', old_text: 'night', new_text: 'day' })

  test('asks for what is missing, then about the call; y holds for this message only', async () => {
    const folder = withNotes()
    const terminal = folder.terminal('ask', 'Edit the file notes.md', '--model', scriptIn(folder, EDIT, 'Done.'))
    for (const [question, key] of [
      ['Allow FileAccess? ', 'y\r'],
      ['Allow FileWrite? ', 'y\r'],
      ['May it run? ', 'y\r'],
    ] as const) {
      await terminal.shows(question)
      terminal.type(key)
    }
    expect(await terminal.ended).toBe(0)
    expect(readFileSync(join(folder.root, 'notes.md'), 'utf8')).toContain('all day')
    expect((await folder.json('permissions', 'list')).value).toEqual([])
  })

  test('Ctrl+C at the question for a right ends it with 130; nothing is granted', async () => {
    const folder = withNotes()
    const terminal = folder.terminal('ask', 'Edit the file notes.md', '--model', scriptIn(folder, EDIT, 'Done.'))
    await terminal.shows('Allow FileAccess? ')
    terminal.type(CTRL_C)
    expect(await terminal.ended).toBe(130)
    expect((await folder.json('permissions', 'list')).value).toEqual([])
  })
})

test('Ctrl+C ends the turn in order: 130, a result, and a conversation that can go on', async () => {
  const folder = withNotes()
  const slow = await startServer((received, response) => {
    if (!received.path.endsWith('/completions')) response.writeHead(404).end()
  })
  onTestFinished(slow.close)
  const environment = { ...placeOf(folder), COUNTERSIGN_PROVIDERS_PROBE_SCHEMA: 'false' }
  const words = [
    'ask',
    'Hello',
    '--model',
    `${slow.url}/v1#m`,
    '--session',
    's1',
    '--json',
    '--events',
    '--workspace',
    folder.root,
  ]
  const child = runProgram({ args: words, environment })
  await child.says('attempt.started')
  child.process.kill('SIGINT')
  expect(await child.ended).toEqual({ code: 130, signal: null })
  expect(JSON.parse(child.printed().trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
    stopped: { code: 'tool_cancelled' },
    session: 's1',
  })
  expect(await folder.json('ask', 'Hello', '--model', scriptIn(folder, 'Here.'), '--session', 's1')).toMatchObject({
    code: 0,
    value: { text: 'Here.' },
  })
  expect((await folder.run('verify')).code).toBe(0)
})
