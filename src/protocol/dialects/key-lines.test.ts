import { describe, expect, test } from 'vitest'
import { STORY_TOOLS } from '../../../test/story-tools.ts'
import { assemble } from '../../runtime/index.ts'
import type { Move } from '../index.ts'

const assembly = assemble({ tools: STORY_TOOLS })
const FENCE = '```'
const LINES = { path: 'Story/SCN-outline.md', start_line: 12 }

const moveOf = (content: string, isFinished = true): Move =>
  assembly.read({ content }, { profile: 'lenient', isFinished }).move
const callsIn = (content: string, isFinished = true): readonly unknown[] => {
  const move = moveOf(content, isFinished)
  return move.kind === 'calls'
    ? move.calls.map(({ tool, args, reading }) => ({ tool: tool.name, args, fixups: reading.fixups }))
    : []
}

const UNFENCED = [
  'tool: file_reader\narguments:\n  path: Story/SCN-outline.md\n  start_line: 12',
  '- name: file_reader\n  arguments:\n    path: "Story/SCN-outline.md"\n    start_line: 12',
  'Thought: I need it.\nAction: file_reader\nAction Input:\n  path: Story/SCN-outline.md\n  start_line: 12',
  'Action: file_reader\nAction Input: path="Story/SCN-outline.md", start_line=12',
  '### Tool call\n\n**Tool:** file_reader\n\n**Arguments:**\n- path: Story/SCN-outline.md\n- start_line: 12',
  'file_reader,path=Story/SCN-outline.md,start_line=12',
  '/file_reader path="Story/SCN-outline.md" start_line=12',
  'file_reader --path Story/SCN-outline.md --start_line=12',
]

describe('a call in plain lines', () => {
  test.each(UNFENCED)('is read if the model ended by itself, and that is told: %j', content => {
    expect(callsIn(content)).toEqual([{ tool: 'file_reader', args: LINES, fixups: ['plain_lines'] }])
  })

  test.each(UNFENCED)('is none if nobody knows whether that was its end: %j', content => {
    expect(callsIn(content, false)).toEqual([])
  })

  test('arguments as a quoted JSON text are read as such', () => {
    expect(callsIn(`Action: "file_reader"\nAction Input: ${JSON.stringify(JSON.stringify(LINES))}`)).toEqual([
      { tool: 'file_reader', args: LINES, fixups: ['quoted_call'] },
    ])
  })

  test.each([
    ['a line that is no pair', 'tool: file_reader\narguments:\n  path: a.md\n  start_l'],
    ['a key that the tool does not have', 'tool: file_reader\narguments:\n  file: a.md\n  when: now'],
    ['the same key twice', 'tool: file_reader\narguments:\n  path: a.md\n  path: b.md'],
    ['prose behind it', 'tool: file_reader\narguments:\n  path: a.md\nShall I?'],
    ['prose before it', 'This is how it is called:\ntool: file_reader\narguments:\n  path: a.md'],
    ['types instead of values', 'tool: file_reader\narguments:\n  path: string (required)\n  start_line: integer'],
    ['a placeholder', 'tool: file_reader\narguments:\n  path: <the path>'],
    ['a text over several lines', 'tool: scene_write\narguments:\n  path: a.md\n  text: |'],
    ['spaces in a value without quotes', 'file_reader path=my scene.md start_line=12'],
    [
      'a list of several tools',
      '- name: file_reader\n  arguments:\n    path: a.md\n- name: get_time\n  arguments:\n    zone: UTC',
    ],
    ['a sentence', 'file_reader: path is what it needs'],
    ['a fence that never closes', `${FENCE}yaml\nname: file_reader\narguments:\n  path: a.md\n`],
    ['a fence with other lines', `${FENCE}yaml\nversion: 1\nname: file_reader\narguments:\n  path: a.md\n${FENCE}`],
  ])('with %s is none', (_what, content) => {
    expect(callsIn(content)).toEqual([])
  })
})

