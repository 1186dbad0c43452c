import { describe, expect, test } from 'vitest'
import { runs } from '../../test/soak-scale.ts'
import { STORY_TOOLS } from '../../test/story-tools.ts'
import { type ReadRequest, assemble } from '../runtime/index.ts'

const assembly = assemble({ tools: STORY_TOOLS })
const SMALL = runs(6_000, 60_000)
const GROWTH = 4 // four times the length: four times the time if linear, sixteen times if quadratic
const ALLOWED = 9
const ATTEMPTS = 6
const TOO_SHORT_TO_MEASURE = 2 // milliseconds

type Nasty = readonly [title: string, make: (length: number) => string]

const repeated = (unit: string, opening = '', closing = ''): Nasty => [
  JSON.stringify(`${opening}${unit}…${closing}`),
  length => opening + unit.repeat(Math.ceil(length / unit.length)) + closing,
]
const numbered = (title: string, opening: string, unit: (n: number) => string, closing: string): Nasty => [
  title,
  length =>
    opening + Array.from({ length: Math.ceil(length / unit(1000).length) }, (_, n) => unit(n)).join('') + closing,
]

const MARKS = [
  '{',
  '[',
  '(',
  '"',
  "'",
  '“',
  '<',
  '`',
  '\\',
  '#',
  '//',
  '$',
  '|',
  '\n',
  ' ',
  '\u200B',
  '\uD800',
  'a',
  'a=',
  'a = ',
]
const TOKENS = [
  '```\n',
  '``` ',
  '<think>',
  '</think>',
  '[think]',
  '[NOTE]',
  '[TOOL_CALLS]',
  '<|x|>',
  '<b>',
  '<a ',
  '</tool_call>',
]
const FRAMES = [
  '<tool_call>',
  '<function=file_reader>',
  '<invoke name="file_reader">',
  '<tool_use>',
  '<function_call>',
  '<tool>',
]
const NAMES = [
  'file_reader ',
  'file_reader(',
  'file_reader\n',
  '>>>file_reader\n',
  'Action: file_reader\n',
  'functools[',
  'file_reader{',
]
const VALUES = [
  '{}',
  '[]',
  '()',
  '{x}',
  '{"a":1}',
  '[[1],',
  "{'a':",
  '{"name":"file_reader",',
  '{"tool_calls":[',
  '[1,[2,[3]]]',
]
const CALLS = [
  'file_reader(path="a")\n',
  'file_reader(path="a") and ',
  '{"name":"file_reader","arguments":{"path":"a"}}\n',
  '{"name":"file_reader","arguments":{"path":"a"}} and so on ',
  '{"name":"nope","arguments":{}}\n',
  '{"name":"file_reader","arguments":{"bad":1}} and so on ',
  'file_reader\n{"path":"a"}\n',
  '<function=file_reader><parameter=path>a</parameter></function>',
  '<function=file_reader><parameter=path>a</parameter>',
  '<tool_call>file_reader<arg_key>path</arg_key><arg_value>a</arg_value>',
  '<tool_call>file_reader',
  '<file_reader>',
  '<file_reader><path>',
  '<file_reader><path>a</path>',
  '<file_reader><path>a</path></file_reader>',
  '<file_reader path="a"/>',
  '<file_reader path="a" ',
  '<tool>file_reader</tool><input>',
  '<tool>file_reader</tool><input>{"path":"a"}</input>',
  'tool: file_reader\npath: a\n',
  '```\ntool: file_reader\npath: a\n```\n',
  'Then this:\n{"name":"file_reader","arguments":{"path":"a"}}\n',
  '&quot;',
  '**file_reader**(',
  '{{"a":1}}',
  '{{',
  ':a => 1, ',
  '| path | a |\n',
  '- name: file_reader\n  path: a\n',
  '- name: file_reader\n  path: |\n    a\n',
  'Example:\n{"name":"file_reader","arguments":{"path":"a"}}\n',
  'Examples:\n- {"name":"file_reader","arguments":{"path":"a"}}\n',
  'I will call file_reader(path="a"). ',
  'Let me call file_reader with {"path":"a"}. ',
  '`file_reader(path="a")` is what ',
  'to=file_reader json{"path":"a"}',
  '<![CDATA[',
  '<tool>file_reader</tool><input><path>a</path></input>',
  '<tool name="file_reader"></tool><input>',
  '</parameter>',
  'file_reader(path=dict(',
  'I will call file_reader with path=a ',
  'I can do it with {"name":"file_reader","arguments":{"path":"a"}} and ',
  'call_tool("file_reader", {',
  'print(file_reader(path="a"))\n',
  'file_reader(path=text, ',
  'The last call failed:\n<tool_call>{"name":"file_reader","arguments":{"path":"a"}}</tool_call>\n',
]

