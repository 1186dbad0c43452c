import { expect, test } from 'vitest'
import { INTENTS, LEGACY_INTENTS, type LegacyIntent, fromLegacyIntent, legacyIntent } from './index.ts'

const LEGACY: readonly LegacyIntent[] = ['Casual', 'WebLookup', 'Tooling']

test('[ROUTE-07] what an old intent was split into maps back to it', () => {
  for (const legacy of LEGACY) for (const intent of LEGACY_INTENTS[legacy]) expect(legacyIntent(intent)).toBe(legacy)
  expect(LEGACY_INTENTS).toEqual({
    Casual: ['chat_only'],
    WebLookup: ['lookup_search'],
    Tooling: ['screen_observe', 'file_task', 'system_task', 'memory_write', 'browse_once'],
  })
})

test.each(LEGACY)('[ROUTE-07] %s comes back from every text', legacy => {
  for (const text of ['', 'hello', 'run npm test', 'what is on my screen', 'weather in rome', 'https://example.com'])
    expect(legacyIntent(fromLegacyIntent(legacy, text))).toBe(legacy)
})

test.each([
  ['what is on my screen', 'screen_observe'],
  ['show me notes.md', 'file_task'],
  ['run npm test', 'system_task'],
  ['remember that i like tea', 'memory_write'],
  ['open https://example.com', 'browse_once'],
])('[ROUTE-07] Tooling with "%s" is %s', (text, intent) => {
  expect(fromLegacyIntent('Tooling', text)).toBe(intent)
})

test('where the text says nothing, Tooling is the weakest of its parts', () => {
  expect(fromLegacyIntent('Tooling')).toBe('memory_write')
})

test('every intent has an old one, and an unknown one has no tools', () => {
  for (const intent of INTENTS) expect(LEGACY).toContain(legacyIntent(intent))
  expect(legacyIntent('unheard_of')).toBe('Casual')
})
