import { expect, test } from 'vitest'
import { canonicalJson } from '../../core/index.ts'
import { ruleLines } from './rule-lines.ts'

const KEY = 'tools.policy.rules'
const first = { action: 'deny', tools: ['file_delete'], reason: 'a ] and a " in words' }
const second = { action: 'ask', tools: ['file_write'], args: { path: '^x' } }
const of = async (text: string) => {
  const lines = await ruleLines(text, KEY)
  return [first, second].map(rule => lines.get(canonicalJson(rule)))
}

test('rules written as tables stand where their heading stands', async () => {
  const text = `# mine
[tools.policy]
enabled = true

[[tools.policy.rules]]
action = "deny"
tools = ["file_delete"]
reason = 'a ] and a " in words'

[[tools.policy.rules]]
action = "ask"
tools = ["file_write"]
args = { path = "^x" }
`
  expect(await of(text)).toEqual([5, 10])
})

test('rules written as one list stand on the line on which each begins', async () => {
  const text = `[tools.policy]
enabled = true
rules = [
  # [ never
  { action = "deny", tools = ["file_delete"], reason = 'a ] and a " in words' },
  { action = "ask", tools = ["file_write"], args = { path = "^x" } },
]
`
  expect(await of(text)).toEqual([5, 6])
})

test('rules that the console saved have a line, too', async () => {
  const text = JSON.stringify({ values: { 'tools.policy.enabled': true, [KEY]: [first, second] } }, null, 2)
  const at = (word: string): number => text.slice(0, text.indexOf(`"${word}"`)).split('\n').length - 1
  expect(await of(text)).toEqual([at('action'), text.split('\n').findIndex(line => line.includes('"ask"'))])
})

test('a file that says something else has no lines', async () => {
  for (const text of ['', 'x = ', '{', '{"values":[]}', '[tools.policy]\nrules = 3'])
    expect((await ruleLines(text, KEY)).size).toBe(0)
})
