import { expect, test } from 'vitest'
import { closedForWriting, isPrivateName, isTemporaryName, temporaryName } from './protected-names.ts'

test.each([
  '.control-room',
  '.Control-Room',
  '.control-room. .',
  '.control-room::$DATA',
  '.con\u200btrol-room',
  '.control－room',
  'CONTRO~1',
])('%j is our folder', name => {
  expect(isPrivateName(name)).toBe(true)
})

test.each([
  'control-room',
  '.control-rooms',
  '.control',
  'x.control-room',
  'notes.md',
  '',
  '.',
  'contro~x',
  '.countersign-0123.tmp',
])('%j is not', name => {
  expect(isPrivateName(name)).toBe(false)
})

test('the name of a file that is being written is known again, and private', () => {
  const name = temporaryName('0123456789abcdef01234567')
  expect([isTemporaryName(name), isPrivateName(name), isPrivateName(`${name}.`)]).toEqual([true, true, true])
})

test.each([
  ['.git'],
  ['a', '.GIT'],
  ['git~1'],
  ['countersign.toml'],
  ['a', 'Countersign.Toml.'],
  ['x.git', 'hooks'],
  ['x.git', 'config'],
])('nobody writes to %s %s', (...names) => {
  expect(closedForWriting(names)).toBeDefined()
})

test.each([
  ['git'],
  ['.gitignore'],
  ['.github'],
  ['config'],
  ['x', 'hooks'],
  ['countersign.toml.md'],
  ['x.git', 'notes.md'],
])('tools may write to %s %s', (...names) => {
  expect(closedForWriting(names)).toBeUndefined()
})

test('a very long name takes no time', () => {
  const started = performance.now()
  for (let round = 0; round < 100; round++) isPrivateName(`${'. '.repeat(2_000)}x`)
  expect(performance.now() - started).toBeLessThan(500)
})
