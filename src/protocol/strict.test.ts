import { describe, expect, test } from 'vitest'
import { type PlainReading, type PlainRejection, plainReading } from '../../test/plain-reading.ts'
import { STORY_TOOLS } from '../../test/story-tools.ts'
import { type ReadRequest, assemble } from '../runtime/index.ts'

const assembly = assemble({
  tools: STORY_TOOLS,
  aliases: { file_viewer: 'file_locator' },
  argumentAliases: { file_reader: { file_path: 'path' } },
})
const NONCE = 'n_7f3aK29d'
const FENCE = '```'

const strict = (content: string, request: Partial<ReadRequest> = {}): PlainReading =>
  plainReading(assembly.read({ content }, { profile: 'strict', nonce: NONCE, ...request }))

const envelope = (tool: unknown, args: unknown, nonce: unknown = NONCE): string => JSON.stringify({ tool, args, nonce })
const VALID = envelope('file_reader', { path: 'a.md' })

const called = (
  tool: string,
  args: PlainReading['calls'][number]['args'],
  aliases: readonly string[] = [],
): PlainReading['calls'] => [{ tool, args, dialect: 'strict', fixups: [], aliases }]
const NOTHING: PlainReading = {
  kind: 'answer',
  calls: [],
  rejection: undefined,
  text: '',
  ignored: { objects: 0, text: false },
  recoveredFrom: undefined,
}
const refused = (text: string, rejection: Partial<PlainRejection> & Pick<PlainRejection, 'layer'>): PlainReading => ({
  ...NOTHING,
  kind: 'rejected',
  rejection: { code: 'tool_call_invalid_format', reason: undefined, fixups: [], ...rejection },
  text,
})

/** No call comes out, so none can run; the code says why. */
const codeOf = (content: string, request: Partial<ReadRequest> = {}): string | undefined => {
  const { kind, calls, rejection } = strict(content, request)
  expect({ kind, calls }).toEqual({ kind: 'rejected', calls: [] })
  return rejection?.code
}

