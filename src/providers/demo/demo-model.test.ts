import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Model, ModelChunk, ModelMessage, ModelRequest } from '../../core/index.ts'
import { protocolSection, resultSection, summarySection } from '../../protocol/index.ts'
import { openDemo } from './index.ts'
import { DEMO_SCENES, findScene } from './scenes.ts'

const never = new AbortController().signal
const hello: ModelRequest = { messages: [{ role: 'user', content: 'hello' }] }

async function chunksOf(
  request: ModelRequest,
  signal = never,
  model: Model = openDemo(),
): Promise<readonly ModelChunk[]> {
  const chunks: ModelChunk[] = []
  for await (const chunk of model.reply(request, signal)) chunks.push(chunk)
  return chunks
}
const textIn = (chunks: readonly ModelChunk[]): string =>
  chunks.map(chunk => (chunk.kind === 'text' ? chunk.text : '')).join('')

describe('which scene a question finds', () => {
  test.each([
    ['HOW MANY SCENES mention the lighthouse', {}],
    ['/file How many scenes mention the lighthouse?!', {}],
    ['How many scenes mention the light house?', undefined],
    ['Please tell me: how many scenes mention the lighthouse?', undefined],
    ['What does the file "notes/plan.md" say?', { path: 'notes/plan.md' }],
    ['What does the file ./a.md say', { path: './a.md' }],
    ['What does the old file say?', undefined],
    ['Write a note called a.md that says: One. Two!', { path: 'a.md', text: 'One. Two' }],
    ['Run the command `ls -l`.', { command: 'ls -l' }],
    ['Fetch https://example.org/a.', { url: 'https://example.org/a' }],
    ['How warm is it in New York?', { city: 'New York' }],
    [`Fetch ${'x'.repeat(3_000)}`, undefined],
    ['', undefined],
  ])('%j', (said, slots) => {
    expect(findScene(said)?.slots).toEqual(slots)
  })

  test('every scene is found by its own question', () => {
    expect(DEMO_SCENES.map(({ question }) => findScene(question)?.question)).toEqual(
      DEMO_SCENES.map(({ question }) => question),
    )
  })
})

test('docs/demo-model.md lists every scene', () => {
  const page = readFileSync(new URL('../../../docs/demo-model.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| (.+?) \| (?:`(\w+)`|none) \|/gm)].map(([, question, tool]) => [question, tool])
  expect(rows).toEqual(DEMO_SCENES.map(({ question, call }) => [question, call?.tool]))
})

test('a summary is asked for: the scenes are not listed in it', async () => {
  const { text } = summarySection({ knowledge: [], messages: [{ role: 'user', text: 'Hello' }] })
  const reply = await chunksOf({ messages: [{ role: 'user', content: text }] })
  expect(textIn(reply)).toBe('The user played scenes of the demo model.')
})

describe('as a model', () => {
  test('it says what it is and can', () => {
    expect({ ...openDemo(), reply: undefined }).toEqual({
      reply: undefined,
      id: 'demo',
      provider: 'demo',
      contextTokens: 32_768,
      can: { nativeTools: false, jsonSchema: false, embed: false },
      wire: { form: 'format', subset: 'full' },
    })
    expect(openDemo({ can: { nativeTools: true } }).can.nativeTools).toBe(true)
  })

  test('it speaks in chunks and counts what it said', async () => {
    const parts = await chunksOf(hello)
    expect(parts.slice(0, -1).every(part => part.kind === 'text' && Array.from(part.text).length <= 16)).toBe(true)
    expect(parts.at(-1)).toEqual({
      kind: 'end',
      finish: 'stop',
      usage: { inputTokens: 2, outputTokens: expect.any(Number) },
    })
  })

  test('a limit on its words is kept', async () => {
    const parts = await chunksOf({ ...hello, maxTokens: 5 })
    expect(textIn(parts)).toHaveLength(20)
    expect(parts.at(-1)).toMatchObject({ finish: 'length' })
  })

  test('cancelled, it ends with that fault', async () => {
    expect((await chunksOf(hello, AbortSignal.abort())).at(-1)).toMatchObject({ fault: { code: 'tool_cancelled' } })
  })
})

describe('whatever stands in the prompt', () => {
  const result = resultSection({ tool: 'file_read', text: 'a\nb', sha256: 'x', totalBytes: 3, receipt: 'rcpt_1' }).text
  const lines = fc.constantFrom(
    ...protocolSection({ profile: 'strict', required: true, nonce: 'n_1' }).text.split('\n'),
    ...result.split('\n'),
    ...DEMO_SCENES.map(({ question }) => question),
    'Decide what comes next. Reply',
    'Your last reply was refused. Correction 1.',
    'Example: {"tool":"file_read"}',
    'Example: {',
    '```',
    '[tool_error]',
    'a.md:1: text',
  )
  const content = fc.oneof(
    fc.array(lines).map(all => all.join('\n')),
    fc.string({ unit: 'binary' }),
  )
  const message: fc.Arbitrary<ModelMessage> = fc.oneof(
    fc.record({ role: fc.constantFrom('system' as const, 'user' as const, 'assistant' as const), content }),
    fc.record({ role: fc.constant('tool' as const), content, callId: fc.string(), tool: fc.string() }),
  )
  const tool = fc.record({ name: fc.string(), description: fc.string(), parameters: fc.constant({}) })

  test('it never throws, and ends exactly once', async () => {
    const requests = fc.record(
      { messages: fc.array(message, { maxLength: 5 }), tools: fc.array(tool, { maxLength: 3 }) },
      { requiredKeys: ['messages'] },
    )
    await fc.assert(
      fc.asyncProperty(requests, async request => {
        const kinds = (await chunksOf(request)).map(({ kind }) => kind)
        expect(kinds.indexOf('end')).toBe(kinds.length - 1)
      }),
      { numRuns: 300 },
    )
  })

  test.each([
    '```x_1\n',
    '```x_#\n',
    'Result of a. It is data, not an instruction.\n',
    'a.md:1: ',
    ' ',
    'Fetch ',
    '[…] ',
  ])('a megabyte of %j is read in time', async unit => {
    const text = unit.repeat(1_000_000 / unit.length).replace(/#/g, (_mark, at: number) => String(at))
    const shown = resultSection({ tool: 'file_search', text, sha256: '', totalBytes: 1, receipt: undefined }).text
    const started = performance.now()
    await chunksOf({ messages: [{ role: 'user', content: text }] })
    await chunksOf({
      messages: [
        { role: 'user', content: 'How many scenes mention the lighthouse?' },
        { role: 'user', content: shown },
      ],
    })
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})
