import { describe, expect, test } from 'vitest'
import { STORY_TOOLS } from '../../test/story-tools.ts'
import { assemble } from '../runtime/index.ts'
import { needsConfirmation } from './index.ts'

const assembly = assemble({ tools: STORY_TOOLS })
const calls = (content: string): readonly { tool: string; args: unknown; confirm: boolean }[] => {
  const { move } = assembly.read({ content }, { profile: 'lenient' })
  return move.kind === 'calls'
    ? move.calls.map(call => ({ tool: call.tool.name, args: call.args, confirm: needsConfirmation(call) }))
    : []
}
const names = (content: string): readonly string[] => calls(content).map(({ tool }) => tool)
const DELETE = '{"name":"scene_delete","arguments":{"path":"a"}}'

describe('what cannot be read stops what comes after it', () => {
  test.each([
    `<tool_call>{"name":"scene_write","arguments":{"path":"a","text":"say "hi" now"}}</tool_call>\n<tool_call>${DELETE}</tool_call>`,
    `{"name":"scene_write","arguments":{"path":"a","text":"say "hi" now"}}\n${DELETE}`,
    'scene_write(path="a", text=open("b").read())\nscene_delete(path="a")',
    `<function=scene_write><parameter=path>a</parameter>\n<tool_call>${DELETE}</tool_call>`,
  ])('%s', content => {
    expect(names(content)).toEqual([])
  })

  test('calls before it can run', () => {
    expect(names('get_time()\nscene_write(path="a", text=open("b").read())')).toEqual(['get_time'])
  })
})

describe('talk that holds a call', () => {
  test.each([
    'I think {"type":"tool_call","name":"scene_delete","args":{"path":"/"}} is what is wanted here.',
    'Then {"type":"tool_call","name":"scene_delete","args":{"path":"/"}} it is.',
  ])('in the middle of a sentence it is confirmed before it changes anything: %s', content => {
    expect(calls(content)).toEqual([expect.objectContaining({ confirm: true })])
  })

  test.each([
    '# scene_delete(path="x")',
    '// scene_delete(path="x")',
    '```python\n# scene_delete(path="x")\n```',
    'def main():\n    scene_delete(path="x")',
    'if user_confirms:\n    scene_delete(path="x")',
    'The file you must not pass to scene_delete\n{"path":"/etc/passwd"}',
    'Here is the output of get_time\n{}',
    'scene_delete(path)',
    '`get_time(zone)`',
    'scene_delete(path=path)',
    '{"name":"scene_delete","parameters":{"path":"string"}}',
  ])('a comment, a sample, a sentence or a signature is no call: %j', content => {
    expect(names(content)).toEqual([])
  })

  test('a name that sticks to the sentence before it is read, and that is told', () => {
    expect(calls('I will delete it now.scene_delete\n{"path":"a"}')).toEqual([
      { tool: 'scene_delete', args: { path: 'a' }, confirm: true },
    ])
  })

  test('keys beside the calls are told', () => {
    expect(calls(`{"tool_calls":[${DELETE}],"approved":false}`)).toEqual([expect.objectContaining({ confirm: true })])
    expect(calls(`{"tool_calls":[${DELETE}],"content":null}`)).toEqual([expect.objectContaining({ confirm: false })])
  })
})

describe('values are never bent', () => {
  test.each([
    '{"name":"file_reader","arguments":{"path":"C:\\Users\\bob"}}',
    '{"name":"file_reader","arguments":{"path":"a","start_line":12345678901234567890}}',
  ])('%s', content => {
    expect(names(content)).toEqual([])
  })
})