describe('the envelope', () => {
  test('[STRICT-01] exactly the agreed object is a call', () => {
    expect(strict(VALID)).toEqual({
      ...NOTHING,
      kind: 'calls',
      calls: called('file_reader', { path: 'a.md' }),
      text: '',
    })
  })

  test.each([`\n  ${VALID}\n\n`, JSON.stringify(JSON.parse(VALID), null, 2), `\t${VALID} `])(
    '[STRICT-01] space around and inside the object does not count: %j',
    content => {
      expect(strict(content).calls).toEqual(called('file_reader', { path: 'a.md' }))
    },
  )

  test.each([
    ['text before', `Sure! ${VALID}`, 'extra-text'],
    ['text after', `${VALID} ok`, 'extra-text'],
    ['a fence', `${FENCE}json\n${VALID}\n${FENCE}`, 'extra-text'],
    ['a list around it', `[${VALID}]`, 'extra-text'],
    ['call tags', `<tool_call>${VALID}</tool_call>`, 'extra-text'],
    ['function-like syntax', 'file_reader(path="a.md")', 'not-json'],
    ['single quotes', VALID.replaceAll('"', "'"), 'not-json'],
    ['a trailing comma', `${VALID.slice(0, -1)},}`, 'not-json'],
    ['a comment', `${VALID.slice(0, -1)} // done\n}`, 'not-json'],
    ['keys without quotes', VALID.replace('"tool"', 'tool'), 'not-json'],
    ['smart quotes', VALID.replaceAll(/"([^"]*)"/g, '“$1”'), 'not-json'],
    ['a missing brace', VALID.slice(0, -1), 'unterminated-json'],
  ])('[STRICT-02, STRICT-03] %s is refused: %s', (_what, content, reason) => {
    const layer = reason === 'not-json' ? 'parse' : 'extract'
    expect(strict(content)).toEqual(refused(content, { layer, reason }))
  })

  test.each([
    ['the lenient envelope', '{"type":"tool_call","name":"file_reader","args":{"path":"a.md"}}'],
    ['name and arguments', '{"name":"file_reader","arguments":{"path":"a.md"}}'],
    ['an empty object', '{}'],
    ['a tool that is no string', envelope(7, {})],
    ['a tool without a name', envelope(' ', {})],
    ['args that are a list', envelope('file_reader', ['a.md'])],
    ['args that are null', envelope('file_reader', null)],
    ['args as a string', envelope('file_reader', '{"path":"a.md"}')],
    ['no args', JSON.stringify({ tool: 'file_reader', nonce: NONCE })],
  ])('[STRICT-03] %s is refused at the envelope', (_what, content) => {
    const { kind, calls, rejection } = strict(content)
    expect({ kind, calls, code: rejection?.code, layer: rejection?.layer }).toEqual({
      kind: 'rejected',
      calls: [],
      code: 'tool_call_invalid_format',
      layer: 'envelope',
    })
  })

  test.each(['why', 'thought', 'action', 'type', 'Tool', 'NONCE'])(
    '[STRICT-11] the unknown field %s is refused',
    field => {
      const content = JSON.stringify({ tool: 'file_reader', args: { path: 'a.md' }, nonce: NONCE, [field]: 'x' })
      expect(strict(content)).toEqual(refused(content, { layer: 'envelope', reason: `unknown-field:${field}` }))
    },
  )

  test.each([
    ['a repeated key', `{"tool":"file_reader","tool":"scene_delete","args":{"path":"a"},"nonce":"${NONCE}"}`],
    ['a repeated argument', `{"tool":"file_reader","args":{"path":"a","path":"b"},"nonce":"${NONCE}"}`],
    ['a repeated nonce', `{"tool":"file_reader","args":{"path":"a"},"nonce":"x","nonce":"${NONCE}"}`],
    [
      'a repeated key in escapes',
      `{"tool":"file_reader","t\\u006fol":"scene_delete","args":{"path":"a"},"nonce":"${NONCE}"}`,
    ],
    ['__proto__', `{"tool":"file_reader","args":{"path":"a","__proto__":{"x":1}},"nonce":"${NONCE}"}`],
    ['__proto__ in escapes', `{"tool":"file_reader","args":{"path":"a","\\u005f_proto__":1},"nonce":"${NONCE}"}`],
    ['__proto__ at the top', `{"tool":"file_reader","args":{"path":"a"},"nonce":"${NONCE}","__proto__":null}`],
  ])('%s is a format failure', (_what, content) => {
    expect(codeOf(content)).toBe('tool_call_invalid_format')
  })
})

describe('messages and attempts', () => {
  test.each([
    'Good evening.',
    '',
    'The file_locator finds files by name.',
    'I would use file_locator for that; may I?',
    'file_locator',
    'Use the file_reader tool (it reads files) on the outline.',
    'The set {red, green} has two members.',
    'Let f(x) = 2x; then f(3) = 6.',
    'a < b and b > c',
    'I like <b>that</b>.',
    'He wrote "recieve" [sic] twice.',
  ])('[STRICT-13] prose is a message, even if it names a tool: %j', content => {
    expect(strict(content)).toEqual({ ...NOTHING, text: content })
  })

  test.each([
    'file_locator("x")',
    'file_locator(search_criteria="x")',
    'I will call file_locator("x") now.',
    'file-locator("x")',
    'functions.file_locator("x")',
    'file_viewer("x")',
    'file\\_locator("x")',
    `${FENCE}python\nfile_locator("x")\n${FENCE}`,
    '[file_locator("x")]',
    'file_locator("x"',
  ])('[STRICT-13] tool syntax in plain text is an attempt: %j', content => {
    expect(codeOf(content)).toBe('tool_call_invalid_format')
  })

  test.each([
    '<tool_call>file_locator</tool_call>',
    '<function=file_locator><parameter=search_criteria>x</parameter></function>',
    '<invoke name="file_locator"><parameter name="search_criteria">x</parameter></invoke>',
    '[TOOL_CALLS]file_locator',
    '<|python_tag|>file_locator',
    `{"tool": "file_locator", "args": {`,
    `Here: {"tool": file_locator}`,
  ])('[STRICT-13] what belongs to a call in any dialect is an attempt: %j', content => {
    expect(codeOf(content)).toBe('tool_call_invalid_format')
  })

  test.each(['[1, 2, 3]', '42', 'true', 'null', '{"path":"a.md"}'])(
    '[PROTO-01] bare JSON is neither call nor message: %j',
    content => {
      expect(codeOf(content)).toBe('tool_call_invalid_format')
    },
  )

  test('a message is refused where a call is required', () => {
    expect(strict('Good evening.', { required: true })).toEqual(
      refused('Good evening.', { layer: 'extract', reason: 'no-object' }),
    )
  })

  test('nothing is coerced or rearranged', () => {
    expect(codeOf(envelope('file_reader', { path: 'a.md', start_line: '12' }))).toBe('tool_call_invalid_args')
    expect(codeOf(envelope('file_reader', { arguments: { path: 'a.md' } }))).toBe('tool_call_invalid_args')
    expect(codeOf(envelope('file_reader', { path: 'a.md', start_line: null }))).toBe('tool_call_invalid_args')
  })

  test('nothing is salvaged, whatever the options say', () => {
    const request = { dialects: ['name_arguments'], coerce: true, envelopeKeys: ['why'] }
    expect(codeOf('{"name":"file_reader","arguments":{"path":"a.md"}}', request)).toBe('tool_call_invalid_format')
    expect(codeOf(envelope('file_reader', { path: 'a.md', start_line: '12' }), request)).toBe('tool_call_invalid_args')
  })
})

