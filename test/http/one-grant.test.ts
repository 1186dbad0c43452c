import { expect, test } from 'vitest'
import { type Json, type JsonObject, isJsonList, isJsonObject, textOf } from '../../src/core/index.ts'
import { scripted } from '../../src/providers/index.ts'
import { followEvents, startTestServer } from '../http-server.ts'
import { CHAT, NATIVE, keep, keeper, nextQuestion, turnEnd } from './asking.ts'

const objects = (value: Json | undefined): readonly JsonObject[] =>
  isJsonList(value) ? value.filter(isJsonObject) : []

test.each([
  [{ for: 'minutes', seconds: 120 }, 'console'],
  [{ for: 'minutes' }, 'console'],
  [{ for: 'session' }, 'console'],
])(
  'a yes to a capability (%o) leaves one grant: it is told with the answer, the call ran under it, and it counts as used',
  async (how, source) => {
    const started = await startTestServer({
      tools: [keeper()],
      models: { main: scripted([keep('a note'), 'Kept.'], NATIVE) },
    })
    const { api } = started
    const feed = await followEvents(started, '/api/events')
    await api('POST', '/api/ai/chat', CHAT)
    const question = await nextQuestion(api, 'capability')
    const decided = await api('POST', `/api/permissions/${question.id}/decision`, { decision: 'allow', ...how })
    const given = isJsonObject(decided.json['grant']) ? decided.json['grant'] : {}
    await feed.until(({ name }) => name === 'grants.changed')
    const call = await nextQuestion(api, 'call')
    await api('POST', `/api/permissions/${call.id}/decision`, { decision: 'allow' })
    await turnEnd(started)
    const grants = objects((await api('GET', '/api/grants')).json['grants']).filter(
      ({ capability }) => capability === 'FileWrite',
    )
    expect(grants).toMatchObject([{ id: given['id'], source, used: 1 }])
    const [row] = objects((await api('GET', '/api/receipts')).json['receipts'])
    expect((await api('GET', `/api/receipts/${textOf(row?.['receipt_id'])}`)).json['grant']).toMatchObject({
      grant_id: given['id'],
    })
  },
)
