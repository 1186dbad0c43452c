import { expect, test } from 'vitest'
import { policySection } from '../../../../src/gates/index.ts'
import { suggestRule } from './rule-suggestions.ts'

const vocabulary = {
  schema: policySection.settings.rules.schema,
  names: { '*.tools.*': ['file_read', 'file_write', 'web_fetch'] },
}

/** `|` is where the caret stands. */
const found = (marked: string) => suggestRule(marked.replace('|', ''), marked.indexOf('|'), vocabulary)
const names = (marked: string): readonly string[] => found(marked)?.options.map(({ name }) => name) ?? []
const taken = (marked: string, name: string): string => {
  const text = marked.replace('|', '')
  const { from = 0, to = 0, options = [] } = found(marked) ?? {}
  const { text: put = '', caret = 0 } = options.find(each => each.name === name) ?? {}
  const done = text.slice(0, from) + put + text.slice(to)
  return `${done.slice(0, from + caret)}|${done.slice(from + caret)}`
}

test('keys of a rule, without those that it has', () => {
  expect(names('[{"|')).toEqual([
    'action',
    'tools',
    'paths',
    'capabilities',
    'risk',
    'phases',
    'args',
    'trust',
    'reason',
  ])
  expect(names('[{"action": "deny", "|')).not.toContain('action')
  expect(names('[{"args": {"|')).toEqual([])
})

test('actions, tools, capabilities, risks, phases and trust, each where it belongs', () => {
  expect(names('[{"action": "|"')).toEqual(['allow', 'deny', 'ask'])
  expect(names('[{"tools": ["|')).toEqual(['file_read', 'file_write', 'web_fetch'])
  expect(names('[{"tools": ["file_read", "wri|"]')).toEqual(['file_write'])
  expect(names('[{"capabilities": ["File|"]')).toEqual(['FileAccess', 'FileWrite'])
  expect(names('[{"capabilities": ["mcp|"]')).toEqual(['mcp.*'])
  expect(names('[{"risk": ["|"]')).toEqual(['read', 'write', 'destroy'])
  expect(names('[{"phases": ["Ex|"]')).toEqual(['Executor'])
  expect(names('[{"trust": "|"')).toEqual(['Untrusted', 'Provisional', 'Trusted'])
})

test('nothing where anything may stand, or where it stands already', () => {
  for (const text of ['[{"reason": "|"', '[{"paths": ["|"]', '[{"action": "deny|"', '[{"action": "deny"|', '|'])
    expect(found(text)).toBeNull()
})

test('taking one writes what belongs around it, and replaces the whole word', () => {
  expect(taken('[{"|', 'tools')).toBe('[{"tools": ["|"]')
  expect(taken('[{|', 'action')).toBe('[{"action": "|"')
  expect(taken('[{"ac|": "deny"}]', 'action')).toBe('[{"action"|: "deny"}]')
  expect(taken('[{"action": "d|x"}]', 'deny')).toBe('[{"action": "deny"|}]')
  expect(taken('[{"tools": ["fi|', 'file_read')).toBe('[{"tools": ["file_read"|')
})