describe('codes', () => {
  test('[STRICT-04] an unregistered tool', () => {
    const content = envelope('nope', {})
    expect(strict(content)).toEqual(refused(content, { layer: 'tool', code: 'tool_call_unknown_tool' }))
  })

  test('[STRICT-04] a tool that is installed but not offered in this request', () => {
    const narrow = assemble({ tools: STORY_TOOLS.filter(({ name }) => name === 'get_time') })
    const reading = plainReading(narrow.read({ content: VALID }, { profile: 'strict', nonce: NONCE }))
    expect(reading).toEqual(refused(VALID, { layer: 'tool', code: 'tool_call_unknown_tool' }))
  })

  test.each(['File_Readers', 'file', 'file_reade', 'filereader2', 'reader'])(
    '[STRICT-04] a name is never completed or guessed: %s',
    name => {
      expect(codeOf(envelope(name, { path: 'a.md' }))).toBe('tool_call_unknown_tool')
    },
  )

  test.each([
    ['a missing argument', {}],
    ['a wrong type', { path: 7 }],
    ['null', { path: null }],
    ['a number as text', { path: 'a.md', start_line: '1' }],
  ])('[STRICT-05] %s', (_what, args) => {
    const content = envelope('file_reader', args)
    expect(strict(content)).toEqual(refused(content, { layer: 'args', code: 'tool_call_invalid_args' }))
  })

  test('[STRICT-12] an argument that the tool does not know', () => {
    const content = envelope('file_reader', { path: 'a.md', encoding: 'utf8' })
    expect(strict(content)).toEqual(refused(content, { layer: 'args', code: 'tool_call_invalid_args' }))
    expect(codeOf(envelope('get_time', { zone: 'UTC' }))).toBe('tool_call_invalid_args')
  })

  test.each([
    ['back to back', VALID + VALID],
    ['on two lines', `${VALID}\n${VALID}`],
    ['with text between them', `${VALID} and then ${VALID}`],
    ['in a list', `[${VALID},${VALID}]`],
    ['a call and a remark', `${VALID}{"note":"x"}`],
    ['two that are no calls', '{"a":1} {"b":2}'],
    ['in a fence', `${FENCE}json\n${VALID}\n${VALID}\n${FENCE}`],
  ])('[STRICT-06] two objects, %s', (_what, content) => {
    const { kind, calls, rejection } = strict(content)
    expect({ kind, calls, code: rejection?.code, layer: rejection?.layer }).toEqual({
      kind: 'rejected',
      calls: [],
      code: 'tool_call_multiple',
      layer: 'extract',
    })
  })

  test.each(['}{', '{"tool":"x"}{"tool":"y"}', '"}{"', '\\', '[{}]'])(
    '[STRICT-06] %j inside a string is no second object',
    path => {
      expect(strict(envelope('file_reader', { path })).calls).toEqual(called('file_reader', { path }))
    },
  )

  test('[STRICT-06] an object inside the arguments is no second object', () => {
    const args = { list: [{ a: 1 }, { b: 2 }], inner: { tool: 'x', args: {}, nonce: 'y' } }
    expect(strict(envelope('note_anything', args)).calls).toEqual(called('note_anything', args))
  })

  test.each([
    ['one character off', envelope('file_reader', { path: 'a.md' }, 'n_7f3aK29e')],
    ['cut short', envelope('file_reader', { path: 'a.md' }, 'n_7f3aK29')],
    ['in another case', envelope('file_reader', { path: 'a.md' }, NONCE.toUpperCase())],
    ['with a space', envelope('file_reader', { path: 'a.md' }, `${NONCE} `)],
    ['empty', envelope('file_reader', { path: 'a.md' }, '')],
    ['null', envelope('file_reader', { path: 'a.md' }, null)],
    ['in a list', envelope('file_reader', { path: 'a.md' }, [NONCE])],
    ['the placeholder', envelope('file_reader', { path: 'a.md' }, '<TOOL_NONCE>')],
    ['missing', JSON.stringify({ tool: 'file_reader', args: { path: 'a.md' } })],
  ])('[STRICT-07] a nonce that is %s', (what, content) => {
    const reason = what === 'missing' ? 'missing' : 'wrong'
    expect(strict(content)).toEqual(refused(content, { layer: 'nonce', code: 'tool_call_nonce_invalid', reason }))
  })

  test('[STRICT-07] without a nonce in the prompt no nonce is right', () => {
    const reading = plainReading(assembly.read({ content: VALID }, { profile: 'strict' }))
    expect(reading.rejection?.code).toBe('tool_call_nonce_invalid')
  })

  test.each([
    ['a value', { path: NONCE }],
    ['part of a value', { path: `notes/${NONCE}.md` }],
    ['a deeper value', { list: [{ deep: [NONCE] }] }],
    ['a key', { [NONCE]: 1 }],
  ])('the nonce in %s of the arguments is refused', (_what, args) => {
    const content = envelope('note_anything', args)
    expect(strict(content)).toEqual(
      refused(content, { layer: 'args', code: 'tool_call_invalid_args', reason: 'nonce-in-args' }),
    )
  })
})

