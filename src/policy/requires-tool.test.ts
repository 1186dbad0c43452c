import { describe, expect, test } from 'vitest'
import { requiresTool } from './index.ts'

describe('[LOOP-13] phrases that insist on a call', () => {
  test.each([
    'use the file_locator tool first',
    'Please use the file_locator tool first, then answer.',
    'Return ONLY the JSON tool call object',
    'respond with exactly one JSON object',
    'Respond with exactly one JSON object and nothing else.',
    'You must call file_read before you answer',
    'Call the `outline_analyzer` tool.',
    'Start with the canon-checker tool',
    'Reply with just a tool call.',
    'A tool call is required.',
    'Use one of your tools.',
  ])('%s', text => {
    expect(requiresTool(text)).toBe(true)
  })
})

describe('[LOOP-13] phrases that do not', () => {
  test.each([
    'what is the weather',
    'read notes.md',
    'do not use the file_locator tool',
    "Don't call any tools.",
    'answer without using the search tool',
    'what does the file_locator tool do?',
    'how do I use the file_locator tool?',
    'I bought a new tool',
    'return a JSON object with my name',
    '',
  ])('%s', text => {
    expect(requiresTool(text)).toBe(false)
  })
})

test('a denial counts for its own sentence only', () => {
  expect(requiresTool('Do not use the web. Use the file_read tool first.')).toBe(true)
})

test('a megabyte takes no longer than a fraction of a second', () => {
  for (const unit of ['use the ', 'a', 'call ', 'do not use ', 'only the json ']) {
    const text = unit.repeat(1_000_000 / unit.length)
    const started = performance.now()
    requiresTool(text)
    expect(performance.now() - started).toBeLessThan(500)
  }
})