describe('more than one call, and texts over several lines', () => {
  const note = { tool: 'scene_write', args: { path: 'a.md', text: 'One.\n\n  Two.\n' }, fixups: ['plain_lines'] }
  const read = { tool: 'file_reader', args: LINES, fixups: ['plain_lines'] }
  const YAML_READ = 'name: file_reader\narguments:\n  path: Story/SCN-outline.md\n  start_line: 12'
  const YAML_NOTE = 'name: scene_write\narguments:\n  path: a.md\n  text: |\n    One.\n\n      Two.'
  const item = (text: string): string => `- ${text.replaceAll('\n', '\n  ')}`
  const inFence = (text: string): string => `${FENCE}yaml\n${text}\n${FENCE}`
  const fenced = (call: { fixups: readonly string[] }): unknown => ({
    ...call,
    fixups: ['strip_fence', ...call.fixups],
  })

  test.each([
    ['a list', `${item(YAML_NOTE)}\n${item(YAML_READ)}`],
    ['a list under a key', `tool_calls:\n${item(YAML_NOTE)}\n${item(YAML_READ)}`],
    ['documents', `${YAML_NOTE}\n---\n${YAML_READ}`],
  ])('%s of YAML is read as all of its calls', (_what, yaml) => {
    expect(callsIn(yaml)).toEqual([note, read])
    expect(callsIn(inFence(yaml))).toEqual([note, read].map(fenced))
    expect(callsIn(yaml, false)).toEqual([])
  })

  test.each<[string, string]>([
    ['|', 'One.  \n'],
    ['|-', 'One.  '],
    ['|+', 'One.  \n\n\n'],
  ])('YAML says with %s which breaks at the end of a text are its own', (mark, text) => {
    const yaml = `name: scene_write\narguments:\n  path: a.md\n  text: ${mark}\n    One.  \n\n\n`
    expect(callsIn(yaml)).toEqual([{ ...note, args: { path: 'a.md', text } }])
  })

  test.each([
    ['a call that cannot be read', `${item(YAML_READ)}\n- name: scene_write\n  arguments:\n    text: >\n      folded`],
    ['the rows of a table', '| Tool | file_reader |\n|---|---|\n| path | Story/SCN-outline.md |\n| start_line | 12 |'],
    ['a table under its name', 'Calling **file_reader**:\n\n| argument | value |\n|---|---|\n| path | a.md |'],
  ])('%s is asked for again', (_what, content) => {
    expect(moveOf(content)).toMatchObject({ kind: 'rejected', rejection: { layer: 'parse' } })
  })

  test.each([
    '| tool | arguments |\n|---|---|\n| file_reader | path |\n| get_time | none |',
    '| Tool | file_reader |\n|---|---|\n| path | string |',
    'The tools:\n\n| Tool | file_reader |\n|---|---|\n| path | a.md |\n\nIt reads a file.',
    'An example:\n\n```yaml\nname: scene_delete\narguments:\n  path: a.md\n```',
  ])('a table or a block that describes is a message: %j', content => {
    expect(moveOf(content)).toEqual({ kind: 'answer' })
  })
})

describe("a tool's name in bold or as a heading over a list of its arguments", () => {
  test.each([
    '**file_reader**\n- path: a.md\n- start_line: 12',
    '### `file_reader`\n\n- **path:** a.md',
    '## file_reader\n* path = a.md',
  ])('may describe the tool, so that the model is asked: %j', content => {
    expect(moveOf(content)).toMatchObject({
      kind: 'rejected',
      rejection: { fault: { detail: { reason: 'doubtful' } } },
    })
  })

  test.each([
    '**file_reader**\n- path: string\n- start_line: integer',
    '**file_reader**\n- path: a.md\n- when: now',
    '**file_reader**\n\nIt reads a file.\n\n- path: a.md',
    '**nobody**\n- path: a.md',
  ])('is a message where the list does not fit: %j', content => {
    expect(moveOf(content)).toEqual({ kind: 'answer' })
  })
})

describe('lists and objects in lines of their own', () => {
  const FOUND = {
    tool: 'file_locator',
    args: { search_criteria: 'the sea', tags: ['night', 'low tide'] },
    fixups: ['plain_lines'],
  }
  const HEAD = 'name: file_locator\narguments:\n  search_criteria: the sea\n'

  test.each([
    '  tags:\n    - night\n    - low tide',
    '  tags:\n  - night\n  - "low tide"\n',
    '  tags:\n    - night\n    - low tide\n\n',
  ])('are read by their indentation: %j', tags => {
    expect(callsIn(HEAD + tags)).toEqual([FOUND])
    expect(callsIn(HEAD + tags, false)).toEqual([])
  })

  test.each([
    '  tags:\n    - night\n      - low tide',
    '  tags:\n    - night\n    or not',
    '  tags:\n    - <the tag>',
    '  tags:\n',
    '  tags:\n    - night\n  tags:\n    - day',
    '  tags:\n    - name: night',
  ])('are none where one line is neither: %j', tags => {
    expect(callsIn(HEAD + tags)).toEqual([])
  })
})

