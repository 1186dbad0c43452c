import { describe, expect, test } from 'vitest'
import { countingTool } from '../../../test/open-test-runtime.ts'
import { call, play, readNotes, strictCall } from '../../../test/scenarios/play.ts'
import { fault } from '../../core/index.ts'
import { telemetry } from './telemetry.ts'
import type { Tracer } from './tracer.ts'

type Recorded = {
  readonly name: string
  readonly kind: number | undefined
  readonly attributes: Record<string, unknown>
  readonly events: { readonly name: string; readonly attributes: Record<string, unknown> }[]
  readonly parent: Recorded | undefined
  status: number
  ended: number
}

const SPAN = Symbol.for('OpenTelemetry Context Key SPAN')

/** Keeps what it is told, as an exporter in memory does. */
function recordingTracer(isRecording = true): Tracer & { readonly spans: Recorded[] } {
  const spans: Recorded[] = []
  const recordOf = new Map<unknown, Recorded>()
  let ends = 0
  return {
    spans,
    startSpan(name, options, context) {
      const record: Recorded = {
        name,
        kind: options?.kind,
        attributes: { ...options?.attributes },
        events: [],
        parent: recordOf.get(context?.getValue(SPAN)),
        status: 0,
        ended: 0,
      }
      spans.push(record)
      const span = {
        setAttributes: (more: object) => void Object.assign(record.attributes, more),
        addEvent: (event: string, attributes = {}) => void record.events.push({ name: event, attributes }),
        setStatus: ({ code }: { code: number }) => void (record.status = code),
        isRecording: () => isRecording,
        end: () => void (record.ended = ++ends),
      }
      recordOf.set(span, record)
      return span
    },
  }
}

async function traced(scene: Parameters<typeof play>[0], content = false): Promise<readonly Recorded[]> {
  const tracer = recordingTracer()
  await play({ ...scene, options: { ...scene.options, eventReaders: [telemetry(tracer, { content })] } })
  return tracer.spans
}

const SECRET = 'The lighthouse burned'

describe('the spans of a turn', () => {
  test('one agent, in it each request and each call, all ended, the agent last', async () => {
    const spans = await traced({ replies: [readNotes, 'It burned.'] })
    const [agent] = spans
    expect(spans.map(({ name, kind }) => [name, kind])).toEqual([
      ['invoke_agent main', 0],
      ['chat scripted', 2],
      ['execute_tool file_read', 0],
      ['chat scripted', 2],
    ])
    expect(spans.map(({ parent }) => parent)).toEqual([undefined, agent, agent, agent])
    expect(spans.map(({ ended }) => ended)).toEqual([4, 1, 2, 3])
    expect(agent?.attributes).toMatchObject({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'main',
      'gen_ai.conversation.id': expect.stringMatching(/^sess_/),
      'gen_ai.request.model': 'scripted',
      'countersign.turn.id': expect.stringMatching(/^turn_/),
    })
  })

  test('requests tell attempt, outcome, usage and finish', async () => {
    const usage = { inputTokens: 7, outputTokens: 3, reasoningTokens: 2, cachedTokens: 1 }
    const [, chat] = await traced({ message: 'Hello.', replies: [{ text: 'Hi.', end: { usage, finish: 'stop' } }] })
    expect(chat?.attributes).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'scripted',
      'gen_ai.request.model': 'scripted',
      'gen_ai.response.finish_reasons': ['stop'],
      'gen_ai.usage.input_tokens': 7,
      'gen_ai.usage.output_tokens': 3,
      'gen_ai.usage.reasoning.output_tokens': 2,
      'gen_ai.usage.cache_read.input_tokens': 1,
      'gen_ai.response.time_to_first_chunk': expect.any(Number),
      'countersign.attempt.index': 1,
      'countersign.attempt.outcome': 'answer',
    })
  })

  test('calls tell risk, verdict, grant and receipt', async () => {
    const [, , tool] = await traced({ replies: [readNotes, 'It burned.'] })
    expect(tool?.attributes).toEqual({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'file_read',
      'gen_ai.tool.call.id': expect.stringMatching(/^call_/),
      'gen_ai.tool.type': 'function',
      'countersign.stage': 'executor',
      'countersign.gate.verdict': 'allow',
      'countersign.gate.by': 'flag',
      'countersign.risk.class': 'read',
      'countersign.grant.id': expect.stringMatching(/^grant_/),
      'countersign.receipt.id': expect.stringMatching(/^rcpt_/),
      'countersign.replayed': false,
    })
  })

  test('a nonce is right, wrong, or was not looked at', async () => {
    const nonceOf = async (reply: string): Promise<unknown> => {
      const [, chat] = await traced({ profile: 'strict', replies: [reply] })
      return chat?.attributes['countersign.nonce.ok']
    }
    expect(await nonceOf(strictCall('file_read', { path: 'notes.md' }))).toBe(true)
    expect(await nonceOf(strictCall('file_read', { path: 'notes.md' }, 'forged'))).toBe(false)
    expect(await nonceOf('no call at all')).toBeUndefined()
  })

  test('what fails is an error of its own span, with its code; a refused call has a span, too', async () => {
    const [agent, , tool] = await traced({ allow: [], replies: [readNotes, 'I may not read it.'] })
    expect([tool?.status, tool?.attributes['error.type'], tool?.attributes['countersign.gate.verdict']]).toEqual([
      2,
      'permission_denied',
      'deny',
    ])
    expect([agent?.status, agent?.attributes['error.type']]).toEqual([0, undefined])
    const down = await traced({ replies: [{ fault: fault('model_unreachable', 'Nobody is there.') }] })
    expect(down.map(({ name, status, attributes }) => [name, status, attributes['error.type']])).toEqual([
      ['invoke_agent main', 2, 'model_unreachable'],
      ['chat scripted', 2, 'model_unreachable'],
    ])
  })

  test('the stages stand on the agent as events, under the names of the pipeline log', async () => {
    const [agent] = await traced({ replies: [readNotes, 'It burned.'] })
    expect(agent?.events.map(({ name }) => name)).toEqual([
      'ROUTER_OUTPUT',
      'POLICY_DECISION',
      'PERMISSION_CHECK',
      'EXECUTOR_TOOL_CALL',
      'EXECUTOR_RESPONSE',
      'POSTHOOK_MEMORY',
      'POSTHOOK_CLEANUP',
      'EVIDENCE_CHECK',
    ])
    expect(agent?.events[3]?.attributes).toEqual({
      'countersign.name': 'file_read',
      'countersign.durationMs': expect.any(Number),
    })
  })
})

