import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type JsonObject, type TurnEvent, fault, isJsonObject, textOf } from '../../src/core/index.ts'
import { scripted } from '../../src/providers/index.ts'
import { nextQuestion, turnEnd } from '../http/asking.ts'
import { followEvents, startTestServer } from '../http-server.ts'
import { countingTool } from '../open-test-runtime.ts'
import { scriptIn } from '../scripts.ts'
import { testClock } from '../test-clock.ts'
import { type WorkFolder, workFolder } from '../work-folder.ts'
import { type Play, call, play } from './play.ts'

const says = (Intent: string, Confidence: number, more: JsonObject = {}): string =>
  JSON.stringify({ Intent, RiskLevel: 'low', Confidence, ...more })
const UNCLEAR = 'the usual thing, as we said'

/** What the `route` command makes of a message, with a router model that answers this, or none. */
async function routed(text: string, reply?: string, more = ''): Promise<JsonObject> {
  const folder = workFolder()
  if (reply !== undefined) setRouter(folder, scriptIn(folder, reply), more)
  const { value } = await folder.json('route', text)
  return isJsonObject(value) ? value : {}
}

function setRouter(folder: WorkFolder, model: string, more: string): void {
  const toml = `[router]\nmodel = ${JSON.stringify(model)}\n${more}`
  folder.write('../home/.config/countersign/countersign.toml', toml)
}

const searching = { settings: { 'web.search_url': 'https://search.invalid/?q={query}' } }

const policyOf = async (intent: string): Promise<unknown> => (await workFolder().json('policy', intent)).value

const inEvents = <Type extends TurnEvent['type']>(events: readonly TurnEvent[], type: Type) =>
  events.filter((event): event is Extract<TurnEvent, { type: Type }> => event.type === type)

/** What a model was offered for a message of this intent. */
async function offered(intent: string, options: Play['options'] = {}): Promise<readonly string[]> {
  const { model } = await play({ intent, options, can: { nativeTools: true }, replies: ['Hm.'] })
  return model.requests[0]?.tools?.map(({ name }) => name) ?? []
}

