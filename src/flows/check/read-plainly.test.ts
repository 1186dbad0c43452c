import { describe, expect, test } from 'vitest'
import { createCatalog } from '../../catalog/index.ts'
import { readNativePlainly, readTextPlainly } from './read-plainly.ts'

const catalog = createCatalog(
  [
    {
      name: 'set_timer',
      description: 'Starts a timer.',
      input: {
        type: 'object',
        properties: { minutes: { type: 'integer' }, label: { type: 'string' } },
        required: ['minutes'],
        additionalProperties: false,
      },
      risk: 'write',
      capability: 'FileWrite',
    },
  ],
  { useAliases: false },
)
const right = { kind: 'calls', calls: [{ tool: 'set_timer', args: { minutes: 5 } }] }

describe('a plain reader of native calls', () => {
  test.each([
    ['arguments as a text', '{"minutes":5}'],
    ['arguments as an object', { minutes: 5 }],
  ])('takes %s', (_what, written) => {
    expect(readNativePlainly([{ name: 'set_timer', arguments: written }], catalog)).toEqual(right)
  })

  test.each([
    ['another spelling of the name', 'setTimer', '{"minutes":5}', 'no tool'],
    ['a namespace before it', 'functions.set_timer', '{"minutes":5}', 'no tool'],
    ['arguments that are no JSON', 'set_timer', "{'minutes': 5}", 'no valid JSON'],
    ['a number in quotes', 'set_timer', '{"minutes":"5"}', 'minutes'],
    ['another spelling of a key', 'set_timer', '{"Minutes":5}', 'Minutes'],
    ['null for what may be left out', 'set_timer', '{"minutes":5,"label":null}', 'label'],
  ])('stops at %s', (_what, name, written, because) => {
    expect(readNativePlainly([{ name, arguments: written }], catalog)).toEqual({
      kind: 'error',
      because: expect.stringContaining(because) as string,
    })
  })

  test('one bad call spoils the reply', () => {
    const calls = [
      { name: 'set_timer', arguments: '{"minutes":5}' },
      { name: 'no_such', arguments: '{}' },
    ]
    expect(readNativePlainly(calls, catalog)).toMatchObject({ kind: 'error' })
  })
})

describe('a plain reader of text', () => {
  test.each([
    ['the object that was asked for', '{"name":"set_timer","arguments":{"minutes":5}}'],
    ['blanks around it', '\n {"name": "set_timer", "arguments": {"minutes": 5}} \n'],
    ['one fence around all of it', '```json\n{"name":"set_timer","arguments":{"minutes":5}}\n```'],
    ['a list', '[{"name":"set_timer","arguments":{"minutes":5}}]'],
    ['thoughts before it', '<think>Five minutes, so…</think>\n{"name":"set_timer","arguments":{"minutes":5}}'],
  ])('takes %s', (_what, text) => {
    expect(readTextPlainly(text, catalog)).toEqual(right)
  })

  test.each([
    ['words before the object', 'Sure! {"name":"set_timer","arguments":{"minutes":5}}'],
    ['single quotes', "{'name':'set_timer','arguments':{'minutes':5}}"],
    ['a call in the form of code', 'set_timer(minutes=5)'],
    ['an empty list', '[]'],
    ['another form of object', '{"tool":"set_timer","args":{"minutes":5}}'],
  ])('takes %s for prose', (_what, text) => {
    expect(readTextPlainly(text, catalog)).toEqual({ kind: 'prose' })
  })

  test('stops at a call that it cannot run', () => {
    expect(readTextPlainly('{"name":"set_timer","arguments":{"minutes":"5"}}', catalog)).toMatchObject({
      kind: 'error',
    })
    expect(readTextPlainly('{"name":"no_such","arguments":{}}', catalog)).toMatchObject({ kind: 'error' })
  })
})
