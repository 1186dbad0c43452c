import type { JsonObject } from '../src/core/index.ts'
import { FURTHER_FORMS } from './further-written-calls.ts'

/** One way in which a model might write a call, and what must come out. */
export type WrittenCall = {
  readonly title: string
  readonly reply: string
  readonly calls: readonly { readonly tool: string; readonly args: JsonObject }[]
  readonly dialect: string
  readonly fixups?: readonly string[]
  readonly aliases?: readonly string[]
}

const FENCE = '```'
const outline = [{ tool: 'file_reader', args: { path: 'Story/SCN-outline.md' } }]
const lines = [{ tool: 'file_reader', args: { path: 'Story/SCN-outline.md', start_line: 12 } }]
const lighthouse = [{ tool: 'file_locator', args: { search_criteria: 'lighthouse', max_results: 3 } }]
const both = [...lines, ...lighthouse]
const now = [{ tool: 'get_time', args: {} }]

const LINES = '{"path": "Story/SCN-outline.md", "start_line": 12}'
const SEARCH = '{"search_criteria": "lighthouse", "max_results": 3}'
const named = (argumentsKey: string, name = 'file_reader', written = LINES): string =>
  `{"name": "${name}", "${argumentsKey}": ${written}}`

const JSON_FORMS: readonly WrittenCall[] = [
  {
    title: 'our own envelope',
    reply: `{"type": "tool_call", "name": "file_reader", "args": ${LINES}}`,
    calls: lines,
    dialect: 'envelope',
  },
  { title: 'name and arguments', reply: named('arguments'), calls: lines, dialect: 'name_arguments' },
  { title: 'name and parameters', reply: named('parameters'), calls: lines, dialect: 'name_arguments' },
  { title: 'name and args', reply: named('args'), calls: lines, dialect: 'name_arguments' },
  {
    title: 'the strict form, in lenient',
    reply: `{"tool": "file_reader", "args": ${LINES}, "nonce": "n_1"}`,
    calls: lines,
    dialect: 'name_arguments',
  },
  {
    title: 'a list of calls',
    reply: `[${named('arguments')}, ${named('arguments', 'file_locator', SEARCH)}]`,
    calls: both,
    dialect: 'name_arguments',
  },
  {
    title: 'calls under tool_calls',
    reply: `{"tool_calls": [${named('arguments')}, ${named('arguments', 'file_locator', SEARCH)}]}`,
    calls: both,
    dialect: 'tool_calls',
  },
  {
    title: 'the wire form of chat completions, arguments as a JSON string',
    reply: `{"tool_calls": [{"id": "call_1", "type": "function", "function": {"name": "file_reader", "arguments": ${JSON.stringify(LINES)}}}]}`,
    calls: lines,
    dialect: 'tool_calls',
    fixups: ['arguments_string'],
  },
  {
    title: 'toolName and args',
    reply: `{"toolName": "file_reader", "args": ${LINES}}`,
    calls: lines,
    dialect: 'name_arguments',
  },
  {
    title: 'functionCall around name and args',
    reply: `{"functionCall": {"name": "file_reader", "args": ${LINES}}}`,
    calls: lines,
    dialect: 'tool_calls',
  },
  {
    title: 'tool_uses with a recipient',
    reply: `{"tool_uses": [{"recipient_name": "functions.file_reader", "parameters": ${LINES}}]}`,
    calls: lines,
    dialect: 'tool_calls',
    aliases: ['functions.file_reader→file_reader'],
  },
  {
    title: 'a heading that names the tool, then a fence',
    reply: `**Tool call:** \`file_reader\`\n\n${FENCE}json\n${LINES}\n${FENCE}`,
    calls: lines,
    dialect: 'name_line',
    fixups: ['strip_fence'],
  },
  {
    title: 'the tool and its arguments as tags',
    reply: '<file_reader>\n<path>Story/SCN-outline.md</path>\n<start_line>12</start_line>\n</file_reader>',
    calls: lines,
    dialect: 'named_tags',
  },
  { title: 'the name as key', reply: `{"file_reader": ${LINES}}`, calls: lines, dialect: 'name_as_key' },
  {
    title: 'arguments beside the name',
    reply: '{"function_name": "file_reader", "path": "Story/SCN-outline.md", "start_line": 12}',
    calls: lines,
    dialect: 'flat',
    fixups: ['flat_arguments'],
  },
  { title: 'a pair of name and arguments', reply: `["file_reader", ${LINES}]`, calls: lines, dialect: 'pair' },
  {
    title: 'pairs in a row',
    reply: `["file_reader", ${LINES}, "file_locator", ${SEARCH}]`,
    calls: both,
    dialect: 'pair',
  },
  { title: 'empty arguments', reply: named('arguments', 'get_time', '{}'), calls: now, dialect: 'name_arguments' },
  {
    title: 'null for arguments',
    reply: named('arguments', 'get_time', 'null'),
    calls: now,
    dialect: 'name_arguments',
    fixups: ['null_arguments'],
  },
]

