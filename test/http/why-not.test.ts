import { expect, test } from 'vitest'
import { type Json, type JsonObject, isJsonList, isJsonObject, textOf } from '../../src/core/index.ts'
import { scripted } from '../../src/providers/index.ts'
import { startTestServer } from '../http-server.ts'

const objects = (value: Json | undefined): readonly JsonObject[] =>
  isJsonList(value) ? value.filter(isJsonObject) : []

test('for every intent and every tool, "why not?" and a message that is only tried name what the turn decided', async () => {
  const { api } = await startTestServer({
    settings: { 'memory.enabled': true },
    models: { main: scripted(Array.from({ length: 40 }, () => 'All right.')) },
  })
  const tools = objects((await api('GET', '/api/tools')).json['tools']).map(({ name }) => textOf(name))
  const intents = objects((await api('GET', '/api/policy')).json['intents'])
  const asked: string[] = []
  for (const { intent, prefixes } of intents) {
    const prefix = isJsonList(prefixes) ? textOf(prefixes[0]) : ''
    if (prefix === '') continue
    const [message, session] = [`${prefix} the lighthouse`, `sess_${textOf(intent)}`]
    const query = `message=${encodeURIComponent(message)}&session_id=${session}`
    const why = await Promise.all(tools.map(async tool => (await api('GET', `/api/tools/${tool}/why?${query}`)).json))
    const tested = (await api('POST', '/api/policy/test', { message, session_id: session })).json
    const { json: turn } = await api('POST', '/api/ai/chat', { message, session_id: session, approval: 'deny' })
    const detail = (await api('GET', `/api/sessions/${session}/turns/${textOf(turn['turn'])}`)).json
    const events = objects(isJsonObject(detail['turn']) ? detail['turn']['events'] : undefined)
    const decided = events.find(({ type }) => type === 'policy.decided') ?? {}
    const offered = new Set(isJsonList(decided['allowed']) ? decided['allowed'].map(textOf) : [])
    const because = new Map(objects(decided['withheld']).map(each => [textOf(each['tool']), textOf(each['because'])]))
    const told = why.map(({ tool, message: about }) => {
      const { offered: isOffered, rule, intent: read } = isJsonObject(about) ? about : {}
      return { tool, intent: read, offered: isOffered, rule: isOffered === true ? '' : rule }
    })
    expect({ message, told }).toEqual({
      message,
      told: tools.map(tool => ({
        tool,
        intent,
        offered: offered.has(tool),
        rule: because.has(tool) ? `${textOf(intent)}: ${because.get(tool) ?? ''}` : '',
      })),
    })
    const tried = isJsonList(tested['offered']) ? tested['offered'].map(textOf) : []
    expect({ message, tried: tried.toSorted() }).toEqual({ message, tried: [...offered].toSorted() })
    expect({
      message,
      withheld: objects(tested['withheld']).map(({ tool, because: reason }) => [tool, reason]),
    }).toEqual({
      message,
      withheld: [...because],
    })
    asked.push(textOf(intent))
  }
  expect(asked.length).toBeGreaterThanOrEqual(9)
})
