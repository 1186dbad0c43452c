import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/index.ts'
import { routeByRules } from '../../src/policy/index.ts'
import { whyTool } from '../../src/runtime/index.ts'
import { whyMessage } from '../../src/surfaces/cli/turn/why-message.ts'
import { type Play, type Played, call, final, play, strictCall } from './play.ts'

const MESSAGE = 'Change the file notes.md so that it says hello.'
const ARGS = { path: 'notes.md', content: 'hello' }

const ruled = (...rules: readonly JsonObject[]): JsonObject => ({
  'tools.policy.enabled': true,
  'tools.policy.rules': rules,
})
const BY_NAME = ruled({ action: 'deny', tools: ['file_write'] })
const BY_PATH = ruled({ action: 'deny', tools: ['file_write'], paths: ['notes.md'] })

const written = (scene: Partial<Play>): Promise<Played> =>
  play({ message: MESSAGE, allow: ['FileAccess', 'FileWrite'], replies: [call('file_write', ARGS), 'Done.'], ...scene })

/** All that the model was shown, words and fields alike. */
const shown = ({ model }: Played): string =>
  JSON.stringify(model.requests.map(({ messages, tools = [] }) => [messages, tools]))
const offeredIn = ({ events }: Played): readonly string[] =>
  events.flatMap(event => (event.type === 'policy.decided' ? event.allowed : []))
const gateIn = ({ events }: Played): readonly unknown[] =>
  events.flatMap(event => (event.type === 'gate.decided' ? [[event.tool, event.verdict, event.by, event.code]] : []))

test('without a rule the tool is offered, and the same call runs', async () => {
  const played = await written({})
  expect(offeredIn(played)).toContain('file_write')
  expect(shown(played)).toMatch(/file[-_]write/)
  expect(played.executed).toEqual(['file_write'])
})

test.each([
  ['lenient', { profile: 'lenient', replies: [call('file_write', ARGS), 'Done.'] }],
  ['strict', { profile: 'strict', replies: [strictCall('file_write', ARGS), final, 'Done.'] }],
  [
    'native',
    {
      profile: 'native',
      can: { nativeTools: true },
      replies: [{ calls: [{ id: 'c1', name: 'file_write', arguments: ARGS }] }, 'Done.'],
    },
  ],
] satisfies readonly (readonly [string, Partial<Play>])[])(
  'what a rule denies by name is not offered, and a %s call of it all the same is refused by that rule',
  async (_profile, scene) => {
    const played = await written({ ...scene, settings: BY_NAME })
    expect(offeredIn(played)).not.toContain('file_write')
    expect(JSON.stringify(played.model.requests[0])).not.toMatch(/file[-_]write/)
    expect(played.executed).toEqual([])
    expect(played.faults).toEqual(['policy_blocked'])
    expect(gateIn(played)).toEqual([['file_write', 'deny', 'rules', 'policy_blocked']])
    const withheld = played.events.flatMap(event => (event.type === 'policy.decided' ? event.withheld : []))
    expect(withheld).toContainEqual({ tool: 'file_write', because: 'rule 1 of [tools.policy] denies every call of it' })
  },
)

test('what a rule denies for some arguments stays on offer, and only those calls are refused', async () => {
  const refused = await written({ settings: BY_PATH })
  expect(offeredIn(refused)).toContain('file_write')
  expect([refused.executed, refused.faults]).toEqual([[], ['policy_blocked']])
  const other = await written({
    settings: BY_PATH,
    replies: [call('file_write', { ...ARGS, path: 'other.md' }), 'Done.'],
  })
  expect([other.executed, other.faults]).toEqual([['file_write'], []])
})

test('where every tool is denied, a call meets the rule all the same, and the model may still answer', async () => {
  const played = await written({
    settings: ruled({ action: 'deny', tools: ['*'] }),
    replies: [call('file_write', ARGS), 'I may not.'],
  })
  expect([offeredIn(played), played.executed, played.faults, played.text]).toEqual([
    [],
    [],
    ['policy_blocked'],
    'I may not.',
  ])
})

test('an unknown name is answered with the tools that are on offer, and not with one that a rule denies', async () => {
  const played = await written({ settings: BY_NAME, replies: [call('file_writer_of_mine', ARGS), 'Done.'] })
  expect(played.faults[0]).toBe('tool_call_unknown_tool')
  expect(shown(played)).not.toMatch(/file[-_]write\b/)
})

test('nobody is asked for a right that only denied tools need, before or at the call', async () => {
  const asked: string[] = []
  const played = await written({
    allow: [],
    settings: ruled({ action: 'deny', tools: ['*'], capabilities: ['FileWrite'] }),
    options: { askPermission: async ({ capability }) => (asked.push(capability), { kind: 'deny', decidedBy: 'tty' }) },
  })
  expect(played.faults).toEqual(['policy_blocked'])
  expect(asked).not.toContain('FileWrite')
})

test('a rule that holds only in a trusted workspace counts where the request trusts it', async () => {
  const settings = ruled({ action: 'deny', tools: ['file_write'], trust: 'Trusted' })
  expect(offeredIn(await written({ settings }))).toContain('file_write')
  expect(offeredIn(await written({ settings, allow: ['FileAccess', 'FileWrite', 'SystemExecute'] }))).not.toContain(
    'file_write',
  )
})

test('why says of every tool and rule what the turn does', async () => {
  for (const settings of [
    {},
    BY_NAME,
    BY_PATH,
    ruled({ action: 'allow', tools: ['file_write'], paths: ['a/**'] }, { action: 'deny', tools: ['*'] }),
  ]) {
    const played = await written({ settings, replies: ['Nothing to do.'] })
    const routed = routeByRules(MESSAGE)
    for (const { name } of played.runtime.catalog.list()) {
      const told = await whyTool(name, 'sess_why', played.runtime)
      const reason = whyMessage(name, routed, played.runtime)
      const isOffered = told.ok && told.value.offered && reason.offered
      expect([name, isOffered]).toEqual([name, offeredIn(played).includes(name)])
      expect([name, reason.offered]).toEqual([name, isOffered])
    }
  }
})
