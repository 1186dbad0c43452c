import { describe, expect, test } from 'vitest'
import { countingTool, openTestRuntime } from '../../../test/open-test-runtime.ts'
import { call, play, readNotes } from '../../../test/scenarios/play.ts'
import { type TurnEvent, fault } from '../../core/index.ts'
import { type Metrics, createMetrics } from '../index.ts'

/** The lines of one metric, without its headings. */
const linesOf = ({ renderMetrics }: Metrics, name: string): readonly string[] =>
  renderMetrics()
    .split('\n')
    .filter(line => line.startsWith(`${name}{`) || line.startsWith(`${name} `))

async function counted(...scenes: readonly Parameters<typeof play>[0][]): Promise<Metrics> {
  const metrics = createMetrics()
  for (const scene of scenes) await play({ ...scene, options: { ...scene.options, eventReaders: [metrics.read] } })
  return metrics
}

const broken = countingTool({
  name: 'broken',
  description: 'Reads something and fails.',
  risk: 'read',
  capability: 'FileAccess',
  execute: () => {
    throw new Error('out of order')
  },
})

describe('what is counted', () => {
  test('turns by their end, with the code of what ended them', async () => {
    const metrics = await counted(
      { replies: ['Fine.'] },
      { replies: ['Fine.'] },
      { replies: [{ fault: fault('model_unreachable', 'Nobody is there.') }] },
      { profile: 'strict', replies: ['no call'], toolPolicy: { requireTool: true } },
    )
    expect(linesOf(metrics, 'countersign_turns_total')).toEqual([
      'countersign_turns_total{end="completed",code=""} 2',
      'countersign_turns_total{end="failed",code="model_unreachable"} 1',
      'countersign_turns_total{end="stopped",code="tool_call_invalid_format"} 1',
    ])
    expect(linesOf(metrics, 'countersign_turn_duration_seconds_count')).toEqual([
      'countersign_turn_duration_seconds_count{end="completed"} 2',
      'countersign_turn_duration_seconds_count{end="failed"} 1',
      'countersign_turn_duration_seconds_count{end="stopped"} 1',
    ])
  })

  test('replies by model, profile and outcome, and their tokens', async () => {
    const usage = { inputTokens: 100, outputTokens: 20, cachedTokens: 5 }
    const metrics = await counted({
      replies: ['{"type":"tool_call","name":"file_read","args":{}}', readNotes, { text: 'It burned.', end: { usage } }],
    })
    expect(linesOf(metrics, 'countersign_attempts_total')).toEqual([
      'countersign_attempts_total{model="scripted",profile="lenient",outcome="rejected"} 1',
      'countersign_attempts_total{model="scripted",profile="lenient",outcome="calls"} 1',
      'countersign_attempts_total{model="scripted",profile="lenient",outcome="answer"} 1',
    ])
    expect(linesOf(metrics, 'countersign_tokens_total')).toEqual([
      'countersign_tokens_total{model="scripted",kind="input"} 100',
      'countersign_tokens_total{model="scripted",kind="output"} 20',
      'countersign_tokens_total{model="scripted",kind="cached"} 5',
    ])
    expect(linesOf(metrics, 'countersign_attempt_duration_seconds_count')).toEqual([
      'countersign_attempt_duration_seconds_count{model="scripted"} 3',
    ])
  })

  test('calls by tool and result, and refusals by their reason', async () => {
    const metrics = await counted(
      { options: { tools: [broken] }, replies: [readNotes, readNotes, call('broken', {}), 'Done.'] },
      { allow: [], replies: [readNotes, 'No.'] },
    )
    expect(linesOf(metrics, 'countersign_tool_calls_total')).toEqual([
      'countersign_tool_calls_total{tool="file_read",result="ok"} 1',
      'countersign_tool_calls_total{tool="file_read",result="replayed"} 1',
      'countersign_tool_calls_total{tool="broken",result="failed"} 1',
      'countersign_tool_calls_total{tool="file_read",result="refused"} 1',
    ])
    expect(linesOf(metrics, 'countersign_gate_refusals_total')).toEqual([
      'countersign_gate_refusals_total{code="permission_denied"} 1',
    ])
  })
})

