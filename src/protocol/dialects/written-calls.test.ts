import { describe, expect, test } from 'vitest'
import { plainReading } from '../../../test/plain-reading.ts'
import { STORY_TOOLS } from '../../../test/story-tools.ts'
import { WRITTEN_CALLS } from '../../../test/written-calls.ts'
import { assemble } from '../../runtime/index.ts'
import { DIALECTS } from '../index.ts'

const assembly = assemble({ tools: STORY_TOOLS })
const table = WRITTEN_CALLS.map(written => [written.title, written] as const)

const callsIn = (content: string): readonly { tool: string; args: unknown }[] =>
  plainReading(assembly.read({ content }, { profile: 'lenient' })).calls.map(({ tool, args }) => ({ tool, args }))

describe('every way of writing a call', () => {
  test.each(table)('is read exactly: %s', (_title, { reply, calls, dialect, fixups = [], aliases = [] }) => {
    for (const profile of ['lenient', 'run'] as const) {
      const reading = plainReading(assembly.read({ content: reply }, { profile }))
      expect(reading.calls).toEqual(calls.map(call => ({ ...call, dialect, fixups, aliases })))
      expect(reading.ignored.objects).toBe(0)
    }
  })

  test.each(table)('means the same with talk before and after it: %s', (_title, { reply, calls }) => {
    expect(callsIn(`Let me have a look at that.\n${reply}`)).toEqual(calls)
    expect(callsIn(`Let me have a look at that.\n\n${reply}\n\nI will tell you what I find.`)).toEqual(calls)
  })

  test.each(table)('means the same after reasoning: %s', (_title, { reply, calls }) => {
    expect(
      callsIn(`<think>\nI could delete it: {"name":"scene_delete","arguments":{"path":"a"}}\n</think>\n\n${reply}`),
    ).toEqual(calls)
  })

  test.each(table)('cut off anywhere, yields nothing else: %s', (_title, { reply, calls }) => {
    for (let length = 0; length < reply.length; length++) {
      const cut = callsIn(reply.slice(0, length))
      expect({ cut: reply.slice(0, length), calls: cut }).toEqual({
        cut: reply.slice(0, length),
        calls: calls.slice(0, cut.length),
      })
    }
  })

  test.each(table)('is no call for other tools: %s', (_title, { reply }) => {
    const other = assemble({
      tools: [{ name: 'unrelated', input: { type: 'object' }, risk: 'read', capability: 'FileAccess' }],
    })
    expect(other.read({ content: reply }, { profile: 'lenient' }).move.kind).not.toBe('calls')
  })

  test('counts only while its dialect is on', () => {
    for (const { reply, dialect } of WRITTEN_CALLS) {
      const others = DIALECTS.map(({ name }) => name).filter(name => name !== dialect)
      const { move } = assembly.read({ content: reply }, { profile: 'lenient', dialects: others })
      const dialects = move.kind === 'calls' ? move.calls.map(call => call.reading.dialect) : []
      expect({ reply, dialects: dialects.filter(name => name === dialect && name !== 'envelope') }).toEqual({
        reply,
        dialects: [],
      })
    }
  })

  test('every dialect has an example', () => {
    expect(new Set(WRITTEN_CALLS.map(({ dialect }) => dialect))).toEqual(new Set(DIALECTS.map(({ name }) => name)))
  })
})

describe('values between tags', () => {
  const text = (content: string): unknown =>
    callsIn(`<function=scene_write><parameter=path>a.md</parameter><parameter=text>${content}</parameter></function>`)
  const wrote = (content: string): unknown => [{ tool: 'scene_write', args: { path: 'a.md', text: content } }]

  test.each(['12', 'true', '{"a": 1}', '  indented', 'a < b', 'say "hi"', 'two\nlines', '', "it's", '<b>bold</b>'])(
    'a string stays as it stands: %j',
    content => {
      expect(text(content)).toEqual(wrote(content))
    },
  )

  test('one line break next to each tag is layout where the template writes it, and only there', () => {
    const lined = (breaks: string): string =>
      `<function=scene_write>${breaks}<parameter=path>\na.md\n</parameter>\n` +
      '<parameter=text>\n\nfirst\n\n</parameter></function>'
    expect(callsIn(lined('\n'))).toEqual(wrote('\nfirst\n'))
    expect(callsIn(lined(''))).toEqual([{ tool: 'scene_write', args: { path: '\na.md\n', text: '\n\nfirst\n\n' } }])
    expect(text('\n\nfirst\n\n')).toEqual(wrote('\n\nfirst\n\n'))
  })

  test.each([
    '<output></output>',
    '<config><arguments></arguments></config>',
    'See <answer>42</answer>',
    '<tools></tools>',
    'ends in </tool_call>',
    '<|im_end|>',
    'hm <think>what?</think>',
  ])('a tag inside a value is part of it, or the call is refused; it is never cut: %s', content => {
    const read = text(`Begin ${content}`)
    expect([wrote(`Begin ${content}`), []]).toContainEqual(read)
  })

  test.each([
    ['name first', '<arg name="path" type="str">a.md</arg>'],
    ['type first', '<arg type="str" name="path">a.md</arg>'],
  ])('the attribute "name" names the argument, wherever it stands: %s', (_what, written) => {
    const content = `<function_call><name>file_reader</name><arguments>${written}</arguments></function_call>`
    expect(callsIn(content)).toEqual([{ tool: 'file_reader', args: { path: 'a.md' } }])
  })

  test('the schema says what text is, so a number is no repair', () => {
    const content =
      '<function=file_reader><parameter=path>12</parameter><parameter=start_line>12</parameter></function>'
    expect(plainReading(assembly.read({ content }, { profile: 'lenient' })).calls).toEqual([
      {
        tool: 'file_reader',
        args: { path: '12', start_line: 12 },
        dialect: 'tagged_arguments',
        fixups: [],
        aliases: [],
      },
    ])
  })

  test('a value that was changed is told', () => {
    const content =
      '<function=scene_write><parameter=path>a.md</parameter><parameter=text>a &lt;b&gt; &amp;amp; c</parameter></function>'
    const [call] = plainReading(assembly.read({ content }, { profile: 'lenient' })).calls
    if (call?.args['text'] !== 'a &lt;b&gt; &amp;amp; c') expect(call?.fixups).not.toEqual([])
  })
})
