import { describe, expect, test } from 'vitest'
import { type JsonObject, isJsonObject, textOf } from '../../src/core/index.ts'
import { scripted } from '../../src/providers/index.ts'
import { type CallReport, callTool, whyTool } from '../../src/runtime/index.ts'
import { startTestServer } from '../http-server.ts'
import { openTestRuntime } from '../open-test-runtime.ts'
import { call, play } from '../scenarios/play.ts'
import { workFolder } from '../work-folder.ts'
import { shellWorld } from './shell-world.ts'
import { lacksSandbox } from '../system-needs.ts'

const NAMES = ['bash', 'system_execute'] as const
/** As a rule may name it, and as a call may. */
const PAIRS: readonly (readonly [string, string])[] = [
  'bash',
  'system_execute',
  'system-execute',
  'shell',
  'run_command',
  'ba*',
].flatMap(ruled => [...NAMES, 'shell'].map(called => [ruled, called] as const))

const denying = (tool: string, more: JsonObject = {}): JsonObject => ({
  'tools.policy.enabled': true,
  'tools.policy.rules': [{ action: 'deny', tools: [tool], ...more }],
})
const RULE = 'rule 1 of [tools.policy] denies every call of it'
const ALLOW = ['SystemExecute'] as const

describe('what a rule says of one name', () => {
  test.each(PAIRS)('a rule that denies %s refuses a call of %s', async (ruled, called) => {
    const runtime = await openTestRuntime({ settings: denying(ruled), trust: 'Trusted' })
    const { ok, fault } = await callTool({ tool: called, args: { command: 'ls' }, allow: ALLOW }, runtime)
    expect([ok, fault?.code]).toEqual([false, 'policy_blocked'])
    expect(await whyTool(called, 's', runtime)).toMatchObject({ ok: true, value: { offered: false, because: RULE } })
  })

  test.each(PAIRS)(
    'with %s denied, a turn offers no name of it, and a call of %s meets the rule',
    async (ruled, called) => {
      const scene = { message: '/run list the files', allow: ALLOW, settings: denying(ruled) }
      const { executed, faults, events } = await play({
        ...scene,
        replies: [call(called, { command: 'ls' }), 'I may not.'],
      })
      expect(events.flatMap(event => (event.type === 'policy.decided' ? event.allowed : []))).not.toContain(
        'system_execute',
      )
      expect([executed, faults]).toEqual([[], ['policy_blocked']])
    },
  )

  test.each(NAMES)('what a rule denies of %s for some arguments, it denies of both, and nothing else', async ruled => {
    const runtime = await openTestRuntime({
      settings: denying(ruled, { args: { command: 'secret' } }),
      trust: 'Trusted',
    })
    for (const tool of NAMES) {
      const codeOf = async (command: string): Promise<string | undefined> =>
        (await callTool({ tool, args: { command } }, runtime)).fault?.code
      expect([tool, await codeOf('cat secret.txt')]).toEqual([tool, 'policy_blocked'])
      expect([tool, await codeOf('cat other.txt')]).toEqual([tool, 'permission_denied'])
    }
  })

  test.each(NAMES)('over HTTP and on the command line a rule that denies %s denies both', async ruled => {
    const { api } = await startTestServer({ settings: denying(ruled), models: { main: scripted([]) } })
    const { json, write } = workFolder()
    write(
      'countersign.toml',
      `[tools.authorization]\nenabled = true\nrules = [{ action = "deny", tools = ["${ruled}"] }]\n`,
    )
    for (const tool of NAMES) {
      const answer = await api('POST', `/api/tools/${tool}/call`, {
        args: { command: 'ls' },
        session_id: 'sess_two',
        allow: ALLOW,
      })
      expect(answer.json).toMatchObject({ ok: false, fault: { code: 'policy_blocked' } })
      expect((await api('GET', `/api/tools/${tool}/why`)).json).toMatchObject({ offered: false, because: RULE })
      expect(await json('call', tool, 'command=ls', '--allow', 'SystemExecute')).toMatchObject({
        value: { ok: false, fault: { code: 'policy_blocked' } },
      })
    }
  })
})

describe.skipIf(lacksSandbox)('what is counted and compared', () => {
  const inTurn = (
    commands: readonly (readonly [string, string])[],
    settings: JsonObject = {},
  ): ReturnType<typeof play> =>
    play({
      message: '/run look around',
      allow: ALLOW,
      settings,
      options: { trust: 'Trusted' },
      replies: [...commands.map(([tool, command]) => call(tool, { command })), 'Done.', 'Done.'],
    })

  test('a model may say either name and gets the one that is offered', async () => {
    const { executed, faults } = await inTurn([['bash', 'ls'], ['system_execute', 'pwd']]) // prettier-ignore
    expect([executed, faults]).toEqual([['system_execute', 'system_execute'], []])
  })

  test('the same command under names in turn is a loop', async () => {
    const { executed, faults } = await inTurn([['bash', 'ls'], ['system_execute', 'ls'], ['bash', 'ls']]) // prettier-ignore
    expect([executed.length, faults]).toEqual([2, ['loop_override']])
  })

  test('a limit of calls on one target counts both names together', async () => {
    const { runtime } = await shellWorld({ trust: 'Trusted', settings: { 'tools.rate_limit.per_target': 2 } })
    const codes: (string | undefined)[] = []
    for (const tool of ['bash', 'system_execute', 'bash', 'system_execute'])
      codes.push(
        (await callTool({ tool, args: { command: `echo ${codes.length}` }, allow: ALLOW }, runtime)).fault?.code,
      )
    expect(codes).toEqual([undefined, undefined, 'rate_limited', 'rate_limited'])
  })

  test('one event acts once, whichever name its call has', async () => {
    const { runtime, put, get } = await shellWorld({ trust: 'Trusted' })
    put('grow.sh', 'echo one >> made.txt\n')
    const once = (tool: string): Promise<CallReport> =>
      callTool({ tool, args: { command: 'bash grow.sh' }, event: 'e1', session: 's1', allow: ALLOW }, runtime)
    const [first, second] = [await once('bash'), await once('system_execute')]
    expect([first.ok, second.ok, get('made.txt')]).toEqual([true, true, 'one\n'])
    expect(second.receipt?.receipt_id).toBe(first.receipt?.receipt_id)
  })

  test('what was approved under one name need not be asked again under the other', async () => {
    const { runtime, put, get } = await shellWorld({ trust: 'Trusted' })
    put('a.txt', 'one\n')
    const remove = (tool: string): Promise<CallReport> =>
      callTool({ tool, args: { command: 'rm a.txt' }, session: 's1', allow: ALLOW, credential: 'a program' }, runtime)
    const asked = await remove('bash')
    expect(asked.fault?.code).toBe('confirmation_required')
    const id = isJsonObject(asked.fault?.detail) ? asked.fault.detail['approval'] : null
    expect(id).toBeTypeOf('string')
    expect(
      (await runtime.approvals.decide(textOf(id), { state: 'approved', decidedBy: 'tty', credential: 'a person' })).ok,
    ).toBe(true)
    expect([(await remove('system_execute')).ok, get('a.txt')]).toEqual([true, undefined])
    put('a.txt', 'two\n')
    expect((await remove('bash')).fault?.code).toBe('confirmation_required')
  })
})

test('the two definitions differ in nothing but the name', async () => {
  const { catalog } = await openTestRuntime()
  expect(catalog.definitionHash('bash')).toBe(catalog.definitionHash('system_execute'))
})
