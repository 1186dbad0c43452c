import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Model, type ModelChunk, type ModelRequest, fault } from '../core/index.ts'
import { decisionSection, protocolSection } from '../protocol/index.ts'
import { parseScript, scripted } from './index.ts'

const never = new AbortController().signal
const asking = (...contents: readonly string[]): ModelRequest => ({
  messages: contents.map(content => ({ role: 'user', content })),
})

async function chunksOf(model: Model, request = asking('hello'), signal = never): Promise<readonly ModelChunk[]> {
  const chunks: ModelChunk[] = []
  for await (const chunk of model.reply(request, signal)) chunks.push(chunk)
  return chunks
}
const textOf = async (model: Model, request = asking('hello')): Promise<string> =>
  (await chunksOf(model, request)).map(chunk => (chunk.kind === 'text' ? chunk.text : '')).join('')

describe('the scripted model', () => {
  test('one reply per request, in order, and then the script is spent', async () => {
    const model = scripted(['one', ''])
    expect(await chunksOf(model)).toEqual([{ kind: 'text', text: 'one' }, { kind: 'end' }])
    expect(await chunksOf(model)).toEqual([{ kind: 'end' }])
    expect(await chunksOf(model)).toEqual([
      {
        kind: 'end',
        fault: { code: 'script_exhausted', message: 'The script holds 2 replies and was asked for one more.' },
      },
    ])
  })

  test('the order is that of the requests, not of who reads first', async () => {
    const model = scripted(['one', 'two'])
    const [first, second] = [model.reply(asking('a'), never), model.reply(asking('b'), never)]
    const read = async (chunks: AsyncIterable<ModelChunk>) => {
      for await (const chunk of chunks) if (chunk.kind === 'text') return chunk.text
      return undefined
    }
    expect([await read(second), await read(first)]).toEqual(['two', 'one'])
  })

  test('a reply in chunks is the same reply, and no character is torn', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 5 }), async (text, chunkLength) => {
        const chunks = await chunksOf(scripted([text.toWellFormed()], { chunkLength }))
        const texts = chunks.flatMap(chunk => (chunk.kind === 'text' ? [chunk.text] : []))
        expect(texts.join('')).toBe(text.toWellFormed())
        expect(texts.every(part => part !== '' && part.isWellFormed() && Array.from(part).length <= chunkLength)).toBe(
          true,
        )
      }),
    )
  })

  test('{{nonce}} becomes the nonce of the latest prompt that our protocol shows', async () => {
    const older = protocolSection({ profile: 'strict', required: true, nonce: 'n_old' }).text
    const newer = decisionSection({ nonce: 'n_new$&', stepsRemaining: 2 }).text
    const reply = '{"nonce":"{{nonce}}","again":"{{nonce}}"}'
    const model = scripted([reply, reply, reply])
    expect(await textOf(model, asking(older, newer))).toBe('{"nonce":"n_new$&","again":"n_new$&"}')
    expect(await textOf(model, asking(older, 'no nonce here'))).toBe('{"nonce":"n_old","again":"n_old"}')
    expect(await textOf(model, asking('none at all'))).toBe(reply)
  })

  test('a scripted failure ends the reply, after its text', async () => {
    const gone = fault('tool_network', 'gone')
    expect(await chunksOf(scripted([{ fault: gone, text: 'so far' }, { fault: gone }]))).toEqual([
      { kind: 'text', text: 'so far' },
      { kind: 'end', fault: gone },
    ])
  })

  test('cancelled, it stops at the next chunk and says so; a stalled reply ends no other way', async () => {
    const stop = new AbortController()
    const chunks: ModelChunk[] = []
    for await (const chunk of scripted(['abc'], { chunkLength: 1 }).reply(asking('x'), stop.signal)) {
      chunks.push(chunk)
      stop.abort()
    }
    expect(chunks).toEqual([
      { kind: 'text', text: 'a' },
      { kind: 'end', fault: { code: 'tool_cancelled', message: 'The request was cancelled.' } },
    ])
    const late = new AbortController()
    const stalled = chunksOf(scripted([{ stalls: true, text: 'a' }]), asking('x'), late.signal)
    setTimeout(() => late.abort(), 10)
    expect(await stalled).toMatchObject([
      { kind: 'text', text: 'a' },
      { kind: 'end', fault: { code: 'tool_cancelled' } },
    ])
  })

  test('it remembers what it was asked, and says what it can do', async () => {
    const model = scripted(['one'], { id: 'scripted:file', can: { jsonSchema: true } })
    await chunksOf(model, asking('first'))
    await chunksOf(model, asking('second'))
    expect(model.requests).toEqual([asking('first'), asking('second')])
    expect([model.id, model.can]).toEqual(['scripted:file', { nativeTools: false, jsonSchema: true, embed: false }])
  })
})

describe('a script file', () => {
  test('one JSON string a line; empty lines are passed over', () => {
    expect(parseScript('"one"\r\n\n  "two\\nlines"  \n')).toEqual({ ok: true, value: ['one', 'two\nlines'] })
    expect(parseScript('')).toEqual({ ok: true, value: [] })
  })

  test.each(['one', '{"a":1}', '"open', '["x"]', '"a" "b"', 'null'])('%j is refused with its line', line => {
    expect(parseScript(`"fine"\n\n${line}\n"fine"`)).toMatchObject({
      ok: false,
      error: { code: 'input_unreadable', message: expect.stringContaining('Line 3'), detail: { line: 3 } },
    })
  })

  test('whatever was written as JSON strings is read back', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), replies => {
        const text = replies.map(reply => JSON.stringify(reply)).join('\n')
        expect(parseScript(text)).toEqual({ ok: true, value: replies })
      }),
    )
  })
})