const event = (stage: object): TurnEvent =>
  ({
    v: 1,
    seq: 1,
    ts: '2026-01-01T00:00:00.000Z',
    session_id: 's',
    turn_id: 't',
    run_id: null,
    step_id: null,
    agent_id: 'a',
    ...stage,
  }) as TurnEvent
const ended = (tool: string, milliseconds: number): TurnEvent =>
  event({
    type: 'tool.completed',
    call_id: 'c',
    tool,
    args: {},
    text: '',
    data: null,
    code: null,
    replayed: false,
    duration_ms: milliseconds,
    receipt_id: null,
  })

describe('the text', () => {
  test('every metric has its help and type before its values, and the text ends with a line break', () => {
    const { renderMetrics, read } = createMetrics()
    read(ended('a', 1))
    const text = renderMetrics()
    expect(text.endsWith('\n')).toBe(true)
    const lines = text.trimEnd().split('\n')
    let name = ''
    for (const line of lines) {
      if (line.startsWith('# HELP ')) name = line.split(' ')[2] ?? ''
      else if (line.startsWith('# TYPE ')) expect(line).toMatch(new RegExp(`^# TYPE ${name} (counter|histogram)$`))
      else
        expect(line).toMatch(
          new RegExp(`^${name}(_bucket|_sum|_count)?(\\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\\})? [0-9.e+-]+$`),
        )
    }
    expect(lines.filter(line => line.startsWith('# HELP')).length).toBe(8)
  })

  test('buckets hold everything up to their bound', () => {
    const metrics = createMetrics()
    for (const milliseconds of [10, 11, 700, 400_000]) metrics.read(ended('a', milliseconds))
    const buckets = linesOf(metrics, 'countersign_tool_call_duration_seconds_bucket').map(line =>
      /le="([^"]+)"\} (\d+)/.exec(line)?.slice(1).join(':'),
    )
    expect(buckets).toEqual([
      '0.01:1',
      '0.05:2',
      '0.1:2',
      '0.25:2',
      '0.5:2',
      '1:3',
      '2.5:3',
      '5:3',
      '10:3',
      '30:3',
      '60:3',
      '120:3',
      '300:3',
      '+Inf:4',
    ])
    expect(linesOf(metrics, 'countersign_tool_call_duration_seconds_sum')).toEqual([
      'countersign_tool_call_duration_seconds_sum{tool="a"} 400.721',
    ])
    expect(linesOf(metrics, 'countersign_tool_call_duration_seconds_count')).toEqual([
      'countersign_tool_call_duration_seconds_count{tool="a"} 4',
    ])
  })

  test('a name cannot break out of its label', () => {
    const metrics = createMetrics()
    metrics.read(ended('a"} 1\nforged_total{x="\\', 1))
    expect(linesOf(metrics, 'countersign_tool_calls_total')).toEqual([
      String.raw`countersign_tool_calls_total{tool="a\"} 1\nforged_total{x=\"\\",result="ok"} 1`,
    ])
  })

  test('names beyond the limit, and names that are too long, are all one', () => {
    const metrics = createMetrics({ maxNames: 2 })
    for (const tool of ['x'.repeat(500), 'a', 'b', 'c', 'd', 'a']) metrics.read(ended(tool, 1))
    expect(linesOf(metrics, 'countersign_tool_calls_total')).toEqual([
      'countersign_tool_calls_total{tool="other",result="ok"} 3',
      'countersign_tool_calls_total{tool="a",result="ok"} 2',
      'countersign_tool_calls_total{tool="b",result="ok"} 1',
    ])
  })

  test('a code that is not in the table is not a label', () => {
    const metrics = createMetrics()
    metrics.read(
      event({
        type: 'gate.decided',
        call_id: 'c',
        tool: 'a',
        verdict: 'deny',
        by: 'own',
        code: 'made up',
        risk: 'read',
        grant_id: null,
        summary: '',
        override: null,
      }),
    )
    expect(linesOf(metrics, 'countersign_gate_refusals_total')).toEqual([
      'countersign_gate_refusals_total{code="other"} 1',
    ])
  })

  test('nothing that anybody wrote is in it', async () => {
    const metrics = createMetrics()
    const runtime = await openTestRuntime({ eventReaders: [metrics.read] })
    await play({ runtime, message: 'Read the file: my dog is Rex.', replies: ['Rex is a good dog.'] })
    expect(metrics.renderMetrics()).not.toContain('Rex')
  })
})
