import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Model, type ModelChunk, fault } from '../core/index.ts'
import { scripted } from '../providers/index.ts'
import { createJudge, describeJudgement, parseVerdict } from './ask-verdict.ts'
import { sampleCall } from './conformance.ts'

const never = new AbortController().signal
const messages = () => [{ role: 'user', content: 'well?' }] as const
const ask = (model: Model, { timeoutMs = 1_000, signal = never } = {}) =>
  createJudge(model, timeoutMs)({ call: sampleCall(), messages, signal })

describe('the grammar of a verdict', () => {
  test.each([
    ['ALLOW', 'allow'],
    ['  ALLOW\n', 'allow'],
    ['DENY', 'deny:'],
    ['DENY: sends mail', 'deny:sends mail'],
    ['DENY:two\nlines', 'deny:two lines'],
    ['DENY: ALLOW', 'deny:ALLOW'],
  ])('%j is a verdict', (reply, decision) => {
    expect(describeJudgement(parseVerdict(reply))).toBe(decision)
  })

  test.each([
    '',
    'allow',
    'Allow',
    'ALLOW.',
    'ALLOW: fine',
    'ALLOWED',
    'I think ALLOW',
    '"ALLOW"',
    '**ALLOW**',
    'ALLOW\nALLOW',
    'ALLOW DENY',
    '<think>x</think>ALLOW',
    'DENY sends mail',
    'deny',
    '\u0410LLOW', // a Cyrillic A
    'ALLOW\u200b',
  ])('%j is none', reply => {
    expect(parseVerdict(reply)).toEqual({ kind: 'unparseable' })
  })

  test('nothing but the one word allows', () => {
    const around = fc.string({ unit: fc.constantFrom('ALLOW', 'DENY', ':', ' ', '\n', 'a', '.', '"') })
    fc.assert(
      fc.property(fc.oneof(around, fc.string({ unit: 'binary' })), reply => {
        expect(parseVerdict(reply).kind === 'allow').toBe(/^\s*ALLOW\s*$/.test(reply))
      }),
      { numRuns: 5_000 },
    )
  })

  test('a long reason is cut to one line of 500 characters', () => {
    const judgement = parseVerdict(`DENY: ${'🙂\n'.repeat(2_000)}`)
    expect(judgement.kind === 'deny' && judgement.reason.length).toBe(500)
    expect(judgement.kind === 'deny' && judgement.reason.isWellFormed()).toBe(true)
  })
})

describe('asking', () => {
  test('the answer may come in pieces', async () => {
    expect(await ask(scripted(['ALLOW'], { chunkLength: 1 }))).toEqual({ kind: 'allow' })
  })

  test('reasoning beside the answer does not count as answer', async () => {
    const thinking: Model = {
      ...scripted([]),
      async *reply(): AsyncGenerator<ModelChunk> {
        yield { kind: 'reasoning', text: 'DENY: hm' }
        yield { kind: 'text', text: 'ALLOW' }
        yield { kind: 'end' }
      },
    }
    expect(await ask(thinking)).toEqual({ kind: 'allow' })
  })

  test('a failure after a complete ALLOW is still a failure', async () => {
    const model = scripted([{ text: 'ALLOW', fault: fault('tool_network', 'gone') }])
    expect(await ask(model)).toEqual({ kind: 'error', message: 'tool_network: gone' })
  })

  test('an answer that breaks off is a failure', async () => {
    const broken: Model = {
      ...scripted([]),
      async *reply(): AsyncGenerator<ModelChunk> {
        yield { kind: 'text', text: 'ALLOW' }
      },
    }
    expect(await ask(broken)).toEqual({ kind: 'error', message: 'the reply broke off' })
  })

  test('a model that throws, at once or later, is a failure', async () => {
    const atOnce: Model = {
      ...scripted([]),
      reply: () => {
        throw new Error('boom')
      },
    }
    const later: Model = {
      ...scripted([]),
      async *reply(): AsyncGenerator<ModelChunk> {
        yield { kind: 'text', text: 'ALLOW' }
        throw new Error('boom')
      },
    }
    expect(await ask(atOnce)).toEqual({ kind: 'error', message: 'boom' })
    expect(await ask(later)).toEqual({ kind: 'error', message: 'boom' })
  })

  test('a late answer is a failure, and the request is cancelled', async () => {
    let cancelled = false
    const stalled: Model = {
      ...scripted([]),
      reply(_request, signal) {
        signal.addEventListener('abort', () => (cancelled = true))
        return scripted([{ stalls: true, text: 'ALLOW' }]).reply({ messages: [] }, signal)
      },
    }
    expect(await ask(stalled, { timeoutMs: 20 })).toEqual({ kind: 'error', message: 'no answer within 20 ms' })
    expect(cancelled).toBe(true)
  })

  test('a model that does not care about being cancelled is left behind', async () => {
    const deaf: Model = {
      ...scripted([]),
      reply: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) }),
    }
    expect(await ask(deaf, { timeoutMs: 20 })).toMatchObject({ kind: 'error' })
  })

  test('an endless answer is not read to its end', async () => {
    let chunks = 0
    const endless: Model = {
      ...scripted([]),
      async *reply(): AsyncGenerator<ModelChunk> {
        for (;;) {
          chunks++
          yield { kind: 'text', text: ' '.repeat(100) }
        }
      },
    }
    expect(await ask(endless)).toEqual({ kind: 'unparseable' })
    expect(chunks).toBeLessThan(50)
  })

  test('a cancelled turn gives no verdict', async () => {
    const stop = new AbortController()
    const running = ask(scripted([{ stalls: true }]), { signal: stop.signal })
    stop.abort()
    expect(await running).toEqual({ kind: 'cancelled' })
    const model = scripted(['ALLOW'])
    expect(await ask(model, { signal: stop.signal })).toEqual({ kind: 'cancelled' })
    expect(model.requests).toEqual([])
  })

  test('the same call is judged once, another one anew, and a failure is no judgement', async () => {
    const model = scripted([{ fault: fault('tool_network', 'gone') }, 'ALLOW', 'DENY'])
    const judge = createJudge(model, 1_000)
    const [one, two] = [sampleCall(), sampleCall()]
    const kinds = []
    for (const call of [one, one, one, two]) kinds.push((await judge({ call, messages, signal: never })).kind)
    expect(kinds).toEqual(['error', 'allow', 'allow', 'deny'])
    expect(model.requests.length).toBe(3)
  })
})
