import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseRouterOutput } from './index.ts'

const DEFAULTS = {
  Intent: 'chat_only',
  NeedsWeb: false,
  NeedsBrowserAutomation: false,
  NeedsSearch: false,
  NeedsMemoryRead: false,
  NeedsMemoryWrite: false,
  NeedsFileAccess: false,
  NeedsScreenRead: false,
  NeedsSystemExecute: false,
  RiskLevel: 'low',
  Confidence: 0.5,
}

test('[ROUTE-02] an empty classification has the defaults', () => {
  expect(parseRouterOutput({})).toEqual({ ok: true, value: DEFAULTS })
})

test('[ROUTE-02] every field is read', () => {
  const all = {
    Intent: 'file_task',
    NeedsWeb: true,
    NeedsBrowserAutomation: true,
    NeedsSearch: true,
    NeedsMemoryRead: true,
    NeedsMemoryWrite: true,
    NeedsFileAccess: true,
    NeedsScreenRead: true,
    NeedsSystemExecute: true,
    RiskLevel: 'high',
    Confidence: 0.9,
  }
  expect(parseRouterOutput(all)).toEqual({ ok: true, value: all })
})

test('keys may be spelled in other ways', () => {
  expect(parseRouterOutput({ intent: 'file_task', needs_web: true, riskLevel: 'Medium', CONFIDENCE: 1 })).toEqual({
    ok: true,
    value: { ...DEFAULTS, Intent: 'file_task', NeedsWeb: true, RiskLevel: 'medium', Confidence: 1 },
  })
})

test.each([
  ['a risk that there is not', { RiskLevel: 'severe' }],
  ['a risk that is no text', { RiskLevel: 3 }],
  ['a need that is no truth value', { NeedsWeb: 'true' }],
  ['an intent that is no text', { Intent: 7 }],
  ['a confidence above one', { Confidence: 1.01 }],
  ['a confidence below zero', { Confidence: -0.1 }],
  ['a confidence that is no number', { Confidence: Number.NaN }],
  ['a confidence in words', { Confidence: 'high' }],
  ['a list', []],
  ['nothing', null],
  ['a text', '{}'],
])('[ROUTE-02] %s refuses the whole', (_, value) => {
  expect(parseRouterOutput(value)).toMatchObject({ ok: false, error: { code: 'output_invalid' } })
})

test('whatever comes in, it answers', () => {
  fc.assert(
    fc.property(fc.anything(), value => {
      expect(typeof parseRouterOutput(value).ok).toBe('boolean')
    }),
  )
})
