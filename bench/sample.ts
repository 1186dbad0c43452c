import { type Json, type JsonObject, isJsonList } from '../src/core/index.ts'

type Call = { readonly name: string; readonly args: JsonObject }

const TOOLS = [
  tool('weather.forecast', { city: { type: 'string' }, days: { type: 'integer' } }),
  tool('find_passages', { words: { type: 'array', items: { type: 'string' } }, whole_words: { type: 'boolean' } }),
  tool('rename_chapter', { chapter: { type: 'integer' }, title: { type: 'string' } }),
  tool('convert_length', {
    value: { type: 'number' },
    from: { type: 'string', enum: ['m', 'ft'] },
    to: { type: 'string', enum: ['m', 'ft'] },
  }),
  tool('set_note', {
    note: { type: 'string' },
    place: { type: 'object', properties: { page: { type: 'integer' }, line: { type: 'integer' } } },
  }),
]

const CALLS: readonly Call[] = [
  { name: 'weather.forecast', args: { city: 'Łódź', days: 3 } },
  { name: 'find_passages', args: { words: ['lantern', 'ash tree'], whole_words: true } },
  { name: 'rename_chapter', args: { chapter: 7, title: "The Miller's Debt" } },
  { name: 'convert_length', args: { value: 12.5, from: 'ft', to: 'm' } },
  { name: 'set_note', args: { note: 'Who says "never" here?', place: { page: 41, line: 6 } } },
]

/** One way in which models write a call, for every dialect that we read. */
const FORMATS: Readonly<Record<string, (call: Call) => string>> = {
  'json:envelope': ({ name, args }) => json({ type: 'tool_call', name, args }),
  'json:name-arguments': ({ name, args }) => json({ name, arguments: args }),
  'json:arguments-as-text': ({ name, args }) => json({ name, arguments: json(args) }),
  'json:tool-calls': ({ name, args }) => json({ tool_calls: [{ name, arguments: args }] }),
  'json:function-name': ({ name, args }) => json([{ function_name: name, parameters: args }]),
  'json:flat': ({ name, args }) => json({ function_name: name, ...args }),
  'json:name-as-key': ({ name, args }) => json({ [name]: args }),
  'json:name-line': ({ name, args }) => `${name}\n${json(args)}`,
  'json:pair': ({ name, args }) => json([name, args]),
  'json:tagged': ({ name, args }) => `<tool_call>\n${json({ name, arguments: args })}\n</tool_call>`,
  'json:lost-tag': ({ name, args }) => `<tool_call>\n${json({ name, arguments: args })}`,
  'json:trailing-comma': ({ name, args }) => json({ name, arguments: args }).replace(/\}\}$/, '},}'),
  'json:python-literals': ({ name, args }) => pythonValue({ name, arguments: args }),
  'json:escaped-underscores': ({ name, args }) =>
    json({ name: name.replaceAll('_', '\\_'), arguments: args }).replaceAll('\\\\_', '\\_'),
  python: ({ name, args }) => pythonCall(name, args),
  'python:list': ({ name, args }) => `[${pythonCall(name, args)}]`,
  'python:quoted': ({ name, args }) => json([pythonCall(name, args)]),
  'xml:parameters': ({ name, args }) =>
    `<invoke name="${name}">\n${tags(args, key => [`parameter name="${key}"`, 'parameter'])}</invoke>`,
  'xml:arguments': ({ name, args }) =>
    `<function_call>\n<name>${name}</name>\n<arguments>\n${tags(args, key => [`arg name="${key}"`, 'arg'])}</arguments>\n</function_call>`,
}

const SURROUNDINGS: readonly ((call: string) => string)[] = [
  call => call,
  call => `\`\`\`\n${call}\n\`\`\``,
  call => `Let me look that up.\n\n${call}\n`,
  call => `<think>The person wants {one} thing; I should call a tool.</think>\n${call}`,
]

/** A few hundred replies in every dialect, in the form of a replay file; the same every time. */
export function sampleLines(): readonly string[] {
  const rows = Object.entries(FORMATS).flatMap(([format, write]) =>
    CALLS.flatMap(call =>
      SURROUNDINGS.map((surround, index) =>
        rowOf(format, { model: `manner ${index + 1}`, raw: surround(write(call)) }, call),
      ),
    ),
  )
  const prose = [
    'It will rain (probably).',
    'I cannot do {that}; ask me for something else.',
    'Chapter 7 has no title yet [see notes].',
  ]
  return [...rows, ...prose.map(raw => rowOf('prose', { model: 'prose', raw }))].map(row => JSON.stringify(row))
}

function rowOf(format: string, { model, raw }: { model: string; raw: string }, call?: Call): JsonObject {
  const expected = call === undefined ? [] : [{ name: call.name, args: accepted(call.args) }]
  return { model, format, tools: TOOLS, raw_output: raw, expected, recoverable: true }
}

/** The one accepted value of each argument; inside an object every member has its own list. */
function accepted(args: JsonObject): JsonObject {
  const one = (value: Json): Json =>
    typeof value === 'object' && value !== null && !isJsonList(value) ? accepted(value) : value
  return Object.fromEntries(Object.entries(args).map(([key, value]) => [key, [one(value)]]))
}

function tool(name: string, properties: JsonObject): JsonObject {
  return {
    name,
    description: `Does what ${name} says.`,
    parameters: { type: 'object', properties, required: Object.keys(properties) },
  }
}

const json = (value: Json): string => JSON.stringify(value)

const pythonCall = (name: string, args: JsonObject): string =>
  `${name}(${Object.entries(args)
    .map(([key, value]) => `${key}=${pythonValue(value)}`)
    .join(', ')})`

function pythonValue(value: Json): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'string') return value.includes("'") ? json(value) : `'${value}'`
  if (isJsonList(value)) return `[${value.map(pythonValue).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  return `{${Object.entries(value)
    .map(([key, member]) => `${pythonValue(key)}: ${pythonValue(member)}`)
    .join(', ')}}`
}

function tags(args: JsonObject, tagsOf: (key: string) => readonly [string, string]): string {
  return Object.entries(args)
    .map(([key, value]) => {
      const [open, close] = tagsOf(key)
      return `<${open}>${typeof value === 'string' ? value : json(value)}</${close}>\n`
    })
    .join('')
}
