import type { WrittenCall } from './written-calls.ts'

const FENCE = '```'
const lines = [{ tool: 'file_reader', args: { path: 'Story/SCN-outline.md', start_line: 12 } }]
const both = [...lines, { tool: 'file_locator', args: { search_criteria: 'lighthouse', max_results: 3 } }]
const LINES = '{"path": "Story/SCN-outline.md", "start_line": 12}'
const PYTHON = 'file_reader(path="Story/SCN-outline.md", start_line=12)'

/** Ways that another faulty upstream was written with; all of them were lost at first sight. */
export const FURTHER_FORMS: readonly WrittenCall[] = [
  {
    title: 'a command among thoughts',
    reply: `{"thoughts": {"text": "look"}, "command": {"name": "file_reader", "args": ${LINES}}}`,
    calls: lines,
    dialect: 'tool_calls',
  },
  {
    title: 'braces doubled as in a template',
    reply: `<tool_call>\n{{"name": "file_reader", "arguments": {${LINES}}}}\n</tool_call>`,
    calls: lines,
    dialect: 'name_arguments',
    fixups: ['stray_brackets'],
  },
  {
    title: 'arrows between keys and values',
    reply: '{:name => "file_reader", "arguments" => {:path => "Story/SCN-outline.md", :start_line => 12}}',
    calls: lines,
    dialect: 'name_arguments',
    fixups: ['unquoted_keys', 'arrows'],
  },
  {
    title: 'values in the order of the schema',
    reply: '{"name": "file_reader", "arguments": ["Story/SCN-outline.md", 12]}',
    calls: lines,
    dialect: 'name_arguments',
    fixups: ['positional_arguments'],
  },
  {
    title: 'arguments written as JSON again and again',
    reply: `{"name": "file_reader", "arguments": ${JSON.stringify(JSON.stringify(LINES))}}`,
    calls: lines,
    dialect: 'name_arguments',
    fixups: ['arguments_string'],
  },
  {
    title: 'brackets behind the name',
    reply: `{"name": "file_reader()", "arguments": ${LINES}}`,
    calls: lines,
    dialect: 'name_arguments',
    aliases: ['file_reader()→file_reader'],
  },
  {
    title: 'tokens in place of quotes',
    reply: '<|tool_call>call:file_reader{path:<|"|>Story/SCN-outline.md<|"|>,start_line:12}<tool_call|>',
    calls: lines,
    dialect: 'name_line',
    fixups: ['unquoted_keys'],
  },
  {
    title: 'a channel without its tokens',
    reply: `commentary to=functions.file_reader json${LINES}`,
    calls: lines,
    dialect: 'name_line',
    aliases: ['functions.file_reader→file_reader'],
  },
  { title: 'a tag that executes', reply: `<execute_tool>${PYTHON}</execute_tool>`, calls: lines, dialect: 'python' },
  {
    title: 'use_tool, name and arguments in tags',
    reply: `<use_tool>\n<name>file_reader</name>\n<arguments>${LINES}</arguments>\n</use_tool>`,
    calls: lines,
    dialect: 'tagged_arguments',
  },
  {
    title: 'labels in bold',
    reply: `**Action:** file_reader\n**Action Input:** ${LINES}`,
    calls: lines,
    dialect: 'name_line',
  },
  {
    title: 'an announcement that ends in the arguments',
    reply: `Calling tool: file_reader with arguments: ${LINES}`,
    calls: lines,
    dialect: 'name_line',
  },
  {
    title: 'one statement of JavaScript',
    reply: `${FENCE}javascript\nconst text = await file_reader({ path: 'Story/SCN-outline.md', start_line: 12 });\n${FENCE}`,
    calls: lines,
    dialect: 'python',
    fixups: ['strip_fence', 'dict_argument'],
  },
  { title: 'an arrow before it', reply: `→ ${PYTHON}`, calls: lines, dialect: 'python' },
  {
    title: 'numbers before them',
    reply: `1. ${PYTHON}\n2. file_locator(search_criteria="lighthouse", max_results=3)`,
    calls: both,
    dialect: 'python',
  },
]
