import { describe, expect, test } from 'vitest'
import { type PlainCall, type PlainReading, plainReading } from '../../test/plain-reading.ts'
import { STORY_TOOLS } from '../../test/story-tools.ts'
import type { Json } from '../core/index.ts'
import { assemble } from '../runtime/index.ts'
import type { NativeCall } from '../core/index.ts'
import { MAX_REPLY } from './index.ts'

const assembly = assemble({ tools: STORY_TOOLS })

const native = (calls: readonly NativeCall[], content = ''): PlainReading =>
  plainReading(assembly.read({ content, calls }, { profile: 'native' }))
const one = (name: string, written: NativeCall['arguments']): PlainReading => native([{ name, arguments: written }])
const reader = (fixups: readonly string[] = []): PlainCall => ({
  tool: 'file_reader',
  args: { path: 'a.md' },
  dialect: 'native',
  fixups,
  aliases: [],
})
const called = (calls: readonly PlainCall[], text = ''): PlainReading => ({
  kind: 'calls',
  calls,
  rejection: undefined,
  text,
  ignored: { objects: 0, text: false },
  recoveredFrom: undefined,
})
const refused = (rejection: PlainReading['rejection']): PlainReading => ({ ...called([]), kind: 'rejected', rejection })

describe("calls in the provider's own field", () => {
  test.each([
    ['lists', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('arguments of more %s in each other than anybody can count are refused, not read', (_, open, close) => {
    const deep = `{"path":${open.repeat(20_000)}${open === '[' ? '' : '1'}${close.repeat(20_000)}}`
    expect(one('file_reader', deep)).toMatchObject({ kind: 'rejected', calls: [] })
  })

  test('arguments as an object', () => {
    expect(one('file_reader', { path: 'a.md' })).toEqual(called([reader()]))
  })

  test('arguments as a JSON string', () => {
    expect(one('file_reader', '{"path":"a.md"}')).toEqual(called([reader()]))
    expect(one('file_reader', ' {"path" : "a.md"}\n')).toEqual(called([reader()]))
  })

  test.each(['', '  '])('an empty string for a tool without arguments: %j', written => {
    expect(one('get_time', written)).toEqual(
      called([{ tool: 'get_time', args: {}, dialect: 'native', fixups: ['null_arguments'], aliases: [] }]),
    )
  })

  test.each([
    ["{'path': 'a.md'}", 'single_quotes'],
    ['{"path": "a.md",}', 'trailing_comma'],
    ['{path: "a.md"}', 'unquoted_keys'],
    ['path="a.md"', 'quoted_call'],
    ["(path='a.md')", 'quoted_call'],
  ])('a string that is JSON but for its form is read, and that is told: %s', (written, fixup) => {
    expect(one('file_reader', written)).toEqual(called([reader([fixup])]))
  })

  test.each([
    [JSON.stringify('{"path":"a.md"}'), ['arguments_string']],
    ['{"path":"a.md"}</tool_call>', []],
    ['{"path":"a.md"}\n</parameters>\n</function>', []],
    ['{"path":"a.md"}<|tool_call_end|>', []],
    [JSON.stringify(JSON.stringify('{"path":"a.md"}')), ['arguments_string']],
    ['```json\n{"path":"a.md"}\n```', ['strip_fence']],
    ['Here are the arguments: {"path":"a.md"}', ['amid_prose']],
    ['[{"path":"a.md"}]', ['wrapped_arguments']],
    ['{"path":"a.md"}}', ['stray_brackets']],
    ['{"path":"a.md"}{"path":"a.md"}', ['repeated_arguments']],
    ['{}{"path":"a.md"}', ['repeated_arguments']],
    ['{"name":"file_reader","arguments":{"path":"a.md"}}', ['wrapped_arguments']],
  ])('written twice, wrapped, or with the end of its form behind it, it is read: %s', (written, fixups) => {
    expect(one('file_reader', written)).toEqual(called([reader(fixups)]))
  })

  test('a whole call in place of the name is read, if there are no other arguments', () => {
    expect(one('file_reader(path="a.md")', '{}')).toEqual(called([reader(['quoted_call'])]))
    expect(one('file_reader(path="a.md")', '{"path":"b.md"}').kind).toBe('rejected')
  })

  test('the call of another tool in place of the arguments is refused', () => {
    expect(one('file_reader', '{"name":"scene_delete","arguments":{"path":"a.md"}}').rejection?.code).toBe(
      'tool_call_invalid_args',
    )
  })

  test('what is forbidden is forbidden in a string in a string, too', () => {
    expect(one('file_reader', JSON.stringify('{"path":"a.md","path":"b.md"}')).rejection?.reason).toBe('forbidden-key')
  })

  test.each([
    '{"path":"a.md"',
    '{"path":',
    'a.md',
    '"a.md"',
    '["a.md"]',
    '{"path":"a.md"} {"path":"b.md"}',
    '{"path":"a.md"}{',
  ])('a broken string is refused: %s', written => {
    expect(one('file_reader', written)).toEqual(
      refused({ layer: 'parse', code: 'tool_call_invalid_args', reason: 'not-json', fixups: [] }),
    )
  })

  test.each([
    ['a repeated key', '{"path":"a.md","path":"b.md"}'],
    ['__proto__', '{"path":"a.md","__proto__":{}}'],
    ['__proto__ in escapes', '{"path":"a.md","\\u005f_proto__":{}}'],
    ['__proto__ in an object', JSON.parse('{"path":"a.md","__proto__":{}}')],
  ])('%s is a format failure', (_what, written) => {
    expect(one('file_reader', written).rejection?.code).toBe('tool_call_invalid_format')
  })

  test('an unknown tool is refused by its name', () => {
    expect(one('nope', {})).toEqual(
      refused({ layer: 'tool', code: 'tool_call_unknown_tool', reason: undefined, fixups: [] }),
    )
  })

  test('arguments that break the schema are refused', () => {
    expect(one('file_reader', { file: 'a.md' })).toEqual(
      refused({ layer: 'args', code: 'tool_call_invalid_args', reason: undefined, fixups: [] }),
    )
  })

  test('several calls are allowed, and the text beside them is kept as a message', () => {
    const time = { tool: 'get_time', args: {}, dialect: 'native', fixups: [], aliases: [] }
    const reading = native(
      [
        { name: 'file_reader', arguments: { path: 'a.md' } },
        { name: 'get_time', arguments: '{}' },
      ],
      'I look at both. {"name":"scene_delete","arguments":{"path":"x"}}\n',
    )
    expect(reading).toEqual(
      called([reader(), time], 'I look at both. {"name":"scene_delete","arguments":{"path":"x"}}'),
    )
  })

  test('the first failure is told only if no call is valid', () => {
    const bad = { name: 'nope', arguments: {} }
    const good = { name: 'file_reader', arguments: { path: 'a.md' } }
    expect(native([bad, good])).toEqual(called([reader()]))
    expect(native([bad, { name: 'file_reader', arguments: {} }]).rejection?.code).toBe('tool_call_unknown_tool')
  })

  test('without calls in their field, the text is read as in lenient', () => {
    expect(native([], '{"name":"file_reader","arguments":{"path":"a.md"}}').calls).toEqual([
      { ...reader(), dialect: 'name_arguments' },
    ])
    expect(native([], 'Good evening.').kind).toBe('answer')
  })

  test.each(['strict', 'lenient', 'run'] as const)('the field counts for nothing in %s', profile => {
    const reply = { content: 'Good evening.', calls: [{ name: 'file_reader', arguments: { path: 'a.md' } }] }
    expect(plainReading(assembly.read(reply, { profile, nonce: 'n_1' })).kind).toBe('answer')
  })

  test('null for arguments is no arguments, as some servers send it', () => {
    expect(one('get_time', null).kind).toBe('calls')
    expect(one('get_time', 'null').kind).toBe('calls')
    expect(one('file_reader', 'null').kind).toBe('rejected')
  })

  test('arguments nested deeper than a stack are a fault', () => {
    let deep: Json = 1
    for (let depth = 0; depth < 20_000; depth++) deep = [deep]
    expect(one('note_anything', { deep }).kind).toBe('rejected')
  })

  test('arguments longer than any reply may be are a fault', () => {
    expect(one('file_reader', `{"path":"${'a'.repeat(MAX_REPLY)}"}`).kind).toBe('rejected')
  })
})
