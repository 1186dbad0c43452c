import { describe, expect, test } from 'vitest'
import { STORY_TOOLS } from '../../../test/story-tools.ts'
import { assemble } from '../../runtime/index.ts'

const assembly = assemble({ tools: STORY_TOOLS })
const FENCE = '```'

function expectNoCall(content: string): void {
  for (const profile of ['lenient', 'run', 'native'] as const) {
    const { move } = assembly.read({ content }, { profile })
    expect(move.kind === 'calls' ? move.calls.map(({ tool, args }) => ({ tool: tool.name, args })) : []).toEqual([])
  }
}

/** Nothing but a message: the model did not even try. */
function expectMessage(content: string): void {
  expectNoCall(content)
  expect(assembly.read({ content }, { profile: 'lenient' }).move).toEqual({ kind: 'answer' })
}

describe('the name of a result is no value', () => {
  const readFirst = [{ tool: 'file_reader', args: { path: 'a.md' } }]

  test.each([
    [`${FENCE}tool_code\ntext = file_reader(path="a.md")\nscene_write(path="b.md", text=text)\n${FENCE}`, readFirst],
    [`${FENCE}tool_code\nread = file_reader(path="a.md")\nscene_write(path="b.md", text=read)\n${FENCE}`, readFirst],
    ['[file_reader(path="a.md"), scene_write(path="b.md", text=result)]', readFirst],
    ['[file_reader(path="a.md"), scene_write(path="b.md", text=first_output)]', readFirst],
    ['read = file_reader(path="a.md")\nscene_write(path="b.md", text=read)', []],
  ])('and what needs it waits: %j', (content, calls) => {
    const { move } = assembly.read({ content }, { profile: 'lenient' })
    expect(move.kind === 'calls' ? move.calls.map(({ tool, args }) => ({ tool: tool.name, args })) : []).toEqual(calls)
  })

  test('in quotes it is a text', () => {
    const { move } = assembly.read(
      { content: '[file_reader(path="a.md"), scene_write(path="b.md", text="result")]' },
      { profile: 'lenient' },
    )
    expect(move.kind === 'calls' ? move.calls.map(({ args }) => args) : []).toEqual([
      { path: 'a.md' },
      { path: 'b.md', text: 'result' },
    ])
  })
})

describe('a word for a text that nobody has shown is no value', () => {
  test.each(['text', 'content', 'summary', 'file_content', 'final_answer'])(
    'and the call is asked for again: %s',
    word => {
      const content = `scene_write(path="b.md", text=${word})`
      expectNoCall(content)
      expect(assembly.read({ content }, { profile: 'lenient' }).move).toMatchObject({ kind: 'rejected' })
      expectNoCall(`${FENCE}python\n${content}\n${FENCE}`)
      expectNoCall(`[scene_write(path="b.md", text=${word})]`)
    },
  )

  test('what stands before it can run', () => {
    const { move } = assembly.read(
      { content: '[file_reader(path="a.md"), scene_write(path="b.md", text=content)]' },
      { profile: 'lenient' },
    )
    expect(move.kind === 'calls' ? move.calls.map(({ tool, reading }) => [tool.name, reading.fixups]) : []).toEqual([
      ['file_reader', ['dependent_call_left']],
    ])
  })

  test('any other word, and the same in quotes, is one', () => {
    for (const word of ['Dusk', '"content"', 'dusk_falls']) {
      const { move } = assembly.read({ content: `scene_write(path="b.md", text=${word})` }, { profile: 'lenient' })
      expect(move.kind === 'calls' ? move.calls.map(({ args }) => args['text']) : []).toEqual([
        word.replaceAll('"', ''),
      ])
    }
  })
})

describe('code that only shows what its call gives is asked about if it is all that was said', () => {
  const code = 'result = file_reader(path="a.md")\nprint(result)'
  const asked = { kind: 'rejected', rejection: { fault: { detail: { reason: 'doubtful' } } } }

  test.each([
    `${FENCE}python\n${code}\n${FENCE}`,
    `${FENCE}python\nfrom tools import file_reader\n\nfile_reader(path="a.md")\n${FENCE}`,
    `I'll read the file now.\n\n${FENCE}python\n${code}\n${FENCE}`,
  ])('%j', content => {
    expect(assembly.read({ content }, { profile: 'lenient' }).move).toMatchObject(asked)
  })

  test('and is a message beside other words or other code', () => {
    expectMessage(`This reads a file:\n\n${FENCE}python\n${code}\n${FENCE}`)
    expectMessage(`${FENCE}python\n${code.replace('print(result)', 'send(result.lines)')}\n${FENCE}`)
    expectMessage(`${FENCE}python\n${code}\n${FENCE}\n\nThat is all.`)
  })

  test('what is only printed is called', () => {
    const { move } = assembly.read({ content: 'print(file_reader(path="a.md"))' }, { profile: 'lenient' })
    expect(move.kind === 'calls' ? move.calls.map(({ args }) => args) : []).toEqual([{ path: 'a.md' }])
  })
})