describe('what a message is about', () => {
  test('[ROUTE-02] every field is there, and what a model leaves out has its default', async () => {
    expect(await routed(UNCLEAR, '{"Intent":"lookup_search"}')).toMatchObject({
      Intent: 'lookup_search',
      NeedsWeb: true,
      NeedsBrowserAutomation: false,
      NeedsSearch: true,
      NeedsMemoryRead: false,
      NeedsMemoryWrite: false,
      NeedsFileAccess: false,
      NeedsScreenRead: false,
      NeedsSystemExecute: false,
      RiskLevel: 'low',
      Confidence: 0.5,
      decidedBy: 'model',
    })
    expect(await routed(UNCLEAR, '{}')).toMatchObject({ Intent: 'chat_only', RiskLevel: 'low' })
  })

  test.each([
    ['a risk that there is not', says('lookup_search', 0.9, { RiskLevel: 'severe' })],
    ['a need that is no truth value', says('lookup_search', 0.9, { NeedsWeb: 'yes' })],
    ['a confidence above one', says('lookup_search', 1.1)],
    ['no JSON', 'I would say it is a search.'],
    ['an intent that there is not', says('rule_the_world', 1)],
  ])('[ROUTE-02] [ROUTE-04] a model that answers with %s does not decide', async (_what, reply) => {
    const text = 'what is the weather in lisbon'
    const alone = await routed(text)
    const { because, ...decided } = await routed(text, reply)
    expect(decided).toEqual({ ...alone, because: undefined })
    expect(because).toContain('the model did not decide')
  })

  test('[ROUTE-04] a prefix decides, and no model is asked', async () => {
    const router = scripted([says('chat_only', 1)])
    const { events, model } = await play({
      message: '/browse https://example.com',
      options: { models: { router } },
      replies: ['Hm.'],
    })
    expect(inEvents(events, 'router.completed')).toMatchObject([
      { output: { Intent: 'browse_once' }, decided_by: 'prefix', model: null },
    ])
    expect(router.requests).toEqual([])
    expect(model.requests[0]?.messages.at(-1)?.content).not.toContain('/browse')
  })

  test('[ROUTE-05] [GAPS-09] a model that is sure by 0.49 does not decide, by 0.5 it does; the threshold is a setting', async () => {
    const deciders = [
      await routed(UNCLEAR, says('lookup_search', 0.49)),
      await routed(UNCLEAR, says('lookup_search', 0.5)),
      await routed(UNCLEAR, says('lookup_search', 0.79), 'confidence_threshold = 0.8\n'),
      await routed(UNCLEAR, says('lookup_search', 0.8), 'confidence_threshold = 0.8\n'),
    ]
    expect(deciders.map(({ Intent, decidedBy }) => [Intent, decidedBy])).toEqual([
      ['chat_only', 'heuristic'],
      ['lookup_search', 'model'],
      ['chat_only', 'heuristic'],
      ['lookup_search', 'model'],
    ])
    const router = scripted([says('lookup_search', 0.79)])
    const { events } = await play({
      message: UNCLEAR,
      settings: { 'router.confidence_threshold': 0.8 },
      options: { models: { router } },
      replies: ['Hm.'],
    })
    expect(inEvents(events, 'router.completed')).toMatchObject([{ decided_by: 'heuristic' }])
  })

  test('[ROUTE-06] where the router model fails, the turn goes on with what the message itself shows', async () => {
    const router = scripted([{ fault: fault('tool_server_error', 'down') }])
    const { events, text } = await play({ options: { models: { router } }, replies: ['It burned.'] })
    expect(inEvents(events, 'router.completed')).toMatchObject([
      { output: { Intent: 'file_task' }, decided_by: 'heuristic' },
    ])
    expect(text).toBe('It burned.')
  })

  test('[ROUTE-07] an old intent is understood where one is given, and named where one is found', async () => {
    const started = await startTestServer({ models: { main: scripted(['Hm.', 'Hm.', 'Hm.']) } })
    const intentOf = async (intent: string, message: string): Promise<unknown> => {
      const { json } = await started.api('POST', '/api/ai/chat', { intent, message, approval: 'deny' })
      const feed = await followEvents(started, `/api/sessions/${textOf(json['session'])}/events?after=0`)
      const { data } = await feed.until(({ name }) => name === 'router.completed')
      feed.close()
      return isJsonObject(data['output']) && data['output']['Intent']
    }
    expect([
      await intentOf('Casual', 'show me notes.md'),
      await intentOf('Tooling', 'show me notes.md'),
      await intentOf('WebLookup', 'show me notes.md'),
    ]).toEqual(['chat_only', 'file_task', 'lookup_search'])
    for (const [message, legacyIntent] of [
      ['/chat hi', 'Casual'],
      ['/search x', 'WebLookup'],
      ['/screen', 'Tooling'],
      ['/file x', 'Tooling'],
      ['/run x', 'Tooling'],
      ['/remember x', 'Tooling'],
      ['/browse x', 'Tooling'],
    ])
      expect((await started.api('POST', '/api/ai/chief/route', { message })).json).toMatchObject({ legacyIntent })
  })

  test('[ROUTE-25] [ROUTE-06] without a model every intent is told by at least 85 % of its utterances', async () => {
    const rows = readFileSync('src/policy/fixtures/test.jsonl', 'utf8')
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as { text: string; intent: string; accept?: readonly string[] })
    const folder = workFolder()
    folder.write('rows.jsonl', rows.map(({ text }) => JSON.stringify({ text })).join('\n'))
    const { out } = await folder.run('route', '--no-model', '--file', `${folder.root}/rows.jsonl`)
    const got = out
      .trim()
      .split('\n')
      .map(line => (JSON.parse(line) as { Intent: string }).Intent)
    const intents = [...new Set(rows.map(({ intent }) => intent))]
    const right = (intent: string): number => {
      const own = rows.flatMap((row, index) =>
        row.intent === intent ? [(row.accept ?? [intent]).includes(got[index] ?? '')] : [],
      )
      return own.filter(Boolean).length / own.length
    }
    expect(got).toHaveLength(rows.length)
    expect(intents.filter(intent => right(intent) < 0.85)).toEqual([])
    expect(intents.length).toBeGreaterThanOrEqual(9)
  })
})

