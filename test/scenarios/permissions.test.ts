import { scripted } from '../../src/providers/index.ts'
import { describe, expect, test } from 'vitest'
import type { PermissionQuestion } from '../../src/permissions/index.ts'
import { countingTool } from '../open-test-runtime.ts'
import { call, entriesOf, play, readNotes } from './play.ts'

const none = { allow: [] } as const
const granting =
  (asked: PermissionQuestion[], kind: 'once' | 'session' | 'always' | 'deny') =>
  async (question: PermissionQuestion) => {
    asked.push(question)
    return { kind, decidedBy: 'tty' as const }
  }

describe('permissions of a turn', () => {
  test('[ROUTE-15] without a token the call is refused with these words, and the loop goes on', async () => {
    const { executed, faults, model, text } = await play({ ...none, replies: [readNotes, 'I may not read it.'] })
    expect([executed, faults, text]).toEqual([[], ['permission_denied'], 'I may not read it.'])
    expect(model.requests[1]?.messages.at(-1)?.content).toContain('Permission denied: no active token for FileAccess')
  })

  test('if nothing else comes of it, that is what the turn says', async () => {
    const { text, code } = await play({ ...none, replies: [readNotes] })
    expect(code).toBe('permission_denied')
    expect(text).toContain('Permission denied: no active token for FileAccess')
  })

  test('[ROUTE-17] what is missing is asked for before the model is asked anything', async () => {
    const asked: PermissionQuestion[] = []
    const { events, executed } = await play({
      ...none,
      options: { askPermission: granting(asked, 'once') },
      replies: [readNotes, 'It burned.'],
    })
    expect(asked).toMatchObject([{ capability: 'FileAccess', intent: 'file_task', seconds: 300 }])
    const order = events.map(({ type }) => type)
    expect(order.indexOf('permission.granted')).toBeLessThan(order.indexOf('attempt.started'))
    expect(executed).toEqual(['file_read'])
  })

  test('[ROUTE-18] with nobody there it is denied without waiting', async () => {
    const { types, runtime } = await play({ ...none, replies: ['Hm.'] })
    expect(types).toContain('permission.denied')
    expect(types).not.toContain('permission.requested')
    expect(entriesOf(runtime).map(({ body }) => body['permission'])).toContainEqual(
      expect.objectContaining({ event: 'PERMISSION_DENIED', decided_by: 'nobody' }),
    )
  })

  test('[ROUTE-20] granted for the session, it is not asked for again', async () => {
    const asked: PermissionQuestion[] = []
    const first = await play({
      ...none,
      options: { askPermission: granting(asked, 'session') },
      replies: [readNotes, 'It burned.'],
    })
    await play({ ...none, runtime: first.runtime, session: first.report.session, replies: [readNotes, 'It burned.'] })
    expect(asked).toHaveLength(1)
  })

  test('[ROUTE-26] what was granted for the turn ends with it, and the count is told', async () => {
    const { events, runtime, report } = await play({ replies: [readNotes, 'It burned.'] })
    expect(events.filter(({ type }) => type === 'posthook.completed')).toContainEqual(
      expect.objectContaining({ hook: 'cleanup', did: { permissions_revoked: 1 } }),
    )
    const next = await play({ ...none, runtime, session: report.session, replies: [readNotes, 'No.'] })
    expect(next.executed).toEqual([])
  })

  test('[ROUTE-12] what the policy forbids the model does not see, and a forged call of it is refused and on record', async () => {
    const { model, executed, faults, runtime } = await play({
      replies: [call('file_write', { path: 'x.md', content: 'x' }), 'I cannot write.'],
    })
    expect(JSON.stringify(model.requests[0])).not.toContain('file-write')
    expect([executed, faults]).toEqual([[], ['tool_call_unknown_tool']])
    const audits = entriesOf(runtime).flatMap(({ body }) => (body['audit'] === undefined ? [] : [body['audit']]))
    expect(audits).toContainEqual(
      expect.objectContaining({ tool: 'file_write', result: 'rejected', error_category: 'ToolNotFound' }),
    )
  })

  test('[PROV-11] the model that routes is offered no tool, and the one that answers exactly what the policy allows', async () => {
    const router = scripted(['{"Intent":"file_task","Confidence":0.9}'], { can: { nativeTools: true } })
    const { model } = await play({ can: { nativeTools: true }, options: { models: { router } }, replies: ['Hm.'] })
    expect(router.requests.map(({ tools }) => tools ?? [])).toEqual([[]])
    expect(JSON.stringify(router.requests)).not.toMatch(/file_read|file_list|file_write|memory_save/)
    expect(model.requests[0]?.tools?.map(({ name }) => name).toSorted()).toEqual([
      'file_list',
      'file_read',
      'file_search',
      'memory_save',
      'memory_search',
      'read_result',
    ])
  })

  test('[ROUTE-01] the stages come in order, and neither policy nor post-hooks ask a model', async () => {
    const { types, model } = await play({ replies: [readNotes, 'It burned.'] })
    const stages = [
      'router.completed',
      'policy.decided',
      'permission.granted',
      'attempt.started',
      'tool.completed',
      'posthook.completed',
    ]
    const places = stages.map(stage => types.indexOf(stage))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places).not.toContain(-1)
    expect(model.requests).toHaveLength(2)
  })

  test('[PROTO-18] a call that runs and one that is denied, stage by stage', async () => {
    const happy = await play({ replies: [readNotes, 'It burned.'] })
    const of = (types: readonly string[]) =>
      types.filter(type => /^(attempt\.(extracted|accepted|rejected)|gate|tool|receipt|message)/.test(type))
    expect(of(happy.types)).toEqual([
      'attempt.extracted',
      'attempt.accepted',
      'gate.decided',
      'tool.started',
      'tool.completed',
      'receipt.minted',
      'message.completed',
    ])
    const denied = await play({ ...none, replies: [readNotes, 'No.'] })
    expect(of(denied.types)).toEqual([
      'attempt.extracted',
      'attempt.accepted',
      'gate.decided',
      'tool.failed',
      'receipt.minted',
      'message.completed',
    ])
  })
})

describe('tools that a program brings along', () => {
  const weather = countingTool({
    name: 'get_weather',
    description: 'Tells the weather of a place.',
    risk: 'read',
    capability: 'BrowserControl',
  })

  test('are offered even where the rules see no need for a tool, but not after /chat', async () => {
    const options = { tools: [weather] }
    const offered = await play({
      message: 'Nice day, is it not?',
      options,
      can: { nativeTools: true },
      replies: ['Yes.'],
    })
    expect(offered.model.requests[0]?.tools?.map(({ name }) => name)).toEqual([
      'read_result',
      'memory_search',
      'memory_save',
      'get_weather',
    ])
    const chat = await play({
      message: '/chat Nice day, is it not?',
      options,
      can: { nativeTools: true },
      replies: ['Yes.'],
    })
    expect(chat.model.requests[0]?.tools).toBeUndefined()
  })

  test('are asked for when they are called, once', async () => {
    const asked: PermissionQuestion[] = []
    const options = { tools: [weather], askPermission: granting(asked, 'once') }
    const { executed } = await play({
      ...none,
      message: 'Nice day, is it not?',
      options,
      replies: [call('get_weather', { place: 'Staithe' }), call('get_weather', { place: 'Whitby' }), 'Rain.'],
    })
    expect(executed).toEqual(['get_weather', 'get_weather'])
    expect(asked).toMatchObject([{ capability: 'BrowserControl', tool: 'get_weather' }])
  })
})
