import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { commandLine } from '../../../../test/command-line.ts'
import { called, scriptIn } from '../../../../test/scripts.ts'
import { startServer } from '../../../../test/servers/index.ts'
import { AT_A_TERMINAL, CTRL_C, CTRL_D, type PseudoTerminal } from '../../../../test/pseudo-terminal.ts'
import { type WorkFolder, workFolder } from '../../../../test/work-folder.ts'
import { lacksTerminal } from '../../../../test/system-needs.ts'

const READ = called('file_read', { path: 'notes.md' })
const EDIT = called('file_edit', { path: 'notes.md', old_text: 'Nobody', new_text: 'Everybody' })
const NOTES = 'The lighthouse burned all night.\nNobody saw it.\n'

function withNotes(): WorkFolder {
  const folder = workFolder()
  folder.write('notes.md', NOTES)
  return folder
}

const notesOf = ({ root }: WorkFolder): string => readFileSync(join(root, 'notes.md'), 'utf8')

type Piped = { readonly code: number; readonly out: string; readonly err: string }

/** The chat as a program uses it: a message a line. */
function piped(folder: WorkFolder, lines: readonly string[], ...flags: readonly string[]): Promise<Piped> {
  const home = join(dirname(folder.root), 'home')
  const environment = { COUNTERSIGN_STATE: folder.state, HOME: home, XDG_CONFIG_HOME: join(home, '.config') }
  return commandLine(['chat', '--workspace', folder.root, ...flags], { environment, stdin: `${lines.join('\n')}\n` })
}

describe('chat in a pipe', () => {
  test('reads a message a line and answers each, in one session', async () => {
    const folder = withNotes()
    const script = scriptIn(folder, 'Hello.', READ, 'It burned.')
    const { code, out } = await piped(
      folder,
      ['Hello', '', 'Read the file notes.md', '/quit', 'never read'],
      '--model',
      script,
      '--allow',
      'FileAccess',
    )
    expect([code, out]).toEqual([0, 'Hello.\nIt burned.\n'])
    expect((await folder.json('sessions', 'list')).value).toMatchObject([{ title: 'Hello', turns: 2, model: script }])
  })

  test('what the memory has to say stands below the answer, which is shown once', async () => {
    const folder = withNotes()
    const script = scriptIn(folder, 'Hello.', 'Fine.', 'I see.', 'All right.')
    const said = ['Remember that my age is 34', 'yes', '/remember my age is 35', '/forget my age is 34']
    const { code, out, err } = await piped(folder, said, '--model', script)
    expect(code).toBe(0)
    expect(out).toBe(
      [
        'Hello.\n\nShould I remember “my age is 34”?',
        'Fine.\n\nRemembered: “my age is 34”.',
        'I see.\n\n“my age is 35” may contradict “my age is 34”. Both would stay until you forget one, for example with “forget that my age is 34”.\n\nShould I remember “my age is 35”?',
        'All right.\n\nForgot: “my age is 34”.\n',
      ].join('\n'),
    )
    expect(err).toMatch(/remembered “my age is 34”; to delete it: countersign memory forget fact_/)
  })

  test('opens no folder: what was not allowed is denied, and the exit code says so', async () => {
    const folder = withNotes()
    const { code, out, err } = await piped(folder, ['Read the file notes.md'], '--model', scriptIn(folder, READ))
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain('permission_denied: Permission denied: no active token for FileAccess.')
    expect(err).toContain('--allow FileAccess')
  })

  test('--json prints the object of ask, a line for each message', async () => {
    const folder = withNotes()
    const { out } = await piped(folder, ['Hello', 'Hello again'], '--model', scriptIn(folder, 'One.', 'Two.'), '--json')
    const [one, two] = out
      .trimEnd()
      .split('\n')
      .map((line): { text?: string; session?: string } => JSON.parse(line))
    expect([one?.text, two?.text]).toEqual(['One.', 'Two.'])
    expect(one?.session).toBe(two?.session)
  })

  test('--continue goes on with the latest session', async () => {
    const folder = withNotes()
    await piped(folder, ['My name is Ada'], '--model', scriptIn(folder, 'Hello Ada.'))
    const { err } = await piped(folder, ['And now?'], '--model', scriptIn(folder, 'Still here.'), '--continue')
    expect(err).toContain('Continuing "My name is Ada" (1 turn).')
    expect((await folder.json('sessions', 'list')).value).toMatchObject([{ title: 'My name is Ada', turns: 2 }])
    expect((await piped(withNotes(), ['Hi'], '--continue', '--model', 'demo')).err).toContain(
      'There is no earlier session',
    )
    expect((await piped(folder, [], '--continue', '--session', 's1')).code).toBe(2)
  })

  test('[ROUTE-23] --debug-routing prints the pipeline of every message', async () => {
    const folder = withNotes()
    const { err } = await piped(
      folder,
      ['Hello', 'Hello'],
      '--model',
      scriptIn(folder, 'One.', 'Two.'),
      '--debug-routing',
    )
    expect(err.match(/"event":"ROUTER_OUTPUT"/g)).toHaveLength(2)
    expect(err.match(/"event":"POSTHOOK_CLEANUP"/g)).toHaveLength(2)
  })
})