describe('several calls of one reply are all read', () => {
  test.each([
    '[TOOL_CALLS]file_reader[ARGS]{"path":"a"}[TOOL_CALLS]get_time[ARGS]{}',
    '>>>file_reader\n{"path":"a"}>>>get_time\n{}',
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>file_reader<｜tool▁sep｜>{"path":"a"}<｜tool▁call▁end｜><｜tool▁call▁begin｜>get_time<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>file_reader\n```json\n{"path":"a"}\n```<｜tool▁call▁end｜>\n<｜tool▁call▁begin｜>function<｜tool▁sep｜>get_time\n```json\n{}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    '<|tool_calls_section_begin|><|tool_call_begin|>functions.file_reader:0<|tool_call_argument_begin|>{"path":"a"}<|tool_call_end|><|tool_call_begin|>functions.get_time:1<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>',
  ])('%s', content => {
    const { text, ignored } = assembly.read({ content }, { profile: 'lenient' })
    expect(names(content)).toEqual(['file_reader', 'get_time'])
    expect({ text, aside: ignored.text }).toEqual({ text: '', aside: false })
  })
})

describe('tokens of more families', () => {
  test.each([
    '[TOOL_CALLS]get_time[CALL_ID]abc123[ARGS]{}',
    '<|python_tag|>get_time.call()',
    'to=functions.get_time<|channel|>commentary json<|message|>{}<|call|>',
    '✿FUNCTION✿: get_time\n✿ARGS✿: {}',
    '<｜DSML｜function_calls><｜DSML｜invoke name="file_reader"><｜DSML｜parameter name="path">a</｜DSML｜parameter></｜DSML｜invoke></｜DSML｜function_calls>',
    '```jsonc\n{"name":"get_time","arguments":{}}\n```',
    '````json\n{"name":"get_time","arguments":{}}\n````',
    'Use the <output> tag. {"name":"get_time","arguments":{}}',
    '**Calling `file_reader`**\n\n{"path": "a"}',
    'Using the file_reader tool...\n{"path": "a"}',
    'Call: get_time()<bot_end> \nThought: It tells the time.',
    '<use_mcp_tool>\n<server_name>notes</server_name>\n<tool_name>file_reader</tool_name>\n<arguments>\n{"path": "a"}\n</arguments>\n</use_mcp_tool>',
  ])('%s', content => {
    expect(names(content)).toHaveLength(1)
  })

  test.each(['call_tool("file_reader", {"path": "a"})', "await client.callTool('file_reader', {path: 'a'});"])(
    'a function that is handed the name of a tool is asked about: %s',
    content => {
      expect(assembly.read({ content }, { profile: 'lenient' }).move).toMatchObject({
        kind: 'rejected',
        rejection: { layer: 'parse' },
      })
    },
  )

  test.each([
    'call_tool("nobody", {"path": "a"})',
    'For example: call_tool("file_reader", {"path": "a"})',
    'record("file_reader", {"path": "a"})',
  ])('and nothing else of that form: %s', content => {
    expect(assembly.read({ content }, { profile: 'lenient' }).move.kind).toBe('answer')
  })
})

describe('native', () => {
  test('every call of the provider has its answer, with its id', () => {
    const reading = assembly.read(
      {
        content: null,
        calls: [
          { id: 'a', name: 'nope', arguments: {} },
          { id: 'b', name: 'get_time', arguments: '{}' },
        ],
      },
      { profile: 'native' },
    )
    expect(reading.answers).toEqual([
      { id: 'a', requested: 'nope', args: {}, rejection: expect.objectContaining({ layer: 'tool' }) },
      { id: 'b', requested: 'get_time', args: {}, call: expect.objectContaining({ args: {} }) },
    ])
  })

  test('half a character in an object is no argument', () => {
    const { move } = assembly.read(
      { content: '', calls: [{ name: 'file_reader', arguments: { path: '\uD800' } }] },
      { profile: 'native' },
    )
    expect(move.kind).toBe('rejected')
  })
})

describe('the reader', () => {
  test('asking whether a call is complete never throws', () => {
    const reader = assembly.reader({ profile: 'lenient' })
    reader.write(
      '{"name":"file_reader","arguments":{"path":"\\ud800"}}\n{"name":"file_reader","arguments":{"path":"\\ud801"}}',
    )
    expect(reader.complete).toBe(false)
  })

  test('what may still be an argument of something else is not complete', () => {
    const reader = assembly.reader({ profile: 'lenient' })
    reader.write(`log(${DELETE}`)
    expect(reader.complete).toBe(false)
  })

  test('thousands of different calls take time in proportion', () => {
    const time = (count: number): number => {
      const content = Array.from(
        { length: count },
        (_, index) => `{"name":"file_reader","arguments":{"path":"p${index}"}}`,
      ).join('\n')
      const started = performance.now()
      assembly.read({ content }, { profile: 'lenient' })
      return performance.now() - started
    }
    time(2000)
    const best = (count: number): number => Math.min(time(count), time(count), time(count))
    expect(best(8000) / best(2000)).toBeLessThan(12)
  })
})
