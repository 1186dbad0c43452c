import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { type Ended, commandLine } from '../../../test/command-line.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'

const TOOLS = JSON.stringify([
  {
    name: 'file_reader',
    description: 'Reads a file.',
    parameters: {
      type: 'object',
      properties: { path: { type: 'string' }, start_line: { type: 'integer' } },
      required: ['path'],
    },
    risk: 'read',
  },
  {
    name: 'scene_delete',
    parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  },
])
const NONCE = 'n_1'
const CALL = '{"type":"tool_call","name":"file_reader","args":{"path":"a.md"}}'
const STRICT = `{"tool":"file_reader","args":{"path":"a.md"},"nonce":"${NONCE}"}`

const parse = (stdin: string, ...flags: string[]): Promise<Ended> =>
  commandLine(['parse', '--tools', temporaryFolder().write('tools.json', TOOLS), ...flags], { stdin })
const lenient = async (stdin: string, ...flags: string[]): Promise<unknown> => {
  const { code, out, err } = await parse(stdin, '--json', '--profile', 'lenient', ...flags)
  expect(err).toBe('')
  return { exit: code, ...JSON.parse(out) }
}
const strict = async (stdin: string, ...flags: string[]): Promise<unknown> => {
  const { code, out } = await parse(stdin, '--json', '--profile', 'strict', '--nonce', NONCE, ...flags)
  return { exit: code, ...JSON.parse(out) }
}

const reader = { tool: 'file_reader', args: { path: 'a.md' }, requested_tool: 'file_reader' }
const NOTHING = {
  exit: 0,
  outcome: 'message',
  call: null,
  calls: [],
  text: '',
  code: null,
  layer: null,
  detail: null,
  dialect: null,
  fixups: [],
  aliases: [],
  ignored: { objects: 0, text: false },
  confirm: false,
}
const called = { ...NOTHING, outcome: 'tool_call', call: reader, calls: [reader], dialect: 'envelope' }

describe('parse --json', () => {
  test('a call', async () => {
    expect(await lenient(CALL)).toEqual(called)
    expect(await strict(STRICT)).toEqual({ ...called, dialect: 'strict' })
  })

  test('a call with talk, a fence, other names and a number as text', async () => {
    const stdin = 'Sure!\n```json\n{"name":"functions.file-reader","arguments":{"Path":"a.md","start_line":"3"}}\n```'
    const call = { tool: 'file_reader', args: { path: 'a.md', start_line: 3 }, requested_tool: 'functions.file-reader' }
    expect(await lenient(stdin)).toEqual({
      ...called,
      call,
      calls: [call],
      text: 'Sure!',
      dialect: 'name_arguments',
      fixups: ['strip_fence', 'string_to_number'],
      aliases: ['functions.file-reader→file_reader', 'args.Path→args.path'],
      ignored: { objects: 0, text: true },
    })
  })

  const second = { tool: 'scene_delete', args: { path: 'b.md' }, requested_tool: 'scene_delete' }

  test('several calls in a form that has several: all would run', async () => {
    expect(await lenient('[file_reader(path="a.md"), scene_delete(path="b.md")]')).toEqual({
      ...called,
      calls: [reader, second],
      dialect: 'python',
    })
  })

  test('several bare objects: the first would run, and of the others it is said why not', async () => {
    const object = '{"name":"scene_delete","arguments":{"path":"b.md"}}'
    const read = await lenient(`${CALL}\n${object}`)
    const notRun = { requested_tool: 'scene_delete', code: 'tool_call_multiple', message: expect.any(String) }
    expect(read).toMatchObject({
      calls: [reader, second],
      call: reader,
      ignored: { objects: 1, text: false, calls: [notRun] },
    })
  })

  test('a recovered write says that it must be confirmed; without a risk in the file it counts as one', async () => {
    const call = { tool: 'scene_delete', args: { path: 'b.md' }, requested_tool: 'scene_delete' }
    expect(await lenient("{'name':'scene_delete','arguments':{'path':'b.md'}}")).toEqual({
      ...called,
      call,
      calls: [call],
      dialect: 'name_arguments',
      fixups: ['single_quotes'],
      confirm: true,
    })
  })

  test('a message', async () => {
    expect(await lenient('Good evening.\n')).toEqual({ ...NOTHING, text: 'Good evening.' })
    expect(await lenient('')).toEqual(NOTHING)
  })

  test('the end, after a result', async () => {
    const stdin = `{"action":"final","nonce":"${NONCE}"}`
    expect(await strict(stdin, '--phase', 'decision')).toEqual({ ...NOTHING, outcome: 'final' })
  })

  test('a rejection is a result on stdout, and ends with 1', async () => {
    expect(await strict(`${STRICT} ok`)).toEqual({
      ...NOTHING,
      exit: 1,
      outcome: 'rejected',
      text: `${STRICT} ok`,
      code: 'tool_call_invalid_format',
      layer: 'extract',
      detail: { message: expect.any(String), reason: 'extra-text' },
    })
  })

  test.each([
    ['tool_call_invalid_format', 'extract', CALL.slice(0, -1), []],
    ['tool_call_invalid_format', 'parse', '{"type":}', []],
    ['tool_call_invalid_format', 'envelope', '{"type":"call"}', []],
    ['tool_call_unknown_tool', 'tool', '{"name":"nope","arguments":{}}', []],
    ['tool_call_invalid_args', 'args', '{"name":"file_reader","arguments":{}}', []],
    [
      'tool_call_invalid_args',
      'args',
      '{"name":"file_reader","arguments":{"path":"a","start_line":"3"}}',
      ['--coerce', 'off'],
    ],
    ['tool_call_invalid_format', 'envelope', '{"name":"file_reader","arguments":{"path":"a"}}', ['--dialects', 'none']],
    ['tool_call_invalid_format', 'extract', 'Good evening.', ['--required']],
  ])('lenient %s at %s: %s %j', async (code, layer, stdin, flags) => {
    expect(await lenient(stdin, ...flags)).toMatchObject({
      exit: 1,
      outcome: 'rejected',
      call: null,
      calls: [],
      code,
      layer,
    })
  })

  test.each([
    ['tool_call_multiple', STRICT + STRICT],
    ['tool_call_unknown_tool', STRICT.replace('file_reader', 'nope')],
    ['tool_call_nonce_invalid', STRICT.replace(NONCE, 'n_2')],
    ['tool_call_invalid_args', STRICT.replace('path', 'file')],
    ['tool_call_invalid_format', CALL],
  ])('strict %s', async (code, stdin) => {
    expect(await strict(stdin)).toMatchObject({ exit: 1, outcome: 'rejected', call: null, calls: [], code })
  })

  test('the dialects that count can be chosen', async () => {
    const python = 'file_reader(path="a.md")'
    expect(await lenient(python, '--dialects', 'python,name_arguments')).toMatchObject({
      outcome: 'tool_call',
      dialect: 'python',
    })
    expect(await lenient(python, '--dialects', 'all')).toMatchObject({ outcome: 'tool_call', dialect: 'python' })
    expect(await lenient(python, '--dialects', 'name_arguments')).toMatchObject({ outcome: 'message', call: null })
    expect(await lenient(CALL, '--dialects', 'none')).toEqual(called)
  })

  test('the run profile reads like lenient', async () => {
    const { code, out } = await parse(CALL, '--json', '--profile', 'run')
    expect({ exit: code, ...JSON.parse(out) }).toEqual(called)
  })
})