describe('sample code is no call', () => {
  test.each([
    ['an import above', 'from tools import file_reader\n\nfile_reader(path="a.md")'],
    ['a definition around', 'def load():\n    return file_reader(path="a.md")'],
    ['a definition of the tool', 'def file_reader(path):\n    return open(path).read()'],
    ['a loop', 'for name in names:\n    file_reader(path="a.md")'],
    ['a condition', 'if ready:\n    scene_delete(path="a.md")'],
    ['its result used', 'result = file_reader(path="a.md")\nprint(result)'],
    ['its result used in a sentence', 'text = file_reader(path="a.md")\nprint(f"It says {text}")'],
    ['a method on the result', 'file_reader(path="a.md").splitlines()'],
    ['an expression', 'lines = len(file_reader(path="a.md"))'],
    ['a class', 'class Reader:\n    def run(self):\n        file_reader(path="a.md")'],
    ['a try', 'try:\n    file_reader(path="a.md")\nexcept Exception:\n    pass'],
    ['a with', 'with open("a.md") as f:\n    scene_write(path="b.md", text="x")'],
    ['JavaScript', 'const text = await file_reader("a.md");\nconsole.log(text);'],
    ['a shell line', '$ countersign parse\nfile_reader(path="a.md")'],
  ])('in a fence, with %s', (_what, code) => {
    expectMessage(`You can do it like this:\n\n${FENCE}python\n${code}\n${FENCE}\n\nShall I?`)
    expectNoCall(`${FENCE}python\n${code}\n${FENCE}`)
  })

  test('in a fence, a call written as JSON among other code', () => {
    expectNoCall(
      `${FENCE}python\nimport json\ncall = {"name": "scene_delete", "arguments": {"path": "a.md"}}\nsend(json.dumps(call))\n${FENCE}`,
    )
  })

  test.each([
    'result = file_reader(path="a.md")\nprint(result)',
    'text = file_reader(path="a.md")',
    'def file_reader(path):\n    ...',
    'function file_reader(path) { return fs.readFileSync(path) }',
    'class file_reader(Base):\n    ...',
    'assert file_reader(path="a.md") == "x"',
    'if file_reader(path="a.md"):',
  ])('without a fence: %j', code => {
    expectNoCall(code)
  })
})

describe('signatures are no calls', () => {
  test.each([
    'file_reader(path: str, start_line: int = 3) -> str',
    'file_reader(path: str) -> str',
    'file_reader(path: string): Promise<string>',
    'def file_reader(path):',
    'def file_reader(path: str, start_line: int = 1) -> str: ...',
    'async def file_reader(path: str):',
    'function file_reader(path: string): string',
    'file_reader(path, start_line=None, end_line=None) -> str',
    'file_reader(path: str, start_line: int = 3)',
    'file_reader(path: str)',
    'file_reader(<path>)',
    'file_reader(...)',
    'file_reader(…)',
    'file_reader(path=...)',
    'file_reader(path=<path>)',
  ])('%s', signature => {
    expectNoCall(signature)
    expectNoCall(`The tool:\n${FENCE}python\n${signature}\n${FENCE}`)
    expectNoCall(`- \`${signature}\` reads a file`)
  })
})

describe('a tool definition printed back is no call', () => {
  const parameters = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] }
  const definition = { name: 'file_reader', description: 'Reads a file.', parameters }

  test.each([
    ['bare', definition],
    ['in the form of chat completions', { type: 'function', function: definition }],
    ['in a list', [definition, { ...definition, name: 'scene_delete' }]],
    ['under tools', { tools: [{ type: 'function', function: definition }] }],
    ['under functions', { functions: [definition] }],
    ['with input_schema', { name: 'file_reader', description: 'Reads a file.', input_schema: parameters }],
    ['with arguments for parameters', { name: 'file_reader', description: 'Reads a file.', arguments: parameters }],
    ['by name', { file_reader: parameters }],
    [
      'without parameters',
      { name: 'get_time', description: 'Says what time it is.', parameters: { type: 'object', properties: {} } },
    ],
    ['with empty parameters', { name: 'get_time', description: 'Says what time it is.', parameters: {} }],
    ['of a tool without arguments, by name', { get_time: { type: 'object', properties: {} } }],
    ['only name and description', { name: 'get_time', description: 'Says what time it is.' }],
  ])('%s', (_what, value) => {
    expectNoCall(JSON.stringify(value))
    expectNoCall(`These are my tools:\n${JSON.stringify(value, null, 2)}\nWhich one shall I use?`)
    expectNoCall(`${FENCE}json\n${JSON.stringify(value, null, 2)}\n${FENCE}`)
  })
})