const TOKEN_FORMS: readonly WrittenCall[] = [
  {
    title: 'tool_call tags',
    reply: `<tool_call>\n${named('arguments')}\n</tool_call>`,
    calls: lines,
    dialect: 'name_arguments',
  },
  {
    title: 'tool_call with its opening tag lost',
    reply: `${named('arguments')}\n</tool_call>`,
    calls: lines,
    dialect: 'name_arguments',
  },
  {
    title: 'tool_call with its closing tag lost',
    reply: `<tool_call>\n${named('arguments')}\n`,
    calls: lines,
    dialect: 'name_arguments',
  },
  {
    title: 'two tool_call tags',
    reply: `<tool_call>\n${named('arguments')}\n</tool_call>\n<tool_call>\n${named('arguments', 'file_locator', SEARCH)}\n</tool_call>`,
    calls: both,
    dialect: 'name_arguments',
  },
  {
    title: 'function_call tags',
    reply: `<function_call> ${named('arguments')} </function_call>`,
    calls: lines,
    dialect: 'name_arguments',
  },
  {
    title: '[TOOL_CALLS] and a list',
    reply: `[TOOL_CALLS] [${named('arguments')}]`,
    calls: lines,
    dialect: 'name_arguments',
  },
  {
    title: '[TOOL_CALLS] name [ARGS]',
    reply: `[TOOL_CALLS]file_reader[ARGS]${LINES}`,
    calls: lines,
    dialect: 'name_line',
  },
  {
    title: '[TOOL_REQUEST] and its end',
    reply: `[TOOL_REQUEST]${named('arguments')}[END_TOOL_REQUEST]`,
    calls: lines,
    dialect: 'name_arguments',
  },
  {
    title: '<|python_tag|> and JSON',
    reply: `<|python_tag|>${named('parameters')}`,
    calls: lines,
    dialect: 'name_arguments',
  },
  {
    title: '<|python_tag|> and Python',
    reply: '<|python_tag|>file_reader(path="Story/SCN-outline.md", start_line=12)',
    calls: lines,
    dialect: 'python',
  },
  {
    title: '<|tool_call|> and a list',
    reply: `<|tool_call|>[${named('arguments')}]`,
    calls: lines,
    dialect: 'name_arguments',
  },
  { title: 'functools and a list', reply: `functools[${named('arguments')}]`, calls: lines, dialect: 'name_arguments' },
  {
    title: 'full-width tokens around a name and a fence',
    reply: `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>file_reader\n${FENCE}json\n${LINES}\n${FENCE}<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
    calls: lines,
    dialect: 'name_line',
  },
  {
    title: 'an id with a counter between tokens',
    reply: `<|tool_calls_section_begin|><|tool_call_begin|>functions.file_reader:0<|tool_call_argument_begin|>${LINES}<|tool_call_end|><|tool_calls_section_end|>`,
    calls: lines,
    dialect: 'name_line',
    aliases: ['functions.file_reader→file_reader'],
  },
  {
    title: 'a channel addressed to a function',
    reply: `<|channel|>commentary to=functions.file_reader <|constrain|>json<|message|>${LINES}<|call|>`,
    calls: lines,
    dialect: 'name_line',
    aliases: ['functions.file_reader→file_reader'],
  },
  { title: '>>> and the name', reply: `>>>file_reader\n${LINES}`, calls: lines, dialect: 'name_line' },
  { title: 'the name on a line of its own', reply: `file_reader\n${LINES}`, calls: lines, dialect: 'name_line' },
  {
    title: 'Action and Action Input',
    reply: `Thought: I should look first.\nAction: file_reader\nAction Input: ${LINES}`,
    calls: lines,
    dialect: 'name_line',
  },
]

const TAGGED_FORMS: readonly WrittenCall[] = [
  {
    title: '<function=name> around JSON',
    reply: `<function=file_reader>${LINES}</function>`,
    calls: lines,
    dialect: 'tagged_arguments',
  },
  {
    title: '<function=name> around <parameter=key>',
    reply:
      '<tool_call>\n<function=file_reader>\n<parameter=path>\nStory/SCN-outline.md\n</parameter>\n<parameter=start_line>\n12\n</parameter>\n</function>\n</tool_call>',
    calls: lines,
    dialect: 'tagged_arguments',
  },
  {
    title: '<invoke name> around <parameter name>',
    reply:
      '<function_calls>\n<invoke name="file_reader">\n<parameter name="path">Story/SCN-outline.md</parameter>\n<parameter name="start_line">12</parameter>\n</invoke>\n</function_calls>',
    calls: lines,
    dialect: 'tagged_arguments',
  },
  {
    title: 'two <invoke name> in one block',
    reply:
      '<function_calls><invoke name="file_reader"><parameter name="path">Story/SCN-outline.md</parameter><parameter name="start_line">12</parameter></invoke>\n<invoke name="file_locator"><parameter name="search_criteria">lighthouse</parameter><parameter name="max_results">3</parameter></invoke></function_calls>',
    calls: both,
    dialect: 'tagged_arguments',
  },
  {
    title: '<arg_key> and <arg_value>',
    reply:
      '<tool_call>file_reader\n<arg_key>path</arg_key>\n<arg_value>Story/SCN-outline.md</arg_value>\n<arg_key>start_line</arg_key>\n<arg_value>12</arg_value>\n</tool_call>',
    calls: lines,
    dialect: 'tagged_arguments',
  },
  {
    title: '<name> and <arg name type>',
    reply:
      '<function_call><name>file_reader</name><arguments><arg name="path" type="str">Story/SCN-outline.md</arg><arg name="start_line" type="int">12</arg></arguments></function_call>',
    calls: lines,
    dialect: 'tagged_arguments',
  },
  {
    title: '<tool_use> with a JSON object under <arguments>',
    reply: `<tool_use>\n<name>file_reader</name>\n<arguments>${LINES}</arguments>\n</tool_use>`,
    calls: lines,
    dialect: 'tagged_arguments',
  },
]

const PYTHON_FORMS: readonly WrittenCall[] = [
  {
    title: 'a Python call',
    reply: 'file_reader(path="Story/SCN-outline.md", start_line=12)',
    calls: lines,
    dialect: 'python',
  },
  {
    title: 'a Python list of calls',
    reply:
      "[file_reader(path='Story/SCN-outline.md', start_line=12), file_locator(search_criteria='lighthouse', max_results=3)]",
    calls: both,
    dialect: 'python',
  },
  {
    title: 'tool_code with print',
    reply: `${FENCE}tool_code\nprint(file_reader(path="Story/SCN-outline.md", start_line=12))\n${FENCE}`,
    calls: lines,
    dialect: 'python',
    fixups: ['strip_fence'],
  },
  {
    title: 'a Python call with underscores escaped for markdown',
    reply: 'file\\_reader(path="Story/SCN-outline.md", start\\_line=12)',
    calls: lines,
    dialect: 'python',
    fixups: ['unescape_markdown'],
  },
  {
    title: 'a dict as the only argument',
    reply: 'file_reader({"path": "Story/SCN-outline.md", "start_line": 12})',
    calls: lines,
    dialect: 'python',
    fixups: ['dict_argument'],
  },
  {
    title: 'arguments by position',
    reply: 'file_reader("Story/SCN-outline.md", 12)',
    calls: lines,
    dialect: 'python',
    fixups: ['positional_arguments'],
  },
  {
    title: 'a quoted call in a list',
    reply: `["file_reader(path='Story/SCN-outline.md', start_line=12)"]`,
    calls: lines,
    dialect: 'quoted_call',
    fixups: ['quoted_call'],
  },
  { title: 'a Python call without arguments', reply: 'get_time()', calls: now, dialect: 'python' },
  {
    title: 'Python booleans and tuples',
    reply: "file_locator(search_criteria='lighthouse', exact=True, tags=('sea', 'lamp'))",
    calls: [{ tool: 'file_locator', args: { search_criteria: 'lighthouse', exact: true, tags: ['sea', 'lamp'] } }],
    dialect: 'python',
  },
]

const LOOSE_FORMS: readonly WrittenCall[] = [
  {
    title: 'a fence',
    reply: `${FENCE}json\n${named('arguments')}\n${FENCE}`,
    calls: lines,
    dialect: 'name_arguments',
    fixups: ['strip_fence'],
  },
  {
    title: 'smart quotes',
    reply: '{“name”: “file_reader”, “arguments”: {“path”: “Story/SCN-outline.md”}}',
    calls: outline,
    dialect: 'name_arguments',
    fixups: ['smart_quotes'],
  },
  {
    title: 'single quotes',
    reply: "{'name': 'file_reader', 'arguments': {'path': 'Story/SCN-outline.md'}}",
    calls: outline,
    dialect: 'name_arguments',
    fixups: ['single_quotes'],
  },
  {
    title: 'trailing commas',
    reply: '{"name": "file_reader", "arguments": {"path": "Story/SCN-outline.md",},}',
    calls: outline,
    dialect: 'name_arguments',
    fixups: ['trailing_comma'],
  },
  {
    title: 'a raw line break in a string',
    reply: '{"name": "scene_write", "arguments": {"path": "a.md", "text": "first\nsecond"}}',
    calls: [{ tool: 'scene_write', args: { path: 'a.md', text: 'first\nsecond' } }],
    dialect: 'name_arguments',
    fixups: ['raw_newlines'],
  },
  {
    title: 'keys without quotes',
    reply: '{name: "file_reader", arguments: {path: "Story/SCN-outline.md"}}',
    calls: outline,
    dialect: 'name_arguments',
    fixups: ['unquoted_keys'],
  },
  {
    title: 'Python words and tuples in an object',
    reply:
      '{"name": "file_locator", "arguments": {"search_criteria": "lamp", "exact": False, "tags": ("sea",), "scope": None}}',
    calls: [{ tool: 'file_locator', args: { search_criteria: 'lamp', exact: false, tags: ['sea'] } }],
    dialect: 'name_arguments',
    fixups: ['python_literals', 'trailing_comma', 'null_is_absent'],
  },
  {
    title: 'a number as text',
    reply: '{"name": "file_reader", "arguments": {"path": "Story/SCN-outline.md", "start_line": "12"}}',
    calls: lines,
    dialect: 'name_arguments',
    fixups: ['string_to_number'],
  },
]

/** Written for this test, none taken from a recording. */

const PLAIN_FORMS: readonly WrittenCall[] = [
  {
    title: 'YAML in a fence',
    reply: `${FENCE}yaml\nname: file_reader\narguments:\n  path: Story/SCN-outline.md\n  start_line: 12\n${FENCE}`,
    calls: lines,
    dialect: 'key_lines',
    fixups: ['strip_fence', 'plain_lines'],
  },
  {
    title: 'the name as a key of YAML',
    reply: `${FENCE}yaml\nfile_reader:\n  path: "Story/SCN-outline.md"\n  start_line: 12\n${FENCE}`,
    calls: lines,
    dialect: 'key_lines',
    fixups: ['strip_fence', 'plain_lines'],
  },
  {
    title: 'pairs after the name, in a fence',
    reply: `${FENCE}\nfile_reader path="Story/SCN-outline.md" start_line=12\n${FENCE}`,
    calls: lines,
    dialect: 'key_lines',
    fixups: ['strip_fence', 'plain_lines'],
  },
  {
    title: 'the tool as a tag, its arguments as attributes',
    reply: '<file_reader path="Story/SCN-outline.md" start_line="12"/>',
    calls: lines,
    dialect: 'named_tags',
  },
  {
    title: 'name and arguments as attributes',
    reply: '<tool name="file_reader" path="Story/SCN-outline.md" start_line="12" />',
    calls: lines,
    dialect: 'tagged_arguments',
  },
  {
    title: 'the name in one tag, each argument in a tag of its own name',
    reply:
      '<function_call>\n<tool_name>file_reader</tool_name>\n<parameters>\n<path>Story/SCN-outline.md</path>\n<start_line>12</start_line>\n</parameters>\n</function_call>',
    calls: lines,
    dialect: 'tagged_arguments',
  },
  {
    title: 'arguments in a tag behind the name',
    reply: `<use_tool><tool>file_reader</tool><input>${LINES}</input></use_tool>`,
    calls: lines,
    dialect: 'tagged_arguments',
  },
  {
    title: 'CDATA',
    reply: `<tool_call><![CDATA[${named('arguments')}]]></tool_call>`,
    calls: lines,
    dialect: 'name_arguments',
  },
  {
    title: 'a heading of markdown that is the name',
    reply: `### file_reader\n\n${LINES}`,
    calls: lines,
    dialect: 'name_line',
  },
  {
    title: 'a sentence that announces the call',
    reply: `Calling tool **file_reader** with arguments:\n\n${LINES}`,
    calls: lines,
    dialect: 'name_line',
  },
  { title: 'an arrow after the name', reply: `file_reader -> ${LINES}`, calls: lines, dialect: 'name_line' },
  {
    title: 'Action with square brackets',
    reply: `Thought: it is there.\nAction: file_reader[${LINES}]`,
    calls: lines,
    dialect: 'name_line',
    fixups: ['wrapped_arguments'],
  },
  {
    title: 'Action with a Python call',
    reply: 'Action: file_reader(path="Story/SCN-outline.md", start_line=12)',
    calls: lines,
    dialect: 'python',
  },
  {
    title: 'colons for keywords',
    reply: 'file_reader(path: "Story/SCN-outline.md", start_line: 12)',
    calls: lines,
    dialect: 'python',
  },
  {
    title: 'tokens for quotes',
    reply:
      '<start_function_call>call:file_reader{path:<escape>Story/SCN-outline.md<escape>,start_line:12}<end_function_call>',
    calls: lines,
    dialect: 'name_line',
    fixups: ['unquoted_keys'],
  },
  {
    title: 'the function as a JSON text',
    reply: `{"type": "function", "function": ${JSON.stringify(named('arguments'))}}`,
    calls: lines,
    dialect: 'name_arguments',
    fixups: ['quoted_call'],
  },
  {
    title: 'the call under "action"',
    reply: `{"action": ${named('input')}}`,
    calls: lines,
    dialect: 'tool_calls',
  },
  {
    title: 'arguments in a list of one',
    reply: named('arguments', 'file_reader', `[${LINES}]`),
    calls: lines,
    dialect: 'name_arguments',
    fixups: ['wrapped_arguments'],
  },
  {
    title: 'arguments as a list of names and values',
    reply: named(
      'arguments',
      'file_reader',
      '[{"name": "path", "value": "Story/SCN-outline.md"}, {"name": "start_line", "value": 12}]',
    ),
    calls: lines,
    dialect: 'name_arguments',
    fixups: ['wrapped_arguments'],
  },
  {
    title: 'a comment between slashes and stars',
    reply: `{"name": "file_reader", /* the scene */ "arguments": ${LINES}}`,
    calls: lines,
    dialect: 'name_arguments',
    fixups: ['comments'],
  },
  {
    title: 'a tag whose name ran into the object',
    reply: `<function=file_reader${LINES}></function>`,
    calls: lines,
    dialect: 'name_line',
  },
  {
    title: 'a tag with the name in round brackets',
    reply: `<function(file_reader)>${LINES}</function>`,
    calls: lines,
    dialect: 'name_line',
  },
  {
    title: 'a tag that never closes',
    reply: `<function=file_reader>${LINES}`,
    calls: lines,
    dialect: 'tagged_arguments',
  },
  {
    title: 'tags that never close',
    reply: `<function=file_reader>${LINES}\n<function=file_locator>${SEARCH}`,
    calls: both,
    dialect: 'tagged_arguments',
  },
  { title: 'an arrow before the name', reply: `→ file_reader ${LINES}`, calls: lines, dialect: 'name_line' },
  {
    title: 'a picture before the name',
    reply: `🔧 **file_reader**\n${FENCE}json\n${LINES}\n${FENCE}`,
    calls: lines,
    dialect: 'name_line',
    fixups: ['strip_fence'],
  },
  {
    title: 'a result that is kept and shown, where one family writes its calls',
    reply: `${FENCE}tool_code\nimport default_api\nresult = file_reader(path="Story/SCN-outline.md", start_line=12)\nprint(result)\n${FENCE}`,
    calls: lines,
    dialect: 'python',
    fixups: ['strip_fence'],
  },
  {
    title: 'await before the call',
    reply: 'await file_reader({ path: "Story/SCN-outline.md", start_line: 12 })',
    calls: lines,
    dialect: 'python',
    fixups: ['dict_argument'],
  },
  {
    title: 'arguments in the form of the schema',
    reply: named('parameters', 'file_reader', `{"type": "object", "properties": ${LINES}}`),
    calls: lines,
    dialect: 'name_arguments',
    fixups: ['wrapped_arguments'],
  },
]

export const WRITTEN_CALLS: readonly WrittenCall[] = [
  ...JSON_FORMS,
  ...TOKEN_FORMS,
  ...TAGGED_FORMS,
  ...PYTHON_FORMS,
  ...LOOSE_FORMS,
  ...PLAIN_FORMS,
  ...FURTHER_FORMS,
]
