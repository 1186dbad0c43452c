import { expect, test } from 'vitest'
import { countingTool, openTestRuntime } from '../../../test/open-test-runtime.ts'
import type { Trust } from '../../core/index.ts'
import { routeByRules } from '../../policy/index.ts'
import { type DecideOptions, decideTools } from './decide-tools.ts'

const MESSAGES = [
  'Read the file notes.md and tell me what it says.',
  'hello',
  'hello, but use no tools',
  '/chat hello',
  'fix the typo in notes.md',
  'what is the weather in Bern tomorrow',
  'run npm test',
  '/story who is in chapter two',
]
const TRUSTS: readonly Trust[] = ['Untrusted', 'Provisional', 'Trusted']
const LISTS: readonly DecideOptions[] = [{}, { allowedTools: ['look'] }, { allowedTools: [] }]

test('what was decided for earlier messages changes nothing for a later one', async () => {
  const tools = [
    countingTool({ name: 'look', description: 'Looks.', risk: 'read', capability: 'FileAccess' }),
    countingTool({ name: 'keep', description: 'Keeps.', risk: 'write', capability: 'FileWrite' }),
  ]
  const runtime = await openTestRuntime({ tools })
  const situations = MESSAGES.flatMap(message =>
    TRUSTS.flatMap(trust => LISTS.map(list => ({ message, options: { ...list, trust } }))),
  )
  const again = [...situations, ...situations.toReversed()]
  const decided = again.map(({ message, options }) => decideTools(routeByRules(message), runtime, options))
  const decidedAlone = again.map(({ message, options }) => decideTools(routeByRules(message), { ...runtime }, options))
  expect(decided).toEqual(decidedAlone)
  const offers = new Set(decided.map(({ allowance }) => allowance.tools.map(({ name }) => name).join()))
  expect(offers.size).toBeGreaterThan(4)
})
