import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { estimateTokens } from '../core/index.ts'
import { createCutDetector, estimateRequest } from './cut-prompt.ts'

const WINDOW = 8_192

describe('was the prompt cut?', () => {
  test('a prompt that fills the window is', () => {
    expect(createCutDetector(WINDOW)(8_000, 8_192)).toBe(true)
    expect(createCutDetector(WINDOW)(100, 9_000)).toBe(true)
  })

  test('one that is far smaller than the window is not, however little the server counts', () => {
    expect(createCutDetector(WINDOW)(4_000, 3)).toBe(false)
    expect(createCutDetector(WINDOW)(4_096, 4_000)).toBe(false)
  })

  test('before anything was learned, only a clear difference counts', () => {
    expect(createCutDetector(WINDOW)(20_000, 7_500)).toBe(true)
    expect(createCutDetector(WINDOW)(10_000, 7_000)).toBe(false)
  })

  test('what a whole prompt taught finds smaller cuts, and spares a tokenizer that needs fewer tokens', () => {
    const dense = createCutDetector(WINDOW)
    dense(2_000, 2_400)
    expect([dense(8_000, 7_000), dense(6_000, 7_100)]).toEqual([true, false])
    const sparse = createCutDetector(WINDOW)
    sparse(2_000, 1_200)
    expect([sparse(12_000, 7_200), sparse(20_000, 7_200)]).toEqual([false, true])
  })

  test('a count that leaves out the cache teaches nothing', () => {
    const judge = createCutDetector(WINDOW)
    judge(2_000, 10)
    expect([judge(6_000, 10), judge(20_000, 7_000)]).toEqual([false, true])
  })

  test('for any tokenizer between 0.6 and 1.8 of the estimate, whole prompts are never called cut and half prompts always', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.6, max: 1.8, noNaN: true }),
        fc.integer({ min: 100, max: 2_000 }),
        fc.integer({ min: 100, max: 60_000 }),
        (ratio, first, sent) => {
          const judge = createCutDetector(WINDOW)
          judge(first, Math.round(first * ratio))
          const real = Math.round(sent * ratio)
          if (real < WINDOW) expect(judge(sent, real)).toBe(false)
          if (real > WINDOW * 1.5) expect(judge(sent, Math.round(WINDOW * 0.9))).toBe(true)
        },
      ),
    )
  })
})

describe('the estimate', () => {
  test('counts messages, their separators, and what tools and calls add', () => {
    const of = (content: string): number => estimateRequest({ messages: [{ role: 'user', content }] })
    expect(of('The lamp burned all night.')).toBe(4 + estimateTokens('The lamp burned all night.'))
    const tools = [{ name: 'a', description: 'b', parameters: { type: 'object' } }]
    expect(estimateRequest({ messages: [], tools })).toBe(estimateTokens(JSON.stringify(tools[0])))
    const calls = [{ id: 'c1', name: 'a', arguments: { path: 'notes.md' } }]
    expect(estimateRequest({ messages: [{ role: 'assistant', content: '', calls }] })).toBe(
      4 + estimateTokens(JSON.stringify(calls[0])),
    )
  })

  test('a whole prompt in a script of which new tokenizers need few tokens is not called cut', () => {
    expect(createCutDetector(WINDOW)(14_000, 7_600)).toBe(false)
  })
})
