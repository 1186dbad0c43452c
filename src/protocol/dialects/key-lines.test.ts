import { describe, expect, test } from 'vitest'
import { STORY_TOOLS } from '../../../test/story-tools.ts'
import { assemble } from '../../runtime/index.ts'
import type { Move } from '../index.ts'

const assembly = assemble({ tools: STORY_TOOLS })
const FENCE = '```'
const LINES = { path: 'Story/SCN-outline.md', start_line: 12 }

const moveOf = (content: string, isFinished = true): Move => assembly.read({ content }, { profile: 'lenient', isFinished }).move
const callsIn = (content: string, isFinished = true): readonly unknown[] => {
  const move = moveOf(content, isFinished)
  return move.kind === 'calls' ? move.calls.map(({ tool, args, reading }) => ({ tool: tool.name, args, fixups: reading.fixups })) : []
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
    ['a list of several tools', '- name: file_reader\n  arguments:\n    path: a.md\n- name: get_time\n  arguments:\n    zone: UTC'],
    ['a sentence', 'file_reader: path is what it needs'],
    ['a fence that never closes', `${FENCE}yaml\nname: file_reader\narguments:\n  path: a.md\n`],
    ['a fence with other lines', `${FENCE}yaml\nversion: 1\nname: file_reader\narguments:\n  path: a.md\n${FENCE}`],
  ])('with %s is none', (_what, content) => {
    expect(callsIn(content)).toEqual([])
  })
})

describe('a reply that was escaped for HTML', () => {
  const escaped = (text: string): string =>
    text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const call = JSON.stringify({ name: 'file_reader', arguments: { path: 'a & b "c".md' } })

  test.each([call, `<tool_call>${call}</tool_call>`])('is read as it was before: %s', written => {
    expect(callsIn(escaped(written))).toEqual([{ tool: 'file_reader', args: { path: 'a & b "c".md' }, fixups: ['html_entities'] }])
  })

  test('entities in a reply that was not escaped stay what they are', () => {
    expect(callsIn('{"name":"file_reader","arguments":{"path":"a &amp; &quot;b&quot;.md"}}')).toEqual([
      { tool: 'file_reader', args: { path: 'a &amp; &quot;b&quot;.md' }, fixups: [] },
    ])
    expect(moveOf('Write &quot;so&quot; in HTML, and &lt;b&gt; for bold.')).toEqual({ kind: 'answer' })
  })
})