describe('precedence', () => {
  const wrong = { tool: 'nope', args: { x: 1 }, nonce: 'forged' }

  test.each([
    [
      'format before multiple: an object that is not whole',
      '{"tool":"nope","args":{"x":1},"nonce":"forged"',
      'tool_call_invalid_format',
    ],
    ['format before unknown tool', JSON.stringify({ ...wrong, why: 1 }), 'tool_call_invalid_format'],
    ['multiple before unknown tool', JSON.stringify(wrong).repeat(2), 'tool_call_multiple'],
    [
      'multiple with other text around',
      `a ${JSON.stringify(wrong)} b ${JSON.stringify(wrong)} c`,
      'tool_call_multiple',
    ],
    ['unknown tool before nonce', JSON.stringify(wrong), 'tool_call_unknown_tool'],
    ['nonce before arguments', JSON.stringify({ ...wrong, tool: 'file_reader' }), 'tool_call_nonce_invalid'],
    ['arguments last', JSON.stringify({ ...wrong, tool: 'file_reader', nonce: NONCE }), 'tool_call_invalid_args'],
  ])('%s', (_what, content, code) => {
    expect(codeOf(content)).toBe(code)
  })
})

describe('the decision after a result', () => {
  const decide = (content: unknown): PlainReading => strict(JSON.stringify(content), { phase: 'decision' })

  test('another call, or the end', () => {
    expect(decide({ action: 'tool', tool: 'file_reader', args: { path: 'a.md' }, nonce: NONCE }).calls).toEqual(
      called('file_reader', { path: 'a.md' }),
    )
    expect(decide({ action: 'final', nonce: NONCE }).kind).toBe('final')
  })

  test.each([
    [{ action: 'final' }, 'tool_call_nonce_invalid'],
    [{ action: 'final', nonce: 'forged' }, 'tool_call_nonce_invalid'],
    [{ action: 'final', nonce: NONCE, text: 'Done.' }, 'tool_call_invalid_format'],
    [{ action: 'final', nonce: NONCE, tool: 'file_reader', args: {} }, 'tool_call_invalid_format'],
    [{ action: 'stop', nonce: NONCE }, 'tool_call_invalid_format'],
    [{ tool: 'file_reader', args: { path: 'a.md' }, nonce: NONCE }, 'tool_call_invalid_format'],
    [{ action: 'tool', tool: 'nope', args: {}, nonce: NONCE }, 'tool_call_unknown_tool'],
  ])('%j → %s', (content, code) => {
    expect(decide(content).rejection?.code).toBe(code)
  })

  test('prose is no decision', () => {
    expect(strict('I am done.', { phase: 'decision' })).toEqual(
      refused('I am done.', { layer: 'extract', reason: 'no-object' }),
    )
  })
})