const NASTY: readonly Nasty[] = [
  ...[...MARKS, ...TOKENS, ...FRAMES, ...NAMES, ...VALUES, ...CALLS].map(unit => repeated(unit)),
  repeated('\\', '{"a":"', '"}'),
  repeated('\\"', '"', '"'),
  repeated('- a\n', 'For example:\n', 'file_reader(path="a")'),
  repeated('do not ', '', 'run {"name":"file_reader","arguments":{"path":"a"}}'),
  repeated('x = file_reader(path=result)\n', 'What is it?\n```tool_code\n', '```\nYou can'),
  repeated('<function=file_reader{"path":"a"}>'),
  repeated('</parameter>', '<function=file_reader><parameter=path>', '</parameter></function>'),
  repeated('a</parameter> ', '<function=file_reader><parameter=path>', '</parameter></function>'),
  repeated('<function=file_reader><parameter=path>a</parameter></function>', '', '</parameter>'),
  repeated(']]>', '<function=file_reader><parameter=path><![CDATA[', '</parameter></function>'),
  repeated('\n', '<function=file_reader>\n<parameter=path>', 'a</parameter></function>'),
  repeated('</path> ', '<file_reader><path>', '</path></file_reader>'),
  repeated('> said {"name":"file_reader","arguments":{"path":"a"}}\n'),
  repeated('    - a\n', '```yaml\nname: file_reader\narguments:\n  path:\n', '```'),
  repeated('\\a', 'file_reader(path=r"', ')'),
  repeated("\\'", "{'a':'", "'}"),
  repeated('\\q', "{'a':'", "'}"),
  repeated('\n', '{"a":"', '"}'),
  repeated('x', '{"a":"'),
  repeated('# c\n', '{', '"a":1,}'),
  repeated('#', '{', '\n"a":1,}'),
  repeated('/* ', '{', '"a":1,}'),
  repeated('<escape>', '{a:', '}'),
  repeated('path=a ', 'file_reader '),
  repeated('* ', '', 'tool: file_reader'),
  repeated('b ', '{a:', '}'),
  repeated('b', '{a:', '!}'),
  repeated('a', 'file_reader(', '=1)'),
  repeated('a', 'file_reader(', ')'),
  repeated('a,', 'file_reader(', ')'),
  repeated('"a",', 'file_reader(', '!)'),
  repeated('file_reader(path="a"),', '[', ']'),
  repeated('file_reader(path="a"),', '[', '!]'),
  repeated('file_reader(path="a")+', '[', 'get_time()]'),
  repeated('()', '[get_time()', ']'),
  repeated("['", '[get_time()', ']'),
  repeated('a ', 'nope(', 'b=1)'),
  repeated('a', '```python\n', '\nget_time()\n```'),
  repeated('a ', '```python\n', '\nget_time()\n```'),
  repeated('a = ', '```python\n', '!\nget_time()\n```'),
  repeated('json ', '```python\n', '!\nget_time()\n```'),
  repeated('#\u2028', '```python\n', '!\nget_time()\n```'),
  repeated('get_time()\n', '```python\nimport x\n', '```'),
  repeated(' ', 'get_time()', '!'),
  repeated(' ', '', 'get_time()'),
  repeated('a', '', ' = get_time()'),
  repeated('.', '', 'get_time {}'),
  repeated('"get_time()",', '[', '"x"]'),
  repeated('get_time(),', '["', '"]'),
  repeated('"get_time",{},', '[', '1]'),
  repeated('"get_time":{},', '{', '"x":1}'),
  repeated('"name"   ', '{', ':1}'),
  repeated(' ', '{"name"', ':1}'),
  repeated('{x} ', ' '.repeat(500), ''),
  numbered('many keys', '{"type":"tool_call","name":"file_reader","args":{', n => `"key${n}":1,`, '"path":"a"}}'),
  numbered(
    'many keys in loose JSON',
    "{'type':'tool_call','name':'file_reader','args':{",
    n => `'key${n}':1,`,
    "'path':'a'}}",
  ),
  numbered(
    'many keys without commas',
    '{"type":"tool_call","name":"file_reader","args":{',
    n => `\n"key${n}":1`,
    '\n"path":"a"}}',
  ),
  repeated('\n ', '{"name":"file_reader"', '"x"'),
  repeated('**file_reader**\n- path: a\n'),
  numbered(
    'many calls in announced code',
    'I will run this:\n```python\nimport x\n',
    n => `a${n} = file_reader(path="a")\n`,
    '```\n',
  ),
  numbered('many words without quotes', '[', n => `file_reader(path=a${n}, text="text"), `, ']'),
  numbered('many keywords', 'file_reader(', n => `key${n}=1,`, 'path="a")'),
  numbered('many parameter tags', '<function=file_reader>', n => `<parameter=key${n}>v</parameter>`, '</function>'),
  numbered(
    'many argument keys',
    '<tool_call>file_reader',
    n => `<arg_key>k${n}</arg_key><arg_value>v</arg_value>`,
    '</tool_call>',
  ),
  [
    'a long argument',
    length => `{"type":"tool_call","name":"scene_write","args":{"path":"a","text":"${'word '.repeat(length / 5)}"}}`,
  ],
]