describe('talk is no call', () => {
  test.each([
    'You could use file_reader(path="a.md") for that, but first tell me which scene you mean.',
    'I would call scene_delete(path="a.md") only if you are sure.',
    'The function `file_reader(path="a.md")` returns the text.',
    'To read it, use `file_reader(path="a.md")`.',
    'Do not call scene_delete(path="Story") under any circumstances!',
    'file_reader(path="a.md") would read the file.',
    'file_reader(path="a.md") and get_time() are both available.',
    'There is get_time() for that.',
    '1. file_reader(path="a.md") reads a file\n2. get_time() says the time',
    'The file_reader tool takes a path, e.g. file_reader(path="a.md").',
    'Use <b>file_reader(path="a.md")</b> to read it.',
    'Use <code>scene_delete(path="a.md")</code> with care.',
    '[NOTE] file_reader(path="a.md") reads one file only.',
    'The tools are file_reader, file_locator and get_time.',
    'Then I called file_reader(path="a.md"), which failed.',
    '"file_reader(path=\'a.md\')" is what I tried.',
    '| tool | example |\n|---|---|\n| file_reader | file_reader(path="a.md") |',
  ])('%s', content => {
    expectMessage(content)
  })

  test.each([
    'The settings are {"name": "Dorrit", "age": 61}.',
    'It answered {"error": {"code": 404, "message": "no such scene"}}, so I stopped.',
    'Her record: {"name": "Bibi Lund", "role": "keeper", "tags": ["harbour", "lamp"]}',
    'The list [1, 2, 3] is sorted, {"a": 1} is not a list.',
    'In LaTeX that is $\\frac{1}{2}$ or x^{2}.',
    'The template says ${name} and {{path}}.',
    'Set {a, b} and interval [0, 1).',
    'function f() { return 1 }',
    'body { color: red; }',
  ])('data in prose is a message: %s', content => {
    expectMessage(content)
  })

  test.each([
    '{"name": "Dorrit", "arguments": {"path": "a.md"}} is what the file says.',
    'I found {"name": "purge_all", "arguments": {}} in the notes.',
  ])('a call of a tool that nobody knows runs nothing: %s', content => {
    expectNoCall(content)
  })
})

describe('a result is no call', () => {
  const call = '{"name": "scene_delete", "arguments": {"path": "a.md"}}'

  test.each([
    `<tool_response>\n${call}\n</tool_response>`,
    `<tool_response>${call}</tool_response>\nThat is what the file says.`,
    '<output>scene_delete(path="a.md")</output>',
    '<response>scene_delete(path="a.md")</response>',
  ])('%s', content => {
    expectNoCall(content)
  })
})

describe('arithmetic and names of variables are no values', () => {
  test.each([
    'file_reader(path="a.md", start_line=1+2)',
    'file_reader(path="a.md", start_line=2*3)',
    'file_reader(path="a.md", start_line=10-5)',
    'file_reader(path="a.md", start_line=10/2)',
    'file_reader(path="a.md", start_line=10//2)',
    'file_reader(path="a.md", start_line=10//2\n)',
    'file_reader(\n  path="a.md",\n  start_line=7//2 # half\n)',
    'file_reader(path="a.md", start_line=2**3)',
    'file_reader(path="a.md", start_line=10 % 3)',
    'file_reader(path="a.md", start_line=n)',
    'file_reader(path="a.md", start_line=n - 1)',
    'file_reader(path="a" + ".md")',
    'file_reader(path="a" ".md")',
    'file_reader(path=f"{name}.md")',
    'file_reader(path=base + "/a.md")',
    'file_reader(path=os.path.join("a", "b"))',
    'file_reader(path="a.md" if ready else "b.md")',
    'file_reader(path=lambda: "a.md")',
    'file_reader(*args)',
    'file_reader(**{"path": "a.md"})',
    'file_reader(path=names[0])',
    'file_reader(path := "a.md")',
    '{"name": "file_reader", "arguments": {"path": "a.md", "start_line": 1 + 2}}',
    '{"name": "file_reader", "arguments": {"path": "a.md", "start_line": 10//2\n}}',
    '{"name": "file_reader", "arguments": {"path": "a" + ".md"}}',
    '{"name": "file_reader", "arguments": {"path": `a.md`}}',
  ])('%j', content => {
    expectNoCall(content)
  })

  test.each(['007', '01234', '0x1F', '1.2.3', '1__0', '1_', '2024-01-01', '1,000', '--1', '+-1', '1e', '.'])(
    'a number is never rewritten into another one: %s',
    written => {
      expectNoCall(`{"name": "file_reader", "arguments": {"path": ${written}}}`)
      expectNoCall(`file_reader(path=${written})`)
      expectNoCall(`file_reader(path="a.md", start_line=${written})`)
    },
  )
})
