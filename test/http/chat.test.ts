import { describe, expect, test } from 'vitest'
import { type JsonObject, type Model, isJsonList, isJsonObject, textOf } from '../../src/core/index.ts'
import { scripted } from '../../src/providers/index.ts'
import type { SessionView } from '../../src/surfaces/http/shapes.ts'
import { type SentEvent, type TestServer, codeOf, followEvents, startTestServer } from '../http-server.ts'
import { countingTool } from '../open-test-runtime.ts'

const LOOK = { name: 'look', risk: 'read', capability: 'FileAccess' } as const
const lookCall = { calls: [{ id: 'c1', name: 'look', arguments: {} }] }
const NATIVE = { can: { nativeTools: true } }
const isEnd = ({ name }: SentEvent): boolean => ['turn.completed', 'turn.stopped', 'turn.failed'].includes(name)

/** Says nothing until it is let go. */
function patientModel(): Model & { readonly go: () => void } {
  let release: () => void = () => undefined
  const opened = new Promise<void>(resolve => (release = resolve))
  return {
    id: 'patient',
    provider: 'test',
    can: { nativeTools: false, jsonSchema: false, embed: false },
    wire: { form: 'format', subset: 'full' },
    go: () => release(),
    async *reply(_request, signal) {
      const stopped = new Promise<void>(resolve => signal.addEventListener('abort', () => resolve()))
      await Promise.race([opened, stopped])
      if (!signal.aborted) yield { kind: 'text', text: 'At last.' }
      yield { kind: 'end' }
    },
  }
}

async function viewOf({ api }: TestServer, session: string): Promise<SessionView> {
  return (await api('GET', `/api/sessions/${session}`)).json as unknown as SessionView
}