describe('parse, failures without a result', () => {
  test('an unknown dialect is wrong usage, and the known ones are listed', async () => {
    const { code, out, err } = await parse(CALL, '--json', '--profile', 'lenient', '--dialects', 'python,klingon')
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(JSON.parse(err)).toEqual({
      error: { code: 'usage_invalid', detail: null, message: expect.stringMatching(/"klingon".*envelope.*python/) },
    })
  })

  test('a tool file that is not there', async () => {
    const { code, out, err } = await commandLine(
      ['parse', '--profile', 'lenient', '--tools', '/nowhere.json', '--json'],
      { stdin: CALL },
    )
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(JSON.parse(err)).toEqual({
      error: { code: 'input_unreadable', detail: null, message: expect.stringContaining('/nowhere.json') },
    })
  })
})

describe('parse, for people', () => {
  test('a call with what was put right', async () => {
    const { code, out, err } = await parse(
      "Look: {'name':'scene_delete','arguments':{'path':'b.md'}}",
      '--profile',
      'lenient',
    )
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toBe(
      [
        "came in  Look: {'name':'scene_delete','arguments':{'path':'b.md'}}",
        'read     ✓ scene_delete {"path":"b.md"}',
        'dialect  name_arguments',
        'fixed    single_quotes',
        'confirm  ! it changes something and was repaired: ask again, or have a person approve it',
        'beside   text around the call',
        '',
      ].join('\n'),
    )
  })

  test('a message', async () => {
    expect(await parse('Good evening.', '--profile', 'lenient')).toEqual({
      code: 0,
      out: 'came in  Good evening.\nread     ✓ a message Good evening.\n',
      err: '',
    })
  })

  test('a refusal with its reason and what to do', async () => {
    const { code, out } = await parse(STRICT.replace(NONCE, 'n_2'), '--profile', 'strict', '--nonce', NONCE)
    expect(code).toBe(1)
    expect(out).toContain('refused  ✗ tool_call_nonce_invalid (nonce)\n')
    expect(out).toMatch(/^why {6}\S/m)
    expect(out).toMatch(/^advice {3}Copy TOOL_NONCE/m)
  })

  test('control and direction marks of the model are shown, not obeyed', async () => {
    const path = 'a\u001B[31m\u202Etxt.exe\u0007\u2066\u009B\u061C'
    for (const stdin of [
      path,
      JSON.stringify({ type: 'tool_call', name: 'file_reader', args: { path } }),
      `{"name":"${path}","arguments":{}}`,
    ]) {
      const { out } = await parse(stdin, '--profile', 'lenient')
      expect(out).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u)
      expect(out).toContain('\\u{202e}')
    }
  })

  test('a long reply is shown in part', async () => {
    const { out } = await parse('word '.repeat(1000), '--profile', 'lenient')
    expect(out).toContain('… (4999 characters)')
  })
})

test('as a process of its own it reads standard input and ends with the code', () => {
  const main = new URL('./main.ts', import.meta.url).href
  const tools = temporaryFolder().write('tools.json', TOOLS)
  const run = (input: string): { status: number | null; stdout: string; stderr: string } => {
    const script = `process.exitCode = await (await import(${JSON.stringify(main)})).runCommandLine(process.argv.slice(1))`
    const args = [
      '--import',
      'tsx',
      '--input-type=module',
      '--eval',
      script,
      'parse',
      '--json',
      '--profile',
      'lenient',
      '--tools',
      tools,
    ]
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { input, encoding: 'utf8' })
    return { status, stdout, stderr }
  }
  const { status, stdout, stderr } = run(CALL)
  expect({ status, stderr, ...JSON.parse(stdout) }).toMatchObject({
    status: 0,
    stderr: '',
    outcome: 'tool_call',
    call: reader,
  })
  expect(run(CALL.slice(0, -1)).status).toBe(1)
})