describe('commands of a chat', () => {
  test('a word that nobody knows gets the list, a prefix of the router is a message', async () => {
    const folder = withNotes()
    const { out, err } = await piped(
      folder,
      ['/nope', '/read notes.md'],
      '--model',
      scriptIn(folder, READ, 'It burned.'),
      '--allow',
      'FileAccess',
    )
    expect(err).toContain('Unknown command /nope.')
    for (const word of ['/status', '/why', '/tools', '/compact', '/clear', '/undo', '/model', '/help', '/quit'])
      expect(out).toContain(word)
    expect(out).toMatch(/\nIt burned\.\n$/)
  })

  test("[MEM-14] /compact summarises by a person's wish, and /status tells it from the other ways", async () => {
    const folder = withNotes()
    const script = scriptIn(folder, 'One.', 'Two.', 'They greeted each other.', 'Three.')
    const { out } = await piped(folder, ['Hello', 'Hello again', '/compact', 'And now?', '/status'], '--model', script)
    expect(out).toMatch(/Summarised 2 messages \(Manual\): about \d+ tokens before, \d+ now\./)
    expect(out).toMatch(/context {3}about \d+ tokens, \d+ turns, summaries: 1 Manual\n/)
  })

  test('/clear shows the model nothing of what was said before', async () => {
    const folder = withNotes()
    const { out } = await piped(folder, ['Hello', '/clear', '/status'], '--model', scriptIn(folder, 'One.'))
    expect(out).toMatch(/context {3}about 0 tokens/)
  })

  test('/status shows model, profile, context, budgets, grants and trust', async () => {
    const folder = withNotes()
    const { out } = await piped(
      folder,
      ['Read the file notes.md', '/status'],
      '--model',
      scriptIn(folder, READ, 'It burned.'),
      '--allow',
      'FileAccess',
    )
    expect(out).toMatch(
      / {2}model {5}scripted:\S+, profile lenient\n {2}session {3}sess_\w+\n {2}context {3}about \d+ tokens, 1 turn\n/,
    )
    expect(out).toMatch(
      / {2}budgets {3}last turn: steps 1 of 6, results 0\.\d of 16\.0 kB, repairs 0 of 2\n {2}trust {5}Provisional\n {2}grants {4}none\n/,
    )
  })

  test('[GATE-25] /status shows the adversarial gate with its provider, policies and fail_open when it is on, and nothing of it when it is off', async () => {
    const folder = withNotes()
    expect((await piped(folder, ['/status'], '--model', 'demo')).out).not.toContain('adversarial')
    folder.write(
      '../home/.config/countersign/countersign.toml',
      '[tools.adversarial_policy]\nenabled = true\npolicies = ["Never delete anything.", "Write only notes."]\nprovider = "demo"\n',
    )
    const { out } = await piped(folder, ['/status'], '--model', scriptIn(folder, 'One.'))
    expect(out).toContain('adversarial policy: provider=demo, policies=2, fail_open=false')
  })

  test('/why says by which rule, /tools lists, /model changes who answers', async () => {
    const folder = withNotes()
    const { out, err } = await piped(
      folder,
      ['/why file_read', 'Hello', '/why file_read', '/tools', '/model demo', '/model nonsense', 'Hello'],
      '--model',
      scriptIn(folder, 'One.'),
    )
    expect(err).toContain('Send a message first')
    expect(out).toMatch(
      /file_read is withheld by the rule "chat_only: .*": the message was read as chat_only, because .*\. Start the message with \/read to offer it\./,
    )
    expect(out).toMatch(/file_edit +changes/)
    expect(err).toContain('Switched to Demo model (scripted, offline).')
    expect(err).toContain('model_spec_invalid')
    expect(out).toMatch(/demo model/)
  })

  test('/undo takes back the last change of the session, then the one before', async () => {
    const folder = withNotes()
    const more = called('file_edit', { path: 'notes.md', old_text: 'all night', new_text: 'for an hour' })
    const script = scriptIn(folder, EDIT, 'Done.', more, 'Done.', READ, 'It burned.')
    const lines = [
      'Edit the file notes.md',
      'Edit the file notes.md',
      'Read the file notes.md',
      '/undo',
      '/undo',
      '/undo',
    ]
    const { out, err } = await piped(folder, lines, '--model', script, '--allow', 'FileAccess', '--allow', 'FileWrite')
    expect(out.match(/Done: puts notes\.md back as it was\./g)).toHaveLength(2)
    expect(err).toContain('Nothing to undo')
    expect(notesOf(folder)).toBe(NOTES)
  })
})