describe('content', () => {
  const tool = countingTool({
    name: 'secretive',
    description: 'Reads a secret.',
    risk: 'read',
    capability: 'FileAccess',
    execute: () => SECRET,
  })
  const scene = {
    message: 'Read the file: my dog is Rex.',
    replies: [call('secretive', { about: 'Rex' }), `${SECRET}, said Rex.`],
    options: { tools: [tool] },
  }
  const inside = (spans: readonly Recorded[]): string =>
    JSON.stringify(spans.map(({ name, attributes, events }) => ({ name, attributes, events })))

  test('is left out: nothing that a person, a model or a tool wrote is in a span', async () => {
    const told = inside(await traced(scene))
    expect(told).toContain('secretive')
    expect(told).not.toContain('Rex')
    expect(told).not.toContain(SECRET)
  })

  test('is there for those who ask for it', async () => {
    const spans = await traced(scene, true)
    const [agent, , called] = spans
    expect(agent?.attributes['gen_ai.input.messages']).toBe(
      '[{"role":"user","parts":[{"type":"text","content":"Read the file: my dog is Rex."}]}]',
    )
    expect(agent?.attributes['gen_ai.output.messages']).toContain('said Rex')
    expect(called?.attributes).toMatchObject({
      'gen_ai.tool.call.arguments': '{"about":"Rex"}',
      'gen_ai.tool.call.result': SECRET,
    })
  })
})

test('a turn that is not sampled has no inner spans', async () => {
  const tracer = recordingTracer(false)
  await play({ replies: [readNotes, 'It burned.'], options: { eventReaders: [telemetry(tracer)] } })
  expect(tracer.spans.map(({ name, events }) => [name, events])).toEqual([['invoke_agent main', []]])
})

test('turns at the same time keep their spans apart', async () => {
  const tracer = recordingTracer()
  const reader = telemetry(tracer)
  const { runtime } = await play({ replies: [readNotes, 'One.'], options: { eventReaders: [reader] } })
  await Promise.all(['a', 'b', 'c'].map(() => play({ runtime, replies: [readNotes, 'More.'] })))
  const agents = tracer.spans.filter(({ name }) => name.startsWith('invoke_agent'))
  expect(agents).toHaveLength(4)
  for (const agent of agents) {
    const inner = tracer.spans.filter(({ parent }) => parent === agent)
    expect(inner.map(({ name }) => name.split(' ')[0])).toEqual(['chat', 'execute_tool', 'chat'])
    expect(agent.events.find(({ name }) => name === 'EXECUTOR_RESPONSE')?.attributes['countersign.roundTrips']).toBe(2)
  }
})

describe('a trace that began elsewhere', () => {
  const parentOf = async (traceparent: string | undefined): Promise<unknown> => {
    const parents: unknown[] = []
    const tracer: Tracer = {
      startSpan(_name, _options, context) {
        const parent = context?.getValue(SPAN)
        parents.push(
          typeof parent === 'object' && parent !== null && 'spanContext' in parent
            ? Reflect.apply(Object(parent.spanContext), parent, [])
            : parent,
        )
        return { setAttributes() {}, addEvent() {}, setStatus() {}, isRecording: () => true, end() {} }
      },
    }
    await play({
      replies: ['Hello.'],
      ...(traceparent !== undefined && { traceparent }),
      options: { eventReaders: [telemetry(tracer)] },
    })
    return parents[0]
  }

  test('the span that the request names is the parent of the turn', async () => {
    expect(await parentOf('00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01')).toEqual({
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      spanId: '00f067aa0ba902b7',
      traceFlags: 1,
      isRemote: true,
    })
  })

  test.each([
    undefined,
    '',
    'nonsense',
    '00-00000000000000000000000000000000-00f067aa0ba902b7-01',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01',
    'ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more',
    '00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01',
  ])('%s names none', async traceparent => {
    expect(await parentOf(traceparent)).toBeUndefined()
  })

  test('a later version may say more behind what we know', async () => {
    expect(await parentOf('01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more')).toMatchObject({
      spanId: '00f067aa0ba902b7',
    })
  })
})