describe('a message', () => {
  test('[API-01] is answered with the report of its turn, and the conversation holds it', async () => {
    const started = await startTestServer({ models: { main: scripted(['Hello there.']) } })
    const { json, status } = await started.api('POST', '/api/ai/chat', { message: 'Hello' })
    expect(status).toBe(200)
    expect(Object.keys(json).toSorted()).toEqual([
      'evidence',
      'receipts',
      'session',
      'stopped',
      'text',
      'turn',
      'usage',
    ])
    expect(json).toMatchObject({ text: 'Hello there.', stopped: null, receipts: [] })
    const view = await viewOf(started, textOf(json['session']))
    expect(
      view.turns.map(({ id, state, messages }) => ({ id, state, said: messages.map(({ text }) => text) })),
    ).toEqual([{ id: json['turn'], state: 'done', said: ['Hello', 'Hello there.'] }])
    const list = await started.api('GET', '/api/sessions')
    expect(list.json['sessions']).toMatchObject([
      { id: json['session'], title: 'Hello', turns: 1, running: null, waiting: 0 },
    ])
  })

  test('keeps the prefix that says what it means, which is no path of this machine', async () => {
    const started = await startTestServer({ models: { main: scripted(['Yes.', 'Yes.']) } })
    for (const message of ['/chat is it late?', '/etc/passwd is it late?'])
      await started.api('POST', '/api/ai/chat', { message, session_id: `sess_${message.slice(1, 4)}` })
    const titles = (await started.api('GET', '/api/sessions')).json['sessions']
    expect(titles).toMatchObject([{ title: '<outside> is it late?' }, { title: '/chat is it late?' }])
  })

  test('[API-01] toolPolicy narrows what is offered, skipTools sends the message as it is, and a conference is told apart', async () => {
    const model = scripted([lookCall, 'Done.', lookCall, 'plain reply', 'x'], NATIVE)
    const tool = countingTool(LOOK)
    const other = countingTool({ ...LOOK, name: 'other' })
    const { api } = await startTestServer({ tools: [tool, other], models: { main: model } })
    const narrowed = await api('POST', '/api/ai/chat', {
      message: 'look',
      allow: ['FileAccess'],
      profile: 'native',
      toolPolicy: { allowedTools: ['look'], requireTool: true },
    })
    expect(narrowed.json).toMatchObject({ text: 'Done.' })
    expect(model.requests[0]?.tools?.map(({ name }) => name)).toEqual(['look'])
    expect(tool.ran).toHaveLength(1)
    const bare = await api('POST', '/api/ai/chat', { message: 'just say it', skipTools: true })
    expect(model.requests[2]).toMatchObject({ messages: [{ role: 'user', content: 'just say it' }] })
    expect(model.requests[2]?.tools ?? []).toEqual([])
    expect(bare.json).toMatchObject({ receipts: [] })
    expect(tool.ran).toHaveLength(1)
    const round = await api('POST', '/api/ai/chat', {
      message: 'hi',
      conference_id: 'conf_1',
      agent: 'critic',
      skipTools: true,
    })
    expect(round.json).toMatchObject({ text: 'plain reply', stopped: null })
  })

  test('a stopped turn is a reply, not an error of HTTP', async () => {
    const { api } = await startTestServer({ models: { main: scripted([]) } })
    const { status, json } = await api('POST', '/api/ai/chat', { message: 'Hello' })
    expect([status, isJsonObject(json['stopped']) && json['stopped']['code']]).toEqual([200, 'script_exhausted'])
  })

  test('an unknown model is an error, and nothing has begun', async () => {
    const { api } = await startTestServer()
    expect(codeOf(await api('POST', '/api/ai/chat', { message: 'Hello', model: 'nobody' }))).toBe('model_unknown')
    expect((await api('GET', '/api/sessions')).json['sessions']).toEqual([])
  })

  test('with "wait": false the reply comes before the turn ends, and stopping ends it', async () => {
    const model = patientModel()
    const started = await startTestServer({ models: { main: model } })
    const { status, json } = await started.api('POST', '/api/ai/chat', { message: 'Hello', wait: false })
    expect(status).toBe(202)
    const session = textOf(json['session'])
    const running = await viewOf(started, session)
    expect(running.session.running).toBe(json['turn'])
    expect(running.turns).toMatchObject([{ id: json['turn'], state: 'running' }])
    const feed = await followEvents(started, `/api/sessions/${session}/events?after=0`)
    expect((await started.api('POST', `/api/sessions/${session}/stop`)).json).toEqual({ stopped: [json['turn']] })
    expect((await feed.until(isEnd)).data['code']).toBe('tool_cancelled')
  })

  test('hanging up stops the turn that waits for it', async () => {
    const model = patientModel()
    const started = await startTestServer({ models: { main: model } })
    const stop = new AbortController()
    const hung = fetch(`${started.server.origin}/api/ai/chat`, {
      method: 'POST',
      headers: { authorization: `Bearer ${started.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'Hello', session_id: 'sess_hung' }),
      signal: stop.signal,
    }).catch(() => 'hung up')
    const feed = await followEvents(started, '/api/sessions/sess_hung/events?after=0')
    await feed.until(({ name }) => name === 'attempt.started')
    stop.abort()
    expect(await hung).toBe('hung up')
    expect((await feed.until(isEnd)).data['code']).toBe('tool_cancelled')
  })

  test('messages to a busy session wait for it, and the tenth is refused', async () => {
    const model = patientModel()
    const { api } = await startTestServer({ models: { main: model } })
    for (let count = 0; count < 9; count++)
      expect(
        (await api('POST', '/api/ai/chat', { message: `m${count}`, session_id: 'sess_busy', wait: false })).status,
      ).toBe(202)
    expect(
      codeOf(await api('POST', '/api/ai/chat', { message: 'one more', session_id: 'sess_busy', wait: false })),
    ).toBe('turn_busy')
    const stopped = (await api('POST', '/api/sessions/sess_busy/stop')).json['stopped']
    expect(isJsonList(stopped) && stopped.length).toBe(9)
  })

  test('the same Idempotency-Key gets the same reply and does nothing again; with another body it is refused', async () => {
    const model = scripted([lookCall, 'Done.', lookCall, 'Again.'], NATIVE)
    const tool = countingTool(LOOK)
    const { api } = await startTestServer({ tools: [tool], models: { main: model } })
    const body = { message: 'look', allow: ['FileAccess'], session_id: 'sess_i', profile: 'native' }
    const headers = { 'idempotency-key': 'k-1' }
    const [first, second] = [
      await api('POST', '/api/ai/chat', body, headers),
      await api('POST', '/api/ai/chat', body, headers),
    ]
    expect(second.json).toEqual(first.json)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(tool.ran).toHaveLength(1)
    const other = await api('POST', '/api/ai/chat', { ...body, message: 'look again' }, headers)
    expect([other.status, codeOf(other)]).toEqual([409, 'idempotency_conflict'])
    expect(codeOf(await api('POST', '/api/ai/chat', body, { 'idempotency-key': 'a b' }))).toBe('request_invalid')
  })

  test('a traceparent names the trace in the record of the turn; what is none is passed over', async () => {
    const started = await startTestServer({ models: { main: scripted(['one', 'two']) } })
    const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
    await started.api('POST', '/api/ai/chat', { message: 'Hello', session_id: 'sess_t' }, { traceparent: trace })
    await started.api('POST', '/api/ai/chat', { message: 'Hello', session_id: 'sess_t' }, { traceparent: 'nonsense' })
    const view = await viewOf(started, 'sess_t')
    const starts = view.turns.flatMap(({ events }) =>
      events.filter(({ type }) => type === 'turn.started'),
    ) as unknown as readonly JsonObject[]
    expect(starts.map(({ traceparent }) => traceparent ?? null)).toEqual([trace, null])
  })
})

describe('the events of a session', () => {
  test('are told live, numbered without gaps while a turn lasts, and the same when read again', async () => {
    const tool = countingTool(LOOK)
    const started = await startTestServer({ tools: [tool], models: { main: scripted([lookCall, 'Done.'], NATIVE) } })
    const live = await followEvents(started, '/api/sessions/sess_e/events')
    await started.api('POST', '/api/ai/chat', {
      message: 'look',
      session_id: 'sess_e',
      allow: ['FileAccess'],
      profile: 'native',
    })
    const last = await live.until(isEnd)
    expect(live.events.map(({ id }) => id)).toEqual(live.events.map((_, index) => index + 1))
    expect(live.events.every(({ id, name, data }) => data['id'] === id && data['type'] === name)).toBe(true)
    const again = await followEvents(started, '/api/sessions/sess_e/events?after=0')
    await again.until(({ id }) => id === last.id)
    const pieces = new Set(['attempt.output.delta', 'tool.output.delta', 'message.delta'])
    expect(again.events).toEqual(live.events.filter(({ name }) => !pieces.has(name)))
  })

  test('a client that is cut off twenty times misses nothing and hears nothing twice', async () => {
    const started = await startTestServer({
      models: { main: scripted(Array.from({ length: 40 }, (_, index) => `Reply ${index}.`)) },
    })
    const heard: SentEvent[] = []
    const talking = (async () => {
      for (let count = 0; count < 20; count++)
        await started.api('POST', '/api/ai/chat', { message: `m${count}`, session_id: 'sess_c', skipTools: true })
    })()
    for (let cut = 0; cut < 20; cut++) {
      const resume = heard.at(-1)?.id ?? 0
      const feed = await followEvents(started, '/api/sessions/sess_c/events', { 'last-event-id': String(resume) })
      await feed.until(({ id }) => (id ?? 0) > resume)
      feed.close()
      await feed.ended
      heard.push(...feed.events)
    }
    await talking
    const rest = await followEvents(started, `/api/sessions/sess_c/events?after=${heard.at(-1)?.id ?? 0}`)
    const { last_event_id: last } = await viewOf(started, 'sess_c')
    if ((heard.at(-1)?.id ?? 0) < last) await rest.until(({ id }) => id === last)
    const all = [...heard, ...rest.events]
    const kept = await followEvents(started, '/api/sessions/sess_c/events?after=0')
    await kept.until(({ id }) => id === last)
    const ids = all.map(({ id }) => id ?? 0)
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b))
    const seen = new Set(ids)
    expect(kept.events.filter(({ id }) => !seen.has(id ?? 0))).toEqual([])
    expect(all.filter(isEnd)).toHaveLength(20)
  })

  test('a resume from the future starts over, and says so', async () => {
    const started = await startTestServer({ models: { main: scripted(['Hi.']) } })
    await started.api('POST', '/api/ai/chat', { message: 'Hello', session_id: 'sess_r' })
    const feed = await followEvents(started, '/api/sessions/sess_r/events?after=9999')
    await feed.until(isEnd)
    expect([feed.events[0]?.name, feed.events[0]?.id, feed.events[1]?.id]).toEqual(['stream.reset', undefined, 1])
  })

  test('clearing and compacting are told, and what was said stays readable', async () => {
    const started = await startTestServer({
      models: { main: scripted(['One.', 'Two.', 'A summary of it.', 'Three.']) },
    })
    for (const message of ['first', 'second'])
      await started.api('POST', '/api/ai/chat', { message, session_id: 'sess_k' })
    const feed = await followEvents(started, '/api/sessions/sess_k/events')
    expect((await started.api('POST', '/api/sessions/sess_k/clear')).status).toBe(204)
    await feed.until(({ name }) => name === 'session.cleared')
    expect((await viewOf(started, 'sess_k')).turns.flatMap(({ messages }) => messages.map(({ text }) => text))).toEqual(
      ['first', 'One.', 'second', 'Two.'],
    )
  })

  test('a conversation that is deleted is gone, and one that is unknown is not there', async () => {
    const started = await startTestServer({ models: { main: scripted(['One.', 'Two.']) } })
    for (const session_id of ['sess_d', 'sess_e'])
      await started.api('POST', '/api/ai/chat', { message: 'Hello', session_id })
    expect((await started.api('DELETE', '/api/sessions/sess_d')).status).toBe(204)
    expect((await viewOf(started, 'sess_d')).turns).toEqual([])
    const { json } = await started.api('GET', '/api/sessions')
    expect(json['sessions']).toMatchObject([{ id: 'sess_e' }])
    expect(await started.api('DELETE', '/api/sessions/sess_d')).toMatchObject({ status: 404 })
  })

  test('older turns come in pages, each turn once', async () => {
    const started = await startTestServer({
      models: { main: scripted(Array.from({ length: 9 }, (_, index) => `Reply ${index}.`)) },
    })
    for (let count = 0; count < 7; count++)
      await started.api('POST', '/api/ai/chat', { message: `m${count}`, session_id: 'sess_p' })
    const said: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const { json } = await started.api('GET', `/api/sessions/sess_p?limit=3&cursor=${cursor}`)
      const view = json as unknown as SessionView
      expect(view.turns.every(({ events }) => events.length > 3)).toBe(true)
      said.unshift(...view.turns.map(({ messages }) => messages[0]?.text ?? ''))
      cursor = view.next_cursor
    }
    expect(said).toEqual(['m0', 'm1', 'm2', 'm3', 'm4', 'm5', 'm6'])
  })

  test('the workspace stream begins with hello and tells of turns anywhere', async () => {
    const started = await startTestServer({ models: { main: scripted(['Hi.']) } })
    const feed = await followEvents(started, '/api/events')
    await feed.until(({ name }) => name === 'hello')
    await started.api('POST', '/api/ai/chat', { message: 'Hello', session_id: 'sess_w' })
    expect((await feed.until(({ name }) => name === 'turn.ended')).data).toMatchObject({
      session_id: 'sess_w',
      code: null,
    })
  })
})

describe('a turn in full', () => {
  test('has its attempts with what was wrong, its events and its receipts', async () => {
    const tool = countingTool({
      ...LOOK,
      input: { type: 'object', properties: { at: { type: 'string' } }, required: ['at'], additionalProperties: false },
    })
    const wrong = '```json\n{"type":"tool_call","name":"look","args":{"where":"a"}}\n```'
    const right = JSON.stringify({ type: 'tool_call', name: 'look', args: { at: 'a' } })
    const { api } = await startTestServer({ tools: [tool], models: { main: scripted([wrong, right, 'Seen.']) } })
    const { json } = await api('POST', '/api/ai/chat', {
      message: 'look',
      session_id: 'sess_d',
      allow: ['FileAccess'],
      toolPolicy: { requireTool: true },
      profile: 'lenient',
    })
    const { attempts, receipts } = (await api('GET', `/api/sessions/sess_d/turns/${textOf(json['turn'])}`)).json
    expect(attempts).toMatchObject([
      { attempt: 1, outcome: 'rejected', first_failure: 'tool_call_invalid_args', raw_output: wrong, receipt_id: null },
      { attempt: 2, outcome: 'success', tool: 'look', raw_output: right },
      { attempt: 3, outcome: 'answer' },
    ])
    const first = isJsonList(attempts) && isJsonObject(attempts[0]) ? attempts[0] : {}
    expect(first['validation']).toMatchObject([
      { layer: 'extract', state: 'ok' },
      { layer: 'parse', state: 'ok' },
      { layer: 'envelope', state: 'ok' },
      { layer: 'tool', state: 'ok' },
      { layer: 'nonce', state: 'not_needed' },
      { layer: 'args', state: 'failed' },
    ])
    const [slice] = isJsonList(first['slices']) ? first['slices'].filter(isJsonObject) : []
    expect(wrong.slice(Number(slice?.['start']), Number(slice?.['end']))).toBe(
      '{"type":"tool_call","name":"look","args":{"where":"a"}}',
    )
    expect(receipts).toMatchObject([
      { receipt_id: isJsonList(json['receipts']) ? json['receipts'][0] : '', tool: 'look', outcome: 'done' },
    ])
    expect(
      (await api('GET', `/api/attempts?turn_id=${textOf(json['turn'])}&session_id=sess_d`)).json['attempts'],
    ).toEqual(attempts)
    expect(codeOf(await api('GET', '/api/sessions/sess_d/turns/turn_nobody'))).toBe('resource_unknown')
  })
})
