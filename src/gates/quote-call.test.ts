import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../core/index.ts'
import { sampleCall, sampleProposal } from './conformance.ts'
import { fence } from './fence.ts'
import { askInstead, hideSecrets, quoteCall } from './quote-call.ts'

describe('the fence', () => {
  const lines = fc.string({ unit: fc.oneof(fc.constantFrom('`', '```', '\n', 'n_', ' ', 'x'), fc.string()) })

  test('whatever stands inside, the first line that closes it is the last', () => {
    fc.assert(
      fc.property(lines, text => {
        const all = fence(text).split('\n')
        const [opening = '', ...rest] = all
        expect(rest.indexOf(opening)).toBe(rest.length - 1)
        expect(all.slice(1, -1).join('\n')).toBe(text)
      }),
      { numRuns: 3_000 },
    )
  })

  test('it is longer than any run of backticks inside, even for one who knows the label', () => {
    fc.assert(
      fc.property(lines, text => {
        const [opening = ''] = fence(text, 'label').split('\n')
        const ticks = opening.slice(0, -'label'.length)
        expect(/^`{3,}$/.test(ticks)).toBe(true)
        expect(text.includes(ticks)).toBe(false)
      }),
    )
  })

  test('every fence has a label of its own', () => {
    expect(new Set(Array.from({ length: 100 }, () => fence('x').split('\n')[0])).size).toBe(100)
  })

  test('a text of a million runs is fenced', () => {
    expect(fence('` '.repeat(1_000_000)).startsWith('```n_')).toBe(true)
  })
})

describe('secrets in what a judge sees', () => {
  test('what stands under a key that sounds like a secret is replaced by its length, at any depth', () => {
    const args = {
      password: 'hunter22',
      apiKey: 'sk-12345',
      'x-api-key': 'abc',
      auth_token: 'abcd',
      headers: [{ Authorization: 'Bearer x' }],
      private_key: { pem: 'x' },
      token: null,
    }
    expect(hideSecrets(args)).toEqual({
      password: '[hidden, 8 characters]',
      apiKey: '[hidden, 8 characters]',
      'x-api-key': '[hidden, 3 characters]',
      auth_token: '[hidden, 4 characters]',
      headers: [{ Authorization: '[hidden, 8 characters]' }],
      private_key: '[hidden, 11 characters]',
      token: null,
    })
  })

  test('what only resembles one is shown, and so is a number', () => {
    const args = { author: 'Tolkien', authority: 'x', passage: 'y', keyboard: 'z', max_tokens: 100, key: 'C major' }
    expect(hideSecrets(args)).toEqual(args)
  })
})

describe('the quoted call', () => {
  test('tool and arguments stand inside, in an order that does not depend on who wrote them', () => {
    const [, one] = (quoteCall(sampleCall({ args: { path: 'a', start_line: 1 } }), 1_000) ?? '').split('\n')
    const [, two] = (quoteCall(sampleCall({ args: { start_line: 1, path: 'a' } }), 1_000) ?? '').split('\n')
    expect(one).toBe('{"arguments":{"path":"a","start_line":1},"tool":"file_reader"}')
    expect(two).toBe(one)
  })

  test('it is one line, whatever the arguments hold', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string()), args => {
        const clean = JSON.parse(JSON.stringify(args)) as JsonObject
        expect((quoteCall({ ...sampleCall(), args: clean }, 1_000_000) ?? '').split(/[\r\n]/).length).toBe(3)
      }),
    )
  })

  test('it is whole or not at all', () => {
    const call = sampleCall({ args: { path: 'x'.repeat(100) } })
    expect(quoteCall(call, 200)).toContain('x'.repeat(100))
    expect(quoteCall(call, 100)).toBeUndefined()
  })

  test('what cannot be shown is asked, or refused where nobody may be asked', () => {
    expect(askInstead(sampleProposal(), 'the guard')).toEqual({
      kind: 'ask',
      question: { reason: 'The arguments are too long for the guard to see them whole.', summary: 'calls file_reader' },
    })
    expect(askInstead(sampleProposal({ phase: 'Autonomous' }), 'the guard').kind).toBe('deny')
  })
})