describe('arguments by name', () => {
  test.each([
    'Thought: I need it.\nAction: file_reader[path="Story/SCN-outline.md", start_line=12]',
    'Tool: file_reader\nArguments:\n  1. path: Story/SCN-outline.md\n  2. start_line: 12',
    'I\'ll call `file_reader` with path="Story/SCN-outline.md", start_line=12.',
    'Let me use the file_reader tool with path="Story/SCN-outline.md" start_line=12',
  ])('are read in square brackets, in a list and in a sentence that announces the call: %j', content => {
    expect(callsIn(content)).toEqual([{ tool: 'file_reader', args: LINES, fixups: ['plain_lines'] }])
    expect(callsIn(content, false)).toEqual([])
  })

  test.each([
    'I could call file_reader with path="a.md".',
    'I called file_reader with path="a.md".',
    'I won\'t call file_reader with path="a.md".',
    'I will call file_reader with path="a.md" unless you object.',
    'You can call file_reader with path="a.md".',
    'I will call file_reader with a path.',
  ])('are a message in any other sentence: %j', content => {
    expect(moveOf(content)).toEqual({ kind: 'answer' })
  })
})

describe('an action with nothing but a text', () => {
  test.each([
    'Thought: I need it.\nAction: file_reader\nAction Input: Story/SCN-outline.md',
    'Action: file_reader\nAction Input: "Story/SCN-outline.md"\nObservation:',
    'Thought 1: I need it.\nAction 1: file_reader[Story/SCN-outline.md]',
  ])('gives it to the only argument that the tool needs: %j', content => {
    expect(callsIn(content)).toEqual([
      { tool: 'file_reader', args: { path: 'Story/SCN-outline.md' }, fixups: ['plain_lines', 'positional_arguments'] },
    ])
  })

  test.each([
    'Action: scene_write\nAction Input: a.md',
    'Action: file_reader\nAction Input: <the path>',
    'Action: file_reader\nAction Input: {"path": "a.md"',
    'Action 1: scene_write[a.md, x]',
  ])('is none if the tool needs more, or if it is no text: %j', content => {
    expect(callsIn(content)).toEqual([])
  })
})

describe('a template that was left as it was', () => {
  test.each(['<path>', '<path to the file>', '...', '…'])('calls nothing: %s', path => {
    expect(callsIn(JSON.stringify({ name: 'file_reader', arguments: { path } }))).toEqual([])
  })

  test.each(['<br>', '<b>bold</b>', '<a href="x">', 'a...'])('is not any text with such signs: %s', path => {
    expect(callsIn(JSON.stringify({ name: 'file_reader', arguments: { path } }))).toEqual([
      { tool: 'file_reader', args: { path }, fixups: [] },
    ])
  })
})

describe('a reply that was changed as a whole', () => {
  const call = JSON.stringify({ name: 'file_reader', arguments: { path: 'a "b".md' } })

  test('one JSON string around it is taken off', () => {
    expect(callsIn(JSON.stringify(call))).toEqual([
      { tool: 'file_reader', args: { path: 'a "b".md' }, fixups: ['quoted_call'] },
    ])
    expect(moveOf(JSON.stringify('He said "go".'))).toEqual({ kind: 'answer' })
  })

  test('a name in bold before its brackets is a name', () => {
    expect(callsIn('**file_reader**(path="a.md")')).toEqual([
      { tool: 'file_reader', args: { path: 'a.md' }, fixups: ['unescape_markdown'] },
    ])
    expect(moveOf('**file_reader**(path="a.md") reads a file.')).toEqual({ kind: 'answer' })
    expect(moveOf('Use **file_reader**(path="a.md") for that.')).toEqual({ kind: 'answer' })
  })
})

describe('a reply that was escaped for HTML', () => {
  const escaped = (text: string): string =>
    text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const call = JSON.stringify({ name: 'file_reader', arguments: { path: 'a & b "c".md' } })

  test.each([call, `<tool_call>${call}</tool_call>`])('is read as it was before: %s', written => {
    expect(callsIn(escaped(written))).toEqual([
      { tool: 'file_reader', args: { path: 'a & b "c".md' }, fixups: ['html_entities'] },
    ])
  })

  test('entities in a reply that was not escaped stay what they are', () => {
    expect(callsIn('{"name":"file_reader","arguments":{"path":"a &amp; &quot;b&quot;.md"}}')).toEqual([
      { tool: 'file_reader', args: { path: 'a &amp; &quot;b&quot;.md' }, fixups: [] },
    ])
    expect(moveOf('Write &quot;so&quot; in HTML, and &lt;b&gt; for bold.')).toEqual({ kind: 'answer' })
  })
})