type Feed = (content: string, request: ReadRequest) => void

const inOne: Feed = (content, request) => {
  const reader = assembly.reader(request)
  reader.write(content)
  reader.end()
}
const inChunks: Feed = (content, request) => {
  const reader = assembly.reader(request)
  let complete = false
  for (let at = 0; at < content.length; at += 16) {
    reader.write(content.slice(at, at + 16))
    complete ||= reader.complete
  }
  reader.end()
}

function time(feed: Feed, content: string, request: ReadRequest): number {
  const started = process.cpuUsage() // others who work at the same time do not count
  feed(content, request)
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1_000
}

/** The best of several attempts: noise only ever adds time. */
function growth(feed: Feed, make: (length: number) => string, request: ReadRequest, length = SMALL): number {
  const small = make(length)
  const large = make(length * GROWTH)
  let bestSmall = Number.POSITIVE_INFINITY
  let bestLarge = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    bestSmall = Math.min(bestSmall, time(feed, small, request))
    bestLarge = Math.min(bestLarge, time(feed, large, request))
    if (bestLarge < TOO_SHORT_TO_MEASURE) return 0
    if (attempt > 0 && bestLarge / bestSmall < ALLOWED) break
  }
  const found = bestLarge / bestSmall
  // What grows too fast must do so at twice the length as well; a compiler at work does not.
  return found < ALLOWED || length > SMALL ? found : growth(feed, make, request, length * 2)
}

describe('reading takes time in proportion to the length', () => {
  test.each(NASTY)('whole: %s', (_title, make) => {
    expect(growth(inOne, make, { profile: 'lenient' })).toBeLessThan(ALLOWED)
  })

  test.each(NASTY)('in pieces, asked after each: %s', (_title, make) => {
    expect(growth(inChunks, make, { profile: 'lenient' })).toBeLessThan(ALLOWED)
  })

  test.each(NASTY.filter((_, index) => index % runs(4, 1) === 0))('in strict: %s', (_title, make) => {
    expect(growth(inOne, make, { profile: 'strict', nonce: 'n_1' })).toBeLessThan(ALLOWED)
  })

  test.each(NASTY.filter((_, index) => index % runs(4, 1) === 0))('left in reasoning: %s', (_title, make) => {
    const thinking = (length: number): string => `<think>\n${make(length)}`
    expect(growth(inOne, thinking, { profile: 'lenient', isFinished: true })).toBeLessThan(ALLOWED)
  })

  test('against many shown texts', () => {
    const shown = Array.from({ length: 50 }, (_, n) => `{"name":"file_reader","arguments":{"path":"${n}"}} `.repeat(40))
    const make = (length: number): string => '{"name":"file_reader","arguments":{"path":"x"}}\n'.repeat(length / 48)
    expect(growth(inOne, make, { profile: 'lenient', shown })).toBeLessThan(ALLOWED)
  })
})
