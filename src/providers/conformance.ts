import * as fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import {
  type JsonObject,
  type Model,
  type ModelChunk,
  type ModelRequest,
  type NativeCall,
  parseJsonText,
} from '../core/index.ts'

export type ExamCall = { readonly name: string; readonly arguments: JsonObject }
/** What the model under examination is to say. */
export type ExamReply = {
  readonly text?: string
  readonly calls?: readonly ExamCall[]
  readonly stalls?: true
  readonly fails?: true
}
type Examined = { readonly model: Model; readonly close: () => Promise<void> }
export type Candidate = { readonly name: string; readonly open: (replies: readonly ExamReply[]) => Promise<Examined> }

export const never: AbortSignal = new AbortController().signal
export const asking = (...contents: readonly string[]): ModelRequest => ({
  messages: contents.map(content => ({ role: 'user', content })),
})

export async function chunksOf(
  model: Model,
  request: ModelRequest = asking('hello'),
  signal: AbortSignal = never,
): Promise<readonly ModelChunk[]> {
  const chunks: ModelChunk[] = []
  for await (const chunk of model.reply(request, signal)) chunks.push(chunk)
  return chunks
}
export const textIn = (chunks: readonly ModelChunk[]): string =>
  chunks.map(chunk => (chunk.kind === 'text' ? chunk.text : '')).join('')
export const callsIn = (chunks: readonly ModelChunk[]): readonly NativeCall[] =>
  chunks.flatMap(chunk => (chunk.kind === 'call' ? [chunk.call] : []))
export const endIn = (chunks: readonly ModelChunk[]): ModelChunk | undefined => chunks.at(-1)
export const faultIn = (chunks: readonly ModelChunk[]): string | undefined => {
  const end = endIn(chunks)
  return end?.kind === 'end' ? end.fault?.code : 'no end'
}
/** Whatever form the arguments came in. */
export const plainCalls = (chunks: readonly ModelChunk[]): readonly ExamCall[] =>
  callsIn(chunks).map(({ name, arguments: given }) => ({
    name,
    arguments: (typeof given === 'string' ? parseJsonText(given) : given) as JsonObject,
  }))

/** What every model must do, whoever answers. */
export function examineModel({ name, open }: Candidate): void {
  const opened: Examined[] = []
  const openWith = async (...replies: readonly ExamReply[]): Promise<Model> => {
    const examined = await open(replies)
    opened.push(examined)
    return examined.model
  }
  afterEach(async () => {
    await Promise.all(opened.splice(0).map(({ close }) => close()))
  })

  describe(`${name}, like every model`, () => {
    test('says who it is', async () => {
      const model = await openWith()
      expect([model.id, model.provider].every(word => word.length > 0)).toBe(true)
    })

    test('a reply arrives whole and ends once, at the end', async () => {
      const chunks = await chunksOf(await openWith({ text: 'How long is chapter 3? It has 1,204 words.' }))
      expect(textIn(chunks)).toBe('How long is chapter 3? It has 1,204 words.')
      expect(chunks.filter(chunk => chunk.kind === 'end')).toHaveLength(1)
      expect(endIn(chunks)).toMatchObject({ kind: 'end' })
      expect(faultIn(chunks)).toBeUndefined()
    })

    test('any text arrives unchanged', async () => {
      const texts = fc.sample(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), { numRuns: 20, seed: 7 })
      const model = await openWith(...texts.map(text => ({ text })))
      for (const text of texts) expect(textIn(await chunksOf(model))).toBe(text)
    })

    test('an empty reply is an end and nothing else', async () => {
      const chunks = await chunksOf(await openWith({ text: '' }))
      expect([chunks.length, faultIn(chunks)]).toEqual([1, undefined])
    })

    test('calls come whole, in order, beside the text', async () => {
      const calls = [
        { name: 'file_read', arguments: { path: 'Story/ch "3".md', lines: [1, 2] } },
        { name: 'file_list', arguments: {} },
      ]
      const chunks = await chunksOf(await openWith({ text: 'I look.', calls }))
      expect([textIn(chunks), plainCalls(chunks)]).toEqual(['I look.', calls])
    })

    test('a failure ends the reply, and what came before was delivered', async () => {
      const chunks = await chunksOf(await openWith({ text: 'so far', fails: true }))
      expect([textIn(chunks), faultIn(chunks)]).toEqual(['so far', 'model_failed'])
      expect(callsIn(chunks)).toEqual([])
    })

    test('cancelled before it began, it asks nobody and says so', async () => {
      const chunks = await chunksOf(await openWith({ text: 'x' }), asking('x'), AbortSignal.abort())
      expect([faultIn(chunks), chunks.at(-1)?.kind]).toEqual(['tool_cancelled', 'end'])
    })

    test('cancelled in the middle, it ends at once', async () => {
      const model = await openWith({ text: 'a', stalls: true })
      const stop = new AbortController()
      const chunks: ModelChunk[] = []
      for await (const chunk of model.reply(asking('x'), stop.signal)) {
        chunks.push(chunk)
        setTimeout(() => stop.abort(), 5)
      }
      expect([textIn(chunks), faultIn(chunks)]).toEqual(['a', 'tool_cancelled'])
    })

    test('a reader that walks away leaves nothing behind', async () => {
      const model = await openWith({ text: 'one', stalls: true }, { text: 'two' })
      for await (const chunk of model.reply(asking('x'), never)) if (chunk.kind === 'text') break
      expect(textIn(await chunksOf(model))).toBe('two')
    })

    test('two replies at once do not mix', async () => {
      const model = await openWith({ text: 'aaaaaaaaaaaaaaaaaaaaaaaa' }, { text: 'bbbbbbbbbbbbbbbbbbbbbbbb' })
      const texts = await Promise.all([chunksOf(model), chunksOf(model)])
      expect(texts.map(textIn).toSorted()).toEqual(['aaaaaaaaaaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbbbbbbbbbb'])
    })
  })
}
