import { expect, test } from 'vitest'
import type { ToolDefinition } from '../core/index.ts'
import { findUnran } from './find-unran.ts'

const tool = (name: string, saysItRan: readonly string[], capability: ToolDefinition['capability'] = 'FileAccess') => ({
  name,
  capability,
  facts: { idempotent: true, cacheable: false, needsPlan: false, egress: false, acceptsRef: [], saysItRan },
})
const TOOLS = [
  tool('file_search', ['searched', 'looked through']),
  tool('web_search', ['searched']),
  tool('file_read', []),
  tool('file_write', ['wrote the file']),
  tool('bash', ['executed'], 'SystemExecute'),
]
const remarks = (answer: string, ...ran: readonly string[]): readonly string[] =>
  findUnran(answer, TOOLS, () => new Set(ran))

test('says what an answer claims of a tool that has not run', () => {
  expect(remarks('I searched the notes.')).toEqual(['says it searched; no search ran'])
  expect(remarks("I've looked through it, and I wrote the file.")).toEqual([
    'says it looked through; no search ran',
    'says it wrote the file; no write ran',
  ])
  expect(remarks('I executed it.', 'file_search')).toEqual(['says it executed; no bash ran'])
  expect(remarks('I searched the notes.', 'file_read')).toEqual(['says it searched; no search ran'])
})

test('says nothing where it ran, where a program ran, or where nobody speaks of himself', () => {
  expect(remarks('I searched the notes.', 'web_search')).toEqual([])
  expect(remarks('I searched the notes.', 'bash')).toEqual([])
  for (const text of [
    'You searched it.',
    'I could have searched.',
    '"I searched it," he said.',
    '```\nI searched\n```',
  ])
    expect([text, remarks(text)]).toEqual([text, []])
})