const CARD = 'May it run? '
const RIGHT = 'Allow FileWrite? '
const EDITING = 'Edit the file notes.md, please\r'

async function answer(terminal: PseudoTerminal, question: string, keys: string): Promise<void> {
  await terminal.shows(question)
  terminal.type(keys)
}

const until = (holds: () => boolean): Promise<void> => vi.waitFor(() => expect(holds()).toBe(true), { timeout: 10_000 })

async function leave(terminal: PseudoTerminal): Promise<number | null> {
  terminal.type(CTRL_D)
  return terminal.ended
}

async function chatIn(folder: WorkFolder, ...replies: readonly string[]): Promise<PseudoTerminal> {
  const terminal = folder.terminal('chat', '--model', scriptIn(folder, ...replies))
  await terminal.shows('> ')
  return terminal
}

describe.skipIf(lacksTerminal)('chat at a terminal', AT_A_TERMINAL, () => {
  test('opening the folder grants reading it for this session, by opening it, and leaving takes it back', async () => {
    const folder = withNotes()
    const terminal = await chatIn(folder, READ, 'It burned.')
    terminal.type('Read the file notes.md\r')
    await terminal.shows('It burned.')
    terminal.type('/status\r')
    await terminal.shows('by opened')
    expect(await leave(terminal)).toBe(0)
    const receipts = (await folder.json('receipts', 'list')).value as { decided_by: string }[]
    expect(receipts.map(({ decided_by }) => decided_by)).toEqual(['opened'])
    expect((await folder.json('permissions', 'list')).value).toEqual([])
  })

  test('[ROUTE-17] [ROUTE-19] the question for a right comes before the model is asked, with capability, reason, duration and scope', async () => {
    const folder = withNotes()
    const server = await startServer((_received, response) => void response.writeHead(404).end())
    onTestFinished(server.close)
    folder.write('../home/.config/countersign/countersign.toml', '[providers]\nprobe_schema = false\n')
    const terminal = folder.terminal('chat', '--model', `${server.url}/v1#m`)
    await answer(terminal, '> ', EDITING)
    await terminal.shows(RIGHT)
    expect(server.requests.filter(({ path }) => path.endsWith('/completions'))).toEqual([])
    const shown = terminal.shown()
    expect(shown).toMatch(/Permission needed: FileWrite/)
    expect(shown).toMatch(/why +file_(write|edit) needs it \(file_edit\)/)
    expect(shown).toMatch(/how long +5 minutes/)
    expect(shown).toMatch(/on what +the whole workspace/)
    expect(shown).toMatch(/s {2}allow for this session/)
    terminal.type(CTRL_C)
  })

  test('[ROUTE-20] what was allowed for the session is not asked again', async () => {
    const folder = withNotes()
    const terminal = await chatIn(folder, 'First.', 'Second.')
    terminal.type(EDITING)
    await answer(terminal, RIGHT, 's\r')
    await terminal.shows('First.')
    terminal.type('Edit the file notes.md again\r')
    await terminal.shows('Second.')
    expect(terminal.shown().split('Permission needed').length - 1).toBe(1)
  })

  test.each([
    ['Enter', '\r'],
    ['another word', 'yes\r'],
    ['a name that every object has', 'constructor\r'],
  ])('%s grants nothing and approves nothing', async (_what, keys) => {
    const folder = withNotes()
    const terminal = await chatIn(folder, EDIT, 'Not done.')
    terminal.type(EDITING)
    await answer(terminal, RIGHT, keys)
    await answer(terminal, 'Enter alone allows nothing', 't\r')
    await answer(terminal, CARD, keys)
    await answer(terminal, 'Enter alone approves nothing', 'n\r')
    await terminal.shows('Not done.')
    expect(notesOf(folder)).toBe(NOTES)
  })

  test('a call is shown with the difference that it makes, and y lets it run once', async () => {
    const folder = withNotes()
    const terminal = await chatIn(folder, EDIT, 'Done.')
    terminal.type(EDITING)
    await answer(terminal, RIGHT, 'y\r')
    await terminal.shows(CARD)
    expect(terminal.shown()).toContain('- Nobody saw it.\r\n  + Everybody saw it.')
    terminal.type('y\r')
    await terminal.shows('Done.')
    expect(notesOf(folder)).toBe(NOTES.replace('Nobody', 'Everybody'))
    expect((await folder.json('permissions', 'list')).value).toMatchObject([{ source: 'opened' }])
  })

  test('c answers for the right and for the changes of this message at once, and for nothing after it', async () => {
    const folder = withNotes()
    const back = called('file_edit', { path: 'notes.md', old_text: 'Everybody', new_text: 'Nobody' })
    const terminal = await chatIn(folder, EDIT, back, 'There and back.', 'Again.')
    terminal.type(EDITING)
    await answer(terminal, RIGHT, 'c\r')
    await terminal.shows('There and back.')
    expect(terminal.shown()).not.toContain('May this run?')
    expect((await folder.json('receipts', 'list')).value).toMatchObject([{ decided_by: 'tty' }, { decided_by: 'tty' }])
    terminal.type('Edit the file notes.md again\r')
    await until(() => terminal.shown().split(RIGHT).length > 2)
    terminal.type('n\r')
    await terminal.shows('Again.')
  })

  test('d shows what would change and changes nothing, ? says what the letters do, and the question stays', async () => {
    const folder = withNotes()
    const terminal = await chatIn(folder, EDIT, 'Done.')
    terminal.type(EDITING)
    await answer(terminal, RIGHT, 'y\r')
    await answer(terminal, CARD, 'd\r')
    await terminal.shows('Nothing has run.')
    expect(notesOf(folder)).toBe(NOTES)
    await answer(terminal, CARD, '?\r')
    await terminal.shows('runs exactly this call, once')
    terminal.type('y\r')
    await terminal.shows('Done.')
    expect(notesOf(folder)).toBe(NOTES.replace('Nobody', 'Everybody'))
  })

  test('e denies, and the model reads why', async () => {
    const folder = withNotes()
    const terminal = await chatIn(folder, EDIT, 'I see.')
    terminal.type(EDITING)
    await answer(terminal, RIGHT, 't\r')
    await answer(terminal, CARD, 'e\r')
    await answer(terminal, 'Why not?', 'the ending is settled\r')
    await terminal.shows('I see.')
    const [receipt] = (await folder.json('receipts', 'list')).value as { outputs: unknown }[]
    expect(JSON.stringify(receipt?.outputs)).toContain('the user said no to this call, because: the ending is settled')
    expect(notesOf(folder)).toBe(NOTES)
  })

  test('s lets later changes run unasked; w first shows the rule that will be saved', async () => {
    const folder = withNotes()
    const back = called('file_edit', { path: 'notes.md', old_text: 'Everybody', new_text: 'Nobody' })
    const terminal = await chatIn(folder, EDIT, back, 'There and back.')
    terminal.type(EDITING)
    await answer(terminal, RIGHT, 'y\r')
    await answer(terminal, CARD, 'w\r')
    await terminal.shows('Type always to save it')
    expect(terminal.shown().replace(/\s+/g, ' ')).toMatch(
      /allow file_edit in every session until revoked, as long as its definition is [0-9a-f]{12}; changes run without asking/,
    )
    await answer(terminal, 'Type always to save it', 'no\r')
    await until(() => terminal.shown().split(CARD).length > 2)
    terminal.type('s\r')
    await terminal.shows('There and back.')
    expect(terminal.shown().split('May this run?').length - 1).toBe(1)
    expect((await folder.json('permissions', 'list')).value).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          capability: 'FileWrite',
          tool: 'file_edit',
          source: 'tty',
          session: expect.stringMatching(/^sess_/),
        }),
      ]),
    )
    expect(notesOf(folder)).toBe(NOTES)
  })

  test('long arguments can be read to the end before deciding', async () => {
    const folder = withNotes()
    const content = Array.from({ length: 60 }, (_, index) => `line number ${index + 1}`).join('\n')
    const terminal = await chatIn(folder, called('file_write', { path: 'long.md', content }), 'No.')
    terminal.type('Write the file long.md\r')
    await answer(terminal, RIGHT, 't\r')
    await terminal.shows('more lines: v)')
    expect(terminal.shown()).not.toContain('line number 60')
    await answer(terminal, CARD, 'v\r')
    await answer(terminal, 'Enter for more', '\r')
    for (let page = 2; !terminal.shown().includes('line number 60'); page++) {
      await until(
        () => terminal.shown().split('Enter for more').length > page || terminal.shown().includes('line number 60'),
      )
      terminal.type('\r')
    }
  })

  test('what was typed before the question is no answer to it', async () => {
    const folder = withNotes()
    const terminal = await chatIn(folder, EDIT, 'Not done.')
    terminal.type(`${EDITING}y\ry\ry\r`)
    await terminal.shows(RIGHT)
    await new Promise(resolve => setTimeout(resolve, 300))
    expect(terminal.shown()).not.toContain(CARD)
  })

  test('a repaired call is shown in one line, and foreign text is not obeyed', async () => {
    const folder = withNotes()
    const terminal = await chatIn(
      folder,
      '{"type":"tool_call","name":"file_read","args":{"file_path":"notes.md",}}',
      'a\u001b[31mb',
    )
    terminal.type('Read the file notes.md\r')
    await terminal.shows(String.raw`a\u{001b}[31mb`)
    expect(terminal.shown()).toMatch(/the model wrote [^\r\n]*; read as file_read \{path: "notes\.md"\}/)
  })

  test('Ctrl+C at the prompt leaves, with 0 as long as nothing was broken off', async () => {
    const terminal = await chatIn(withNotes())
    terminal.type(CTRL_C)
    expect(await terminal.ended).toBe(0)
  })

  test('Ctrl+D leaves whenever it was typed: while the model writes, behind a message, or at the prompt', async () => {
    const folder = withNotes()
    let answerNow = (): void => undefined
    const slow = await startServer((received, response) => {
      if (!received.path.endsWith('/completions')) return void response.writeHead(404).end()
      const said = { choices: [{ index: 0, delta: { content: 'Better late.' }, finish_reason: 'stop' }] }
      answerNow = () =>
        void response
          .writeHead(200, { 'content-type': 'text/event-stream' })
          .end(`data: ${JSON.stringify(said)}\n\ndata: [DONE]\n\n`)
    })
    onTestFinished(slow.close)
    folder.write('../home/.config/countersign/countersign.toml', '[providers]\nprobe_schema = false\n')
    const terminal = folder.terminal('chat', '--model', `${slow.url}/v1#m`)
    await answer(terminal, '> ', 'Hello\r')
    await answer(terminal, 'is writing', CTRL_D)
    await new Promise(resolve => setTimeout(resolve, 200)) // nobody reads the keyboard now
    answerNow()
    expect(await terminal.ended).toBe(0)
    expect(terminal.shown()).toContain('Better late.')

    const pasted = await chatIn(folder, 'Thanks.')
    pasted.type(`one\r${CTRL_D}`)
    expect(await pasted.ended).toBe(0)
    expect(pasted.shown()).toContain('Thanks.')
    expect(await leave(await chatIn(folder))).toBe(0)
  })

  test('Ctrl+C in a turn stops the turn and keeps the chat; leaving then says 130', async () => {
    const folder = withNotes()
    const slow = await startServer((received, response) => {
      if (!received.path.endsWith('/completions')) response.writeHead(404).end()
    })
    onTestFinished(slow.close)
    folder.write('../home/.config/countersign/countersign.toml', '[providers]\nprobe_schema = false\n')
    const terminal = folder.terminal('chat', '--model', `${slow.url}/v1#m`)
    await answer(terminal, '> ', 'Hello\r')
    await answer(terminal, 'is writing', CTRL_C)
    await answer(terminal, 'Stopped.', '/status\r')
    await terminal.shows('Provisional')
    await terminal.prompts()
    terminal.type(CTRL_C)
    expect(await terminal.ended).toBe(130)
  })

  test('Ctrl+C at the question about a call stops the turn, runs nothing and leaves the question open', async () => {
    const folder = withNotes()
    const terminal = await chatIn(folder, EDIT, 'Not done.')
    terminal.type(EDITING)
    await answer(terminal, RIGHT, 't\r')
    await answer(terminal, CARD, CTRL_C)
    await terminal.shows('Stopped.')
    expect(notesOf(folder)).toBe(NOTES)
    expect((await folder.json('permissions', 'pending')).value).toMatchObject([{ tool: 'file_edit' }])
  })

  test('lines that are pasted at once are one message', async () => {
    const folder = withNotes()
    const terminal = await chatIn(folder, 'Thanks.')
    terminal.type('one\rtwo\rthree\r')
    await terminal.shows('Thanks.')
    await leave(terminal)
    expect((await folder.json('sessions', 'list')).value).toMatchObject([{ turns: 1, title: 'one two three' }])
  })
})
