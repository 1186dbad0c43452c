import { describe, expect, test } from 'vitest'
import { createOutputCheck } from '../../src/catalog/index.ts'
import { type JsonObject, type TurnEvent, fault } from '../../src/core/index.ts'
import { readOwnEntries } from '../../src/ledger/index.ts'
import { scripted } from '../../src/providers/index.ts'
import type { Runtime } from '../../src/runtime/index.ts'
import { type PipelineStage, isAbnormal, stageOf } from '../event-stage.ts'
import { countingTool } from '../open-test-runtime.ts'
import { type Play, call, play, readNotes } from './play.ts'

const TEXTS = { type: 'array', items: { type: 'string' } }
const COUNT = { type: 'integer', minimum: 0 }
const closed = (properties: JsonObject, open = false): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: open,
})

/** What seed 004 asks of the record of a message; it may say more beside it. */
const isPipelineRecord = createOutputCheck(
  closed(
    {
      timestamp: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' },
      sessionId: { type: 'string', minLength: 1 },
      pipeline: closed({
        router: closed({
          intent: { type: ['string', 'null'] },
          confidence: { type: ['number', 'null'], minimum: 0, maximum: 1 },
        }),
        policy: closed({ allowed: TEXTS, permissions: TEXTS }),
        executor: closed({ toolCalls: COUNT, roundTrips: COUNT }),
        postHooks: closed({ memoryWrites: COUNT, permissionsRevoked: COUNT }),
      }),
    },
    true,
  ),
)

/** The records of messages in the log, as they stand on disk. */
function turnsIn({ ledgerOptions }: Runtime): readonly JsonObject[] {
  const entries = readOwnEntries(ledgerOptions)
  if (!entries.ok) throw new Error(entries.error.message)
  return [...entries.value].flatMap(({ type, body }) => (type === 'system' && body['event'] === 'turn' ? [body] : []))
}

const broken = countingTool({
  name: 'broken',
  description: 'Reads a file and fails.',
  risk: 'read',
  capability: 'FileAccess',
  execute: () => {
    throw new Error('out of order')
  },
})
const unreachable = { fault: fault('model_unreachable', 'Nobody is there.') }

describe('the record of a message', () => {
  test('[AUDIT-09] says what each stage decided, as the events of the turn do', async () => {
    const { runtime, events, report } = await play({ replies: [readNotes, 'It burned.'] })
    const [record, ...more] = turnsIn(runtime)
    const router = events.find(event => event.type === 'router.completed')
    const policy = events.find(event => event.type === 'policy.decided')
    expect(more).toEqual([])
    expect(record).toMatchObject({
      sessionId: report.session,
      turnId: report.turn,
      stopped: null,
      pipeline: {
        router: { intent: router?.output['Intent'], confidence: router?.output['Confidence'] },
        policy: { allowed: policy?.allowed, permissions: policy?.permissions },
        executor: { toolCalls: 1, roundTrips: 2 },
        postHooks: { memoryWrites: 0, permissionsRevoked: 1 },
      },
    })
    expect(policy?.allowed).toContain('file_read')
  })

  const scenes: readonly [string, Play][] = [
    ['answered with a tool', { replies: [readNotes, 'It burned.'] }],
    ['answered without one', { message: 'Hello!', replies: ['Hi.'] }],
    ['refused', { allow: [], replies: [readNotes, 'I may not.'] }],
    ['whose model is away', { replies: [unreachable] }],
    ['stopped for its form', { profile: 'strict', toolPolicy: { requireTool: true }, replies: ['no call'] }],
    ['that is cancelled before it begins', { signal: AbortSignal.abort(), replies: ['never'] }],
    ['that is only passed on', { skipTools: true, replies: ['Hi.'] }],
    ['with an id that is too long', { agent: 'x'.repeat(500), replies: ['never'] }],
  ]

  test.each(scenes)('[AUDIT-09] a message %s has exactly one, and it fits the schema', async (_what, scene) => {
    const { runtime, report } = await play(scene)
    const records = turnsIn(runtime)
    expect(records.map(record => record['turnId'])).toEqual([report.turn])
    expect(records.map(record => isPipelineRecord(record))).toMatchObject([{ ok: true }])
    await play({ ...scene, runtime })
    expect(turnsIn(runtime)).toHaveLength(2)
  })
})

describe('which layer was wrong', () => {
  const firstAbnormal = (events: readonly TurnEvent[]): PipelineStage | undefined =>
    events.filter(isAbnormal).map(stageOf)[0]

  test('[AUDIT-11] where all is well no event is abnormal', async () => {
    const { events } = await play({
      options: { models: { router: scripted(['{"Intent":"file_task","Confidence":0.9}']) } },
      replies: [readNotes, 'It burned.'],
    })
    expect(events.length).toBeGreaterThan(10)
    expect(firstAbnormal(events)).toBeUndefined()
  })

  const faults: readonly [string, PipelineStage, Play][] = [
    [
      'a router model that writes junk',
      'router',
      { options: { models: { router: scripted(['Sure! I think so?']) } }, replies: [readNotes, 'It burned.'] },
    ],
    ['a permission that is missing', 'permission', { allow: [], replies: [readNotes, 'I may not.'] }],
    [
      'a tool that fails',
      'executor',
      { options: { tools: [broken] }, replies: [call('broken', {}), 'It did not work.'] },
    ],
    ['a model server that is away', 'model', { replies: [unreachable] }],
  ]

  test.each(faults)(
    '[AUDIT-11] %s: the first abnormal event belongs to the stage "%s"',
    async (_fault, stage, scene) => {
      const { events } = await play(scene)
      expect(firstAbnormal(events)).toBe(stage)
    },
  )

  test('[AUDIT-11] the same fault later in a turn is still told by its own stage', async () => {
    const { events } = await play({ replies: [readNotes, unreachable] })
    expect(events.filter(isAbnormal).map(event => [stageOf(event), event.type])).toEqual([
      ['model', 'attempt.failed'],
      ['turn', 'turn.failed'],
    ])
  })
})
