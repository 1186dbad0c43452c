import { expect, test } from 'vitest'
import { type Json, type JsonObject, isJsonList, isJsonObject } from '../../src/core/index.ts'
import { scripted } from '../../src/providers/index.ts'
import { type TestServer, followEvents, startTestServer } from '../http-server.ts'
import { countingTool } from '../open-test-runtime.ts'
import { NATIVE, keep, keeper, turnEnd } from './asking.ts'

const RULE = 'rule 1 of [tools.policy] denies every call of it'
const MESSAGE = 'keep a note'

const started = (rule: JsonObject): Promise<TestServer> =>
  startTestServer({
    models: { main: scripted([keep('a note'), 'I may not.'], NATIVE) },
    tools: [keeper(), countingTool({ name: 'look', risk: 'read', capability: 'FileAccess' })],
    settings: { 'tools.policy.enabled': true, 'tools.policy.rules': [rule] },
  })
const names = (value: JsonObject[string] | undefined): readonly Json[] => (isJsonList(value) ? value : [])

async function told({ api }: TestServer): Promise<JsonObject> {
  const tested = await api('POST', '/api/policy/test', { message: `/edit ${MESSAGE}` })
  const why = await api('GET', `/api/tools/keep/why?message=${encodeURIComponent(`/edit ${MESSAGE}`)}`)
  const general = await api('GET', '/api/tools/keep/why')
  return {
    tested: names(tested.json['offered']).includes('keep'),
    withheld: names(tested.json['withheld']).some(each => isJsonObject(each) && each['because'] === RULE),
    message: isJsonObject(why.json['message']) ? (why.json['message']['offered'] ?? null) : null,
    why: why.json['offered'] ?? null,
    general: general.json['offered'] ?? null,
    because: general.json['because'] ?? null,
  }
}

test('what a rule denies by name is not offered to a message, why says so, and a call is refused unasked', async () => {
  const server = await started({ action: 'deny', tools: ['keep'] })
  expect(await told(server)).toEqual({
    tested: false,
    withheld: true,
    message: false,
    why: false,
    general: false,
    because: RULE,
  })
  const own = await server.api('POST', '/api/tools/keep/call', { args: { text: 'x' }, session_id: 'sess_own' })
  expect(own.json).toMatchObject({ ok: false, fault: { code: 'policy_blocked' } })
  expect((await server.api('GET', '/api/permissions?state=pending')).json['permissions']).toEqual([])
})

test('a turn does not offer it, and the call that the model makes all the same is refused by the rule, with nobody asked', async () => {
  const server = await started({ action: 'deny', tools: ['keep'] })
  const chat = {
    message: MESSAGE,
    session_id: 'sess_q',
    allow: ['FileAccess'],
    profile: 'native',
    toolPolicy: { allowedTools: ['keep', 'look'] },
    wait: false,
  }
  const feed = await followEvents(server, '/api/sessions/sess_q/events?after=0')
  await server.api('POST', '/api/ai/chat', chat)
  await turnEnd(server)
  await feed.until(({ name }) => name === 'turn.completed')
  feed.close()
  const dataOf = (wanted: string): readonly JsonObject[] =>
    feed.events.flatMap(({ name, data }) => (name === wanted ? [data] : []))
  expect(dataOf('policy.decided')).toMatchObject([
    { allowed: ['look'], withheld: expect.arrayContaining([{ tool: 'keep', because: RULE }]) },
  ])
  expect(dataOf('tool.failed')).toMatchObject([{ tool: 'keep', code: 'policy_blocked' }])
  expect(dataOf('tool.started')).toEqual([])
  expect(dataOf('permission.pending').filter(({ tool }) => tool === 'keep')).toEqual([])
})

test('what a rule denies for some arguments stays on offer, and why says that it depends', async () => {
  const server = await started({ action: 'deny', tools: ['keep'], args: { text: 'secret' } })
  expect(await told(server)).toMatchObject({
    tested: true,
    withheld: false,
    message: true,
    why: true,
    general: true,
    because: 'rule 1 of [tools.policy] denies only some calls of it, depending on what they say, so it is offered',
  })
})