describe('names that models make up', () => {
  test('[STRICT-17] a curated alias reads as the real tool, and both names are told', () => {
    const { move } = assembly.read(
      { content: envelope('file_viewer', { search_criteria: 'lamp' }) },
      { profile: 'strict', nonce: NONCE },
    )
    expect(move.kind === 'calls' && move.calls[0].tool.name).toBe('file_locator')
    expect(move.kind === 'calls' && move.calls[0].reading).toMatchObject({
      requested: 'file_viewer',
      aliases: ['file_viewer→file_locator'],
    })
  })

  test('[STRICT-17] an alias must pass the schema of the real tool', () => {
    expect(codeOf(envelope('file_viewer', { path: 'a.md' }))).toBe('tool_call_invalid_args')
  })

  test.each([
    ['a tool that does not exist', { aliases: { file_viewer: 'nope' } }],
    ['a name that another tool bears', { aliases: { get_time: 'file_locator' } }],
    ['an argument that does not exist', { argumentAliases: { file_locator: { path: 'folder' } } }],
    ['an argument of a tool that does not exist', { argumentAliases: { nope: { path: 'folder' } } }],
  ])('[STRICT-17] an alias for %s is refused at registration', (_what, options) => {
    expect(() => assemble({ tools: STORY_TOOLS, ...options })).toThrow(/alias/)
  })

  test.each([
    ['Search-Criteria ', 'search_criteria'],
    ['searchCriteria', 'search_criteria'],
    ['SEARCH CRITERIA', 'search_criteria'],
  ])('[STRICT-18] the argument %j is %s', (written, name) => {
    expect(strict(envelope('file_locator', { [written]: 'lamp' })).calls).toEqual(
      called('file_locator', { [name]: 'lamp' }, [`args.${written}→args.${name}`]),
    )
  })

  test('[STRICT-18] a curated argument alias is applied before validation', () => {
    expect(strict(envelope('file_reader', { file_path: 'a.md' })).calls).toEqual(
      called('file_reader', { path: 'a.md' }, ['args.file_path→args.path']),
    )
  })

  test.each([
    { search_criteria: 'a', 'Search-Criteria': 'b' },
    { searchCriteria: 'a', 'search criteria': 'b' },
  ])('[STRICT-18] keys that come out as one are refused: %j', args => {
    expect(codeOf(envelope('file_locator', args))).toBe('tool_call_invalid_args')
  })

  test('[STRICT-18] an alias beside its own parameter is refused', () => {
    expect(codeOf(envelope('file_reader', { path: 'a.md', file_path: 'b.md' }))).toBe('tool_call_invalid_args')
  })

  test.each(['file-locator', 'File_Locator', 'functions.file_locator'])(
    '[STRICT-19] %s resolves to file_locator',
    name => {
      expect(strict(envelope(name, { search_criteria: 'lamp' })).calls).toEqual(
        called('file_locator', { search_criteria: 'lamp' }, [`${name}→file_locator`]),
      )
    },
  )

  test('with aliases off, names and keys are exact', () => {
    const exact = assemble({ tools: STORY_TOOLS, aliases: { file_viewer: 'file_locator' }, useAliases: false })
    const read = (content: string): string | undefined =>
      plainReading(exact.read({ content }, { profile: 'strict', nonce: NONCE })).rejection?.code
    expect(read(VALID)).toBeUndefined()
    expect(read(envelope('file-reader', { path: 'a.md' }))).toBe('tool_call_unknown_tool')
    expect(read(envelope('file_viewer', { search_criteria: 'a' }))).toBe('tool_call_unknown_tool')
    expect(read(envelope('file_reader', { Path: 'a.md' }))).toBe('tool_call_invalid_args')
  })
})
