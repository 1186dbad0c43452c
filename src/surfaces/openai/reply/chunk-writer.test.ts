import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonObject } from '../../../core/index.ts'
import type { ClientEnd } from '../../../runtime/index.ts'
import { loadOpenAi } from '../../../../bench/clients/load-openai.ts'
import { createChunkWriter } from './chunk-writer.ts'

const heading = { id: 'chatcmpl-1', created: 1, model: 'm' }
const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 }
const args = fc
  .dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true })
  .map(value => JSON.parse(JSON.stringify(value)) as JsonObject)
const call = fc.record({ name: fc.stringMatching(/^[a-z_]{1,20}$/), args })
const reply = fc.record({
  shown: fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 4 }),
  rest: fc.string(),
  calls: fc.array(call, { maxLength: 4 }),
  includeUsage: fc.boolean(),
})

const endOf = (text: string, calls: readonly { readonly name: string; readonly args: JsonObject }[]): ClientEnd => ({
  text,
  calls: calls.map((each, index) => ({
    id: `call_${index}`,
    dialect: 'native',
    fixups: [],
    aliases: [],
    requested: each.name,
    repaired: false,
    ...each,
  })),
  refused: [],
  rejected: [],
  finish: 'stop',
  untold: '',
  promptCut: false,
})

const openai = await loadOpenAi()

test("whatever is said and called, what openai's own stream reader puts together is the same", async () => {
  await fc.assert(
    fc.asyncProperty(reply, async ({ shown, rest, calls, includeUsage }) => {
      const writer = createChunkWriter(heading, { includeUsage })
      const text = `${shown.join('')}${rest}`
      const chunks = [
        ...shown.flatMap(part => writer.text(part)),
        ...writer.end(endOf(text, calls), { usage, meta: {} }),
      ]
      const read = await openai.read(chunks)
      expect(read.message.content ?? '').toBe(text)
      expect(read.finish).toBe(calls.length > 0 ? 'tool_calls' : 'stop')
      expect(read.message.calls).toEqual(
        calls.map((each, index) => ({ id: `call_${index}`, name: each.name, args: each.args })),
      )
      expect(read.usage).toEqual(includeUsage ? usage : undefined)
    }),
  )
})

test('the role comes first, the end last, the usage behind it, and every call has its index, id and name before its arguments', () => {
  const writer = createChunkWriter(heading, { includeUsage: true })
  const chunks = writer.end(
    endOf('', [
      { name: 'a', args: { x: 1 } },
      { name: 'b', args: {} },
    ]),
    { usage, meta: { session: 's' } },
  )
  expect(chunks.map(({ choices, usage: counted }) => ({ choices, counted }))).toEqual([
    { choices: [choice({ role: 'assistant', content: null })], counted: null },
    {
      choices: [
        choice({ tool_calls: [{ index: 0, id: 'call_0', type: 'function', function: { name: 'a', arguments: '' } }] }),
      ],
      counted: null,
    },
    { choices: [choice({ tool_calls: [{ index: 0, function: { arguments: '{"x":1}' } }] })], counted: null },
    {
      choices: [
        choice({ tool_calls: [{ index: 1, id: 'call_1', type: 'function', function: { name: 'b', arguments: '' } }] }),
      ],
      counted: null,
    },
    { choices: [choice({ tool_calls: [{ index: 1, function: { arguments: '{}' } }] })], counted: null },
    { choices: [choice({}, 'tool_calls')], counted: null },
    { choices: [], counted: usage },
  ])
})

const choice = (delta: JsonObject, finish: string | null = null): JsonObject => ({
  index: 0,
  delta,
  logprobs: null,
  finish_reason: finish,
})

test('a text that differs from what was shown begins anew, and beside calls nothing is said twice', () => {
  const written = (end: ClientEnd): string => {
    const writer = createChunkWriter(heading, { includeUsage: false })
    const all = [...writer.text('One moment. '), ...writer.end(end, { usage, meta: {} })]
    return all.map(each => contentOf(each)).join('')
  }
  expect(written(endOf('Something else.', []))).toBe('One moment. \n\nSomething else.')
  expect(written(endOf('One moment. Done.', []))).toBe('One moment. Done.')
  expect(written(endOf('Something else.', [{ name: 'a', args: {} }]))).toBe('One moment. ')
})

function contentOf({ choices }: JsonObject): string {
  const [first] = choices as readonly { readonly delta: { readonly content?: string | null } }[]
  return first?.delta.content ?? ''
}