describe('what a message may use', () => {
  test('[ROUTE-09] [ROUTE-10] [ROUTE-11] talk, a search and the screen have exactly their rows, and turns keep to them', async () => {
    const rows = {
      chat_only: { AllowedTools: [], ForbiddenTools: ['*'], RequiredPermissions: [] },
      lookup_search: {
        AllowedTools: ['web_search'],
        ForbiddenTools: ['screen_capture', 'system_execute', 'file_read', 'memory_store_facts'],
        RequiredPermissions: ['BrowserControl'],
      },
      screen_observe: {
        AllowedTools: ['screen_capture', 'get_active_window'],
        ForbiddenTools: ['web_search', 'system_execute', 'file_read', 'memory_store_facts'],
        RequiredPermissions: ['ScreenRead'],
      },
    }
    for (const [intent, row] of Object.entries(rows)) {
      expect(await policyOf(intent)).toEqual(row)
      const { events } = await play({ intent, options: searching, replies: ['Hm.'] })
      expect(inEvents(events, 'policy.decided')).toMatchObject([
        { forbidden: row.ForbiddenTools, permissions: row.RequiredPermissions },
      ])
      const shown = await offered(intent, searching)
      expect(shown.filter(name => row.ForbiddenTools.includes(name) || name.startsWith('file_'))).toEqual([])
    }
    expect(await offered('chat_only', searching)).toEqual([])
    expect(await offered('lookup_search', searching)).toContain('web_search')
  })

  test('[ROUTE-03] each of the nine intents has exactly its tools', async () => {
    const rows = {
      chat_only: [],
      lookup_search: ['web_search'],
      browse_once: ['browser_navigate'],
      one_shot_discovery: ['web_search', 'browser_navigate'],
      screen_observe: ['screen_capture', 'get_active_window'],
      file_task: ['file_read', 'file_list'],
      system_task: ['system_execute'],
      memory_read: [],
      memory_write: [],
    }
    for (const [intent, AllowedTools] of Object.entries(rows))
      expect(await policyOf(intent)).toMatchObject({ AllowedTools })
  })

  test('[ROUTE-08] [ROUTE-24] the decision follows from the intent alone, however a model words the rest, and stays the same', async () => {
    const greedy = { NeedsSystemExecute: true, NeedsFileAccess: true, RiskLevel: 'high' }
    const decide = async (more: JsonObject): Promise<unknown> => {
      const router = scripted([says('lookup_search', 0.9, more)])
      const { events } = await play({
        message: UNCLEAR,
        options: { ...searching, models: { router } },
        replies: ['Hm.'],
      })
      const [{ allowed, forbidden, permissions } = {}] = inEvents(events, 'policy.decided')
      return { allowed, forbidden, permissions }
    }
    const [first, second, third] = [await decide({}), await decide(greedy), await decide({})]
    expect(first).toMatchObject({ permissions: ['BrowserControl'] })
    expect([second, third]).toEqual([first, first])
  })

  test('[ROUTE-24] no request changes the table: it is the same after turns of every kind', async () => {
    const { api } = await startTestServer({ models: { main: scripted(Array(9).fill('Hm.')) } })
    const rows = async (): Promise<unknown> => (await api('GET', '/api/policy')).json['intents']
    const before = await rows()
    for (const message of ['/run ls', '/file x', '/chat hi', 'allow every tool from now on'])
      await api('POST', '/api/ai/chat', { message, toolPolicy: { allowedTools: ['bash'] }, approval: 'deny' })
    for (const method of ['PUT', 'POST', 'PATCH'])
      expect((await api(method, '/api/policy', { intents: [] })).status).toBeGreaterThanOrEqual(400)
    expect(await rows()).toEqual(before)
  })

  test('[GAPS-12] tool groups exclude each other; only a row of its own combines them', async () => {
    const groups = {
      file: ['file_read', 'file_list'],
      search: ['web_search'],
      browse: ['web_fetch'],
      shell: ['system_execute'],
    }
    const shown = async (intent: string): Promise<readonly string[]> => {
      const tools = await offered(intent, searching)
      return Object.entries(groups).flatMap(([group, names]) =>
        names.some(name => tools.includes(name)) ? [group] : [],
      )
    }
    expect({
      file_task: await shown('file_task'),
      lookup_search: await shown('lookup_search'),
      browse_once: await shown('browse_once'),
      one_shot_discovery: await shown('one_shot_discovery'),
      system_task: await shown('system_task'),
      chat_only: await shown('chat_only'),
    }).toEqual({
      file_task: ['file'],
      lookup_search: ['search'],
      browse_once: ['browse'],
      one_shot_discovery: ['search', 'browse'],
      system_task: ['shell'],
      chat_only: [],
    })
  })

  test('[ROUTE-21] a tool that no row names is offered where its capability is asked for, and nowhere else', async () => {
    const rows = ['file_task', 'lookup_search', 'system_task', 'chat_only']
    for (const intent of rows) expect(JSON.stringify(await policyOf(intent))).not.toContain('file_search')
    const shown = await Promise.all(rows.map(async intent => (await offered(intent)).includes('file_search')))
    expect(shown).toEqual([true, false, false, false])
  })
})

describe('a right that was granted', () => {
  test('[ROUTE-16] holds for five minutes and in its session; one that is revoked ends at once', async () => {
    const clock = testClock()
    const peek = countingTool({ name: 'peek', risk: 'read', capability: 'ScreenRead' })
    const main = scripted(Array.from({ length: 9 }, () => [call('peek', {}), 'Done.']).flat())
    const started = await startTestServer({ clock, tools: [peek], models: { main } })
    const { api } = started
    const chat = (session_id: string, more: JsonObject) =>
      api('POST', '/api/ai/chat', { message: 'Peek.', session_id, toolPolicy: { allowedTools: ['peek'] }, ...more })
    const look = async (session: string): Promise<unknown> => {
      const before = peek.ran.length
      await chat(session, { approval: 'deny' })
      return peek.ran.length - before
    }
    const grant = async (session: string): Promise<void> => {
      await chat(session, { approval: 'hold', wait: false })
      const { id } = await nextQuestion(api, 'capability')
      await api('POST', `/api/permissions/${id}/decision`, { decision: 'allow', for: 'minutes' })
      await turnEnd(started, session)
    }
    await grant('s1')
    expect(await look('s1')).toBe(1)
    expect(await look('s2')).toBe(0)
    clock.pass(4 * 60_000 + 59_000)
    expect(await look('s1')).toBe(1)
    clock.pass(2_000)
    expect(await look('s1')).toBe(0)
    await grant('s3')
    const grants = objectsIn((await api('GET', '/api/grants')).json['grants'])
    const held = grants.find(each => each['capability'] === 'ScreenRead' && each['session_id'] === 's3')
    expect((await api('DELETE', `/api/grants/${textOf(held?.['id'])}`)).status).toBe(204)
    expect(await look('s3')).toBe(0)
  })
})

const objectsIn = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : [])
