import { describe, expect, test } from 'vitest'
import { commandLine } from '../../../test/command-line.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'

const note = {
  name: 'note_save',
  description: 'Saves a note.',
  parameters: {
    type: 'object',
    properties: { text: { type: 'string', description: 'What to save' }, mode: { enum: ['new', 'append'] } },
    required: ['text'],
  },
  risk: 'destroy',
}
const toolFile = (tools: unknown): string => temporaryFolder().write('tools.json', JSON.stringify(tools))

describe('tools list', () => {
  test('shows what can be called in a workspace, a line each, and nothing that only the runtime calls', async () => {
    const { code, out, err } = await commandLine(['tools', 'list'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^file_read +reads +Reads a text file/m)
    expect(out).toMatch(/^file_write +changes /m)
    expect(out).not.toContain('file_undo')
  })

  test('with --json it is a list; risk is write unless the file says otherwise', async () => {
    const { risk: _, ...unsaid } = note
    const tools = toolFile([note, { type: 'function', function: { ...unsaid, name: 'note_read' } }])
    const { code, out } = await commandLine(['tools', 'list', '--json', '--tools', tools])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toEqual([
      { name: 'note_save', description: 'Saves a note.', risk: 'destroy', capability: 'SystemExecute' },
      { name: 'note_read', description: 'Saves a note.', risk: 'write', capability: 'SystemExecute' },
    ])
  })

  test.each([
    ['no JSON', 'nope', 'input_unreadable'],
    ['no list', '{}', 'input_unreadable'],
    ['no object', '[7]', 'input_unreadable'],
    ['no name', '[{"parameters":{}}]', 'input_unreadable'],
    ['a wrong risk', JSON.stringify([{ ...note, risk: 'none' }]), 'input_unreadable'],
    ['parameters that are no schema', JSON.stringify([{ ...note, parameters: [] }]), 'input_unreadable'],
    ['a broken schema', JSON.stringify([{ ...note, parameters: { type: 'banana' } }]), 'schema_refused'],
    ['the same name twice', JSON.stringify([note, note]), 'tool_duplicate'],
    ['a name that is none', JSON.stringify([{ ...note, name: ' ' }]), 'tool_definition_invalid'],
  ])('a file with %s is refused with its code', async (_what, content, fault) => {
    const tools = temporaryFolder().write('tools.json', content)
    const { code, out, err } = await commandLine(['tools', 'list', '--json', '--tools', tools])
    expect({ code, out, fault: JSON.parse(err).error.code }).toEqual({ code: 1, out: '', fault })
  })
})

describe('tools show', () => {
  test('shows parameters, and finds a name as models spell it', async () => {
    const { code, out } = await commandLine(['tools', 'show', 'Note-Save', '--tools', toolFile([note])])
    expect(code).toBe(0)
    expect(out).toMatch(/^note_save +deletes +Saves a note\.$/m)
    expect(out).toMatch(/^ {2}text +string required What to save$/m)
    expect(out).toMatch(/^ {2}mode +"new" \| "append"/m)
  })

  test('with --json it is the whole definition with its hash', async () => {
    const { out } = await commandLine(['tools', 'show', 'note_save', '--json', '--tools', toolFile([note])])
    expect(JSON.parse(out)).toEqual({
      name: 'note_save',
      description: 'Saves a note.',
      risk: 'destroy',
      capability: 'SystemExecute',
      parameters: note.parameters,
      facts: { idempotent: false, cacheable: false, needsPlan: false, egress: false, acceptsRef: [], saysItRan: [] },
      definition_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  test('a tool that is not there is wrong usage', async () => {
    const { code, out, err } = await commandLine(['tools', 'show', 'nope', '--tools', toolFile([note])])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain('No tool "nope". Tools: note_save.')
  })

  test('nothing in a tool file can command the terminal or turn the text', async () => {
    const evil = 'x\u001B[2J\u009B31m\u202Ey\u2066\u061Cz\u0007'
    const tool = {
      ...note,
      description: evil,
      parameters: {
        type: 'object',
        properties: { [evil]: { type: 'string', description: evil }, mode: { enum: [evil], description: evil } },
      },
    }
    for (const args of [
      ['tools', 'list'],
      ['tools', 'show', 'note_save'],
    ]) {
      const { code, out } = await commandLine([...args, '--tools', toolFile([tool])])
      expect(code).toBe(0)
      expect(out).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u)
    }
  })
})

describe('other names in a tool file', () => {
  test('[STRICT-17] a curated name and key lead to the real ones, in strict too', async () => {
    const tools = temporaryFolder().write(
      'tools.json',
      JSON.stringify([
        {
          name: 'file_locator',
          parameters: { type: 'object', properties: { search_criteria: { type: 'string' } } },
          aliases: ['file_viewer'],
          argument_aliases: { criteria: 'search_criteria' },
        },
      ]),
    )
    const stdin = '{"tool":"file_viewer","args":{"criteria":"lamp"},"nonce":"n_1"}'
    const { code, out } = await commandLine(
      ['parse', '--profile', 'strict', '--tools', tools, '--nonce', 'n_1', '--json'],
      { stdin },
    )
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      call: { tool: 'file_locator', args: { search_criteria: 'lamp' }, requested_tool: 'file_viewer' },
      aliases: ['file_viewer→file_locator', 'args.criteria→args.search_criteria'],
    })
  })
})
